// Runs the official conformance suite of MCP against our client: the scenarios of what it does. It has no elicitation and no OAuth. The
// suite is fetched by npx, since it is large and needed here only.
import { spawnSync } from 'node:child_process';
import path from 'node:path';

const SUITE = '@modelcontextprotocol/conformance@0.1';
const scenarios = ['initialize', 'tools_call', 'sse-retry'];
const client = `${process.execPath} ${path.join(import.meta.dirname, 'conformance-client.ts')}`;

const failed = scenarios.filter(scenario => {
  const args = ['--yes', SUITE, 'client', '--command', client, '--scenario', scenario];
  return spawnSync('npx', args, { stdio: 'inherit' }).status !== 0;
});
if (failed.length > 0) console.error(`Failed: ${failed.join(', ')}`);
process.exitCode = failed.length > 0 ? 1 : 0;
