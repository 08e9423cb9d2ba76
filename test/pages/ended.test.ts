// Which roots ended while nobody looked (SPEC 13.12).
import assert from 'node:assert/strict';
import type { FeedEvent } from '../../src/core/dialog/view/feed-event.ts';
import type { RootSummary } from '../../src/core/dialog/view/projection.ts';
import { Ended } from '../../src/pages/ended.ts';
import { summary } from '../host-unit/support.ts';
import { lead, recordOf, researcher } from '../support/fake-runtime.ts';

describe('roots that end unseen', () => {
  it('are marked and told once, also when their line changes again', () => {
    const { ended, told, work, changed } = rig();
    work();
    changed({ state: 'generating', atWork: true });
    changed();
    changed();
    assert.deepEqual(told, ['replied']);
    assert.equal(ended.isUnseen(lead.rootId), true);
  });

  it('are told as done when the agent marked them, and not when the person did', () => {
    const { ended, told, record, changed } = rig();
    record({ kind: 'dialogCompleted', by: 'agent', forced: false });
    changed({ status: 'completed', state: 'completed' });
    record({ kind: 'dialogCompleted', by: 'person', forced: false });
    changed({ status: 'completed', state: 'completed' });
    assert.deepEqual(told, ['done']);
    assert.equal(ended.isUnseen(lead.rootId), false);
  });

  it('are not those that are in front of the person, that ask, that go on or that a person stopped', () => {
    const { told, work, changed, look } = rig();
    work();
    for (const change of [
      { questions: 1 },
      { needsDrive: true },
      { state: 'interrupted', interrupted: true },
    ] as const) {
      changed(change);
    }
    look.isVisible = true;
    changed();
    look.isVisible = false;
    changed();
    assert.deepEqual(told, []);
  });

  it('have drafts to accept, which are told and wait in the inbox by themselves', () => {
    const { ended, told, record, changed } = rig();
    record({
      kind: 'draftStepped',
      genseq: 1,
      thoughts: [],
      joinings: [],
      bufferSize: 5,
      poolSize: 50,
    });
    changed({ toAccept: true });
    assert.deepEqual([told, ended.isUnseen(lead.rootId)], [['drafted'], false]);
  });

  it('are seen when the person opens them or speaks to them, but not by opening a subdialog', () => {
    const { ended, work, changed, record } = rig();
    const end = () => {
      work();
      changed();
    };
    end();
    ended.lookAt(researcher);
    assert.equal(ended.isUnseen(lead.rootId), true);
    ended.lookAt(lead);
    assert.equal(ended.isUnseen(lead.rootId), false);
    end();
    record({ kind: 'userSaid', msgId: 'm-1', content: 'Thanks' });
    assert.equal(ended.isUnseen(lead.rootId), false);
  });

  it('are not marked by what the person did without anything said since', () => {
    const { told, record, changed } = rig();
    record({ kind: 'questionAnswered', questionId: 'q-1', msgId: 'm', content: 'stop' } as never);
    changed();
    assert.deepEqual(told, []);
  });

  it('are no forks that the person has just made of work that ended before', () => {
    const { ended, told, work, record, changed } = rig();
    work();
    record({ kind: 'dialogForked', from: 'root-0', course: 1, genseq: 1, note: 'forked' } as never);
    changed();
    changed({ toAccept: true });
    assert.deepEqual([told, ended.isUnseen(lead.rootId)], [[], false]);
  });

  it('are remembered for the next session, and listeners hear of each change', () => {
    const { ended, work, changed, stored, heard } = rig(['root-0']);
    work();
    changed();
    ended.lookAt(lead);
    assert.deepEqual(stored, [['root-0', 'root-1'], ['root-0']]);
    assert.deepEqual(heard, ['root-1', 'root-1']);
    assert.deepEqual(
      ended.marked([summary('root-0'), summary('root-1')]).map(({ unseen }) => unseen),
      [true, undefined],
    );
  });
});

function rig(kept: readonly string[] = []) {
  const told: string[] = [];
  const stored: (readonly string[])[] = [];
  const heard: string[] = [];
  const look = { isVisible: false };
  const ended = new Ended({
    isVisible: () => look.isVisible,
    load: () => kept,
    store: rootIds => void stored.push(rootIds),
    onEnd: (_, end) => void told.push(end),
  });
  ended.onChange(rootId => void heard.push(rootId));
  const record = (fact: Parameters<typeof recordOf>[0]) =>
    ended.receive({ type: 'recorded', ...lead, seq: 1, record: recordOf(fact) } as FeedEvent);
  const changed = (change: Partial<RootSummary> = {}) =>
    ended.receive({ type: 'root_changed', ...lead, summary: summary('root-1', change) });
  const work = () => record({ kind: 'generationEnded', genseq: 1, outcome: 'complete' } as never);
  return { ended, told, stored, heard, look, record, changed, work };
}
