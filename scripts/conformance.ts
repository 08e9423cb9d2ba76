// Runs the official conformance suite of MCP against our client and our server, for both generations of the protocol:
// all scenarios that apply. The suite is fetched by npx, since it is large and needed here only. The server is that of
// the build: `npm run build` first.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { root } from './project.ts';

const SUITE = '@modelcontextprotocol/conformance@0.2.0-alpha.12';

/**
 * How long a scenario may take: on a busy machine the start of a process alone takes half a minute, the suite's own
 * limit.
 */
const SCENARIO_MS = 180_000;

/** Scenarios of a client: it has no OAuth (`auth/*`) and reads no skills of servers (`sep-2640-*`). */
const client = {
  '2025-11-25': [
    'initialize',
    'tools_call',
    'elicitation-sep1034-client-defaults',
    'sse-retry',
    'json-schema-2020-12-preservation',
  ],
  '2026-07-28': [
    'tools_call',
    'request-metadata',
    'sep-2322-client-request-state',
    'http-standard-headers',
    'http-custom-headers',
    'http-invalid-tool-headers',
    'json-schema-ref-no-deref',
    'json-schema-2020-12-preservation',
  ],
};

/**
 * Scenarios of a server that need no tool, prompt or resource made for the suite. `docs/doors.md` says why others do
 * not apply.
 */
const server = {
  '2025-06-18': ['server-initialize', 'ping', 'tools-list', 'resources-list'],
  '2025-11-25': ['server-initialize', 'ping', 'tools-list', 'resources-list', 'dns-rebinding-protection'],
  '2026-07-28': [
    'server-stateless',
    'tools-list',
    'resources-list',
    'sep-2164-resource-not-found',
    'dns-rebinding-protection',
    'caching',
    'http-header-validation',
    'input-required-result-missing-input-response',
    'input-required-result-ignore-extra-params',
    'input-required-result-unsupported-methods',
    'input-required-result-validate-input',
  ],
};

/** Checks within those scenarios that want a tool of the suite, or what the server does not offer. */
const notApplicable: ReadonlySet<string> = new Set([
  'sep-2575-server-rejects-undeclared-capability',
  'sep-2575-missing-capability-http-400',
  'sep-2575-http-server-no-independent-requests-on-stream',
  'sep-2575-server-no-log-without-loglevel',
  'sep-2549-prompts-list-caching-hints',
]);

interface Check {
  readonly id: string;
  readonly status: string;
  readonly description?: string;
  readonly errorMessage?: string;
}

const work = mkdtempSync(path.join(tmpdir(), 'dominds-conformance-'));
let failures = 0;
try {
  const command = `${process.execPath} ${path.join(import.meta.dirname, 'conformance-client.ts')}`;
  runAll('client', client, ['--command', command]);
  const { url, close } = await startServer();
  await runServer(url).finally(close);
} finally {
  rmSync(work, { recursive: true, force: true });
}
process.exitCode = failures > 0 ? 1 : 0;

function runAll(side: 'client', scenarios: Readonly<Record<string, readonly string[]>>, how: readonly string[]): void {
  for (const { version, scenario, args } of runs(side, scenarios, how)) {
    spawnSync('npx', args, { stdio: 'ignore' });
    report(side, version, scenario);
  }
}

/** Not by `spawnSync`: what stands before the server is in this process. */
async function runServer(url: string): Promise<void> {
  for (const { version, scenario, args } of runs('server', server, ['--url', url])) {
    await once(spawn('npx', args, { stdio: 'ignore' }), 'exit');
    report('server', version, scenario);
  }
}

function runs(side: string, scenarios: Readonly<Record<string, readonly string[]>>, how: readonly string[]) {
  return Object.entries(scenarios).flatMap(([version, names]) =>
    names.map(scenario => {
      const output = ['--output-dir', folderOf(side, version, scenario)];
      const which = ['--scenario', scenario, '--spec-version', version, '--timeout', `${SCENARIO_MS}`];
      return { version, scenario, args: ['--yes', SUITE, side, ...how, ...which, ...output] };
    }),
  );
}

function folderOf(side: string, version: string, scenario: string): string {
  return path.join(work, `${side}-${version}-${scenario}`);
}

function report(side: string, version: string, scenario: string): void {
  const checks = checksIn(folderOf(side, version, scenario));
  const passed = checks.filter(({ status }) => status === 'SUCCESS').length;
  const failed = checks.filter(({ status, id }) => status === 'FAILURE' && !notApplicable.has(id));
  const isBad = failed.length > 0 || passed === 0;
  if (isBad) failures += 1;
  console.log(`${isBad ? '✗' : '✓'} ${side} ${version} ${scenario}: ${passed} passed, ${failed.length} failed`);
  for (const { id, description, errorMessage = description } of failed) console.log(`    ${id}: ${errorMessage}`);
}

function checksIn(folder: string): readonly Check[] {
  try {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(file =>
      file.endsWith('checks.json'),
    );
    return files.flatMap((file): readonly Check[] => JSON.parse(readFileSync(path.join(folder, file), 'utf8')));
  } catch {
    // The suite wrote nothing, so nothing passed.
    return [];
  }
}

/**
 * `dominds serve --mcp` in a folder with a scripted model, behind an address that brings the token: the suite knows
 * none.
 */
async function startServer(): Promise<{ readonly url: string; readonly close: () => Promise<void> }> {
  const folder = path.join(work, 'rtws');
  mkdirSync(path.join(folder, '.minds'), { recursive: true });
  const write = (name: string, text: string) => writeFileSync(path.join(folder, '.minds', name), text);
  write('team.yaml', 'members:\n  lead: {diligence-push-max: 0}\n');
  write('llm.yaml', 'provider: playbook\nplaybook: p.yaml\n');
  write('p.yaml', 'replies:\n  - {say: Hello., repeat: true}\n');
  const cli = path.join(root, 'dist', 'cli.js');
  spawnSync(process.execPath, [cli, '-C', folder, 'start', 'Hello'], { stdio: 'ignore' });
  const args = [cli, '-C', folder, 'serve', '--mcp', '--drive', '--port', '0', '--json'];
  const served = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const { url, token } = await addressIn(served.stdout);
  const front = http.createServer((request, response) => {
    const swap = (text: string | undefined) => text?.replace(`:${portOf(front)}`, `:${url.port}`);
    const { host, origin } = request.headers;
    const headers = { ...request.headers, authorization: `Bearer ${token}`, host: swap(host), origin: swap(origin) };
    const named = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined));
    const { hostname, port } = url;
    const passed = http.request(
      { hostname, port, path: request.url, method: request.method, headers: named },
      answer => {
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(response);
      },
    );
    passed.on('error', () => response.destroy());
    response.on('close', () => passed.destroy());
    request.pipe(passed);
  });
  front.listen(0, '127.0.0.1');
  await once(front, 'listening');
  return {
    url: `http://127.0.0.1:${portOf(front)}/mcp`,
    async close() {
      front.closeAllConnections();
      front.close();
      served.kill('SIGINT');
      await once(served, 'exit');
    },
  };
}

function portOf(front: http.Server): number {
  return (front.address() as AddressInfo).port;
}

async function addressIn(stdout: NodeJS.ReadableStream): Promise<{ readonly url: URL; readonly token: string }> {
  for await (const line of createInterface({ input: stdout })) {
    const said: { readonly type?: string; readonly url?: string; readonly token?: string } = JSON.parse(line);
    if (said.type === 'serving-mcp') return { url: new URL(said.url ?? ''), token: said.token ?? '' };
  }
  throw new Error('the server did not start: run `npm run build` first');
}
