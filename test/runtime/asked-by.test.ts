// Where the person was who stopped, continued, ended or changed something is recorded with it (SPEC 5.6).
import assert from 'node:assert/strict';
import type { CallId, RootId } from '../../src/core/base/ids.ts';
import { rootRef } from '../../src/core/base/ids.ts';
import type { Surface } from '../../src/core/dialog/answered-by.ts';
import type { CourseRecord } from '../../src/core/dialog/record.ts';
import { openCalls } from '../../src/core/dialog/state.ts';
import { transcriptBlocks } from '../../src/core/dialog/transcript/transcript-blocks.ts';
import type { OpenOptions, Runtime } from '../../src/runtime.ts';
import { transcriptEn as english } from '../../src/words/en/transcript.ts';
import { transcriptZh as chinese } from '../../src/words/zh/transcript.ts';
import { makeOpenedWorkspace, type OpenedWorkspace } from '../support/opened-workspace.ts';
import { shopDomain } from '../support/shop-domain.ts';

const at = (surface: Surface) => ({ kind: 'person', surface }) as const;

describe('what a person does', () => {
  let workspace: OpenedWorkspace;
  beforeEach(async () => {
    workspace = await makeOpenedWorkspace({
      '.minds/team.yaml': 'member_defaults: {diligence-push-max: 0}\nmembers: {lead: {}, bob: {}}\n',
      '.minds/llm.yaml': 'provider: playbook\nplaybook: p.yaml\n',
    });
  });
  afterEach(() => workspace.close());

  const open = (mode: OpenOptions['mode']) => workspace.open(mode);
  /** A dialog whose reply takes long enough to be stopped. */
  const startSlow = async (runtime: Runtime): Promise<RootId> => {
    await workspace.write('.minds/p.yaml', `chunkDelayMs: 60000\nreplies:\n  - say: "${'word '.repeat(50)}"\n`);
    const generating = new Promise<void>(resolve => {
      const news = runtime.subscribe(event => {
        if (event.type !== 'segment_start') return;
        news.dispose();
        resolve();
      });
    });
    const started = await runtime.perform({ kind: 'start', text: 'Begin' }, at('panel'));
    assert.ok(started.ok);
    await generating;
    return started.rootId;
  };
  const recordsOf = async (runtime: Runtime, rootId: RootId): Promise<readonly CourseRecord[]> => {
    const viewed = await runtime.view(rootRef(rootId));
    assert.ok(viewed.ok);
    return viewed.view.records;
  };
  const placesIn = async (runtime: Runtime, rootId: RootId) =>
    (await recordsOf(runtime, rootId)).flatMap(({ kind, askedBy }) => (askedBy ? [`${kind} ${askedBy.surface}`] : []));

  it('names the place, and what follows from it by itself does not', async () => {
    const runtime = await open('drive');
    const rootId = await startSlow(runtime);
    await runtime.perform({ kind: 'stop', dialog: rootRef(rootId), tree: true }, at('browser'));
    await workspace.write('.minds/p.yaml', 'replies:\n  - say: Fine.\n');
    await runtime.perform({ kind: 'continue', dialog: rootRef(rootId) }, at('cli'));
    await runtime.settled(rootId);
    await runtime.perform(
      { kind: 'setReminders', dialog: rootRef(rootId), reminders: ['Mind the paint'] },
      at('panel'),
    );
    await runtime.perform({ kind: 'setDiligence', dialog: rootRef(rootId), on: false }, at('panel'));
    await runtime.perform({ kind: 'markDone', dialog: rootRef(rootId) }, at('overview'));
    await runtime.perform({ kind: 'reopen', dialog: rootRef(rootId) }, at('command'));
    await runtime.perform({ kind: 'archive', dialog: rootRef(rootId) }, at('mcp'));
    await runtime.perform({ kind: 'reopen', dialog: rootRef(rootId) });
    assert.deepEqual(await placesIn(runtime, rootId), [
      'interrupted browser',
      'resumed cli',
      'remindersSet panel',
      'diligenceSet panel',
      'dialogCompleted overview',
      'dialogReopened command',
      'dialogCompleted mcp',
      'dialogArchived mcp',
    ]);
  });

  it('names it also when another process drives, and a program that does not say where counts as such', async () => {
    const driver = await open('drive');
    const reader = await open('read');
    const rootId = await startSlow(driver);
    await reader.perform({ kind: 'say', dialog: rootRef(rootId), content: 'And blue', msgId: 'm1' }, at('browser'));
    await reader.perform(
      { kind: 'changeQueued', dialog: rootRef(rootId), queuedMsgId: 'm1', content: 'And red' },
      at('browser'),
    );
    await reader.perform({ kind: 'removeQueued', dialog: rootRef(rootId), queuedMsgId: 'm1' }, at('cli'));
    await reader.perform({ kind: 'stop', dialog: rootRef(rootId), tree: true }, at('browser'));
    await driver.perform({ kind: 'continue', dialog: rootRef(rootId) });
    await reader.perform({ kind: 'stop', dialog: rootRef(rootId), tree: true });
    assert.deepEqual(await placesIn(driver, rootId), [
      'queuedChanged browser',
      'queuedRemoved cli',
      'interrupted browser',
      'interrupted inbox',
    ]);
  });

  it('names it for words to a callee and for a dismissal', async () => {
    const runtime = await open('drive');
    const replies = [
      '{when: {agent: lead, contains: Begin}, say: "!?@bob paint"}',
      '{when: {agent: bob, contains: paint}, say: "!?@human Which?"}',
      '{when: {agent: bob}, say: Painted.}',
      '{when: {agent: lead}, say: Then not.}',
    ];
    await workspace.write('.minds/p.yaml', `replies:\n${replies.map(reply => `  - ${reply}\n`).join('')}`);
    const started = await runtime.perform({ kind: 'start', text: 'Begin' });
    assert.ok(started.ok);
    const { rootId } = started;
    await runtime.settled(rootId);
    const viewed = await runtime.view(rootRef(rootId));
    assert.ok(viewed.ok);
    const callId = openCalls(viewed.view.state)[0]?.callId as CallId;
    assert.ok(
      (
        await runtime.perform(
          { kind: 'tell', dialog: rootRef(rootId), callId, content: 'Hurry', msgId: 'm1' },
          at('panel'),
        )
      ).ok,
    );
    assert.ok((await runtime.perform({ kind: 'dismiss', dialog: rootRef(rootId), callId }, at('browser'))).ok);
    await runtime.settled(rootId);
    assert.deepEqual(await placesIn(runtime, rootId), ['calleeTold panel', 'responseSupplied browser']);
  });

  it('names it for drafts', async () => {
    await workspace.write('.minds/p.yaml', 'replies:\n  - {say: "draft: One."}\n  - {say: "draft: Two."}\n');
    const runtime = await open('drive');
    const started = await runtime.perform({ kind: 'start', text: 'go', mode: 'draft' });
    assert.ok(started.ok);
    const { rootId } = started;
    await runtime.settled(rootId);
    await runtime.perform(
      { kind: 'draft', dialog: rootRef(rootId), draft: { kind: 'run', msgId: 'r-1', until: 'steps', steps: 1 } },
      at('browser'),
    );
    await runtime.settled(rootId);
    await runtime.perform({ kind: 'draft', dialog: rootRef(rootId), draft: { kind: 'accept', n: 1 } }, at('cli'));
    assert.deepEqual(await placesIn(runtime, rootId), ['draftRunAsked browser', 'draftAccepted cli']);
  });

  it('names it for the dialogue state', async () => {
    await workspace.write('.minds/p.yaml', 'replies:\n  - {say: Looked up., repeat: true}\n');
    await workspace.write('.minds/domains/shop.yaml', shopDomain);
    const runtime = await open('drive');
    const started = await runtime.perform({ kind: 'start', domain: 'shop' });
    assert.ok(started.ok);
    const { rootId } = started;
    await runtime.perform(
      { kind: 'belief', dialog: rootRef(rootId), belief: { kind: 'startFlow', flow: 'query' } },
      at('panel'),
    );
    await runtime.perform(
      { kind: 'belief', dialog: rootRef(rootId), belief: { kind: 'setSlot', flow: 'query', slot: 'limit', value: 7 } },
      at('browser'),
    );
    await runtime.settled(rootId);
    await runtime.perform(
      { kind: 'belief', dialog: rootRef(rootId), belief: { kind: 'rollBack', turn: 0 } },
      at('cli'),
    );
    await runtime.settled(rootId);
    const places = await placesIn(runtime, rootId);
    assert.deepEqual(
      places.map(place => place.split(' ').at(-1)),
      ['panel', 'browser', 'cli'],
      places.join(', '),
    );
  });

  it('names it for edits that are taken back and restored, a cleared mind and a fork', async () => {
    const edit = { name: 'write_file', args: { path: 'a.txt', content: 'two' } };
    const replies = [{ tools: [edit] }, { say: 'Done.', repeat: true }];
    await workspace.write('.minds/p.yaml', JSON.stringify({ replies }));
    // Writes in a git work tree need no leave.
    await workspace.write('.git/HEAD', 'ref: refs/heads/main\n');
    const runtime = await open('drive');
    const started = await runtime.perform({ kind: 'start', text: 'go' });
    assert.ok(started.ok);
    const { rootId } = started;
    await runtime.settled(rootId);
    const forked = await runtime.perform(
      { kind: 'fork', dialog: rootRef(rootId), at: { course: 1, genseq: 2 } },
      at('overview'),
    );
    assert.ok(forked.ok, JSON.stringify(forked));
    assert.deepEqual(await placesIn(runtime, forked.rootId), ['dialogForked overview']);
    await runtime.perform({ kind: 'undoEdits', dialog: rootRef(rootId) }, at('panel'));
    await runtime.perform({ kind: 'redoEdits', dialog: rootRef(rootId) }, at('command'));
    assert.deepEqual(await placesIn(runtime, rootId), [
      'revertBegan panel',
      'editsUndone panel',
      'revertBegan command',
      'editsRedone command',
    ]);
    await runtime.perform({ kind: 'clearMind', dialog: rootRef(rootId), reminder: 'Mind the paint' }, at('browser'));
    assert.deepEqual(await placesIn(runtime, rootId), ['courseStarted browser']);
  });

  it('is shown with its place in transcripts', async () => {
    const runtime = await open('drive');
    const rootId = await startSlow(runtime);
    await runtime.perform({ kind: 'stop', dialog: rootRef(rootId), tree: true }, at('browser'));
    const records = await recordsOf(runtime, rootId);
    const last = (words: typeof english) => transcriptBlocks(records, words).at(-1)?.heading;
    assert.deepEqual(
      [last(english), last(chinese)],
      ['interrupted (stopped) · in the browser', '已中断（stopped） · 在浏览器中'],
    );
  });
});
