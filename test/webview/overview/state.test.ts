// The Overview's page and its feed: whatever is lost between them, all that is shown comes.
import assert from 'node:assert/strict';
import { OverviewFeed } from '../../../src/pages/overview-feed.ts';
import type { InboxQuestion, OverviewToHost, ToOverview } from '../../../src/protocol/overview.ts';
import { createOverview } from '../../../webview/overview/state.ts';
import { manualTimer, pending, summary } from '../../host-unit/support.ts';
import { lead, node } from '../../support/fake-runtime.ts';

function rig(inbox: readonly InboxQuestion[] = []) {
  const clock = manualTimer();
  const posted: OverviewToHost[] = [];
  let deliver: (message: ToOverview) => void = () => {};
  const overview = createOverview({
    host: {
      post: message => posted.push(message),
      load: () => undefined,
      listen: receive => {
        deliver = receive;
      },
    },
    later: (ms, work) => {
      const waiting = clock.timer(ms, work);
      return () => waiting.dispose();
    },
    newId: () => 'id',
    now: 0,
  });
  const feed = new OverviewFeed({
    runtime: () => ({
      listRoots: () => [summary('root-1', { subdialogs: 1, state: 'generating' })],
      tree: async () => ({ ok: true, tree: node(lead, 'lead') }),
      registry: async () => ({ ok: true, registry: {} }),
    }),
    inbox: () => ({ pending: inbox, closed: [] }),
    marked: roots => roots,
    frame: () => ({ kind: 'frame', language: 'en', members: [] }),
    post: part => toPage.push(part),
    onError: error => {
      throw error;
    },
    timer: manualTimer().timer,
  });
  const toPage: ToOverview[] = [];
  /** Lets the host answer what was posted, and delivers those of its messages that `arrives` lets through. */
  const exchange = async (arrives: (message: ToOverview) => boolean = () => true) => {
    while (posted.length > 0) {
      for (const message of posted.splice(0)) {
        if (message.kind === 'watch') await (message.fresh ? feed.watchAnew(message) : feed.watch(message));
      }
      for (const message of toPage.splice(0)) if (arrives(message)) deliver(message);
    }
  };
  const isComplete = () =>
    [...overview.trees.value.keys()].join() === 'root-1' && overview.registry.value !== undefined;
  return { overview, clock, posted, exchange, isComplete, deliver: (message: ToOverview) => deliver(message) };
}

const question: InboxQuestion = { ...pending('q-1'), rootHeadline: '', blocked: [] };

describe('the state of the Overview', () => {
  it('has all that it shows after one exchange, and then asks no more', async () => {
    const { clock, posted, exchange, isComplete } = rig();
    assert.deepEqual(posted.length, 1);
    await exchange();
    assert.equal(isComplete(), true);
    assert.equal(clock.waiting, 0);
  });

  it('shows the fifty questions that wait longest, more when asked, and reads aloud only that some came', async () => {
    const of = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ ...pending(`q-${index}`), rootHeadline: '', blocked: [] }));
    const { overview, exchange, deliver } = rig(of(10_000));
    await exchange();
    const shown = () => [overview.questions.value.length, overview.questionCount.value];
    assert.deepEqual(shown(), [50, 10_000]);
    assert.match(overview.announcement.value, /10000|10,000/);
    overview.showMore('questions');
    await exchange();
    assert.deepEqual(shown(), [150, 10_000]);
    const announced = overview.announcement.value;
    deliver({ kind: 'inbox', questions: of(60).slice(1), count: 9_999, closed: [] });
    assert.equal(overview.announcement.value, announced);
    deliver({ kind: 'inbox', questions: of(60).slice(1), count: 10_001, closed: [] });
    assert.notEqual(overview.announcement.value, announced);
  });

  it('asks again without a listener', async () => {
    const { clock, posted, exchange, isComplete } = rig();
    posted.splice(0);
    clock.fire();
    await exchange();
    assert.equal(isComplete(), true);
  });

  for (const lost of ['frame', 'inbox', 'roots', 'tree', 'registry'] as const) {
    it(`asks again for all of it when the part ${lost} was lost`, async () => {
      const { overview, clock, exchange, isComplete } = rig([question]);
      await exchange(({ kind }) => kind !== lost);
      clock.fire();
      await exchange();
      assert.equal(isComplete(), true);
      assert.ok(overview.frame.value);
      assert.equal(overview.questions.value.length, 1);
      assert.equal(clock.waiting, 0);
    });

    it(`asks again for all of it when the part ${lost} was lost that was asked for at a hello`, async () => {
      const asked: InboxQuestion[] = [];
      const { overview, clock, exchange, isComplete, deliver } = rig(asked);
      await exchange();
      asked.push(question);
      deliver({ kind: 'hello' });
      // Something else comes meanwhile.
      deliver({ kind: 'refused', message: 'Full', remedy: 'wait' });
      await exchange(({ kind }) => kind !== lost);
      clock.fire();
      await exchange();
      assert.equal(isComplete(), true);
      assert.equal(overview.questions.value.length, 1);
      assert.equal(clock.waiting, 0);
    });
  }

  it('asks for all of it at a hello', async () => {
    const { clock, posted, exchange, deliver } = rig();
    await exchange();
    deliver({ kind: 'hello' });
    assert.equal(posted[0]?.kind === 'watch' && posted[0].fresh, true);
    await exchange();
    assert.equal(clock.waiting, 0);
  });

  it('asks for what is unfolded with it, once', async () => {
    const { overview, posted, exchange } = rig();
    await exchange();
    overview.toggle('group:completed');
    assert.deepEqual(
      posted.map(message => message.kind === 'watch' && [message.shown.completed, message.fresh]),
      [[50, undefined]],
    );
  });
});
