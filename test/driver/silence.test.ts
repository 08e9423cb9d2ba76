// How long a model may stay silent, and what people see meanwhile (SPEC 10.8). Time passes only when a test says so.
import assert from 'node:assert/strict';
import type { Timers } from '../../src/driver/generate/silence.ts';
import { rootOf } from '../../src/driver/tree.ts';
import type { Patience } from '../../src/llm/failures/patience.ts';
import type { LlmEvent, LlmProvider } from '../../src/llm/provider.ts';
import { createTestDriver } from '../support/test-driver.ts';

describe('a model that stays silent', () => {
  it('is waited for as long as the limit says: a first token after 12 minutes arrives', async () => {
    const { clock, model, test } = open({ firstTokenMs: 900_000, silenceMs: 300_000 });
    const tree = test.launch('Hello.');
    await model.asked(1);
    clock.pass(720_000);
    model.yields(...said('Here I am.'));
    await test.driver.quiet(tree);
    assert.equal(rootOf(tree).state.saying.text, 'Here I am.');
  });

  it('is waited for without limit when none is set', async () => {
    const { clock, model, test } = open({});
    const tree = test.launch('Hello.');
    await model.asked(1);
    clock.pass(86_400_000);
    model.yields(...said('A day later.'));
    await test.driver.quiet(tree);
    assert.equal(rootOf(tree).state.saying.text, 'A day later.');
  });

  it('is shown with the seconds for which nothing came, every ten seconds and until something comes', async () => {
    const { clock, model, test, seconds } = open({ firstTokenMs: 600_000 });
    const tree = test.launch('Hello.');
    await model.asked(1);
    clock.pass(35_000);
    assert.deepEqual(seconds(), [10, 20, 30]);
    assert.equal(rootOf(tree).live?.silentFor, 30);
    model.hears();
    assert.deepEqual(seconds(), [10, 20, 30, 0]);
    assert.equal(rootOf(tree).live?.silentFor, undefined);
    clock.pass(9_000);
    assert.deepEqual(seconds(), [10, 20, 30, 0]);
    model.yields(...said('Done.'));
    await test.driver.quiet(tree);
  });

  it('is asked once more when the first token does not come in time, then the dialog stops and says what to set', async () => {
    const { clock, model, test } = open({ firstTokenMs: 600_000, silenceMs: 300_000 });
    const tree = test.launch('Hello.');
    await model.asked(1);
    clock.pass(600_000);
    await model.asked(2);
    clock.pass(600_000);
    await test.driver.quiet(tree);
    const { code, message } = rootOf(tree).state.interruption ?? assert.fail();
    assert.deepEqual([code, message], ['no-reply', 'nothing came for 600 s, the limit that first_token_s sets']);
    assert.equal(model.aborted(), 2);
  });

  it('is asked once more when it falls silent in the middle; what it said is kept as cut', async () => {
    const { clock, model, test } = open({ firstTokenMs: 600_000, silenceMs: 300_000 });
    const tree = test.launch('Hello.');
    await model.asked(1);
    model.yields({ kind: 'segmentStarted', segment: 'saying' }, { kind: 'chunk', segment: 'saying', text: 'I think' });
    await model.taken();
    clock.pass(300_000);
    await model.asked(2);
    model.yields(...said('I think so.'));
    await test.driver.quiet(tree);
    assert.match(test.transcript(tree), /says \(cut\): I think\n/);
    assert.equal(rootOf(tree).state.saying.text, 'I think so.');
  });

  it('is not silent while it writes the arguments of a tool call', async () => {
    const { clock, model, test, seconds } = open({ firstTokenMs: 600_000, silenceMs: 300_000 });
    const tree = test.launch('Hello.');
    await model.asked(1);
    for (let minute = 0; minute < 20; minute += 1) {
      for (let second = 0; second < 60; second += 5) {
        clock.pass(5_000);
        model.hears();
      }
    }
    assert.deepEqual(seconds(), []);
    model.yields(...said('Written.'));
    await test.driver.quiet(tree);
    assert.equal(rootOf(tree).state.interruption, null);
  });

  it('leaves no timer behind', async () => {
    const { clock, model, test } = open({ firstTokenMs: 600_000 });
    const tree = test.launch('Hello.');
    await model.asked(1);
    model.yields(...said('Here.'));
    await test.driver.quiet(tree);
    assert.equal(clock.waiting(), 0);
  });
});

function open(patience: Patience) {
  const clock = createClock();
  const model = createSilentModel();
  const test = createTestDriver({
    script: {},
    provider: model.provider,
    patience,
    timers: clock.timers,
  });
  const seconds = () => test.events.flatMap(event => (event.type === 'no_reply' ? event.seconds : []));
  return { clock, model, test, seconds };
}

function said(text: string): readonly LlmEvent[] {
  return [
    { kind: 'segmentStarted', segment: 'saying' },
    { kind: 'chunk', segment: 'saying', text },
    { kind: 'segmentFinished', segment: 'saying' },
    { kind: 'finished', reason: 'stop' },
  ];
}

/** Time that passes only by `pass`; timers run in their order, at their moments. */
function createClock() {
  let time = 0;
  const waiting = new Map<object, { readonly at: number; readonly work: () => void }>();
  const timers: Timers = {
    now: () => time,
    after(ms, work) {
      const key = {};
      waiting.set(key, { at: time + ms, work });
      return () => waiting.delete(key);
    },
  };
  return {
    timers,
    waiting: () => waiting.size,
    pass(ms: number) {
      const end = time + ms;
      for (;;) {
        const next = [...waiting].toSorted(([, a], [, b]) => a.at - b.at)[0];
        if (!next || next[1].at > end) break;
        waiting.delete(next[0]);
        time = next[1].at;
        next[1].work();
      }
      time = end;
    },
  };
}

/** A model that yields what a test gives it. */
function createSilentModel() {
  let asked = 0;
  let aborted = 0;
  let hears = () => {};
  let wake = () => {};
  let isIdle = false;
  const given: LlmEvent[] = [];
  const waiting: { readonly holds: () => boolean; readonly resolve: () => void }[] = [];
  const until = (holds: () => boolean) =>
    holds() ? Promise.resolve() : new Promise<void>(resolve => waiting.push({ holds, resolve }));
  const provider: LlmProvider = {
    id: 'silent',
    label: 'a silent model',
    async *stream({ heard }, signal) {
      asked += 1;
      hears = () => heard?.();
      signal.addEventListener('abort', () => {
        aborted += 1;
      });
      for (;;) {
        for (let event = given.shift(); event; event = given.shift()) yield event;
        const more = new Promise<void>(resolve => {
          wake = resolve;
        });
        isIdle = true;
        for (const { holds, resolve } of waiting) if (holds()) resolve();
        await more;
      }
    },
  };
  return {
    provider,
    /** Resolves when the request of that number is waiting. */
    asked: (count: number) => until(() => asked >= count && isIdle),
    /** Resolves when all events were taken. */
    taken: () => until(() => isIdle),
    aborted: () => aborted,
    hears: () => hears(),
    yields(...events: readonly LlmEvent[]) {
      isIdle = false;
      given.push(...events);
      wake();
    },
  };
}
