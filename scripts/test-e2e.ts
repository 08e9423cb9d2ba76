// `npm run test:e2e [-- --pictures] [mocha options]`: the tests that drive a real editor in a browser: two files at a
// time, each process with an editor server and a browser of its own. `--pictures`: what they show, in test-results/.
import { installedProgram, runInTerminal } from './child.ts';
import { ensureBrowser, ensureQuickBrowser } from './ensure-browser.ts';
import { ensureCodeServer } from './ensure-code-server.ts';
import { ensureVsix } from './package.ts';
import { root } from './project.ts';

await ensureBrowser();
await ensureQuickBrowser();
await ensureCodeServer();
const asked = process.argv.slice(2);
const pictures = asked.includes('--pictures') && { DOMINDS_PICTURES: '1' };
const env = { ...process.env, ...pictures, DOMINDS_TEST_VSIX: await ensureVsix() };
const options = [
  '--parallel',
  '--jobs',
  '2',
  '--require',
  'test/e2e/support/hooks.ts',
  '--timeout',
  '120000',
  '--reporter',
  'spec',
  '--forbid-only',
];
const args = [
  installedProgram('mocha/bin/mocha.js'),
  ...options,
  ...asked.filter(each => each !== '--pictures'),
  'test/e2e/**/*.e2e.ts',
];
process.exitCode = await runInTerminal(process.execPath, args, { cwd: root, env });
