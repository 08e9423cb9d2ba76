import assert from 'node:assert/strict';
import type { RootSummary } from '../../src/core/dialog/view/projection.ts';
import { createClosedQuestions } from '../../src/pages/closed-questions.ts';
import { OverviewFeed } from '../../src/pages/overview-feed.ts';
import { type InboxQuestion, parseOverviewToHost, type ToOverview } from '../../src/protocol/overview.ts';
import { manualTimer, pending, summary } from '../host-unit/support.ts';
import { lead, node, question, recordOf, rootId } from '../support/fake-runtime.ts';

const watched = { shown: { idle: 1 }, questions: 2, unfolded: ['root-1'], selected: 'root-1' };

describe('the feed of the Overview', () => {
  it('sends every watched part once, and a root more than is shown only as a count', async () => {
    const { feed, kinds, sent } = rig();
    await feed.watchAnew(watched);
    await feed.watch(watched);
    assert.deepEqual(kinds(), ['frame', 'inbox', 'roots', 'tree', 'registry']);
    const roots = sent.find(part => part.kind === 'roots');
    assert.deepEqual(
      roots?.groups.map(({ count, roots: shown }) => [count, shown.length]),
      [
        [0, 0],
        [0, 0],
        [0, 0],
        [0, 0],
        [2, 1],
        [0, 0],
        [0, 0],
      ],
    );
  });

  it('counts what can be stopped and continued in all roots, in folded groups too', async () => {
    const { feed, sent, state } = rig();
    state.roots = [
      summary('works', { state: 'generating', atWork: true, needsDrive: true }),
      summary('stopped', { state: 'interrupted', interrupted: true }),
      summary('rests'),
    ];
    await feed.watchAnew({ ...watched, shown: {} });
    const roots = sent.find(part => part.kind === 'roots');
    assert.deepEqual([roots?.goingOn, roots?.paused], [1, 1]);
  });

  it('sends as many questions as are shown, and how many there are', async () => {
    const { feed, sent, state } = rig();
    state.pending = ['q-1', 'q-2', 'q-3'].map(id => ({ ...pending(id), rootHeadline: '', blocked: [] }));
    await feed.watchAnew(watched);
    const inbox = sent.find(part => part.kind === 'inbox');
    assert.deepEqual([inbox?.questions.map(({ id }) => id), inbox?.count], [['q-1', 'q-2'], 3]);
    await feed.watch({ ...watched, questions: 10 });
    assert.equal(sent.findLast(part => part.kind === 'inbox')?.questions.length, 3);
  });

  it('sends trees with the words of the first question of each dialog; the inbox has the others', async () => {
    const { feed, sent } = rig();
    await feed.watchAnew(watched);
    const shown = sent.find(part => part.kind === 'tree')?.tree?.questions;
    assert.deepEqual(
      shown?.map(({ id }) => id),
      ['q-1'],
    );
  });

  it('sends again only what changed, several changes as one', async () => {
    const { feed, kinds, clock, state } = rig();
    await feed.watchAnew(watched);
    state.headline = 'New words';
    feed.receive({ type: 'recorded', ...lead, seq: 4, record: recordOf({ kind: 'resumed' }) });
    feed.receive({ type: 'recorded', ...lead, seq: 5, record: recordOf({ kind: 'resumed' }) });
    clock.fire();
    await settle();
    assert.deepEqual(kinds().slice(5), ['tree']);
  });

  it('asks for no tree that is not shown', async () => {
    const { feed, asked } = rig();
    await feed.watchAnew({ ...watched, unfolded: [] });
    assert.deepEqual(asked, ['registry root-1']);
  });

  it('sends nothing while the panel is not there, and everything when it is back', async () => {
    const { feed, kinds, clock } = rig();
    await feed.watchAnew(watched);
    feed.close();
    feed.receive({ type: 'root_changed', ...lead, summary: summary('root-1') });
    clock.fire();
    await settle();
    assert.equal(kinds().length, 5);
    await feed.watchAnew(watched);
    assert.equal(kinds().length, 10);
  });

  it('sends what changed while it was being asked for', async () => {
    const { feed, sent, clock, state, hold } = rig();
    await feed.watchAnew(watched);
    const answer = hold();
    feed.receive({ type: 'recorded', ...lead, seq: 4, record: recordOf({ kind: 'resumed' }) });
    clock.fire();
    await settle();
    feed.receive({ type: 'recorded', ...lead, seq: 5, record: recordOf({ kind: 'resumed' }) });
    answer();
    await settle();
    state.headline = 'New words';
    clock.fire();
    await settle();
    assert.equal(sent.findLast(part => part.kind === 'tree')?.tree?.headline, 'New words');
  });

  it('sends everything to a page that loads while the parts for the page before it are being gathered', async () => {
    const { feed, kinds, hold } = rig();
    const answer = hold();
    const first = feed.watchAnew(watched);
    await settle();
    const second = feed.watchAnew(watched);
    answer();
    await Promise.all([first, second]);
    const ofSecond = kinds().slice(kinds().indexOf('roots') + 1);
    for (const kind of ['frame', 'inbox', 'roots', 'tree', 'registry'])
      assert.ok(ofSecond.includes(kind as never), kind);
  });

  it('asks again for a part that could not be had', async () => {
    const { feed, kinds, clock, fail } = rig();
    fail();
    await assert.rejects(feed.watchAnew(watched), /disk/);
    assert.deepEqual(kinds(), ['frame', 'inbox', 'roots', 'registry']);
    feed.receive({ type: 'root_changed', ...lead, summary: summary('root-1') });
    clock.fire();
    await settle();
    assert.deepEqual(kinds().slice(4), ['tree']);
  });

  it('takes only messages of the known shape', () => {
    assert.ok(parseOverviewToHost({ kind: 'run', command: 'stopAll' }));
    assert.equal(parseOverviewToHost({ kind: 'run', command: 'openSettings' }), undefined);
    assert.equal(parseOverviewToHost({ kind: 'drive_dialog_by_user_answer', questionId: 7 }), undefined);
  });
});

describe('questions that left the inbox', () => {
  it('are kept with the reason when they closed without an answer', () => {
    const closed = createClosedQuestions(() => 0);
    closed.startOver([pending('q-1'), pending('q-2'), pending('q-3')]);
    closed.receive(recorded({ kind: 'questionAnswered', questionId: 'q-1' as never, msgId: 'm', content: 'x' }));
    closed.receive(recorded({ kind: 'questionClosed', questionId: 'q-2' as never, reason: 'dismissed' }));
    closed.follow([]);
    assert.deepEqual(
      closed.list().map(({ id, closing, headline }) => [id, closing, headline]),
      [
        ['q-2', { reason: 'dismissed' }, 'Which colour?'],
        ['q-3', undefined, 'Which colour?'],
      ],
    );
    closed.forget();
    assert.deepEqual(closed.list(), []);
  });

  it('are not those of another folder', () => {
    const closed = createClosedQuestions(() => 0);
    closed.startOver([question()]);
    closed.startOver([]);
    assert.deepEqual(closed.list(), []);
  });
});

function recorded(fact: Parameters<typeof recordOf>[0]) {
  return { type: 'recorded', ...lead, seq: 1, record: recordOf(fact) } as const;
}

function rig() {
  const sent: ToOverview[] = [];
  const asked: string[] = [];
  const clock = manualTimer();
  const state: { headline: string; pending: readonly InboxQuestion[]; roots: readonly RootSummary[] } = {
    headline: '',
    pending: [],
    roots: [summary('root-1'), summary('root-2')],
  };
  let held: Promise<void> | undefined;
  let failure: Error | undefined;
  const feed = new OverviewFeed({
    runtime: () => ({
      listRoots: () => state.roots,
      tree: async id => {
        asked.push(`tree ${id}`);
        const tree = node(lead, 'lead', {
          headline: state.headline,
          questions: [question(), question({ id: 'q-2' as never })],
        });
        const failed = failure;
        failure = undefined;
        if (failed) throw failed;
        if (held) await held;
        return { ok: true, tree };
      },
      registry: async id => {
        asked.push(`registry ${id}`);
        return { ok: true, registry: {} };
      },
    }),
    inbox: () => ({ pending: state.pending, closed: [] }),
    marked: roots => roots,
    frame: () => ({ kind: 'frame', language: 'en', members: [] }),
    post: part => sent.push(part),
    onError: () => {},
    timer: clock.timer,
  });
  const hold = () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    held = promise;
    return () => {
      held = undefined;
      resolve();
    };
  };
  const fail = () => {
    failure = new Error('the disk refuses');
  };
  assert.equal(rootId, 'root-1');
  return { feed, sent, asked, clock, state, hold, fail, kinds: () => sent.map(({ kind }) => kind) };
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve();
}
