import assert from 'node:assert/strict';
import { throttle } from '../../src/core/notices/throttle.ts';

describe('work that follows news', () => {
  const begin = () => {
    let runs = 0;
    const timers: { readonly ms: number; readonly work: () => void }[] = [];
    const { ask, stop } = throttle(
      15,
      () => {
        runs += 1;
      },
      (ms, work) => {
        const timer = { ms, work };
        timers.push(timer);
        return () => void timers.splice(timers.indexOf(timer), 1);
      },
    );
    const pass = () => {
      assert.deepEqual(
        timers.map(({ ms }) => ms),
        [15],
      );
      timers.pop()?.work();
    };
    return { ask, stop, pass, runs: () => runs, waits: () => timers.length > 0 };
  };

  it('runs at once when it was quiet', () => {
    const { ask, pass, runs, waits } = begin();
    ask();
    assert.equal(runs(), 1);
    pass();
    assert.equal(waits(), false);
    ask();
    assert.equal(runs(), 2);
  });

  it('runs once more for all that came soon after a run', () => {
    const { ask, pass, runs } = begin();
    for (let times = 0; times < 3; times++) ask();
    assert.equal(runs(), 1);
    pass();
    assert.equal(runs(), 2);
    pass();
    assert.equal(runs(), 2);
  });

  it('runs no more once it is stopped', () => {
    const { ask, stop, runs, waits } = begin();
    ask();
    ask();
    stop();
    assert.equal(waits(), false);
    assert.equal(runs(), 1);
  });
});
