// An editor as the library of the protocol has it: its own client, connected to our agent in this process or over
// standard streams.
import assert from 'node:assert/strict';
import {
  type ClientCapabilities,
  type ClientConnection,
  type ContentBlock,
  type CreateElicitationRequest,
  type CreateElicitationResponse,
  type CreateTerminalRequest,
  client,
  methods,
  type RequestPermissionRequest,
  type SessionUpdate,
  type Stream,
} from '@agentclientprotocol/sdk';

/** What the person at the editor does. */
export interface Person {
  /** The option they choose; `undefined` closes the request without a choice. */
  readonly permit?: (request: RequestPermissionRequest) => string | undefined | Promise<string | undefined>;
  readonly fillIn?: (request: CreateElicitationRequest) => CreateElicitationResponse;
  /** Runs commands in terminals: what comes out. */
  readonly run?: (request: CreateTerminalRequest) => string;
  /** Files with unsaved edits, by their absolute path. */
  readonly unsaved?: Map<string, string>;
}

/** A connected editor and all that it was sent. */
export interface Editor {
  readonly connection: ClientConnection;
  readonly updates: { readonly sessionId: string; readonly update: SessionUpdate }[];
  start(cwd: string): Promise<string>;
  prompt(sessionId: string, text: string): Promise<string>;
  /** The agent's messages of a session, joined. */
  said(sessionId: string): string;
  /** `title: status` of each tool call of a session, as it stands. */
  toolCalls(sessionId: string): readonly { title: string; status: string; text: string }[];
}

/** Two ends of a connection. */
export function streamPair(): readonly [Stream, Stream] {
  const [there, back] = [new TransformStream(), new TransformStream()];
  return [
    { writable: there.writable, readable: back.readable },
    { writable: back.writable, readable: there.readable },
  ];
}

/** Connects and shakes hands. */
export async function connectEditor(stream: Stream, person: Person = {}): Promise<Editor> {
  const updates: Editor['updates'] = [];
  const outputs: string[] = [];
  const app = client({ name: 'editor' })
    .onNotification(methods.client.session.update, ({ params }) => void updates.push(params))
    .onRequest(methods.client.session.requestPermission, async ({ params }) => {
      const optionId = await person.permit?.(params);
      return { outcome: optionId === undefined ? { outcome: 'cancelled' } : { outcome: 'selected', optionId } };
    })
    .onRequest(methods.client.elicitation.create, ({ params }) => person.fillIn?.(params) ?? { action: 'cancel' })
    .onRequest(methods.client.terminal.create, ({ params }) => {
      outputs.push(person.run?.(params) ?? '');
      return { terminalId: `t${outputs.length - 1}` };
    })
    .onRequest(methods.client.terminal.waitForExit, () => ({ exitCode: 0 }))
    .onRequest(methods.client.terminal.output, ({ params }) => ({
      output: outputs[Number(params.terminalId.slice(1))] ?? '',
      truncated: false,
    }))
    .onRequest(methods.client.terminal.release, () => ({}))
    .onRequest(methods.client.fs.readTextFile, ({ params }) => {
      const content = person.unsaved?.get(params.path);
      assert.ok(content !== undefined, 'no such file');
      return { content };
    })
    .onRequest(methods.client.fs.writeTextFile, ({ params }) => {
      person.unsaved?.set(params.path, params.content);
      return {};
    });
  const connection = app.connect(stream);
  const { agent } = connection;
  const clientCapabilities: ClientCapabilities = {
    ...(person.fillIn && { elicitation: { form: {} } }),
    ...(person.run && { terminal: true }),
    ...(person.unsaved && { fs: { readTextFile: true, writeTextFile: true } }),
  };
  await agent.request(methods.agent.initialize, { protocolVersion: 1, clientCapabilities });
  const of = (sessionId: string) => updates.flatMap(each => (each.sessionId === sessionId ? [each.update] : []));
  return {
    connection,
    updates,
    start: async cwd => (await agent.request(methods.agent.session.new, { cwd, mcpServers: [] })).sessionId,
    async prompt(sessionId, text) {
      const prompt: ContentBlock[] = [{ type: 'text', text }];
      return (await agent.request(methods.agent.session.prompt, { sessionId, prompt })).stopReason;
    },
    said: sessionId =>
      of(sessionId)
        .flatMap(update =>
          update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text' ? [update.content.text] : [],
        )
        .join(''),
    toolCalls: sessionId => toolCallsOf(of(sessionId)),
  };
}

function toolCallsOf(updates: readonly SessionUpdate[]) {
  const calls = new Map<string, { title: string; status: string; text: string }>();
  for (const update of updates) {
    if (update.sessionUpdate !== 'tool_call' && update.sessionUpdate !== 'tool_call_update') continue;
    const { title = '', status = '', text = '' } = calls.get(update.toolCallId) ?? {};
    assert.ok(update.sessionUpdate === 'tool_call' || calls.has(update.toolCallId), `${update.toolCallId} is unknown`);
    const [content] = update.content ?? [];
    const shown = content?.type === 'content' && content.content.type === 'text' ? content.content.text : text;
    calls.set(update.toolCallId, { title: update.title ?? title, status: update.status ?? status, text: shown });
  }
  return [...calls.values()];
}
