// The one order in which a person sees dialogs (SPEC 13.12).
import assert from 'node:assert/strict';
import {
  byStanding,
  goesOnInTree,
  isPausedInTree,
  needOf,
  type RootRow,
  standingOf,
  standingOfRoot,
  standings,
} from '../../../src/core/dialog/view/standing.ts';
import { summary } from '../../host-unit/support.ts';

const root = (change: Partial<RootRow>): RootRow => ({ ...summary('root-1'), ...change });

describe('how a root stands', () => {
  const expected: readonly [string, Partial<RootRow>, string][] = [
    ['asks, itself or below', { questions: 1, state: 'awaiting-subdialogs', atWork: true }, 'needsYou'],
    ['was interrupted by trouble anywhere in its tree', { trouble: true, state: 'awaiting-subdialogs' }, 'needsYou'],
    ['has drafts to accept', { toAccept: true }, 'needsYou'],
    ['ended unseen, done', { status: 'completed', state: 'completed', unseen: true }, 'needsYou'],
    ['ended unseen, at rest', { unseen: true }, 'needsYou'],
    ['generates', { state: 'generating', atWork: true }, 'working'],
    ['waits while a subdialog works', { state: 'awaiting-subdialogs', atWork: true }, 'working'],
    ['waits to try again', { pause: { kind: 'retry', at: '2026-01-01T00:00:00.000Z' } }, 'waiting'],
    ['waits for subdialogs that wait themselves', { state: 'awaiting-subdialogs' }, 'waiting'],
    ['waits for a subdialog that the person stopped', { state: 'awaiting-subdialogs', interrupted: true }, 'paused'],
    ['was stopped by the person, or closed', { state: 'interrupted', interrupted: true }, 'paused'],
    ['was left at work', { pause: { kind: 'left' } }, 'paused'],
    ['rests', {}, 'idle'],
    ['is done and was looked at', { status: 'completed', state: 'completed', questions: 1 }, 'completed'],
    ['is archived, looked at or not', { status: 'archived', state: 'archived', unseen: true }, 'archived'],
  ];
  for (const [name, change, standing] of expected) {
    it(`is ${standing} when it ${name}`, () => assert.equal(standingOfRoot(root(change)), standing));
  }

  const retry = { kind: 'retry', at: '2026-01-01T00:00:00.000Z' } as const;
  const below = { state: 'awaiting-subdialogs' } as const;
  const commands: readonly [string, Partial<RootRow>, readonly ('stop' | 'continue')[]][] = [
    ['works', { state: 'generating', atWork: true, needsDrive: true }, ['stop']],
    ['works, by a line of an earlier version', { state: 'generating', needsDrive: true }, ['stop']],
    ['waits to try again', { pause: retry, needsDrive: true }, ['stop']],
    ['waits for a subdialog that waits to try again', { ...below, needsDrive: true }, ['stop']],
    ['waits for a subdialog that sleeps', { ...below, sleeps: [{ wait: { until: retry.at } }] as never }, ['stop']],
    ['waits for a subdialog that asks', { ...below, questions: 1 }, []],
    ['waits for one that was stopped', { ...below, interrupted: true }, ['continue']],
    [
      'waits for one that works and one that was stopped',
      { ...below, interrupted: true, atWork: true },
      ['stop', 'continue'],
    ],
    ['was stopped', { state: 'interrupted', interrupted: true }, ['continue']],
    ['was left at work', { pause: { kind: 'left' }, needsDrive: true }, ['continue']],
    ['only has a background command', { needsDrive: true }, []],
    ['rests', {}, []],
    ['is done', { status: 'completed', state: 'completed' }, []],
  ];
  for (const [name, change, offered] of commands)
    it(`offers ${offered.join(' and ') || 'neither stop nor continue'} when it ${name}`, () => {
      const one = root(change);
      const found = [...(goesOnInTree(one) ? ['stop'] : []), ...(isPausedInTree(one) ? ['continue'] : [])];
      assert.deepEqual(found, offered);
    });

  it('names the most urgent need', () => {
    assert.equal(needOf(root({ questions: 1, trouble: true, toAccept: true, unseen: true })), 'question');
    assert.equal(needOf(root({ trouble: true, toAccept: true, unseen: true })), 'trouble');
    assert.equal(needOf(root({ toAccept: true, unseen: true })), 'draft');
  });

  it('of one dialog tells what the person stopped from what went wrong', () => {
    const state = 'interrupted';
    assert.equal(standingOf({ state, interruption: { code: 'stopped', message: '' } }), 'paused');
    assert.equal(standingOf({ state, interruption: { code: 'restart', message: '' } }), 'paused');
    assert.equal(standingOf({ state, interruption: { code: 'auth', message: '' } }), 'needsYou');
  });

  it('orders groups from what needs the person to what is put away, and within them the most urgent, then the newest', () => {
    const rows = ['root-1', 'root-2', 'root-3', 'root-4'].map((name, at): RootRow => {
      const changes: Partial<RootRow>[] = [{ questions: 1 }, { unseen: true }, { questions: 1 }, {}];
      return { ...summary(name), ...changes[at] };
    });
    const groups = byStanding(rows);
    assert.deepEqual([...groups.keys()], standings);
    assert.deepEqual(
      groups.get('needsYou')?.map(({ rootId }) => rootId),
      ['root-3', 'root-1', 'root-2'],
    );
    assert.equal(groups.get('idle')?.length, 1);
  });
});
