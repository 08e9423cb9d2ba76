// Waiting for a provider: what it asks for holds for all its dialogs, is seen, can be stopped, and a long wait is asked
// about.
import assert from 'node:assert/strict';
import { pausesInMemory } from '../../src/core/dialog/pauses.ts';
import { stopDialogs } from '../../src/driver/intents/intents.ts';
import { retryNow } from '../../src/driver/intents/retry-now.ts';
import { rootOf } from '../../src/driver/tree.ts';
import type { LlmFailure } from '../../src/llm/provider.ts';
import { until } from '../support/next-turn.ts';
import { createTestDriver } from '../support/test-driver.ts';

const limited = (retryAfterMs: number): LlmFailure => ({
  code: 'rate-limited',
  message: 'slow down',
  status: 429,
  retryable: true,
  retryAfterMs,
});

describe('waiting for a provider', () => {
  it('holds for the other dialogs of that provider, and all of them show it', async () => {
    const waited: number[] = [];
    const test = createTestDriver({
      script: {
        lead: [{ fail: limited(5_000) }, 'I am back.'],
        coder: ['I waited too.'],
      },
      delay: async ms => void waited.push(ms),
    });
    await test.start('go');
    assert.deepEqual(waited, [5_000]);
    const retrying = test.events.filter(event => event.type === 'retrying');
    assert.deepEqual(
      retrying.map(({ attempt, inMs, reason }) => ({ attempt, inMs, reason })),
      [{ attempt: 1, inMs: 5_000, reason: 'slow down' }],
    );
  });

  it('is kept for each provider apart, until its time has come', () => {
    let now = 0;
    const pauses = pausesInMemory(() => now);
    pauses.begin('a', 1_000, 'slow down');
    pauses.begin('a', 500, 'shorter');
    assert.deepEqual(pauses.of('a'), { ms: 1_000, reason: 'slow down' });
    assert.equal(pauses.of('b'), undefined);
    now = 1_000;
    assert.equal(pauses.of('a'), undefined);
  });

  it('makes a dialog that starts meanwhile wait before it asks', async () => {
    const { promise: over, resolve: end } = Promise.withResolvers<void>();
    const test = createTestDriver({
      script: ({ prompt }) => {
        const last = prompt.messages.at(-1)?.content ?? '';
        if (!last.startsWith('first')) return 'second is done';
        return test.llm.requests.length === 1 ? { fail: limited(60_000) } : 'first is done';
      },
      delay: () => over,
    });
    const first = test.launch('first');
    await until(() => test.events.some(({ type }) => type === 'retrying'));
    const second = test.launch('second');
    await until(() => test.events.filter(({ type }) => type === 'retrying').length === 2);
    assert.equal(test.llm.requests.length, 1);
    end();
    await test.driver.quiet(first);
    await test.driver.quiet(second);
    assert.equal(test.llm.requests.length, 3);
  });

  it('ends with Stop', async () => {
    const test = createTestDriver({
      script: { lead: [{ fail: limited(60_000) }] },
      delay: (_ms, signal) => new Promise(resolve => signal.addEventListener('abort', () => resolve())),
    });
    const tree = test.launch('go');
    await until(() => test.events.some(({ type }) => type === 'retrying'));
    await stopDialogs(test.driver, [rootOf(tree)]);
    assert.equal(rootOf(tree).state.interruption?.code, 'stopped');
    assert.equal(test.llm.requests.length, 1);
  });

  describe('with Retry Now', () => {
    const by = { kind: 'person', surface: 'panel' } as const;
    const untilAborted = (_ms: number, signal: AbortSignal) =>
      new Promise<void>(resolve => signal.addEventListener('abort', () => resolve()));
    const retrying = (test: ReturnType<typeof createTestDriver>) =>
      test.events.filter(({ type }) => type === 'retrying');

    it('asks the model at once, whatever the provider asked for, and records who said so', async () => {
      const test = createTestDriver({
        script: { lead: [{ fail: limited(60_000) }, 'I am back.'] },
        delay: untilAborted,
      });
      const tree = test.launch('go');
      await until(() => retrying(test).length === 1);
      assert.deepEqual(retryNow(test.driver, tree, [rootOf(tree)], by), { ok: true, retried: [rootOf(tree).ref] });
      await test.driver.quiet(tree);
      assert.equal(test.llm.requests.length, 2);
      assert.match(test.transcript(tree), /says: I am back/);
      const said = rootOf(tree).records.filter(({ kind }) => kind === 'retriedNow');
      assert.deepEqual(
        said.map(record => record.kind === 'retriedNow' && record.by),
        [by],
      );
    });

    it('leaves the other dialogs of the provider waiting', async () => {
      const test = createTestDriver({
        script: ({ prompt }) => {
          const last = prompt.messages.at(-1)?.content ?? '';
          if (!last.startsWith('first')) return 'second is done';
          return test.llm.requests.length === 1 ? { fail: limited(60_000) } : 'first is done';
        },
        delay: untilAborted,
      });
      const first = test.launch('first');
      await until(() => retrying(test).length === 1);
      const second = test.launch('second');
      await until(() => retrying(test).length === 2);
      retryNow(test.driver, first, [rootOf(first)], by);
      await test.driver.quiet(first);
      assert.match(test.transcript(first), /says: first is done/);
      assert.equal(rootOf(second).state.pause?.kind, 'retry');
      await stopDialogs(test.driver, [rootOf(second)]);
    });

    it('does not use up an attempt', async () => {
      const away: LlmFailure = { code: 'unreachable', message: 'no way there', retryable: true };
      const failures = Array.from({ length: 20 }, () => ({ fail: away }));
      const test = createTestDriver({ script: { lead: [...failures, 'I am back.'] }, delay: untilAborted });
      const tree = test.launch('go');
      for (let asked = 1; asked <= 20; asked += 1) {
        await until(() => retrying(test).length === asked);
        assert.ok(retryNow(test.driver, tree, [rootOf(tree)], by).ok);
      }
      await test.driver.quiet(tree);
      assert.match(test.transcript(tree), /says: I am back/);
      const attempts = test.events.flatMap(event => (event.type === 'retrying' ? [event.attempt] : []));
      assert.deepEqual(new Set(attempts), new Set([1]));
    });

    it('leaves the waits after it as long as they had become', async () => {
      const away: LlmFailure = { code: 'unreachable', message: 'no way there', retryable: true };
      const failures = Array.from({ length: 3 }, () => ({ fail: away }));
      let waits = 0;
      const test = createTestDriver({
        script: { lead: [...failures, 'I am back.'] },
        delay: async (ms, signal) => {
          if (++waits === 2) await untilAborted(ms, signal);
        },
      });
      const tree = test.launch('go');
      await until(() => retrying(test).length === 2);
      retryNow(test.driver, tree, [rootOf(tree)], by);
      await test.driver.quiet(tree);
      assert.deepEqual(
        test.events.flatMap(event => (event.type === 'retrying' ? [event.attempt] : [])),
        [1, 2, 2],
      );
    });

    it('is refused when nothing waits to retry', async () => {
      const test = createTestDriver({ script: { lead: ['Done.'] } });
      const tree = await test.start('go');
      const refused = retryNow(test.driver, tree, [rootOf(tree)], by);
      assert.deepEqual(refused.ok || refused.why.id, 'not-retrying');
      assert.deepEqual(
        rootOf(tree).records.filter(({ kind }) => kind === 'retriedNow'),
        [],
      );
    });

    it('ends a long wait that the person agreed to', async () => {
      const test = createTestDriver({
        script: { lead: [{ fail: limited(30 * 60_000) }, 'Back again.'] },
        delay: untilAborted,
      });
      const tree = await test.start('go');
      const answered = test.answer(tree, 'wait', 'asks to wait 30 minutes');
      await until(() => retrying(test).length === 1);
      retryNow(test.driver, tree, [rootOf(tree)], by);
      await answered;
      assert.match(test.transcript(tree), /says: Back again/);
    });
  });

  const long = limited(30 * 60_000);

  it('of half an hour is asked about, and then waited out in sight', async () => {
    const test = createTestDriver({ script: { lead: [{ fail: long }, 'Back again.'] } });
    const tree = await test.start('go');
    assert.equal(test.events.filter(({ type }) => type === 'retrying').length, 0);
    await test.answer(tree, 'wait', 'asks to wait 30 minutes');
    const [waiting] = test.events.filter(event => event.type === 'retrying');
    assert.ok(waiting && waiting.inMs > 25 * 60_000);
    assert.match(test.transcript(tree), /says: Back again/);
  });

  it('is waited out in another process too, in which the person answers', async () => {
    const first = createTestDriver({ script: { lead: [{ fail: long }] } });
    await first.start('go');
    const test = first.restart({ lead: ['Back again.'] });
    const tree = await test.onlyTree();
    await test.answer(tree, 'Wait', 'asks to wait 30 minutes');
    const [waiting] = test.events.filter(event => event.type === 'retrying');
    assert.ok(waiting && waiting.inMs > 25 * 60_000);
    assert.match(test.transcript(tree), /says: Back again/);
  });

  it('is not asked about where waiting cannot mend it', async () => {
    const refused: LlmFailure = { ...long, code: 'bad-request', status: 400, retryable: false };
    const test = createTestDriver({ script: { lead: [{ fail: refused }] } });
    const tree = await test.start('go');
    assert.equal(rootOf(tree).state.interruption?.code, 'bad-request');
    assert.deepEqual(rootOf(tree).state.questions, []);
  });

  it('is told in hours when it is longer than two of them, and in days when it is longer than two days', async () => {
    for (const [hours, told] of [
      [2, '120 minutes'],
      [5, '5 hours'],
      [24 * 9, '9 days'],
    ] as const) {
      const test = createTestDriver({ script: { lead: [{ fail: limited(hours * 3_600_000) }] } });
      const tree = await test.start('go');
      assert.equal(rootOf(tree).state.questions[0]?.headline, `The model server asks to wait ${told}`);
    }
  });

  it('is not waited for when the person chose another model, and the model hears nothing of it', async () => {
    const test = createTestDriver({ script: { lead: [{ fail: long }, 'Another voice.'] } });
    const tree = await test.start('go');
    await test.answer(tree, 'other model', 'asks to wait');
    assert.equal(test.events.filter(({ type }) => type === 'retrying').length, 0);
    assert.deepEqual(
      test.llm.requests.at(-1)?.prompt.messages.map(({ content }) => content),
      test.llm.requests[0]?.prompt.messages.map(({ content }) => content),
    );
  });

  it('is not waited for when the person stops', async () => {
    const test = createTestDriver({ script: { lead: [{ fail: long }] } });
    const tree = await test.start('go');
    await test.answer(tree, 'stop', 'asks to wait');
    assert.equal(rootOf(tree).state.interruption?.code, 'stopped');
  });
});
