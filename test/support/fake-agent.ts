// An agent of the Agent Client Protocol that does what its prompt says, faults included. Runs in a test's process, or
// as one of its own: `node fake-agent.ts`.
import { appendFileSync } from 'node:fs';
import path from 'node:path';
import { Readable, Writable } from 'node:stream';
import { type AgentContext, agent, methods, ndJsonStream, RequestError, type Stream } from '@agentclientprotocol/sdk';

const never = new Promise<never>(() => {});

/** What happened to an agent. */
export interface FakeLog {
  readonly prompts: string[];
  readonly cancelled: string[];
  sessions: number;
}

/**
 * Serves one client until its stream ends. `die` ends the process in the middle; without it the agent has no faults.
 * `isSilent`: it never answers the first request.
 */
export function fakeAgent(
  stream: Stream,
  die: (() => void) | undefined,
  isSilent = false,
  log: FakeLog = { prompts: [], cancelled: [], sessions: 0 },
): FakeLog {
  const cancels = new Map<string, () => void>();
  agent({ name: 'fake' })
    .onRequest(methods.agent.initialize, () => (isSilent ? never : { protocolVersion: 1, agentCapabilities: {} }))
    .onRequest(methods.agent.session.new, ({ params }) => {
      if (params.cwd.includes('login-first')) throw RequestError.authRequired();
      log.sessions += 1;
      return { sessionId: `session-${log.sessions}` };
    })
    .onNotification(methods.agent.session.cancel, ({ params }) => {
      log.cancelled.push(params.sessionId);
      cancels.get(params.sessionId)?.();
    })
    .onRequest(methods.agent.session.prompt, async ({ params, client }) => {
      const { sessionId } = params;
      const text = params.prompt.map(block => (block.type === 'text' ? block.text : '')).join('');
      log.prompts.push(text);
      const cancelled = new Promise<void>(resolve => cancels.set(sessionId, resolve));
      return play({ client, sessionId, text, cancelled, die });
    })
    .connect(stream);
  return log;
}

interface Turn {
  readonly client: AgentContext;
  readonly sessionId: string;
  readonly text: string;
  readonly cancelled: Promise<void>;
  readonly die: (() => void) | undefined;
}

async function play({
  client,
  sessionId,
  text,
  cancelled,
  die,
}: Turn): Promise<{ stopReason: 'end_turn' | 'cancelled' }> {
  const say = (words: string) =>
    client.notify(methods.client.session.update, {
      sessionId,
      update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: words } },
    });
  const permission = async (command = 'npm test', rawInput: unknown = { command }) => {
    const { outcome } = await client.request(methods.client.session.requestPermission, {
      sessionId,
      toolCall: { toolCallId: 'c1', title: `Run ${command}`, kind: 'execute', rawInput },
      options: [
        { optionId: 'yes', name: 'Yes', kind: 'allow_once' },
        { optionId: 'no', name: 'No', kind: 'reject_once' },
      ],
    });
    return outcome.outcome === 'selected' ? outcome.optionId : 'left open';
  };
  const done = { stopReason: 'end_turn' as const };
  const task = /task:(\S+)/g;
  const last = [...text.matchAll(task)].at(-1)?.[1];
  switch (die ? last : undefined) {
    case 'die':
      await say('Half of ');
      die?.();
      return never;
    case 'hang':
      await say('Half of ');
      return never;
    case 'hang-obediently':
      await say('Half of ');
      await cancelled;
      return { stopReason: 'cancelled' };
    case 'permission':
      await say(`It was ${await permission()}.`);
      return done;
    case 'raw':
      await permission('it', JSON.parse(text.slice(text.lastIndexOf('{'))));
      return done;
    case 'permission-twice':
      await say(`${await permission()}, then ${await permission()}.`);
      return done;
    case 'two-permissions':
      await say(`${await permission()}, then ${await permission('npm publish')}.`);
      return done;
    case 'permitted-death':
      await permission();
      die?.();
      return never;
    case 'seats': {
      const answer = await client.request(methods.client.elicitation.create, {
        mode: 'form',
        sessionId,
        message: 'Who comes?',
        requestedSchema: {
          type: 'object',
          properties: { name: { type: 'string' }, seats: { type: 'integer', minimum: 1 } },
          required: ['name', 'seats'],
        },
      });
      await say(`Booked: ${JSON.stringify('content' in answer ? answer.content : answer.action)}`);
      return done;
    }
    case 'form': {
      const answer = await client.request(methods.client.elicitation.create, {
        mode: 'form',
        sessionId,
        message: 'Which colour?',
        requestedSchema: { type: 'object', properties: { colour: { type: 'string', enum: ['red', 'blue'] } } },
      });
      await say(`Painted: ${JSON.stringify('content' in answer ? answer.content : answer.action)}`);
      return done;
    }
    case 'write': {
      const file = { sessionId, path: path.resolve('.', 'made.txt'), content: 'made\n' };
      const written = client.request(methods.client.fs.writeTextFile, file);
      await say(
        await written.then(
          () => 'It is written.',
          error => `Not written: ${error.message}`,
        ),
      );
      return done;
    }
    case 'work':
      await say('I look.');
      await client.notify(methods.client.session.update, {
        sessionId,
        update: { sessionUpdate: 'tool_call', toolCallId: 'c1', title: 'Read a.txt', kind: 'read' },
      });
      await say('It is ');
      await say('fine.');
      return done;
    case 'twice':
      await say('Once.');
      // Words after the end of a turn are nobody's.
      setImmediate(() => void say('Twice.').catch(() => {}));
      return done;
    default:
      await say(`Done with ${text.trim().split('\n').at(-1)}`);
      return done;
  }
}

if (import.meta.main) {
  const input = Readable.toWeb(process.stdin) as ReadableStream<Uint8Array>;
  const output = Writable.toWeb(process.stdout) as WritableStream<Uint8Array>;
  const note = process.argv[2];
  if (note !== undefined) appendFileSync(note, `${process.pid}\n`);
  fakeAgent(ndJsonStream(output, input), () => {
    process.stderr.write('out of memory\n');
    process.exit(3);
  });
}
