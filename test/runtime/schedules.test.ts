// Root dialogs that are started by schedule: each due time once, over restarts, jumps of the clock and daylight saving
// (SPEC 21.4).
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { type RootId, rootRef } from '../../src/core/base/ids.ts';
import type { RootSummary } from '../../src/core/dialog/view/projection.ts';
import type { Schedule } from '../../src/core/notices/schedule.ts';
import { listSchedules, Schedules } from '../../src/runtime/clock/schedules.ts';
import { openRuntime } from '../../src/runtime.ts';
import { performing } from '../support/fake-runtime.ts';
import { nextTurn } from '../support/next-turn.ts';
import { DAY, HOUR, machine, nightly } from '../support/schedule-machine.ts';
import { makeTempWorkspace } from '../support/temp-workspace.ts';

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

  for (const [how, ahead, first] of [
    ['fast', 3 * HOUR, '2026-01-01T01:30:00.000Z'],
    ['slow', -3 * HOUR, '2026-01-02T01:30:00.000Z'],
  ] as const) {
    it(`start when they are due by the clock of the store, where that of the machine is ${how}`, async () => {
      const { open, pass, jump, clock, dues, known } = machine([nightly], '2026-01-01T00:00:00Z');
      known.ahead = ahead;
      await open();
      await pass(Date.parse(first) + ahead - clock() - 1);
      assert.deepEqual(dues(), []);
      await pass(1);
      assert.deepEqual(dues(), [first]);
      known.ahead = 0;
      jump(-ahead);
      await pass(DAY);
      assert.equal(dues().length, 2);
    });
  }

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

  it('do not start again for what was served once its roots are removed', async () => {
    for (const missed of ['skip', 'once'] as const) {
      const { open, close, pass, dues, roots } = machine([{ ...nightly, missed }], '2026-01-01T00:00:00Z');
      await open();
      await pass(1.5 * HOUR + 60_000);
      roots.length = 0;
      close();
      await open();
      await pass(6 * HOUR);
      roots.length = 0;
      await open();
      assert.deepEqual(dues(), ['2026-01-01T01:30:00.000Z']);
    }
  });

  it('remember a start that an earlier version did not keep, or a crash, once its root is removed', async () => {
    const { open, close, pass, dues, roots } = machine([{ ...nightly, missed: 'once' }], '2026-01-01T00:00:00Z');
    await pass(12 * HOUR);
    const schedule = { name: 'nightly', due: '2026-01-01T01:30:00.000Z' };
    roots.push({ rootId: 'old' as RootId, headline: 'Check.', status: 'archived', schedule } as RootSummary);
    await open();
    close();
    roots.length = 0;
    await open();
    assert.deepEqual(dues(), []);
  });

  it('count from when their rule was changed', async () => {
    const earlier = '0 1 * * *';
    for (const missed of ['skip', 'once'] as const) {
      const { open, close, pass, dues, write } = machine([{ ...nightly, missed }], '2026-01-01T00:00:00Z');
      await open();
      await pass(12 * HOUR);
      await write([{ ...nightly, missed, cron: '0 12 * * *' }]);
      assert.deepEqual(dues(), ['2026-01-01T01:30:00.000Z']);
      await pass(DAY);
      // While nothing drove.
      close();
      await write([{ ...nightly, missed, cron: earlier }]);
      await open();
      // A file of an older date put in its place.
      await write([{ ...nightly, missed, cron: '30 12 * * *' }], 0);
      await write([{ ...nightly, missed, cron: earlier }], 0);
      await pass(12 * HOUR);
      assert.deepEqual(dues().slice(1), ['2026-01-02T11:00:00.000Z', '2026-01-03T00:00:00.000Z']);
    }
  });

  it('count anew when they come back into the file', async () => {
    const once = { ...nightly, missed: 'once' as const };
    for (const others of [[], [{ ...once, name: 'other' }]]) {
      const { open, pass, begun, write } = machine([once, ...others], '2026-01-01T00:00:00Z');
      await open();
      await pass(12 * HOUR);
      await write(others);
      await pass(2 * DAY);
      await write([once, ...others]);
      await pass(DAY);
      const dues = begun.flatMap(({ name, due }) => (name === 'nightly' ? [due] : []));
      assert.deepEqual(dues, ['2026-01-01T01:30:00.000Z', '2026-01-04T01:30:00.000Z']);
    }
  });

  it('go on, each due time once, when a clock that was ahead is set back', async () => {
    for (const missed of ['skip', 'once'] as const) {
      for (const isRemoved of [false, true]) {
        const { open, pass, dues, jump, roots } = machine([{ ...nightly, missed }], '2026-01-01T00:00:00Z');
        await open();
        jump(400 * DAY);
        await pass(DAY);
        if (isRemoved) roots.length = 0;
        jump(-400 * DAY);
        const ahead = dues().at(-1);
        const before = dues().length;
        await pass(3 * DAY);
        // What a clock that was ahead left out was missed, and not served.
        const left = missed === 'once' ? ['2026-01-01T01:30:00.000Z'] : [];
        const next = ['2026-01-02T01:30:00.000Z', '2026-01-03T01:30:00.000Z', '2026-01-04T01:30:00.000Z'];
        assert.deepEqual(dues().slice(before), [...left, ...next]);
        jump(397 * DAY);
        await pass(DAY);
        assert.equal(dues().filter(due => due === ahead).length, 1);
      }
    }
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

  it('are each due once over restarts, jumps of the clock, removed roots and changed rules', async () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('pass' as const), hours: fc.integer({ min: 1, max: 100 }) }),
      fc.record({ kind: fc.constant('away' as const), hours: fc.integer({ min: 1, max: 100 }) }),
      fc.record({ kind: fc.constant('jump' as const), hours: fc.integer({ min: -30, max: 30 }) }),
      fc.record({
        kind: fc.constantFrom('remove' as const, 'change' as const),
        hours: fc.integer({ min: 0, max: 23 }),
      }),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 12 }),
        fc.constantFrom('skip' as const, 'once' as const),
        async (steps, missed) => {
          const { open, close, pass, dues, jump, write, roots } = machine(
            [{ ...nightly, missed }],
            '2026-01-01T00:00:00Z',
          );
          await open();
          for (const { kind, hours } of steps) {
            if (kind === 'pass') await pass(hours * HOUR);
            else if (kind === 'jump') jump(hours * HOUR);
            else if (kind === 'remove') roots.length = 0;
            else if (kind === 'change') await write([{ ...nightly, missed, cron: `30 ${hours} * * *` }]);
            else {
              close();
              await pass(hours * HOUR);
              await open();
            }
          }
          assert.deepEqual(dues(), [...new Set(dues())]);
        },
      ),
    );
  });

  it('start what is due also while their log cannot be read or stored', async () => {
    const { open, close, pass, dues, roots, known, errors } = machine([nightly], '2026-01-01T00:00:00Z');
    await open();
    known.isBroken = true;
    await pass(2 * HOUR);
    assert.deepEqual([dues(), errors.splice(0).length], [['2026-01-01T01:30:00.000Z'], 2]);
    known.isBroken = false;
    await pass(DAY);
    close();
    roots.length = 0;
    known.isBroken = true;
    await open();
    // Nothing is begun before it is known what was.
    await pass(DAY);
    known.isBroken = false;
    await pass(DAY);
    assert.deepEqual(dues().slice(1), ['2026-01-02T01:30:00.000Z', '2026-01-04T01:30:00.000Z']);
  });

  it('are listed with when they are due next', () => {
    assert.deepEqual(listSchedules([nightly], Date.parse('2026-01-01T12:00:00Z')), [
      { name: 'nightly', cron: '30 2 * * *', next: '2026-01-02T01:30:00.000Z', missed: 'skip' },
    ]);
  });

  for (const [where, trust] of [
    ['in a folder without trust', { isUntrusted: true }],
    ['that was added since the folder was trusted', { trustedActs: { has: () => false } }],
  ] as const) {
    it(`start nothing ${where}`, async () => {
      const workspace = await makeTempWorkspace({
        '.minds/schedules.yaml': '- {name: often, cron: "* * * * *", task: Check., missed: once}\n',
      });
      const now = () => Date.now() + 3 * 60_000;
      const opened = await openRuntime({
        rtws: workspace.folder,
        env: {},
        mode: 'drive',
        wakes: true,
        now,
        ...trust,
      });
      assert.ok(opened.ok);
      for (let turn = 0; turn < 20; turn++) await nextTurn();
      assert.deepEqual(opened.runtime.listRoots(), []);
      await opened.runtime.close();
      await workspace.remove();
    });
  }

  it('start what the file says anew while an earlier start is under way', async () => {
    const present: Schedule[] = [{ ...nightly, missed: 'once' }];
    const starting = Promise.withResolvers<void>();
    const started: string[] = [];
    const schedules = new Schedules({
      schedules: () => present,
      written: () => Date.parse('2026-01-01T00:00:00Z'),
      roots: () =>
        started.map(
          name => ({ schedule: { name, due: '2026-01-02T01:30:00.000Z' }, headline: 'Check.' }) as RootSummary,
        ),
      known: { read: async () => [], append: async () => {}, keepOnly: async () => {} },
      mayKeep: () => false,
      perform: performing({
        async start({ schedule }) {
          if (started.push(schedule?.name ?? '') === 1) await starting.promise;
          return { ok: true, rootId: 'r' as RootId };
        },
      }),
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

  it('do not begin a dialog of the folder again when it was deleted', async () => {
    const workspace = await makeTempWorkspace({
      '.minds/team.yaml': 'member_defaults: {diligence-push-max: 0}\nmembers: {lead: {}}\n',
      '.minds/llm.yaml': 'provider: playbook\nplaybook: p.yaml\n',
      '.minds/p.yaml': 'replies:\n  - say: Checked.\n',
      '.minds/schedules.yaml': '- {name: often, cron: "* * * * *", task: Check., missed: once}\n',
    });
    const later = Date.now() + 3 * 60_000;
    const open = async () => {
      const now = () => later;
      const opened = await openRuntime({ rtws: workspace.folder, env: {}, mode: 'drive', wakes: true, now });
      assert.ok(opened.ok);
      return opened.runtime;
    };
    const first = await open();
    while (first.listRoots().length === 0) await nextTurn();
    const [{ rootId }] = first.listRoots() as [RootSummary];
    await first.settled(rootId);
    assert.ok((await first.perform({ kind: 'markDone', dialog: rootRef(rootId), force: true })).ok);
    assert.ok((await first.perform({ kind: 'archive', dialog: rootRef(rootId) })).ok);
    assert.ok((await first.removeArchived([rootId])).ok);
    await first.close();
    const second = await open();
    for (let turn = 0; turn < 20; turn++) await nextTurn();
    assert.deepEqual(second.listRoots(), []);
    await second.close();
    await workspace.remove();
  });

  it('begin a dialog of the folder, of which a later process knows', async () => {
    const workspace = await makeTempWorkspace({
      '.minds/team.yaml': 'member_defaults: {diligence-push-max: 0}\nmembers: {lead: {}}\n',
      '.minds/llm.yaml': 'provider: playbook\nplaybook: p.yaml\n',
      '.minds/p.yaml': 'replies:\n  - say: Checked.\n',
      '.minds/schedules.yaml': '- {name: often, cron: "* * * * *", task: Check., missed: once}\n',
    });
    // It stands still: the next minute would begin another one.
    const later = Date.now() + 3 * 60_000;
    const now = () => later;
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
