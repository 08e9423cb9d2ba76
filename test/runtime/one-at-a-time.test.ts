// One run at a time, and one more for everything that was asked for meanwhile.
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { oneAtATime } from '../../src/runtime/one-at-a-time.ts';

/** Work that ends when it is told to. */
function work() {
  const runs: PromiseWithResolvers<void>[] = [];
  let atOnce = 0;
  return {
    runs,
    mostAtOnce: () => atOnce,
    async run() {
      const open = runs.filter(({ promise }) => !over.has(promise)).length + 1;
      atOnce = Math.max(atOnce, open);
      const mine = Promise.withResolvers<void>();
      runs.push(mine);
      await mine.promise.finally(() => over.add(mine.promise));
    },
  };
}
const over = new Set<Promise<void>>();
const ticks = async () => {
  for (let tick = 0; tick < 10; tick++) await null;
};

describe('work that runs one at a time', () => {
  it('runs once more for any number of requests during a run, and resolves each after that', async () => {
    const { runs, run } = work();
    const ask = oneAtATime(run);
    const done: string[] = [];
    void ask().then(() => done.push('first'));
    void ask().then(() => done.push('second'));
    void ask().then(() => done.push('third'));
    await ticks();
    assert.equal(runs.length, 1);
    runs[0]?.resolve();
    await ticks();
    assert.deepEqual([runs.length, done], [2, []]);
    runs[1]?.resolve();
    await ticks();
    assert.deepEqual([runs.length, done], [2, ['first', 'second', 'third']]);
  });

  it('misses no request that comes in the tick in which a run ends', async () => {
    const { runs, run } = work();
    const ask = oneAtATime(run);
    const first = ask();
    runs[0]?.resolve();
    await first;
    void ask();
    await ticks();
    assert.equal(runs.length, 2);
  });

  it('fails a request whose run fails, and starts anew with the next', async () => {
    const { runs, run } = work();
    const ask = oneAtATime(run);
    const failing = assert.rejects(ask(), /broken/);
    runs[0]?.reject(new Error('broken'));
    await failing;
    const next = ask();
    runs[1]?.resolve();
    await next;
    assert.equal(runs.length, 2);
  });

  it('never runs twice at once, and runs after the last request', () =>
    fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom('ask', 'end', 'tick')), async steps => {
        const { runs, run, mostAtOnce } = work();
        const ask = oneAtATime(run);
        let ended = 0;
        let expected = 0;
        for (const step of steps) {
          if (step === 'ask') {
            expected = runs.length + 1;
            void ask();
          }
          if (step === 'end' && ended < runs.length) runs[ended++]?.resolve();
          if (step === 'tick') await ticks();
        }
        for (await ticks(); ended < runs.length; await ticks()) runs[ended++]?.resolve();
        assert.ok(mostAtOnce() <= 1);
        assert.ok(runs.length >= expected);
      }),
    ));
});
