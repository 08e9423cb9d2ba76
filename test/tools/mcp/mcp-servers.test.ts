// MCP servers with the real SDK at both ends: a process of its own, and HTTP on loopback.

import assert from 'node:assert/strict';
import path from 'node:path';
import { promptTexts } from '../../../src/core/prompt/prompt-texts.ts';
import type { McpServer } from '../../../src/core/team/mcp-server.ts';
import { after } from '../../../src/runtime/clock/after.ts';
import { connectMcp } from '../../../src/tools/mcp/mcp-client.ts';
import { textOfContent } from '../../../src/tools/mcp/mcp-content.ts';
import { createMcpServers, type McpServers } from '../../../src/tools/mcp/mcp-servers.ts';
import { inEnglish } from '../../support/in-english.ts';
import { isAlive } from '../../support/is-alive.ts';
import { type McpHttpServer, startMcpHttpServer } from '../../support/mcp-http-server.ts';
import { nextTurn } from '../../support/next-turn.ts';
import { makeTempWorkspace, type TempWorkspace } from '../../support/temp-workspace.ts';
import { toldProblem } from '../../support/told.ts';
import { processNotes, weatherArgs, weatherProcesses } from '../../support/weather-processes.ts';

const never = new AbortController().signal;

describe('MCP servers', function () {
  this.timeout(60_000);
  let workspace: TempWorkspace;
  let servers: McpServers;
  let described: McpServer[];
  let clock: number;

  beforeEach(async () => {
    workspace = await makeTempWorkspace();
    described = [stdio('weather')];
    clock = 0;
    servers = createMcpServers({
      rtws: workspace.folder,
      servers: () => described,
      env: { TOKEN: 'sesame' },
      connect: (transport, options) =>
        connectMcp(transport, {
          ...options,
          after,
          limits: { probeMs: { stdio: 3_000, http: 3_000 }, pingMs: 5_000, graceMs: 50 },
        }),
      isForbidden: ({ name }) => name === 'forbidden',
      now: () => clock,
      startTimeout: () => never,
      log: { info: () => {} },
    });
  });
  afterEach(async () => {
    await servers.close();
    await workspace.remove();
  });

  const stdio = (name: string, change: object = {}): McpServer => ({
    name,
    transport: {
      kind: 'stdio',
      command: process.execPath,
      args: weatherArgs(workspace.folder),
      env: { WEATHER_TOKEN: '${env:TOKEN}' },
      ...change,
    },
    timeoutS: 60,
    at: { file: '.minds/mcp.yaml', line: 2, column: 3 },
  });
  const call = (name: string, input: object = {}, signal = never, progress = (_: string) => {}) =>
    inEnglish(servers.call({ server: 'weather', name }, input, { id: name, signal, progress }));
  const pids = () => weatherProcesses(workspace.folder);

  it('start when they are needed, list their tools once, and answer', async () => {
    assert.deepEqual(servers.tools(['weather']), []);
    assert.deepEqual(pids(), []);
    await Promise.all([servers.ready(['weather'], never), servers.ready(['weather'], never)]);
    await servers.ready(['weather'], never);
    assert.equal(pids().length, 1);
    const [forecast] = servers.tools(['weather']);
    assert.equal(forecast?.name, 'forecast');
    assert.equal(forecast?.description, 'Tells the weather of a city.');
    assert.deepEqual(await call('forecast', { city: 'Bonn' }), {
      ok: true,
      content: 'Bonn: sunny (token sesame, keys none)',
    });
    assert.deepEqual(await call('refuse'), { ok: false, content: 'no such city' });
    assert.deepEqual(await call('picture'), { ok: true, content: '[image image/png, 3 bytes, not shown]' });
    const told: string[] = [];
    assert.equal((await call('step', {}, never, message => told.push(message))).content, 'there');
    assert.deepEqual(told, ['half way']);
  });

  it('that the person forbids are not started', async () => {
    described = [stdio('forbidden')];
    await servers.ready(['forbidden'], never);
    assert.deepEqual(pids(), []);
    assert.match(
      servers.problems().map(toldProblem)[0]?.message ?? '',
      /forbidden could not be started: a policy of your settings/,
    );
  });

  it('that end are started again by the next call', async () => {
    await servers.ready(['weather'], never);
    const ended = await call('crash.now');
    assert.equal(ended.ok, false);
    assert.match(ended.content, /^The server weather failed: Connection closed; it last wrote: out of wind$/);
    await servers.ready(['weather'], never);
    assert.equal(pids().length, 1);
    assert.equal((await call('forecast', { city: 'Ulm' })).ok, true);
    assert.equal(pids().length, 2);
  });

  it('that are silent fail the call, and a stop ends it at once', async () => {
    described = [{ ...stdio('weather'), timeoutS: 0.05 }];
    await servers.ready(['weather'], never);
    const silent = await call('hang');
    const content =
      'The server weather failed: it was silent for 0.05 s, so the call was ended. It is not known what it had done by then';
    assert.deepEqual(silent, { ok: false, content });
    described = [stdio('weather')];
    const stop = new AbortController();
    const stopped = call('hang', {}, stop.signal);
    stop.abort('stopped');
    assert.deepEqual(await stopped, { ok: false, content: 'Stopped.' });
  });

  it('that cannot be started are a problem with its place, and are tried again after a minute', async () => {
    described = [stdio('weather', { command: path.join(workspace.folder, 'nothing') })];
    await servers.ready(['weather'], never);
    const [problem] = servers.problems();
    assert.equal(problem?.line, 2);
    assert.match(
      (problem && toldProblem(problem).message) ?? '',
      /^MCP server weather could not be started: spawn .*ENOENT/,
    );
    assert.match((await call('forecast')).content, /could not be started/);
    described = [stdio('weather', { env: { WEATHER_TOKEN: '${env:NOWHERE}' } })];
    await servers.ready(['weather'], never);
    assert.match(servers.problems().map(toldProblem)[0]?.message ?? '', /not set.*: NOWHERE$/);
    described = [stdio('weather', { args: ['-e', 'console.error("no port"); process.exit(1)'] })];
    await servers.ready(['weather'], never);
    assert.match(servers.problems().map(toldProblem)[0]?.message ?? '', /Connection closed; it last wrote: no port$/);
  });

  it('are left alone for a minute after a failed start, whose reason is told in a few lines', async () => {
    let starts = 0;
    servers = createMcpServers({
      isForbidden: () => false,
      rtws: workspace.folder,
      servers: () => described,
      env: { TOKEN: '' },
      connect: () => {
        starts += 1;
        return Promise.reject(new Error('no'.repeat(50_000)));
      },
      now: () => clock,
      startTimeout: () => never,
      log: { info: () => {} },
    });
    await servers.ready(['weather'], never);
    await servers.ready(['weather'], never);
    assert.equal(starts, 1);
    assert.match(servers.problems().map(toldProblem)[0]?.message ?? '', /^.{3000,3100} …$/);
    clock = 60_000;
    await servers.ready(['weather'], never);
    assert.equal(starts, 2);
  });

  it('that a rule forbids are not started by a reference that stands for their command either', async () => {
    const started: string[] = [];
    servers = createMcpServers({
      isForbidden: ({ transport }) => transport.kind === 'stdio' && transport.command.startsWith('npx'),
      rtws: workspace.folder,
      servers: () => described,
      env: { EMPTY: '', PLACE: 'ftp://x' },
      connect: transport => {
        started.push(transport.kind);
        return Promise.reject(new Error('started'));
      },
      now: () => clock,
      startTimeout: () => never,
      log: { info: () => {} },
    });
    const why = async (transport: McpServer['transport']) => {
      described = [{ ...stdio('weather'), transport }];
      await servers.ready(['weather'], never);
      return servers.problems().map(problem => toldProblem(problem).message);
    };
    const env = {};
    assert.match(`${await why({ kind: 'stdio', command: '${env:X:-npx}', args: [], env })}`, /forbids it/);
    assert.match(`${await why({ kind: 'stdio', command: '${env:EMPTY}', args: [], env })}`, /its command is empty/);
    assert.match(
      `${await why({ kind: 'http', url: '${env:PLACE}/mcp', headers: {} })}`,
      /its address is no web address/,
    );
    assert.deepEqual(started, []);
  });

  it('that lose the leave of the person are ended at once, and refuse calls', async () => {
    let isAllowed = false;
    let closings = 0;
    const wanted: string[] = [];
    servers = createMcpServers({
      isForbidden: () => false,
      leave: { whyNot: () => (isAllowed ? undefined : 'not-allowed'), want: ({ name }) => wanted.push(name) },
      rtws: workspace.folder,
      servers: () => described,
      env: { TOKEN: '' },
      connect: async () => ({
        listTools: async () => [{ name: 'forecast', description: '', parameters: { type: 'object' } }],
        call: async () => ({ ok: true, content: 'sunny' }),
        prompts: () => Promise.reject(),
        resources: () => Promise.reject(),
        faulty: () => [],
        prompt: () => Promise.reject(),
        resource: () => Promise.reject(),
        close: async () => void closings++,
      }),
      now: () => clock,
      startTimeout: () => never,
      log: { info: () => {} },
    });
    await servers.ready(['weather'], never);
    assert.deepEqual(servers.tools(['weather']), []);
    isAllowed = true;
    await servers.ready(['weather'], never);
    assert.equal(servers.tools(['weather']).length, 1);
    isAllowed = false;
    servers.lookAgain('weather');
    assert.equal(closings, 1);
    assert.deepEqual(servers.tools(['weather']), []);
    assert.deepEqual(await call('forecast'), {
      ok: false,
      content: 'The server weather is not started: the user has not allowed it.',
    });
    assert.deepEqual(wanted, ['weather', 'weather']);
  });

  it('leave out a tool that would fill every request, and say so', async () => {
    const deep = JSON.parse(`${'{"items":'.repeat(20_000)}{}${'}'.repeat(20_000)}`);
    const offered = [
      { name: 'forecast', description: '', parameters: { type: 'object' } },
      { name: 'wide', description: '', parameters: { type: 'object', title: 'x'.repeat(20_000) } },
      { name: 'deep', description: '', parameters: { type: 'object', properties: { a: deep } } },
    ];
    servers = createMcpServers({
      isForbidden: () => false,
      rtws: workspace.folder,
      servers: () => described,
      env: { TOKEN: '' },
      connect: async () => ({
        listTools: async () => offered,
        call: () => Promise.reject(),
        prompts: () => Promise.reject(),
        resources: () => Promise.reject(),
        faulty: () => [],
        prompt: () => Promise.reject(),
        resource: () => Promise.reject(),
        close: async () => {},
      }),
      now: () => clock,
      startTimeout: () => never,
      log: { info: () => {} },
    });
    await servers.ready(['weather'], never);
    assert.deepEqual(
      servers.tools(['weather']).map(({ name }) => name),
      ['forecast'],
    );
    assert.deepEqual(
      servers
        .problems()
        .map(toldProblem)
        .map(({ line, message, severity }) => [line, message.replace(/:[^:]*$/, ''), severity]),
      ['wide', 'deep'].map(name => [2, `MCP server weather: its tool ${name} is left out`, 'warning']),
    );
    const told = textOfContent({ content: [], structuredContent: deep }, promptTexts('en').results);
    assert.equal(told, '[content that cannot be shown]');
  });

  it('keep the sound tools of a list, and report the faulty ones by name', async () => {
    described = [stdio('weather', { args: ['-e', oneFaultyTool] })];
    await servers.ready(['weather'], never);
    assert.deepEqual(
      servers.tools(['weather']).map(({ name }) => name),
      ['forecast'],
    );
    const reached = servers.running('weather');
    assert.ok(reached.ok);
    for (const _ of [1, 2])
      assert.deepEqual(
        (await reached.connection.prompts(never)).map(({ name }) => name),
        ['brief'],
      );
    assert.deepEqual(
      servers.problems().map(problem => {
        const { message, severity } = toldProblem(problem);
        return [severity, message];
      }),
      [
        ['tool storm', 'inputSchema.type'],
        ['tool #3', 'name'],
        ['tool table', 'outputSchema.type'],
        ['prompt long', 'arguments'],
      ].map(([what, field]) => [
        'warning',
        `MCP server weather: its ${what} is left out: ${field} is missing or wrong in its definition`,
      ]),
    );
  });

  it('report their tools whose name is taken, until they are listed anew', async () => {
    await servers.ready(['weather'], never);
    servers.leaveOut({ server: 'weather', name: 'forecast' }, { kind: 'taken', name: 'weather_forecast' });
    servers.leaveOut({ server: 'weather', name: 'forecast' }, { kind: 'taken', name: 'weather_forecast' });
    assert.deepEqual(
      servers.problems().map(problem => toldProblem(problem).message),
      ['MCP server weather: its tool forecast is left out: another tool is named weather_forecast'],
    );
    described = [stdio('weather', { env: { WEATHER_TOKEN: 'other' } })];
    await servers.ready(['weather'], never);
    assert.deepEqual(servers.problems(), []);
  });

  it('that the file describes differently, or no longer, are ended', async () => {
    await servers.ready(['weather'], never);
    described = [stdio('weather', { env: { WEATHER_TOKEN: 'other' } })];
    await servers.ready(['weather'], never);
    assert.match((await call('forecast', { city: 'Bonn' })).content, /token other/);
    described = [];
    assert.deepEqual(servers.tools(['weather']), []);
    assert.deepEqual(await call('forecast'), { ok: false, content: 'There is no server weather any more.' });
    await servers.close();
    assert.equal(pids().length, 2);
    assert.deepEqual(pids().map(isAlive), [false, false]);
  });

  it('do not block a caller that stops waiting for one that never answers', async () => {
    described = [stdio('weather', { args: ['-e', 'setInterval(() => {}, 1000)'] })];
    const stop = new AbortController();
    const waiting = servers.ready(['weather'], stop.signal);
    stop.abort('stopped');
    await waiting;
    assert.deepEqual(servers.tools(['weather']), []);
  });

  it('that never answered are ended with the others', async () => {
    const file = processNotes(workspace.folder);
    described = [stdio('weather', { command: '/bin/sh', args: ['-c', `echo $$ > '${file}'; exec sleep 1000`] })];
    const waiting = servers.ready(['weather'], never);
    while (!pids()[0]) await nextTurn();
    await servers.close();
    assert.deepEqual(pids().map(isAlive), [false]);
    await waiting;
  });

  describe('over HTTP', () => {
    let server: McpHttpServer;
    beforeEach(async () => {
      server = await startMcpHttpServer('sesame');
    });
    afterEach(() => server.close());
    const http = (headers: Readonly<Record<string, string>>): McpServer => ({
      ...stdio('weather'),
      transport: { kind: 'http', url: server.url, headers },
    });

    it('get their headers from the environment', async () => {
      described = [http({ Authorization: 'Bearer ${env:TOKEN}' })];
      await servers.ready(['weather'], never);
      assert.deepEqual(servers.problems(), []);
      assert.match((await call('forecast', { city: 'Bonn' })).content, /^Bonn: sunny \(token of http/);
    });

    it('say so when they refuse', async () => {
      described = [http({})];
      await servers.ready(['weather'], never);
      assert.match(servers.problems().map(toldProblem)[0]?.message ?? '', /401|Unauthorized|no token/i);
    });

    it('that went away fail the call, and are reached again once they are back', async () => {
      described = [http({ Authorization: 'Bearer ${env:TOKEN}' })];
      await servers.ready(['weather'], never);
      await server.close();
      assert.equal((await call('forecast', { city: 'Bonn' })).ok, false);
      assert.equal((await call('forecast', { city: 'Bonn' })).ok, false);
      server = await startMcpHttpServer('sesame');
      described = [http({ Authorization: 'Bearer ${env:TOKEN}' })];
      assert.equal((await call('forecast', { city: 'Bonn' })).ok, true);
    });
  });
});

/** A server of the older protocol with one sound tool and one sound prompt. */
const oneFaultyTool = `
const inputSchema = { type: 'object' };
const answers = {
  initialize: {
    protocolVersion: '2025-06-18',
    capabilities: { tools: {}, prompts: {} },
    serverInfo: { name: 's', version: '1' },
  },
  'tools/list': {
    tools: [
      { name: 'forecast', inputSchema },
      { name: 'storm', inputSchema: {} },
      null,
      { name: 'table', inputSchema, outputSchema: { type: 'array' } },
    ],
  },
  'prompts/list': { prompts: [{ name: 'brief' }, { name: 'long', arguments: 'many' }] },
};
require('node:readline').createInterface({ input: process.stdin }).on('line', line => {
  const { id, method } = JSON.parse(line);
  const result = answers[method];
  const answer = result ? { result } : { error: { code: -32601, message: 'unknown' } };
  if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, ...answer }));
});`;
