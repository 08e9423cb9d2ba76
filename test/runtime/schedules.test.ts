// Root dialogs that are started by schedule: each due time once, over restarts, jumps of the clock and daylight saving (SPEC 21.4).
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { RootId } from '../../src/core/dialog/ids.ts';
import type { RootSummary } from '../../src/core/dialog/projection.ts';
import type { Schedule } from '../../src/core/schedule.ts';
import { listSchedules, Schedules } from '../../src/runtime/schedules.ts';
import { openRuntime } from '../../src/runtime.ts';
import { seeded } from '../chaos/seeded.ts';
import { nextTurn } from '../support/next-turn.ts';
import { makeTempWorkspace } from '../support/temp-workspace.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** A machine with a clock of its own, whose process may be closed and opened again. */
function machine(schedules: readonly Schedule[], from: string) {
  let now = Date.parse(from);
  const since = now;
  const roots: RootSummary[] = [];
  const said: string[] = [];
  let timer: { at: number; work: () => void } | undefined;
  let process: Schedules | undefined;
  const open = async () => {
    process = new Schedules({
      schedules: () => schedules,
      since: () => since,
      roots: () => roots,
      async start({ schedule, text = '' }) {
        assert.ok(schedule);
        const rootId = `r${roots.length}` as RootId;
        roots.push({ rootId, status: 'running', headline: text, schedule } as RootSummary);
        return { ok: true, rootId };
      },
      async say({ content }) {
        said.push(content);
        return { ok: true };
      },
      now: () => now,
      after(ms, work) {
        timer = { at: now + ms, work };
        return () => {
          timer = undefined;
        };
      },
      log: { info() {}, error: (message, error) => assert.fail(`${message} ${error}`) },
    });
    await process.look();
  };
  const close = () => {
    process?.dispose();
    process = undefined;
    timer = undefined;
  };
  /** Lets time pass, with every timer that falls due in it. */
  const pass = async (ms: number) => {
    const end = now + ms;
    for (let due = timer; due && due.at <= end; due = timer) {
      now = Math.max(now, due.at);
      timer = undefined;
      due.work();
      // It waits again when it has looked.
      while (process && !timer) await null;
    }
    now = end;
  };
  const dues = () => roots.map(({ schedule }) => schedule?.due);
  return { open, close, pass, dues, roots, said, jump: (ms: number) => (now += ms) };
}

const nightly: Schedule = {
  name: 'nightly',
  cron: '30 2 * * *',
  zone: 'Europe/Berlin',
  task: 'Check.',
  missed: 'skip',
};

/** When 02:30 comes in Berlin on each day of 2026: in the night that leaves it out at its end, in the one that repeats it once. */
function duesOfYear(): readonly number[] {
  const summer = { from: Date.parse('2026-03-29T01:00:00Z'), to: Date.parse('2026-10-25T01:00:00Z') };
  return Array.from({ length: 370 }, (_, day) => {
    const midnight = Date.parse('2026-01-01T00:00:00Z') + day * DAY;
    const inSummer = midnight + 0.5 * HOUR;
    if (midnight + HOUR === summer.from) return summer.from;
    return inSummer > summer.from && inSummer < summer.to ? inSummer : midnight + 1.5 * HOUR;
  });
}

describe('schedules', () => {
  it('start a root at each due time, once, also in the nights in which the clocks are changed', async () => {
    const { open, pass, dues } = machine([nightly], '2026-03-28T00:00:00Z');
    await open();
    await pass(3 * DAY);
    assert.deepEqual(dues(), ['2026-03-28T01:30:00.000Z', '2026-03-29T01:00:00.000Z', '2026-03-30T00:30:00.000Z']);
    const autumn = machine([nightly], '2026-10-24T12:00:00Z');
    await autumn.open();
    await autumn.pass(2 * DAY);
    assert.deepEqual(autumn.dues(), ['2026-10-25T00:30:00.000Z', '2026-10-26T01:30:00.000Z']);
  });

  it('do so too when they name several hours', async () => {
    const twice = { ...nightly, cron: '30 2,14 * * *' };
    const { open, pass, dues } = machine([twice], '2026-03-28T18:00:00Z');
    await open();
    await pass(DAY);
    assert.deepEqual(dues(), ['2026-03-29T01:00:00.000Z', '2026-03-29T12:30:00.000Z']);
    const autumn = machine([twice], '2026-10-24T18:00:00Z');
    await autumn.open();
    await autumn.pass(DAY);
    assert.deepEqual(autumn.dues(), ['2026-10-25T00:30:00.000Z', '2026-10-25T13:30:00.000Z']);
  });

  it('leave out what was missed, or start once for all of it', async () => {
    const both = [nightly, { ...nightly, name: 'once', missed: 'once' as const }];
    const { open, close, pass, roots } = machine(both, '2026-01-01T00:00:00Z');
    await open();
    await pass(12 * HOUR);
    close();
    await pass(5 * DAY);
    await open();
    const begun = () => roots.map(({ schedule }) => `${schedule?.name} ${schedule?.due.slice(0, 10)}`);
    assert.deepEqual(begun(), ['nightly 2026-01-01', 'once 2026-01-01', 'once 2026-01-06']);
    close();
    await open();
    assert.equal(begun().length, 3);
  });

  it('leave out what was due just before this process drove', async () => {
    const { open, pass, dues } = machine([nightly], '2026-01-01T01:00:00Z');
    await pass(HOUR / 2 + 24_000);
    await open();
    assert.deepEqual(dues(), []);
    await pass(DAY);
    assert.deepEqual(dues(), ['2026-01-02T01:30:00.000Z']);
  });

  it('count what was due before the first start from the writing of the file', async () => {
    const { open, pass, dues } = machine([{ ...nightly, missed: 'once' }], '2026-01-01T12:00:00Z');
    await pass(3 * DAY);
    await open();
    assert.deepEqual(dues(), ['2026-01-04T01:30:00.000Z']);
  });

  it('say the task again to a root that a crash left without it', async () => {
    const { open, close, pass, roots, said } = machine([nightly], '2026-01-01T00:00:00Z');
    await open();
    await pass(12 * HOUR);
    close();
    roots[0] = { ...(roots[0] as RootSummary), headline: '' };
    await open();
    assert.deepEqual(said, ['Check.']);
    assert.equal(roots.length, 1);
  });

  it('are each due once in a year of restarts and jumps of the clock', async () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('pass' as const), hours: fc.integer({ min: 1, max: 100 }) }),
      fc.record({ kind: fc.constant('away' as const), hours: fc.integer({ min: 1, max: 100 }) }),
      fc.record({ kind: fc.constant('jump' as const), hours: fc.integer({ min: -30, max: 30 }) }),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 12 }),
        fc.constantFrom('skip' as const, 'once' as const),
        async (steps, missed) => {
          const { open, close, pass, dues, jump } = machine([{ ...nightly, missed }], '2026-01-01T00:00:00Z');
          await open();
          for (const { kind, hours } of steps) {
            if (kind === 'pass') await pass(hours * HOUR);
            else if (kind === 'jump') jump(hours * HOUR);
            else {
              close();
              await pass(hours * HOUR);
              await open();
            }
          }
          const begun = dues();
          assert.deepEqual(begun, [...new Set(begun)].sort());
        },
      ),
    );
  });

  it('start what their rule says, and nothing else, in a year of restarts with daylight saving', async function () {
    this.timeout(60_000);
    const random = seeded(2026);
    const both = [nightly, { ...nightly, name: 'once', missed: 'once' as const }];
    const m = machine(both, '2026-01-01T00:00:00Z');
    const dues = duesOfYear();
    const expected: string[] = [];
    /** Adds what must have begun while a process ran; `late`: from so much before, as it was away. */
    const ran = (from: number, to: number, awayFrom: number) => {
      const missed = dues.filter(due => awayFrom < due && due <= from);
      for (const due of missed.filter(each => from - each <= 120_000)) expected.push(`nightly ${due}`);
      for (const due of missed.slice(-1)) expected.push(`once ${due}`);
      for (const due of dues.filter(each => from < each && each <= to)) expected.push(`nightly ${due}`, `once ${due}`);
    };
    const minutes = (most: number) => Math.ceil(random() * most) * 60_000;
    let now = Date.parse('2026-01-01T00:00:00Z');
    let awayFrom = now;
    while (now < Date.parse('2027-01-01T00:00:00Z')) {
      await m.open();
      const running = minutes(60 * 60);
      await m.pass(running);
      ran(now, now + running, awayFrom);
      awayFrom = now + running;
      m.close();
      const away = minutes(40 * 60);
      await m.pass(away);
      now = awayFrom + away;
    }
    const begun = m.roots.map(({ schedule }) => `${schedule?.name} ${Date.parse(schedule?.due ?? '')}`);
    assert.ok(begun.length > 400, `${begun.length} began`);
    assert.deepEqual(begun.toSorted(), expected.toSorted());
  });

  it('are listed with when they are due next', () => {
    assert.deepEqual(listSchedules([nightly], Date.parse('2026-01-01T12:00:00Z')), [
      { name: 'nightly', cron: '30 2 * * *', next: '2026-01-02T01:30:00.000Z', missed: 'skip' },
    ]);
  });

  it('start nothing in a folder without trust', async () => {
    const workspace = await makeTempWorkspace({
      '.minds/schedules.yaml': '- {name: often, cron: "* * * * *", task: Check., missed: once}\n',
    });
    const now = () => Date.now() + 3 * 60_000;
    const options = { rtws: workspace.folder, env: {}, mode: 'drive', wakes: true, isUntrusted: true, now } as const;
    const opened = await openRuntime(options);
    assert.ok(opened.ok);
    for (let turn = 0; turn < 20; turn++) await nextTurn();
    assert.deepEqual(opened.runtime.listRoots(), []);
    await opened.runtime.close();
    await workspace.remove();
  });

  it('start what the file says anew while an earlier start is under way', async () => {
    const present: Schedule[] = [{ ...nightly, missed: 'once' }];
    const starting = Promise.withResolvers<void>();
    const started: string[] = [];
    const schedules = new Schedules({
      schedules: () => present,
      since: () => Date.parse('2026-01-01T00:00:00Z'),
      roots: () =>
        started.map(
          name => ({ schedule: { name, due: '2026-01-02T01:30:00.000Z' }, headline: 'Check.' }) as RootSummary,
        ),
      async start({ schedule }) {
        if (started.push(schedule?.name ?? '') === 1) await starting.promise;
        return { ok: true, rootId: 'r' as RootId };
      },
      say: async () => ({ ok: true }),
      now: () => Date.parse('2026-01-02T12:00:00Z'),
      after: () => () => {},
      log: { info() {}, error: (message, error) => assert.fail(`${message} ${error}`) },
    });
    const first = schedules.look();
    present.push({ ...nightly, name: 'written since', missed: 'once' });
    const second = schedules.look();
    starting.resolve();
    await Promise.all([first, second]);
    assert.deepEqual(started, ['nightly', 'written since']);
    schedules.dispose();
  });

  it('begin a dialog of the folder, of which a later process knows', async () => {
    const workspace = await makeTempWorkspace({
      '.minds/team.yaml': 'member_defaults: {diligence-push-max: 0}\nmembers: {lead: {}}\n',
      '.minds/llm.yaml': 'provider: playbook\nplaybook: p.yaml\n',
      '.minds/p.yaml': 'replies:\n  - say: Checked.\n',
      '.minds/schedules.yaml': '- {name: often, cron: "* * * * *", task: Check., missed: once}\n',
    });
    const now = () => Date.now() + 3 * 60_000;
    const open = async () => {
      const opened = await openRuntime({ rtws: workspace.folder, env: {}, mode: 'drive', wakes: true, now });
      assert.ok(opened.ok);
      return opened.runtime;
    };
    const first = await open();
    await nextTurn();
    while (first.listRoots().length === 0) await nextTurn();
    const [root] = first.listRoots();
    assert.equal(root?.schedule?.name, 'often');
    const settled = await first.settled(root.rootId);
    assert.equal(settled.response?.trim(), 'Checked.');
    await first.close();
    const reader = await openRuntime({ rtws: workspace.folder, env: {}, mode: 'read', now });
    assert.ok(reader.ok);
    assert.deepEqual(reader.runtime.listRoots()[0]?.schedule, root.schedule);
    assert.equal(reader.runtime.schedules()[0]?.name, 'often');
    await reader.runtime.close();
    await workspace.remove();
  });
});
