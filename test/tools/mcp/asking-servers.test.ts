// MCP servers that ask the person in the middle of a call: with the older protocol the call is held open, with that of
// 2026 it is made again. The SDKs' own servers are at the other end.

import assert from 'node:assert/strict';
import { McpServer as OldServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import {
  acceptedContent,
  InMemoryTransport,
  inputRequired,
  McpServer,
  type Transport,
} from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import * as z from 'zod';
import type { FormReply } from '../../../src/core/dialog/form.ts';
import { after as wait } from '../../../src/runtime/clock/after.ts';
import { connectOver } from '../../../src/tools/mcp/mcp-client.ts';
import type { McpAnswer, McpConnection } from '../../../src/tools/mcp/mcp-connection.ts';
import type { AnsweredCall } from '../../../src/tools/tool.ts';
import { inEnglish } from '../../support/in-english.ts';

const never = new AbortController().signal;
const text = (said: string) => ({ content: [{ type: 'text' as const, text: said }] });

/** Calls as a dialog makes them: again with the answers, until there is a result. */
function caller(connection: McpConnection) {
  return (tool: string, asked?: AnsweredCall): Promise<McpAnswer & { readonly content: string }> =>
    inEnglish(
      connection.call(
        tool,
        {},
        {
          id: tool,
          ...(asked && { asked }),
          signal: never,
          timeoutMs: 60_000,
          progress: () => {},
        },
      ),
    );
}

function replies({ asks }: McpAnswer, ...given: readonly FormReply[]): AnsweredCall {
  const forms = asks?.forms ?? [];
  return {
    ...(asks?.held && { held: true }),
    ...(asks?.state !== undefined && { state: asks.state }),
    replies: Object.fromEntries(forms.map(({ key }, at) => [key, given[at] ?? { action: 'cancel' }])),
  };
}

async function connect(wire: Transport): Promise<McpConnection> {
  const told = { signal: never, onClosed: () => {}, onToolsChanged: () => {}, after: wait };
  return connectOver({ wire, lastWords: () => '' }, told);
}

describe('a server of the older protocol that asks', () => {
  let server: OldServer;
  let connection: McpConnection;
  let giveUp: AbortController;

  beforeEach(async () => {
    giveUp = new AbortController();
    server = new OldServer({ name: 'old', version: '1' });
    const ask = (message: string, field: string) =>
      server.server.elicitInput(
        {
          message,
          requestedSchema: { type: 'object', properties: { [field]: { type: 'string' } }, required: [field] },
        },
        { signal: giveUp.signal },
      );
    server.registerTool('greet', {}, async () => {
      const first = await ask('Your name?', 'name');
      if (first.action !== 'accept') return text(`they ${first.action}`);
      const second = await ask('Which town?', 'town');
      return text(`${first.content?.name} of ${second.content?.town}`);
    });
    server.registerTool('count', {}, async () => {
      const { content } = await ask('Your number?', 'name');
      return text(`${content?.name}`);
    });
    server.registerTool('impatient', {}, async () => {
      const asked = ask('Now?', 'now').catch(() => undefined);
      await asked;
      return text('went on alone');
    });
    const [ours, theirs] = InMemoryTransport.createLinkedPair();
    await server.connect(theirs as Parameters<OldServer['connect']>[0]);
    connection = await connect(ours);
  });
  afterEach(() => connection.close());

  it('gets each answer, and then gives the result', async () => {
    const call = caller(connection);
    const first = await call('greet');
    assert.deepEqual(
      first.asks?.forms.map(({ message, fields }) => [message, fields.map(({ name }) => name)]),
      [['Your name?', ['name']]],
    );
    const second = await call('greet', replies(first, { action: 'accept', content: { name: 'Ada' } }));
    assert.deepEqual(
      second.asks?.forms.map(({ message }) => message),
      ['Which town?'],
    );
    const last = await call('greet', replies(second, { action: 'accept', content: { town: 'Rome' } }));
    assert.deepEqual(last, { ok: true, content: 'Ada of Rome' });
  });

  it('is told that the person declines', async () => {
    const call = caller(connection);
    assert.deepEqual(await call('greet', replies(await call('greet'), { action: 'decline' })), {
      ok: true,
      content: 'they decline',
    });
  });

  it('that goes on alone withdraws its question, and its result is not lost', async () => {
    const call = caller(connection);
    const asked = await call('impatient');
    giveUp.abort(new Error('too slow'));
    await asked.asks?.held?.over;
    assert.deepEqual(await call('impatient', replies(asked)), { ok: true, content: 'went on alone' });
  });

  describe('and is called again by a connection that did not make the call', () => {
    const reply = (field: string, value: string) => ({ action: 'accept' as const, content: { [field]: value } });
    /** A process that knows no call of another one. */
    const inProcess = (id: string) =>
      caller({ ...connection, call: (name, input, how) => connection.call(name, input, { ...how, id }) });

    it('gets the answers to the forms that it asks for again, and asks for the next one', async () => {
      const first = replies(await caller(connection)('greet'), reply('name', 'Ada'));
      const second = await inProcess('second')('greet', first);
      assert.deepEqual(
        second.asks?.forms.map(({ message }) => message),
        ['Which town?'],
      );
      const both = { ...first, replies: { ...first.replies, ...replies(second, reply('town', 'Rome')).replies } };
      assert.deepEqual(await inProcess('third')('greet', both), {
        ok: true,
        content: 'Ada of Rome',
      });
    });

    it('asks the person when it asks something else', async () => {
      const asked = await caller(connection)('greet');
      const [form] = asked.asks?.forms ?? [];
      const { asks } = await inProcess('second')('count', replies(asked, reply('name', 'Ada')));
      assert.deepEqual(
        asks?.forms.map(({ message }) => message),
        ['Your number?'],
      );
      assert.notEqual(asks?.forms[0]?.key, form?.key);
    });

    it('is not called when the form was withdrawn', async () => {
      const { ok, content } = await inProcess('second')('greet', replies(await caller(connection)('greet')));
      assert.equal(ok, false);
      assert.match(content, /cut off/);
    });
  });

  it('is told when the call is no longer wanted', async () => {
    const call = caller(connection);
    const asked = await call('impatient');
    asked.asks?.held?.release();
    await asked.asks?.held?.over;
    assert.match((await call('impatient', replies(asked))).content, /cut off/);
  });
});

describe('a server of the protocol of 2026 that asks', () => {
  const servers: { close(): Promise<void> }[] = [];
  let rounds: number;
  beforeEach(() => {
    rounds = 0;
  });
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.close();
  });

  /** A connection to a server of its own: another process. */
  async function fresh(): Promise<McpConnection> {
    const [ours, theirs] = InMemoryTransport.createLinkedPair();
    const make = () => {
      const made = new McpServer({ name: 'new', version: '1' });
      const schema = z.object({ seats: z.number() });
      made.registerTool(
        'book',
        { inputSchema: z.object({}), outputSchema: z.object({ booked: z.number() }) },
        (_, { mcpReq }) => {
          const given = acceptedContent(mcpReq.inputResponses, 'seats', schema);
          if (given) {
            const structuredContent = { booked: given.seats };
            return { ...text(`${given.seats} seats, ${mcpReq.requestState()}`), structuredContent };
          }
          return inputRequired({
            requestState: 'flight 7',
            inputRequests: { seats: inputRequired.elicit({ message: 'How many?', requestedSchema: schema }) },
          });
        },
      );
      made.registerTool('busy', {}, () => {
        rounds += 1;
        return rounds < 3 ? inputRequired({ requestState: `${rounds}` }) : text('at last');
      });
      made.registerTool('think', {}, () => inputRequired({ inputRequests: { it: inputRequired.listRoots() } }));
      return made;
    };
    servers.push(serveStdio(make, { transport: theirs, legacy: 'reject' }));
    return connect(ours);
  }

  it('is called again with the answers and its state, by another process as well', async () => {
    const first = await fresh();
    await first.listTools(never);
    const asked = await caller(first)('book');
    assert.equal(asked.asks?.held, undefined);
    assert.deepEqual(
      [asked.asks?.state, asked.asks?.forms.map(({ key, message }) => [key, message])],
      ['flight 7', [['seats', 'How many?']]],
    );
    await first.close();
    const second = await fresh();
    const answered = await caller(second)('book', replies(asked, { action: 'accept', content: { seats: 2 } }));
    assert.deepEqual(answered, { ok: true, content: '2 seats, flight 7' });
    await second.close();
  });

  it('is called again at once when it wants nothing but its state', async () => {
    const connection = await fresh();
    assert.deepEqual(await caller(connection)('busy'), { ok: true, content: 'at last' });
    await connection.close();
  });

  it('is refused what is no form', async () => {
    const connection = await fresh();
    const answered = await caller(connection)('think').catch((error: Error) => ({ ok: false, content: error.message }));
    assert.equal(answered.ok, false);
    await connection.close();
  });
});
