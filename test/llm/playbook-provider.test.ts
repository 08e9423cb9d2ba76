import assert from 'node:assert/strict';
import type { PlaybookReply } from '../../src/llm/playbook/playbook.ts';
import { createPlaybookProvider, type PlaybookOptions } from '../../src/llm/playbook/playbook-provider.ts';
import type { LlmEvent, LlmRequest } from '../../src/llm/provider.ts';
import { collect, requestOf, transcript } from './collect.ts';

function providerOf(replies: PlaybookReply[], overrides: Partial<PlaybookOptions> = {}) {
  let ids = 0;
  const newId = () => `id_${++ids}`;
  const delay = () => Promise.resolve();
  const elapsed = () => 0;
  return createPlaybookProvider({
    id: 'playbook',
    label: 'scripted',
    playbook: { replies },
    delay,
    elapsed,
    newId,
    ...overrides,
  });
}

const ask = (text: string, origin: Partial<LlmRequest['origin']> = {}, marks: string[] = []) =>
  requestOf({ messages: [{ role: 'user', content: text }], origin: { ...requestOf().origin, ...origin }, marks });

/** Every wait takes so much longer than it should. */
function clockThatIsLate(ms: number) {
  const waits: number[] = [];
  let now = 0;
  const delay = async (wanted: number) => {
    waits.push(wanted);
    now += wanted + ms;
  };
  return { waits, delay, elapsed: () => now };
}

const markOf = (events: readonly LlmEvent[]) => {
  const last = events.at(-1);
  return last?.kind === 'finished' || last?.kind === 'failed' ? last.mark : undefined;
};

describe('a scripted model', () => {
  it('plays thinking, saying and tool calls, in pieces of eight characters', async () => {
    const provider = providerOf([
      { think: 'hm', say: 'Hello there 🙂🙂🙂🙂', tools: [{ name: 'f', args: { a: 1 } }, { name: 'g' }] },
    ]);
    const events = await collect(provider);
    assert.deepEqual(transcript(events), [
      'thinking: hm',
      'saying: Hello there 🙂🙂🙂🙂',
      'call id_1 f {"a":1}',
      'call id_2 g {}',
      'finished tool-calls',
    ]);
    assert.deepEqual(
      events.flatMap(event => (event.kind === 'chunk' ? [event.text] : [])),
      ['hm', 'Hello th', 'ere 🙂🙂🙂🙂'],
    );
    assert.deepEqual(events.at(-1), { kind: 'finished', reason: 'tool-calls', model: 'playbook', mark: 'playbook:0' });
  });

  const replies: PlaybookReply[] = [
    { when: { agent: 'coder' }, say: 'by agent' },
    { when: { contains: 'weather' }, say: 'by text' },
    { when: { course: 2 }, say: 'by course' },
    { when: { agent: 'dominds', contains: 'a+b', course: 1 }, say: 'by all' },
    { say: 'any' },
  ];
  const fitting: [name: string, request: LlmRequest, said: string][] = [
    ['the agent', ask('x', { agentId: 'coder' }), 'by agent'],
    ['a part of the last message', ask('the weather?'), 'by text'],
    ['the course', ask('x', { course: 2 }), 'by course'],
    ['all conditions at once, as plain text', ask('is a+b right'), 'by all'],
    ['no condition', ask('x'), 'any'],
  ];
  for (const [name, request, said] of fitting) {
    it(`chooses the first reply that fits: ${name}`, async () => {
      assert.deepEqual(transcript(await collect(providerOf(replies), request)), [`saying: ${said}`, 'finished stop']);
    });
  }

  it('looks at the last message only', async () => {
    const messages = [
      { role: 'user', content: 'weather' },
      { role: 'user', content: 'x' },
    ] as const;
    assert.equal(transcript(await collect(providerOf(replies), requestOf({ messages })))[0], 'saying: any');
  });

  it('plays each reply once per root, and says what is missing when none is left', async () => {
    const provider = providerOf([{ say: 'one' }, { say: 'two' }]);
    const first = async (request: LlmRequest) => transcript(await collect(provider, request))[0];
    assert.equal(await first(ask('x')), 'saying: one');
    assert.equal(await first(ask('x', { selfId: 's1' })), 'saying: two');
    assert.equal(await first(ask('x', { rootId: 'r2' })), 'saying: one');
    assert.deepEqual(await collect(provider, ask(`Tell\nme ${'more '.repeat(30)}`, { agentId: 'coder', course: 3 })), [
      {
        kind: 'failed',
        failure: {
          code: 'playbook-exhausted',
          message:
            'no reply is left for coder (course 3) whose last message starts "Tell me more more more more more more more more more more mo…"',
          retryable: false,
        },
      },
    ]);
  });

  it('goes on after a restart where the marks say', async () => {
    const script: PlaybookReply[] = [{ say: 'one' }, { say: 'two' }, { say: 'three' }];
    const mark = markOf(await collect(providerOf(script), ask('x')));
    const events = await collect(providerOf(script), ask('x', {}, [mark ?? '', 'other:2']));
    assert.equal(transcript(events)[0], 'saying: two');
    assert.equal(markOf(events), 'playbook:1');
  });

  it('gives requests that run side by side different replies', async () => {
    const provider = providerOf([{ say: 'one' }, { say: 'two' }, { say: 'three' }]);
    const all = await Promise.all([1, 2, 3].map(() => collect(provider, ask('x'))));
    assert.deepEqual(all.map(events => transcript(events)[0]).toSorted(), [
      'saying: one',
      'saying: three',
      'saying: two',
    ]);
  });

  it('keeps predictions apart once it has a reply for one, and plays both in order where it has none', async () => {
    const say = async (provider: ReturnType<typeof providerOf>, purpose?: LlmRequest['purpose']) =>
      transcript(await collect(provider, { ...ask('words'), ...(purpose && { purpose }) }))[0];
    const apart = providerOf([{ predict: { commands: [] } }, { predict: 'hm' }, { say: 'talk' }, { say: 'more' }]);
    assert.equal(await say(apart), 'saying: talk');
    assert.equal(await say(apart, { kind: 'predict' }), 'saying: {"commands":[]}');
    assert.equal(await say(apart, { kind: 'predict' }), 'saying: hm');
    assert.match((await say(apart, { kind: 'predict' })) ?? '', /^failed playbook-exhausted/);
    assert.equal(await say(apart), 'saying: more');
    const inOrder = providerOf([{ say: '{"commands":[]}' }, { say: 'talk' }]);
    assert.equal(await say(inOrder, { kind: 'predict' }), 'saying: {"commands":[]}');
    assert.equal(await say(inOrder), 'saying: talk');
  });

  it('answers a flow in the background only with a reply that names it', async () => {
    const provider = providerOf([{ say: 'talk' }, { internal: 'sum_up', say: '{}' }]);
    const ofFlow = (flow: string) => collect(provider, { ...ask('x'), purpose: { kind: 'internal', flow } });
    assert.match(transcript(await ofFlow('other'))[0] ?? '', /^failed playbook-exhausted/);
    assert.equal(transcript(await ofFlow('sum_up'))[0], 'saying: {}');
    assert.equal(transcript(await collect(provider, ask('x')))[0], 'saying: talk');
  });

  it('plays a repeated reply for ever, without a mark', async () => {
    const provider = providerOf([{ say: 'again', repeat: true }, { say: 'never' }]);
    for (let time = 0; time < 3; time += 1) {
      const events = await collect(provider, ask('x'));
      assert.deepEqual([transcript(events)[0], markOf(events)], ['saying: again', undefined]);
    }
  });

  it('plays a repeated reply to several at once, and another one to the first of them alone', async () => {
    const gate = Promise.withResolvers<void>();
    const provider = providerOf([{ say: 'once' }, { say: 'again', repeat: true }], { delay: () => gate.promise });
    const asked = [1, 2, 3].map(() => collect(provider, ask('x')));
    gate.resolve();
    const said = (await Promise.all(asked)).map(events => transcript(events)[0]);
    assert.deepEqual(said, ['saying: once', 'saying: again', 'saying: again']);
  });

  it('can be played again when it was stopped', async () => {
    const provider = providerOf([{ say: 'a long saying' }]);
    const controller = new AbortController();
    for await (const event of provider.stream(ask('x'), controller.signal))
      if (event.kind === 'chunk') controller.abort();
    for await (const _ of provider.stream(ask('x'), new AbortController().signal)) break;
    assert.equal(transcript(await collect(provider, ask('x')))[0], 'saying: a long saying');
  });

  it('fails as scripted, after what was to be said first', async () => {
    const provider = providerOf([
      { say: 'half', fail: { message: 'cable pulled' } },
      { fail: { status: 429, retryAfterMs: 9_000 } },
      { fail: { status: 401, message: 'bad key' } },
    ]);
    const failures: unknown[] = [];
    for (let time = 0; time < 3; time += 1) failures.push((await collect(provider)).at(-1));
    assert.deepEqual(failures, [
      {
        kind: 'failed',
        mark: 'playbook:0',
        failure: { code: 'unreachable', message: 'cable pulled', retryable: true },
      },
      {
        kind: 'failed',
        mark: 'playbook:1,0',
        failure: {
          code: 'rate-limited',
          message: 'scripted failure',
          status: 429,
          retryable: true,
          retryAfterMs: 9_000,
        },
      },
      {
        kind: 'failed',
        mark: 'playbook:2,0,1',
        failure: { code: 'auth', message: 'bad key', status: 401, retryable: false },
      },
    ]);
  });

  it('names the failures before it in the mark of a finished reply, so that they stay spent after a restart', async () => {
    const script: PlaybookReply[] = [{ fail: { status: 503 } }, { say: 'ok' }, { say: 'next' }];
    const provider = providerOf(script);
    await collect(provider);
    const mark = markOf(await collect(provider));
    assert.equal(mark, 'playbook:1,0');
    assert.equal(transcript(await collect(providerOf(script), ask('x', {}, [mark ?? ''])))[0], 'saying: next');
  });

  it('waits before a reply and between its pieces, by the given delay', async () => {
    const { waits, ...clock } = clockThatIsLate(0);
    const playbook = { chunkDelayMs: 3, replies: [{ say: 'twelve chars', delayMs: 50 }] };
    await collect(providerOf([], { playbook, ...clock }));
    assert.deepEqual(waits, [50, 3, 3]);
  });

  it('keeps its pace when timers are late', async () => {
    const { waits, ...clock } = clockThatIsLate(5);
    const playbook = { chunkDelayMs: 3, replies: [{ say: 'x'.repeat(8 * 6) }] };
    await collect(providerOf([], { playbook, ...clock }));
    // Due at 3, 6, 9, 12, 15 and 18: the first is sent at 8, the third at 14, the fifth at 20.
    assert.deepEqual(waits, [3, 1, 1]);
  });

  it('ends quietly when it is aborted while it waits, however the delay ends then', async () => {
    for (const end of [() => Promise.resolve(), () => Promise.reject(new Error('aborted'))]) {
      const controller = new AbortController();
      const delay = () => {
        controller.abort();
        return end();
      };
      const provider = providerOf([{ say: 'x', delayMs: 1_000 }], { delay });
      assert.deepEqual(await collect(provider, requestOf(), controller.signal), []);
    }
  });
});
