// Secrets that a person gave to the product or to their shell: files, commands, servers and errors may print them, and
// still they are in no record, log, event, view or export (SPEC 10.1, 18).
import assert from 'node:assert/strict';
import { globSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { rootRef } from '../../src/core/base/ids.ts';
import { exportDialogs, exportText } from '../../src/runtime/folder/export-dialog.ts';
import { type OpenOptions, openRuntime, type Runtime } from '../../src/runtime.ts';
import type { MockReply } from '../support/mock-reply.ts';
import { type MockServer, startMockServer } from '../support/mock-server.ts';
import { makeTempWorkspace, type TempWorkspace } from '../support/temp-workspace.ts';
import { toldProblem } from '../support/told.ts';

const secrets = {
  own: 'k-own-9f8e7d6c5b4a39281706',
  otherServer: 'k-ant-00112233445566778899',
  stored: 'k-sto-aabbccddeeff00112233',
  mcp: 'weather-pass-phrase',
  shell: 'svc0aa11bb22cc33dd44ee55',
};
const script = path.resolve(import.meta.dirname, '../support/mcp-stdio-server.ts');

describe('secrets', function () {
  this.timeout(60_000);
  let workspace: TempWorkspace;
  let server: MockServer;
  let runtime: Runtime;
  let replies: MockReply[];
  let seen: string[];
  before(function () {
    if (process.platform === 'win32') this.skip();
  });
  beforeEach(async () => {
    server = await startMockServer({ respond: () => replies.shift() ?? { say: 'Nothing left.' } });
    seen = [];
    workspace = await makeTempWorkspace({
      '.env': `OPENAI_API_KEY=${secrets.own}\nSTORED=${secrets.stored}\n`,
      'long.txt': `${'x'.repeat(7_990)}${secrets.own}${'x'.repeat(20)}`,
      '.minds/team.yaml': [
        'member_defaults: {diligence-push-max: 0}',
        'members: {lead: {toolsets: [read, write, shell, "mcp"], policy: [{decision: allow, tools: [shell, mcp]}]}}',
      ].join('\n'),
      '.minds/mcp.yaml': [
        'servers:',
        `  weather: {command: ${JSON.stringify(process.execPath)}, args: [${JSON.stringify(script)}], env: {WEATHER_TOKEN: "\${env:WEATHER}"}}`,
        `  broken: {command: sh, args: [-c, 'echo "bad token $T" >&2; exit 1'], env: {T: "\${env:WEATHER_TOKEN}"}}`,
        `  web: {url: "http://127.0.0.1:9/mcp?token=\${env:WEATHER_TOKEN}", headers: {X-Auth: "\${env:WEATHER}"}}`,
      ].join('\n'),
    });
  });
  afterEach(async () => {
    await runtime.close();
    await server.close();
    await workspace.remove();
  });

  async function open(change: Partial<OpenOptions> = {}): Promise<void> {
    const note = (text: string, error?: unknown) => seen.push(text, String(error));
    const outcome = await openRuntime({
      rtws: workspace.folder,
      env: {
        PATH: process.env.PATH,
        OPENAI_BASE_URL: server.baseUrl,
        OPENAI_API_KEY: secrets.own,
        ANTHROPIC_API_KEY: secrets.otherServer,
        WEATHER: secrets.mcp,
        WEATHER_TOKEN: secrets.mcp,
        DEPLOY_TOKEN: secrets.shell,
        DOMINDS_LOG: 'debug',
      },
      storedKeys: () => Promise.resolve([secrets.stored]),
      mode: 'drive',
      log: { debug: note, info: note, warn: note, error: note },
      ...change,
    });
    assert.ok(outcome.ok);
    runtime = outcome.runtime;
    runtime.subscribe(event => seen.push(JSON.stringify(event)));
  }

  async function play(...script: MockReply[]) {
    replies = script;
    const started = await runtime.perform({ kind: 'start', text: 'go' });
    assert.ok(started.ok);
    const settled = await runtime.settled(started.rootId);
    const viewed = await runtime.view(rootRef(started.rootId));
    assert.ok(viewed.ok);
    const results = viewed.view.records.flatMap(record => (record.kind === 'toolReturned' ? [record] : []));
    const exported = await exportDialogs(runtime, rootRef(started.rootId));
    assert.ok(exported.ok);
    seen.push(exportText(exported.dialogs, 'md'), exportText(exported.dialogs, 'json'), JSON.stringify(settled));
    seen.push(JSON.stringify(runtime.problems()), JSON.stringify(await runtime.doctor()));
    return { settled, results };
  }

  async function nowhere(): Promise<void> {
    for (const { body } of server.requests) seen.push(JSON.stringify(body));
    await runtime.close();
    for (const file of globSync('.dialogs/**/*', { cwd: workspace.folder })) {
      const absolute = path.join(workspace.folder, file);
      if (statSync(absolute).isFile()) seen.push(`${file}: ${readFileSync(absolute, 'utf8')}`);
    }
    for (const [name, secret] of Object.entries(secrets)) {
      for (const text of seen) {
        const at = text.indexOf(secret);
        assert.ok(at < 0, `${name} in: ${text.slice(Math.max(0, at - 200), at + 60)}`);
      }
    }
  }

  it('in files that are read, searched, or shown in a question are hidden', async () => {
    await open();
    const { settled, results } = await play({
      tools: [
        { name: 'read_file', args: { path: '.env' } },
        { name: 'search_text', args: { query: 'API_KEY' } },
        { name: 'search_text', args: { query: 'k-o' } },
        { name: 'edit_file', args: { path: '.env', old: 'STORED=', new: 'OTHER=' } },
      ],
    });
    assert.equal(results.length, 3);
    assert.match(results[0]?.content ?? '', /OPENAI_API_KEY=\[key\]\n2\tSTORED=\[key\]/);
    assert.deepEqual(
      settled.questions.map(({ kind }) => kind),
      ['permission'],
    );
    assert.match(settled.questions[0]?.bodyContent ?? '', /OTHER=\[key\]/);
    await nowhere();
  });

  it('that commands and servers of tools print are hidden, however they are cut or coloured', async () => {
    await open();
    const colours = `printf 'k-own-\\033[1m9f8e7d6c5b4a39281706\\n'`;
    const { results } = await play({
      tools: [
        { name: 'run_shell', args: { command: `env; cat .env long.txt; ${colours}` } },
        { name: 'weather_forecast', args: { city: 'Bonn' } },
        { name: 'weather_crash_now', args: {} },
      ],
    });
    assert.equal(results.length, 3);
    assert.match(results[0]?.content ?? '', /^DEPLOY_TOKEN=\[key\]$/m);
    assert.doesNotMatch(results[0]?.content ?? '', /ANTHROPIC/);
    assert.match(results[1]?.content ?? '', /token \[key\]/);
    const told = runtime.problems().map(problem => toldProblem(problem).message);
    assert.ok(
      told.some(message => /broken could not be started.*bad token \[key\]/.test(message)),
      told.join('\n'),
    );
    await nowhere();
  });

  it('in addresses of model servers are hidden', async () => {
    const settings = () => ({
      provider: 'openai',
      baseUrl: server.baseUrl.replace('://', `://me:${secrets.stored}@`),
      model: 'm',
    });
    await open({ settings, env: { DOMINDS_LOG: 'debug', OPENAI_API_KEY: secrets.own } });
    const { settled } = await play({ say: 'Hello.' });
    assert.deepEqual([settled.response, settled.interrupted[0]?.code], [null, 'not-configured']);
    const report = await runtime.models.test(undefined, new AbortController().signal);
    assert.equal(report.ok, false);
    seen.push(JSON.stringify(report));
    await nowhere();
  });
});
