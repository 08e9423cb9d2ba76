// A window or page that looks at a store which a worker serves: it drives nothing and can do everything (SPEC 20.4).
import assert from 'node:assert/strict';
import { rootRef } from '../../src/core/base/ids.ts';
import type { FeedEvent } from '../../src/core/dialog/view/feed-event.ts';
import { type OpenMode, openRuntime, openWorker, type Runtime, type Worker } from '../../src/runtime.ts';
import { byPerson } from '../support/by-person.ts';
import type { MockReply } from '../support/mock-reply.ts';
import { type MockServer, startMockServer } from '../support/mock-server.ts';
import { nextTurn } from '../support/next-turn.ts';
import { emptyStore } from '../support/postgres.ts';
import { makeTempWorkspace, type TempWorkspace } from '../support/temp-workspace.ts';

describe('a viewer of a store that workers serve', function () {
  this.timeout(30_000);
  let workspace: TempWorkspace;
  let url: string;
  let worker: Worker | undefined;
  let runtimes: Runtime[];
  let server: MockServer;
  /** What the model says next; then `It is painted.` */
  let replies: MockReply[];

  beforeEach(async () => {
    runtimes = [];
    replies = [];
    server = await startMockServer({ respond: () => replies.shift() ?? { say: 'It is painted.' } });
    url = await emptyStore();
    workspace = await makeTempWorkspace({
      '.minds/team.yaml': 'workspace: shop\nmembers: {lead: {diligence-push-max: 0}}\n',
      '.minds/llm.yaml': `base_url: ${server.baseUrl}\nmodel: m\n`,
    });
    const opened = await openWorker({
      url,
      serves: [{ name: 'shop', rtws: workspace.folder }],
      room: 5,
      env: {},
      onEvent() {},
      onAway() {},
    });
    assert.ok(opened.ok);
    worker = opened.worker;
  });
  afterEach(async () => {
    await Promise.all(runtimes.map(runtime => runtime.close()));
    await worker?.close();
    await server.close();
    await workspace.remove();
  });

  const open = async (mode: OpenMode = 'read') => {
    const opened = await openRuntime({
      rtws: workspace.folder,
      env: {},
      mode,
      store: { url, drive: 'workers' },
    });
    if (opened.ok) runtimes.push(opened.runtime);
    return opened;
  };
  const viewer = async () => {
    const opened = await open();
    assert.ok(opened.ok, JSON.stringify(opened));
    return opened.runtime;
  };

  it('does not drive beside workers', async () => {
    const refused = await open('drive');
    assert.equal(!refused.ok && refused.code, 'driven-elsewhere');
    const runtime = await viewer();
    assert.equal(runtime.drivenBy(), 'other');
    const taken = await runtime.takeOver();
    assert.equal(!taken.ok && taken.code, 'driven-elsewhere');
  });

  it('starts, is shown the stream, answers, and ends a dialog that a worker drives', async () => {
    const runtime = await viewer();
    const events: FeedEvent[] = [];
    const isShown = Promise.withResolvers<void>();
    runtime.subscribe(event => {
      events.push(event);
      if (event.type === 'chunk') isShown.resolve();
    });
    const say = 'I look at the wall, and then ask.\n!?@human Which?\n!?Red or blue';
    replies = [{ say, chunkSize: 10, gates: { 1: isShown.promise } }];
    const started = await runtime.perform({ kind: 'start', text: 'paint the wall' });
    assert.ok(started.ok, JSON.stringify(started));
    const { rootId } = started;
    const asked = await runtime.settled(rootId);
    const [question] = asked.questions;
    assert.ok(question);
    const answered = await runtime.perform(
      { kind: 'answer', questionId: question.id, content: 'red', msgId: 'm-1' },
      byPerson,
    );
    assert.ok(answered.ok, JSON.stringify(answered));
    assert.equal((await runtime.settled(rootId)).response, 'It is painted.');
    const count = (kind: string) =>
      events.filter(event => event.type === 'recorded' && event.record.kind === kind).length;
    assert.deepEqual(['generationStarted', 'questionAsked', 'questionAnswered'].map(count), [2, 1, 1]);
  });

  it('is shown the reply that is under way when it opens in the middle of it', async () => {
    const rest = Promise.withResolvers<void>();
    replies = [{ say: 'one two three four five six', chunkSize: 4, gates: { 2: rest.promise } }];
    const first = await viewer();
    const begun = Promise.withResolvers<void>();
    first.subscribe(event => event.type === 'chunk' && begun.resolve());
    const started = await first.perform({ kind: 'start', text: 'count' });
    assert.ok(started.ok);
    await begun.promise;
    const late = await viewer();
    const shown: string[] = [];
    late.subscribe(event => event.type === 'chunk' && shown.push(event.text));
    const view = async () => {
      const opened = await late.view(rootRef(started.rootId));
      return opened.ok ? opened.view.live?.segments.map(({ text }) => text).join('') : undefined;
    };
    let live: string | undefined;
    while (!live) {
      await nextTurn();
      live = await view();
    }
    assert.match(live, /^one/);
    rest.resolve();
    const { response } = await late.settled(started.rootId);
    // The record may come before the last of what passes.
    assert.match(shown.join(''), /^one two/);
    assert.ok(response?.startsWith(shown.join('')));
    assert.equal(await view(), undefined);
  });

  it('records what it does to a dialog that rests, and a worker goes on with it', async () => {
    const runtime = await viewer();
    const started = await runtime.perform({ kind: 'start', text: 'go' });
    assert.ok(started.ok);
    const { rootId } = started;
    assert.equal((await runtime.settled(rootId)).response, 'It is painted.');
    assert.deepEqual(await runtime.perform({ kind: 'markDone', dialog: rootRef(rootId), force: true }), {
      ok: true,
      status: 'completed',
    });
    assert.deepEqual(await runtime.perform({ kind: 'archive', dialog: rootRef(rootId) }), {
      ok: true,
      status: 'archived',
    });
    assert.equal(runtime.listRoots().find(root => root.rootId === rootId)?.status, 'archived');
    assert.deepEqual(await runtime.perform({ kind: 'reopen', dialog: rootRef(rootId) }), {
      ok: true,
      status: 'running',
    });
    const said = await runtime.perform({ kind: 'say', dialog: rootRef(rootId), content: 'again', msgId: 'm-2' });
    assert.ok(said.ok);
    await runtime.settled(rootId);
    const view = await runtime.view(rootRef(rootId));
    assert.ok(view.ok);
    assert.equal(view.view.records.filter(({ kind }) => kind === 'assistantSaid').length, 2);
  });
});
