// Dialogs are woken by the clock, once each, over restarts and jumps of the clock; while they sleep one timer runs
// (SPEC 21.4).
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { RootId } from '../../src/core/base/ids.ts';
import type { Status } from '../../src/core/dialog/state.ts';
import type { Sleep } from '../../src/core/dialog/tool-call.ts';
import type { RootSummary } from '../../src/core/dialog/view/projection.ts';
import { Wakes } from '../../src/runtime/clock/wakes.ts';

const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;
const START = Date.parse('2026-01-01T00:00:00Z');

/** A machine whose process may be closed and opened again, with the lines of its roots on disk. */
function machine() {
  let now = START;
  let timers = 0;
  let timer: { at: number; work: () => void } | undefined;
  let process: Wakes | undefined;
  let watched: readonly string[] = [];
  const lines = new Map<RootId, RootSummary>();
  const statuses = new Map<string, Status>();
  const marks = new Map<string, string>();
  const woken: { rootId: RootId; at: number }[] = [];
  const line = (rootId: RootId, sleep?: Sleep) =>
    ({ rootId, status: 'running', sleeps: sleep ? [sleep] : null }) as unknown as RootSummary;
  const settle = async () => {
    for (let turn = 0; turn < 20; turn++) await null;
  };
  return {
    woken,
    timers: () => timers,
    hasTimer: () => timer !== undefined,
    watched: () => watched,
    now: () => now,
    async open() {
      process = new Wakes({
        rtws: '/rtws',
        mayWake: () => true,
        wake: async rootId => {
          woken.push({ rootId, at: now });
          lines.set(rootId, line(rootId));
        },
        markOf: path => marks.get(path) ?? 'none',
        statusesOf: async rootIds => new Map(rootIds.map(rootId => [rootId, statuses.get(rootId) ?? 'running'])),
        watch: folders => {
          watched = [...folders];
          return false;
        },
        now: () => now,
        after(ms, work) {
          timers += 1;
          const mine = { at: now + ms, work };
          timer = mine;
          return () => {
            if (timer === mine) timer = undefined;
          };
        },
        log: { error: (message, error) => assert.fail(`${message} ${error}`) },
      });
      await process.begin(lines.values());
    },
    close() {
      process?.dispose();
      process = undefined;
    },
    async sleep(id: string, sleep: Sleep) {
      const rootId = id as RootId;
      lines.set(rootId, line(rootId, sleep));
      process?.changed(line(rootId, sleep));
      await settle();
    },
    async end(id: string, status: Status) {
      statuses.set(id, status);
      process?.changed({ ...line(id as RootId), status });
      await settle();
    },
    async change(path: string) {
      marks.set(path, `${now}:1`);
      await process?.look();
      await settle();
    },
    jump: (ms: number) => (now += ms),
    /** Lets time pass, with every timer that falls due in it. */
    async pass(ms: number) {
      const end = now + ms;
      for (let due = timer; due && due.at <= end; due = timer) {
        now = Math.max(now, due.at);
        timer = undefined;
        due.work();
        await settle();
      }
      now = end;
    },
  };
}

const until = (instant: number): Sleep => ({ until: new Date(instant).toISOString() });

describe('sleeping dialogs', () => {
  it('are woken when their time has come, to the millisecond', async () => {
    const m = machine();
    await m.open();
    await m.sleep('a', until(START + 90.5 * MINUTE));
    await m.pass(DAY);
    assert.deepEqual(m.woken, [{ rootId: 'a', at: START + 90.5 * MINUTE }]);
    assert.equal(m.hasTimer(), false);
  });

  it('are woken, one of them, when they wait for the end of each other', async () => {
    const m = machine();
    await m.open();
    const end = (root: string): Sleep => ({ root: root as RootId });
    await m.sleep('a', end('b'));
    // It waits for those of the circle, but is none of them.
    await m.sleep('d', end('a'));
    // It need not wait for the end of the other.
    await m.sleep('e', { ...end('a'), ...until(START + DAY) });
    await m.sleep('b', end('c'));
    assert.deepEqual(m.woken, []);
    await m.sleep('c', end('a'));
    await m.sleep('f', end('f'));
    assert.deepEqual(
      m.woken.map(({ rootId }) => rootId),
      ['c', 'f'],
    );
  });

  it('are woken late after a sleep of the machine, within a minute', async () => {
    const m = machine();
    await m.open();
    await m.sleep('a', until(START + 600 * MINUTE));
    m.jump(700 * MINUTE);
    await m.pass(MINUTE);
    assert.equal(m.woken.length, 1);
  });

  it('are woken by the next process when their time came in between', async () => {
    const m = machine();
    await m.sleep('a', until(START + MINUTE));
    m.jump(DAY);
    await m.open();
    assert.deepEqual(m.woken, [{ rootId: 'a', at: START + DAY }]);
  });

  it('are woken by a file that changes, also one that changed while no process ran', async () => {
    const m = machine();
    await m.sleep('a', { file: { path: 'logs/a.txt', mark: 'none' } });
    await m.change('logs/a.txt');
    await m.open();
    await m.sleep('b', { file: { path: 'logs/b.txt', mark: 'none' } });
    assert.deepEqual(m.watched(), ['/rtws/logs']);
    await m.change('logs/b.txt');
    assert.deepEqual(
      m.woken.map(({ rootId }) => rootId),
      ['a', 'b'],
    );
    assert.deepEqual(m.watched(), []);
  });

  it('are woken when the dialog that they wait for ends', async () => {
    const m = machine();
    await m.open();
    await m.sleep('a', { root: 'other' as RootId });
    await m.end('unrelated', 'completed');
    assert.equal(m.woken.length, 0);
    await m.end('other', 'completed');
    assert.equal(m.woken.length, 1);
  });

  it('cost one timer at a time, and none when nobody sleeps', async () => {
    const m = machine();
    await m.open();
    await m.pass(60 * MINUTE);
    assert.equal(m.timers(), 0);
    for (let n = 0; n < 50; n++) await m.sleep(`r${n}`, until(START + 2 * DAY));
    const before = m.timers();
    await m.pass(60 * MINUTE);
    assert.equal(m.timers() - before, 60);
  });

  it('are woken once each in a year of restarts and jumps of the clock', async () => {
    const event = fc.record({
      what: fc.constantFrom('restart', 'away', 'back', 'forth', 'sleep'),
      amount: fc.integer({ min: 1, max: 3 * 1_440 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(event, { minLength: 20, maxLength: 60 }), async events => {
        const m = machine();
        await m.open();
        const due = new Map<string, number>();
        for (const [at, { what, amount }] of events.entries()) {
          if (what === 'sleep') {
            due.set(`r${at}`, m.now() + amount * MINUTE);
            await m.sleep(`r${at}`, until(m.now() + amount * MINUTE));
          } else if (what === 'back') m.jump(-amount * MINUTE);
          else if (what === 'forth') m.jump(amount * MINUTE);
          else {
            m.close();
            if (what === 'away') m.jump(amount * MINUTE);
            await m.open();
          }
          await m.pass(amount * MINUTE);
        }
        await m.pass(366 * DAY);
        const times = new Map(m.woken.map(({ rootId, at }) => [rootId as string, at]));
        assert.equal(m.woken.length, due.size);
        for (const [id, at] of due) assert.ok((times.get(id) ?? 0) >= at, `${id} was woken early`);
      }),
      { numRuns: 25 },
    );
  });
});
