// A team in a folder of its own, with a runtime that drives it, for tests of our MCP server.
import assert from 'node:assert/strict';
import { InMemoryTransport } from '@modelcontextprotocol/server';
import { serveMcp } from '../../../src/doors/mcp/serve.ts';
import { openRuntime, type Runtime } from '../../../src/runtime.ts';
import { makeTempWorkspace, type TempWorkspace } from '../../support/temp-workspace.ts';

const playbook = `replies:
  - {when: {agent: lead, contains: paint}, say: "!?@human Which colour?\\n!?Red or blue.\\n"}
  - {when: {agent: lead, contains: blue}, say: Painted blue.}
  - {when: {agent: lead, contains: slow}, say: Late., delayMs: 600000}
  - {when: {agent: lead, contains: hello}, say: Hello., repeat: true}
`;

/** A folder with a team that asks back when it is to paint, takes ten minutes over what is slow, and greets. */
export function teamFolder(): Promise<TempWorkspace> {
  return makeTempWorkspace({
    '.minds/team.yaml': 'members:\n  lead: {diligence-push-max: 0}\n',
    '.minds/llm.yaml': 'provider: playbook\nplaybook: p.yaml\n',
    '.minds/p.yaml': playbook,
  });
}

/** Such a folder, and a runtime that drives it. */
export async function openTeam(): Promise<{ readonly workspace: TempWorkspace; readonly runtime: Runtime }> {
  const workspace = await teamFolder();
  const opened = await openRuntime({ rtws: workspace.folder, env: {}, mode: 'drive' });
  return { workspace, runtime: opened.ok ? opened.runtime : assert.fail(opened.code) };
}

export interface Answer {
  // biome-ignore lint/suspicious/noExplicitAny: results are compared part by part.
  readonly result?: any;
  readonly error?: { readonly code: number; readonly message: string };
}

/** A client on the wire: it can say what the SDK's own client would not. */
export interface WireClient {
  ask(method: string, params: object): Promise<Answer>;
  close(): Promise<unknown>;
}

/** Connects a client with these capabilities; work that is still going on is given up at once. */
export async function connectOnWire(runtime: Runtime, capabilities: object): Promise<WireClient> {
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const after = (ms: number, work: () => void) => {
    if (ms < 1000) setImmediate(work);
    return () => undefined;
  };
  const warn = (message: string) => assert.fail(message);
  const server = serveMcp({
    runtime,
    version: '1',
    transport: ours,
    clientConfirms: false,
    language: 'en',
    after,
    warn,
  });
  const waiting = new Map<unknown, (answer: Answer) => void>();
  theirs.onmessage = message => {
    if ('id' in message) waiting.get(message.id)?.(message as Answer);
  };
  await theirs.start();
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': capabilities,
  };
  let lastId = 0;
  const ask = (method: string, params: object): Promise<Answer> =>
    new Promise(resolve => {
      const id = ++lastId;
      waiting.set(id, resolve);
      void theirs.send({ jsonrpc: '2.0', id, method, params: { ...params, _meta } });
    });
  return { ask, close: () => server.close() };
}
