// Agents of other vendors as providers, against an agent of the protocol library with every fault (SPEC 22.4).
import assert from 'node:assert/strict';
import type { ChatMessage } from '../../src/core/base/chat.ts';
import { createAcpProvider } from '../../src/llm/agents/acp-provider.ts';
import type { LlmEvent, LlmRequest } from '../../src/llm/provider.ts';
import { openAgents } from '../support/acp-agents.ts';
import { rawAgents } from '../support/acp-raw.ts';
import { nextTurn } from '../support/next-turn.ts';
import { collect } from './collect.ts';

type Setting = Pick<ReturnType<typeof openAgents>, 'provider'>;

function requestOf(messages: readonly ChatMessage[], selfId = 'd1'): LlmRequest {
  return {
    prompt: { messages, tools: [], lasting: messages.length },
    origin: { rootId: 'r', selfId, agentId: 'coder', course: 1 },
    marks: [],
  };
}

const system: ChatMessage = { role: 'system', content: 'You are coder.' };
const user = (content: string): ChatMessage => ({ role: 'user', content });

function play({ provider }: Setting, request: LlmRequest, signal?: AbortSignal): Promise<LlmEvent[]> {
  return collect(provider, request, signal);
}

function saidIn(events: readonly LlmEvent[]): string {
  return events.flatMap(event => (event.kind === 'chunk' && event.segment === 'saying' ? [event.text] : [])).join('');
}

function endOf(events: readonly LlmEvent[]): string | undefined {
  const last = events.at(-1);
  return last?.kind === 'finished' ? last.reason : last?.kind;
}

/** A generation as the next request has it. */
function messageOf(events: readonly LlmEvent[]): ChatMessage {
  const last = events.at(-1);
  const toolCalls = events.flatMap(event => (event.kind === 'toolCall' ? [event] : []));
  return {
    role: 'assistant',
    content: saidIn(events),
    ...(toolCalls.length > 0 && { toolCalls }),
    ...(last?.kind === 'finished' && last.back && { back: last.back }),
  };
}

describe('an agent of another vendor', () => {
  it('is told all of the talk once, then only what is new', async () => {
    const setting = openAgents();
    const first = await play(setting, requestOf([system, user('one')]));
    assert.equal(saidIn(first), 'Done with one');
    assert.equal(endOf(first), 'stop');
    await play(setting, requestOf([system, user('one'), { role: 'assistant', content: 'Done with one' }, user('two')]));
    const [log] = setting.logs;
    assert.equal(setting.logs.length, 1);
    assert.match(log?.prompts[0] ?? '', /^You are coder\.[\s\S]*one$/);
    assert.equal(log?.prompts[1], 'two');
  });

  it('says what it says before and after its work in paragraphs of their own', async () => {
    const events = await play(openAgents(), requestOf([system, user('task:work')]));
    assert.equal(saidIn(events), 'I look.\n\nIt is fine.');
  });

  it('has a session for each dialog in one process', async () => {
    const setting = openAgents();
    await play(setting, requestOf([system, user('one')], 'd1'));
    await play(setting, requestOf([system, user('two')], 'd2'));
    assert.deepEqual([setting.logs.length, setting.logs[0]?.sessions], [1, 2]);
  });

  it('says no more than its turn when it goes on speaking', async () => {
    const setting = openAgents();
    const first = await play(setting, requestOf([system, user('task:twice')]));
    assert.equal(saidIn(first), 'Once.');
    assert.equal(first.filter(({ kind }) => kind === 'finished').length, 1);
    await new Promise(setImmediate);
    const second = await play(
      setting,
      requestOf([system, user('task:twice'), { role: 'assistant', content: 'Once.' }, user('x')]),
    );
    assert.equal(saidIn(second), 'Done with x');
  });

  it('that dies in the middle is a failure to try again, with all of the talk', async () => {
    const setting = openAgents();
    const events = await play(setting, requestOf([system, user('task:die')]));
    const last = events.at(-1);
    assert.ok(last?.kind === 'failed');
    assert.equal(last.failure.retryable, true);
    assert.match(last.failure.message, /exit code 3; it last wrote: out of memory/);
    const again = await play(setting, requestOf([system, user('task:die'), user('go on task:else')]));
    assert.equal(saidIn(again), 'Done with go on task:else');
    assert.equal(setting.logs.length, 2);
    assert.match(setting.logs[1]?.prompts[0] ?? '', /^You are coder\./);
  });

  it('is told to stop, and its stream ends at once', async () => {
    const setting = openAgents();
    const abort = new AbortController();
    const events: LlmEvent[] = [];
    for await (const event of setting.provider.stream(
      requestOf([system, user('task:hang-obediently')]),
      abort.signal,
    )) {
      events.push(event);
      if (event.kind === 'chunk') abort.abort();
    }
    assert.equal(
      events.some(({ kind }) => kind === 'finished' || kind === 'failed'),
      false,
    );
    await new Promise(setImmediate);
    assert.deepEqual(setting.logs[0]?.cancelled, ['session-1']);
    assert.deepEqual([...setting.timers], [], 'it obeyed');
    assert.deepEqual(setting.ended, []);
  });

  it('that does not stop is ended, and the next request starts another', async () => {
    const setting = openAgents();
    const abort = new AbortController();
    for await (const event of setting.provider.stream(requestOf([system, user('task:hang')]), abort.signal))
      if (event.kind === 'chunk') abort.abort();
    const [grace] = setting.timers;
    grace?.();
    assert.deepEqual(setting.ended, [0]);
    assert.equal(saidIn(await play(setting, requestOf([system, user('two')]))), 'Done with two');
    assert.equal(setting.logs.length, 2);
  });

  it('asks for permission by a tool call, and goes on with what came of it', async () => {
    for (const [result, option] of [
      ['Permitted once.', 'yes'],
      ['The person refused this call; nothing was done.', 'no'],
    ] as const) {
      const setting = openAgents();
      const asked = await play(setting, requestOf([system, user('task:permission')]));
      const call = asked.find(event => event.kind === 'toolCall');
      assert.ok(call?.kind === 'toolCall');
      assert.equal(call.name, 'agent_permission');
      assert.deepEqual(JSON.parse(call.args), {
        title: 'Run npm test',
        kind: 'execute',
        paths: [],
        command: 'npm test',
      });
      assert.equal(endOf(asked), 'tool-calls');
      const toolCalls = [{ id: call.id, name: call.name, args: call.args }];
      const rest = await play(
        setting,
        requestOf([
          system,
          user('task:permission'),
          { role: 'assistant', content: '', toolCalls },
          { role: 'tool', toolCallId: call.id, content: result },
        ]),
      );
      assert.equal(saidIn(rest), `It was ${option}.`);
      assert.equal(setting.logs[0]?.prompts.length, 1, 'it is still the same turn');
    }
  });

  it('asks for a command that it gives as arguments, with the folder, and without what differs each time', async () => {
    const asked = async (rawInput: object) => {
      const setting = openAgents();
      const events = await play(setting, requestOf([system, user(`task:raw ${JSON.stringify(rawInput)}`)]));
      const call = events.find(event => event.kind === 'toolCall');
      const { title: _, kind: __, paths: ___, ...args } = JSON.parse(call?.kind === 'toolCall' ? call.args : '{}');
      return args;
    };
    const turn = { turn_id: '01a2', started_at_ms: 1_795_392_364_357 };
    assert.deepEqual(await asked({ ...turn, command: ['/bin/bash', '-lc', 'echo hi > made.txt'], cwd: '/work' }), {
      command: 'echo hi > made.txt',
    });
    assert.deepEqual(await asked({ ...turn, command: ['git', 'commit', '-m', "it's done"], cwd: '/work/docs' }), {
      command: "git commit -m 'it'\\''s done'",
      cwd: 'docs',
    });
    assert.deepEqual(await asked({ ...turn, command: ['odd', 7] }), { input: { ...turn, command: ['odd', 7] } });
  });

  it('is told after its turn what was said while it waited for permission', async () => {
    const setting = openAgents();
    const first = [system, user('task:permission')];
    await play(setting, requestOf(first));
    const result: ChatMessage = { role: 'tool', toolCallId: 'id-1', content: 'Permitted once.' };
    const rest = await play(
      setting,
      requestOf([...first, { role: 'assistant', content: '' }, result, user('and hurry')]),
    );
    assert.equal(saidIn(rest), 'It was yes.\n\nDone with and hurry');
    assert.deepEqual(setting.logs[0]?.prompts.slice(1), ['and hurry']);
  });

  it('puts a form by a tool call, and gets what the person filled in', async () => {
    for (const [task, reply, said] of [
      ['form', { action: 'accept', content: { colour: 'blue' } }, 'Painted: {"colour":"blue"}'],
      ['seats', { action: 'accept', content: { name: 'Ada', seats: 2 } }, 'Booked: {"name":"Ada","seats":2}'],
      ['seats', { action: 'accept', content: { name: 'Ada' } }, 'Booked: "decline"'],
      ['form', { action: 'decline' }, 'Painted: "decline"'],
    ] as const) {
      const setting = openAgents();
      const first: ChatMessage[] = [system, user(`task:${task}`)];
      const asked = messageOf(await play(setting, requestOf(first)));
      assert.ok(asked.role === 'assistant' && asked.toolCalls?.[0]);
      const [{ id, name, args }] = asked.toolCalls;
      const { message, schema } = JSON.parse(args);
      assert.deepEqual([name, message], ['agent_form', task === 'form' ? 'Which colour?' : 'Who comes?']);
      assert.deepEqual(Object.keys(schema.properties), task === 'form' ? ['colour'] : ['name', 'seats']);
      const result: ChatMessage = { role: 'tool', toolCallId: id, content: JSON.stringify(reply) };
      assert.equal(saidIn(await play(setting, requestOf([...first, asked, result]))), said);
    }
  });

  describe('started again because its process ended while the person was asked', () => {
    /** What it asks for at first, and its reply to the answer in a later process. */
    async function restarted(task: string, answer: (asked: ChatMessage) => readonly ChatMessage[]) {
      const talk = [system, user(`task:${task}`)];
      const asked = messageOf(await play(openAgents(), requestOf(talk)));
      talk.push(asked, ...answer(asked));
      return { talk, reply: await play(openAgents(), requestOf(talk)) };
    }
    const resultOf = (content: string) => (asked: ChatMessage) => [
      {
        role: 'tool' as const,
        toolCallId: (asked.role === 'assistant' && asked.toolCalls?.[0]?.id) || '',
        content,
      },
    ];
    const blue = resultOf('{"action":"accept","content":{"colour":"blue"}}');

    it('makes the permitted call once more, with the id of the one that was permitted', async () => {
      const { talk, reply } = await restarted('permission', resultOf('Permitted once.'));
      const [id, again] = [talk[2], messageOf(reply)].map(each => each?.role === 'assistant' && each.toolCalls?.[0]);
      assert.ok(id && again);
      assert.equal((JSON.parse(again.args) as { again: unknown }).again, id.id);
    });

    it('is refused again without a question', async () => {
      const { reply } = await restarted('permission', resultOf('The person refused this call; nothing was done.'));
      assert.equal(saidIn(reply), 'It was no.');
    });

    it('learns that its file was written, which is not written twice', async () => {
      const { reply } = await restarted('write', resultOf('Wrote made.txt (1 line).'));
      assert.equal(saidIn(reply), 'It is written.');
    });

    it('gets the form that was filled in', async () => {
      const { reply } = await restarted('form', blue);
      assert.equal(saidIn(reply), 'Painted: {"colour":"blue"}');
    });

    it('asks anew in its next turn', async () => {
      const { talk, reply } = await restarted('form', blue);
      talk.push(messageOf(reply), user('task:form'));
      assert.equal(endOf(await play(openAgents(), requestOf(talk))), 'tool-calls');
    });
  });

  it('that is not logged in says so, and is not asked again', async () => {
    const [failed] = await play(openAgents({ folder: '/login-first' }), requestOf([system, user('one')]));
    assert.ok(failed?.kind === 'failed');
    assert.deepEqual([failed.failure.code, failed.failure.retryable], ['agent-login', false]);
  });

  it('that answers nothing is ended after a minute, and the next request starts another', async () => {
    const setting = openAgents({ silent: 1 });
    const asked = ['d1', 'd2'].map(dialog => play(setting, requestOf([system, user('one')], dialog)));
    while (setting.timers.size === 0) await nextTurn();
    for (const limit of setting.timers) limit();
    for (const [failed] of await Promise.all(asked)) {
      assert.ok(failed?.kind === 'failed');
      assert.equal(failed.failure.message, 'fake ended: no answer to initialize for 60 s');
    }
    assert.deepEqual(setting.ended, [0]);
    assert.equal(saidIn(await play(setting, requestOf([system, user('two')]))), 'Done with two');
    assert.equal(setting.logs.length, 2);
  });

  it('is given up by a stop before it has answered, and started no second time', async () => {
    const setting = openAgents({ silent: 1 });
    for (const _ of [1, 2]) {
      const abort = new AbortController();
      const asked = play(setting, requestOf([system, user('one')]), abort.signal);
      await new Promise(setImmediate);
      abort.abort();
      assert.deepEqual(await asked, []);
    }
    assert.deepEqual([setting.logs.length, setting.timers.size], [1, 1]);
  });

  it('keeps the sessions of 64 dialogs; one that was let go is told the whole talk again', async () => {
    const setting = openAgents();
    for (let dialog = 0; dialog <= 64; dialog++) await play(setting, requestOf([system, user('one')], `d${dialog}`));
    const talk = [system, user('one'), { role: 'assistant', content: 'Done with one' } as const, user('two')];
    await play(setting, requestOf(talk, 'd1'));
    await play(setting, requestOf(talk, 'd0'));
    const [log] = setting.logs;
    assert.equal(log?.sessions, 66);
    assert.equal(log.prompts.at(-2), 'two');
    assert.match(log.prompts.at(-1) ?? '', /^You are coder\.[\s\S]*two$/);
  });

  it('is told to stop when its reader gives up between two events', async () => {
    const setting = openAgents();
    const request = requestOf([system, user('task:hang-obediently')]);
    for await (const event of setting.provider.stream(request, new AbortController().signal))
      if (event.kind === 'chunk') break;
    assert.deepEqual(setting.logs[0]?.cancelled, ['session-1']);
    assert.equal(saidIn(await play(setting, requestOf([system, user('two')]))), 'Done with two');
  });

  it('that two dialogs need at once is started once', async () => {
    const setting = openAgents();
    await Promise.all(['d1', 'd2'].map(selfId => play(setting, requestOf([system, user('one')], selfId))));
    assert.equal(setting.logs.length, 1);
  });

  it('that refuses to continue breaks its answer off', async () => {
    const setting = rawAgents(turn => {
      turn.say('The steps');
      turn.finish('refusal');
    });
    const events = await play(setting, requestOf([system, user('one')]));
    assert.deepEqual([saidIn(events), endOf(events)], ['The steps', 'refused']);
  });

  it('that works on for the course before is asked to stop, answered no more, and ended when it does not obey', async () => {
    const outcomes: string[] = [];
    const setting = rawAgents(turn => {
      const ask = (id: number) =>
        turn.write({
          jsonrpc: '2.0',
          id,
          method: 'session/request_permission',
          params: { sessionId: turn.sessionId, toolCall: { toolCallId: 't', title: 'x' }, options: [] },
        });
      if (setting.sessions.indexOf(turn.sessionId) > 0) return turn.finish();
      ask(51);
      void turn.cancelled.then(() => ask(52));
    });
    setting.onAnswer = answer => outcomes.push(answer);
    const request = requestOf([system, user('one')]);
    assert.equal(endOf(await play(setting, request)), 'tool-calls');
    await play(setting, { ...request, origin: { ...request.origin, course: 2 } });
    for (let turns = 0; turns < 5; turns++) await nextTurn();
    assert.deepEqual(outcomes, ['51 cancelled', '52 cancelled']);
    for (const work of setting.timers) work();
    assert.deepEqual(setting.ended, [0]);
  });

  it('keeps no session of the course before', async () => {
    const setting = openAgents();
    const request = requestOf([system, user('one')]);
    await play(setting, request);
    await play(setting, { ...request, origin: { ...request.origin, course: 2 } });
    assert.deepEqual(setting.logs[0]?.cancelled, ['session-1']);
  });

  it('that does not start is a failure with its last words', async () => {
    const setting = openAgents();
    const broken = createAcpProvider({
      id: 'x',
      label: 'no-such-agent',
      folder: '/work',
      start: () => ({
        input: new WritableStream(),
        output: new ReadableStream({ start: controller => controller.close() }),
        ended: Promise.resolve('exit code 127; it last wrote: not found'),
        end: () => {},
      }),
      newId: () => 'id',
      after: () => () => {},
    });
    const [failed] = await play({ ...setting, provider: broken }, requestOf([system, user('one')]));
    assert.ok(failed?.kind === 'failed');
    assert.equal(failed.failure.message, 'no-such-agent ended: exit code 127; it last wrote: not found');
    assert.equal(failed.failure.retryable, false);
  });
});
