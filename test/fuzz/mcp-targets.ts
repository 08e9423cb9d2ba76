// What is fuzzed of MCP (SPEC 12.4): the file that names servers, and everything a server may say to its client.
import assert from 'node:assert/strict';
import { type JSONRPCMessage, ReadBuffer, serializeMessage, type Transport } from '@modelcontextprotocol/client';
import fc from 'fast-check';
import { fillReferences, type McpServer } from '../../src/core/team/mcp-server.ts';
import { mcpFilePath, parseMcpFile } from '../../src/minds/servers/mcp-file.ts';
import { after } from '../../src/runtime/clock/after.ts';
import { connectOver } from '../../src/tools/mcp/mcp-client.ts';
import { createMcpServers } from '../../src/tools/mcp/mcp-servers.ts';
import { mcpToolsets } from '../../src/tools/mcp/mcp-tools.ts';
import { inEnglish } from '../support/in-english.ts';
import { toldProblem } from '../support/told.ts';
import { damaged, damagedJson } from './hostile.ts';
import { type FuzzTarget, target } from './target.ts';

const files = [
  'servers:\n  weather:\n    command: npx\n    args: [-y, "@example/weather"]\n    env: { WEATHER_TOKEN: "${env:TOKEN}" }\n    cwd: tools\n    timeout_s: 5\n',
  'servers: {docs: {url: "http://127.0.0.1:3000/mcp", headers: {Authorization: "Bearer ${env:TOKEN}"}}, b: {command: x}}',
];

const initialized = {
  protocolVersion: '2025-06-18',
  capabilities: { tools: { listChanged: true } },
  serverInfo: { name: 'weather', version: '1' },
  instructions: 'Ask for cities.',
};
const parameters = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };
const listed = {
  tools: [
    { name: 'forecast', description: 'Tells.', inputSchema: parameters },
    { name: 'fore.cast', inputSchema: { type: 'object' }, outputSchema: parameters, annotations: { title: 'F' } },
  ],
};
const results: readonly unknown[] = [
  { content: [{ type: 'text', text: 'sunny' }], isError: false },
  {
    content: [
      { type: 'image', data: 'AAAA', mimeType: 'image/png' },
      { type: 'resource_link', uri: 'x:y', name: 'n' },
    ],
  },
  { content: [{ type: 'resource', resource: { uri: 'x:y', text: 'words' } }], structuredContent: { city: 'Bonn' } },
  { content: [], structuredContent: { city: 'Bonn', deep: [[[]]] }, _meta: {} },
];
const strays: readonly unknown[] = [
  { jsonrpc: '2.0', method: 'notifications/tools/list_changed' },
  { jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: 2, progress: 1, message: 'half way' } },
  { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 2 } },
  { jsonrpc: '2.0', id: 7, method: 'sampling/createMessage', params: { messages: [], maxTokens: 1 } },
  { jsonrpc: '2.0', id: 8, method: 'roots/list' },
  { jsonrpc: '2.0', id: 2, error: { code: -32000, message: 'no' } },
];

/** What a server says to each request, as JSON texts, and what it says unasked before each answer. */
interface Speech {
  readonly initialize: string;
  readonly list: string;
  readonly call: string;
  readonly stray: string;
}

const mostly = (good: unknown, bad: fc.Arbitrary<string>) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(JSON.stringify(good)) }, { weight: 1, arbitrary: bad });
const speech: fc.Arbitrary<Speech> = fc.record({
  initialize: mostly(initialized, fc.oneof(damagedJson(initialized), damaged(JSON.stringify(initialized)))),
  list: fc.oneof(mostly(listed, damagedJson(listed)), damagedJson(listed), damaged(JSON.stringify(listed))),
  call: fc.oneof(damagedJson(...results), damaged(...results.map(each => JSON.stringify(each)))),
  stray: fc.oneof(damagedJson(...strays), damaged(...strays.map(each => JSON.stringify(each)))),
});

/** A wire whose other end answers in these words, as a process would on its standard output. */
function openWire(said: Speech): Transport {
  const buffer = new ReadBuffer();
  const wire: Transport = {
    start: () => Promise.resolve(),
    close() {
      wire.onclose?.();
      return Promise.resolve();
    },
    send(message) {
      const result = answerTo(message, said);
      if (result !== undefined && 'id' in message)
        hear(`${said.stray}\n{"jsonrpc":"2.0","id":${JSON.stringify(message.id)},"result":${result}}\n`);
      return Promise.resolve();
    },
  };
  const hear = (text: string) => {
    try {
      buffer.append(Buffer.from(text));
    } catch (error) {
      wire.onerror?.(error as Error);
    }
    for (;;) {
      try {
        const message = buffer.readMessage();
        if (message === null) return;
        wire.onmessage?.(message);
      } catch (error) {
        wire.onerror?.(error as Error);
      }
    }
  };
  return wire;
}

function answerTo(message: JSONRPCMessage, said: Speech): string | undefined {
  serializeMessage(message);
  if (!('method' in message)) return undefined;
  switch (message.method) {
    case 'initialize':
      return said.initialize;
    case 'tools/list':
      return said.list;
    case 'tools/call':
      return said.call;
    default:
      return undefined;
  }
}

/** Aborts when everything that was said has been taken in: an answer that did not come by then does not come. */
function soon(): AbortSignal {
  const controller = new AbortController();
  let turns = 5;
  const next = () => (--turns === 0 ? controller.abort(new Error('silent')) : void setImmediate(next));
  setImmediate(next);
  return controller.signal;
}

/** Whatever a server says, its tools can be offered and called, or the person is told why not. */
async function checkServer(said: Speech): Promise<void> {
  const server: McpServer = {
    name: 'weather',
    transport: { kind: 'stdio', command: 'x', args: [], env: {} },
    timeoutS: 60,
    at: { file: mcpFilePath, line: 2 },
  };
  const servers = createMcpServers({
    isForbidden: () => false,
    rtws: '/rtws',
    servers: () => [server],
    env: {},
    connect: (_, options) => connectOver({ wire: openWire(said), lastWords: () => '' }, { ...options, after }),
    now: () => 0,
    startTimeout: soon,
    log: { info: () => {} },
  });
  await servers.ready(['weather'], new AbortController().signal);
  const tools = mcpToolsets(servers, ['weather'], new Set()).mcp ?? [];
  for (const { spec } of tools) {
    assert.match(spec.name, /^[\w-]{1,64}$/);
    assert.ok(spec.description.length <= 2_000);
    assert.ok(JSON.stringify(spec.parameters).length <= 20_000);
  }
  for (const { name } of [...servers.tools(['weather']), { name: 'forecast' }]) {
    const told: unknown[] = [];
    const how = { id: 'call', signal: soon(), progress: (message: string) => told.push(message) };
    const { ok, content } = await inEnglish(servers.call({ server: 'weather', name }, { city: 'Bonn' }, how));
    assert.equal(typeof ok, 'boolean');
    assert.equal(typeof content, 'string');
    for (const each of told) assert.equal(typeof each, 'string');
  }
  for (const { message, remedy, file } of servers.problems().map(toldProblem)) {
    assert.equal(file, mcpFilePath);
    assert.notEqual(message, '');
    assert.ok(message.length < 5_000);
    assert.notEqual(remedy, '');
  }
  await servers.close();
}

export const mcpTargets: readonly FuzzTarget[] = [
  target('MCP file', damaged(...files), text => {
    const { servers, problems } = parseMcpFile(text);
    for (const { file, message, remedy } of problems.map(toldProblem)) {
      assert.equal(file, mcpFilePath);
      assert.notEqual(message.trim(), '');
      assert.notEqual(remedy, '');
    }
    for (const { name, transport, timeoutS } of servers) {
      assert.match(name, /^[a-zA-Z][\w-]{0,31}$/);
      assert.ok(timeoutS > 0 && timeoutS <= 3_600);
      const filled = fillReferences(transport, { TOKEN: '$&${env:TOKEN}' });
      if (filled.ok && filled.transport.kind === 'http') assert.match(filled.transport.url, /^https?:\/\//i);
    }
  }),
  target('messages of an MCP server', speech, checkServer),
];
