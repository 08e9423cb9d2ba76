// Done, archived, reopened, forked (SPEC 1.6, 13.8).
import assert from 'node:assert/strict';
import type { RootId } from '../../src/core/base/ids.ts';
import { commit } from '../../src/driver/commit.ts';
import type { Tree } from '../../src/driver/driver-context.ts';
import { forkRoot } from '../../src/driver/intents/fork-root.ts';
import { archiveRoot, forceDone, markDone, reopenRoot, say } from '../../src/driver/intents/intents.ts';
import { questionsOf, treeNode } from '../../src/driver/queries.ts';
import { rootOf } from '../../src/driver/tree.ts';
import { controlTools } from '../../src/tools/minds/control-tools.ts';
import { mindTools } from '../../src/tools/minds/mind-tools.ts';
import type { Tool } from '../../src/tools/tool.ts';
import { noToolRan } from '../support/facts.ts';
import { nextTurn } from '../support/next-turn.ts';
import { createTestDriver, dialogsOf, type TestDriver, type TestDriverOptions } from '../support/test-driver.ts';
import { told } from '../support/told.ts';
import { checkSettled, checkTree, recordsIn, storedRecords } from './check-tree.ts';
import { countUpdates } from './count-updates.ts';

const control = controlTools({ states: () => [] });
const noTaskdoc = { ok: false, message: 'there is no taskdoc here' };
const mind = mindTools({ write: () => noTaskdoc, recall: () => noTaskdoc });

const placesOf = (t: TestDriver) => [...t.courses.listRoots().values()];
const statusIn = (t: TestDriver, file: string) => /^status: (\w+)$/m.exec(t.files.texts.get(file) ?? '')?.[1];

describe('a root', () => {
  it('is completed by its agent, and its folder moves', async () => {
    const t = createTestDriver({
      tools: control,
      script: { lead: [{ say: 'All done.', tools: [{ name: 'mark_done' }] }] },
    });
    const tree = await t.start('Begin');
    assert.equal(rootOf(tree).state.status, 'completed');
    assert.deepEqual(placesOf(t), ['completed']);
    assert.equal(statusIn(t, `/rtws/.dialogs/done/${tree.rootId}/latest.yaml`), 'completed');
  });

  it('is not completed by its agent in a reply that also tellasks', async () => {
    const t = createTestDriver({
      tools: control,
      script: { lead: [{ say: '!?@coder build', tools: [{ name: 'mark_done' }] }, 'Fine.'], coder: ['Built.'] },
    });
    const tree = await t.start('Begin');
    assert.equal(rootOf(tree).state.status, 'running');
    assert.equal(recordsIn(t, tree, 'toolReturned')[0]?.ok, false);
    checkSettled(t, tree);
  });

  it('is not completed past words that came after its agent had marked it done', async () => {
    const gate = Promise.withResolvers<void>();
    const slow: Tool = {
      spec: { name: 'slow', description: '', parameters: {} },
      async call() {
        await gate.promise;
        return { ok: true, content: 'ok' };
      },
    };
    const script = { lead: [{ tools: [{ name: 'mark_done' }, { name: 'slow' }] }, 'One more, then.'] };
    const t = createTestDriver({ tools: [...control, slow], script, pushMax: 0 });
    const tree = t.launch('go');
    while (rootOf(tree).state.closing === null) await nextTurn();
    assert.ok(say(t.driver, rootOf(tree), { msgId: 'm1', content: 'Wait, one more thing' }).ok);
    gate.resolve();
    await t.driver.quiet(tree);
    const { status, queued, saying } = rootOf(tree).state;
    assert.deepEqual([status, queued, saying.text], ['running', [], 'One more, then.']);
    checkSettled(t, tree);
  });

  it('is not completed by the person while anything is pending, and the reasons are named', async () => {
    const t = createTestDriver({ script: { lead: ['!?@coder build'], coder: ['!?@human Which?'] } });
    const tree = await t.start('Begin');
    const done = told(await markDone(t.driver, tree));
    assert.equal(done.ok ? '' : done.code, 'pending-work');
    assert.match(done.ok ? '' : done.message, /@lead waits for @coder.*@coder asks the person: Which\?/);
    assert.equal(rootOf(tree).state.status, 'running');
  });

  it('that is completed although one thing is pending is completed by force', async () => {
    for (const [say, forced] of [
      ['!?@human Which?', true],
      ['Done.', false],
    ] as const) {
      const t = createTestDriver({ script: { lead: [say] } });
      const tree = await t.start('Begin');
      if (forced) assert.equal((await markDone(t.driver, tree)).ok, false);
      assert.ok((await (forced ? forceDone : markDone)(t.driver, tree)).ok);
      assert.deepEqual(
        recordsIn(t, tree, 'dialogCompleted').map(record => record.forced),
        [forced],
      );
    }
  });

  it('that is completed already stays so when it is completed again; an archived one is refused', async () => {
    const t = createTestDriver({ script: { lead: ['Done.'] } });
    const tree = await t.start('Begin');
    for (const complete of [markDone, markDone, forceDone]) assert.ok((await complete(t.driver, tree)).ok);
    assert.equal(recordsIn(t, tree, 'dialogCompleted').length, 1);
    await archiveRoot(t.driver, tree);
    const refused = told(await markDone(t.driver, tree));
    assert.match(refused.ok ? '' : refused.message, /not running/);
  });

  it('that is completed by force closes questions everywhere and ends every call', async () => {
    const t = createTestDriver({ script: { lead: ['!?@coder build\n\n!?@human Why?'], coder: ['!?@human Which?'] } });
    const tree = await t.start('Begin');
    assert.ok((await forceDone(t.driver, tree)).ok);
    assert.deepEqual(questionsOf(tree), []);
    assert.deepEqual(
      recordsIn(t, tree, 'questionClosed').map(({ reason }) => reason),
      ['the root dialog was marked done', 'the root dialog was marked done'],
    );
    assert.deepEqual(
      countUpdates(t)
        .slice(-2)
        .map(({ questionCount }) => questionCount),
      [0, 0],
    );
    assert.equal(treeNode(tree).children[0]?.state, 'completed');
    checkSettled(t, tree);
  });

  it('that is completed by force stops generations, and nothing generates after', async () => {
    const t = createTestDriver({
      script: {
        lead: ['!?@coder build\n\n!?@researcher find', 'Fine.'],
        coder: [{ say: 'I am', until: new Promise(() => {}) }],
        researcher: ['Found.', { say: 'Hm', until: new Promise(() => {}) }],
      },
    });
    const tree = t.launch('Begin');
    while (!dialogsOf(tree, 'researcher')[0]?.state.given) await nextTurn();
    const [coder, researcher] = [dialogsOf(tree, 'coder')[0], dialogsOf(tree, 'researcher')[0]];
    say(t.driver, researcher ?? assert.fail(), { msgId: 'm2', content: 'Anything else?' });
    await nextTurn();
    assert.ok(coder?.state.generating && researcher?.state.generating);
    assert.ok((await forceDone(t.driver, tree)).ok);
    assert.equal(t.llm.requests.length, 4);
    assert.deepEqual(placesOf(t), ['completed']);
    checkSettled(t, tree);
    assert.ok((await reopenRoot(t.driver, tree)).ok);
    assert.equal(t.driver.isDue(tree), false);
  });

  it('is reopened by a message once it is completed, recorded, and the same message again changes nothing', async () => {
    const t = createTestDriver({ script: { lead: ['Fine.', 'You are welcome.'] } });
    const tree = await t.start('Begin');
    await markDone(t.driver, tree);
    assert.ok(say(t.driver, rootOf(tree), { msgId: 'm2', content: 'Thanks' }).ok);
    await t.driver.quiet(tree);
    assert.deepEqual([rootOf(tree).state.status, rootOf(tree).state.saying.text], ['running', 'You are welcome.']);
    assert.deepEqual(placesOf(t), ['running']);
    await markDone(t.driver, tree);
    assert.ok(say(t.driver, rootOf(tree), { msgId: 'm2', content: 'Thanks' }).ok);
    assert.equal(rootOf(tree).state.status, 'completed');
    assert.equal(recordsIn(t, tree, 'dialogReopened').length, 1);
    checkSettled(t, tree);
  });

  it('refuses messages once it is archived', async () => {
    const t = createTestDriver({ script: { lead: ['Fine.'] } });
    const tree = await t.start('Begin');
    await archiveRoot(t.driver, tree);
    const said = say(t.driver, rootOf(tree), { msgId: 'm2', content: 'More' });
    assert.equal(said.ok ? '' : said.code, 'wrong-state');
  });

  it('whose completion was cut off is closed when it is loaded', async () => {
    const t = createTestDriver({ script: { lead: ['!?@coder build'], coder: ['!?@human Which?'] } });
    const tree = await t.start('Begin');
    const coder = dialogsOf(tree, 'coder')[0] ?? assert.fail();
    const before = new Map(t.files.texts);
    await forceDone(t.driver, tree);
    // The root's record was stored; the rest was not, and the folder did not move.
    for (const [path, text] of t.files.texts) {
      if (!path.endsWith(`${tree.rootId}/course-001.jsonl`)) continue;
      before.set(path.replace('/done/', '/run/'), text);
    }
    t.files.texts.clear();
    for (const [path, text] of before) t.files.texts.set(path, text);
    const again = t.restart();
    const mended = await again.onlyTree();
    assert.deepEqual(placesOf(again), ['completed']);
    assert.deepEqual(mended.dialogs.get(coder.ref.selfId)?.state.questions, []);
    checkSettled(again, mended);
  });

  it('that is archived or completed comes back by reopening, with its registry, and rests until a message', async () => {
    const t = createTestDriver({
      script: {
        lead: ['!?@researcher !tellaskSession s find', 'Fine.', '!?@researcher !tellaskSession s more', 'Good.'],
        researcher: ['Found.', 'More.'],
      },
    });
    const tree = await t.start('Begin');
    assert.ok((await archiveRoot(t.driver, tree)).ok);
    assert.deepEqual(placesOf(t), ['archived']);
    const [researcher] = dialogsOf(tree, 'researcher');
    const sub = `subdialogs/${researcher?.ref.selfId}/latest.yaml`;
    assert.equal(statusIn(t, `/rtws/.dialogs/archive/${tree.rootId}/${sub}`), 'archived');
    assert.ok((await reopenRoot(t.driver, tree)).ok);
    assert.deepEqual(placesOf(t), ['running']);
    assert.equal(statusIn(t, `/rtws/.dialogs/run/${tree.rootId}/${sub}`), 'running');
    assert.equal(t.llm.requests.length, 3);
    await t.say(tree, 'Go on');
    assert.equal(dialogsOf(tree, 'researcher').length, 1);
    assert.equal(rootOf(tree).state.saying.text, 'Good.');
    checkSettled(t, tree);
  });

  it('that has work pending is not archived', async () => {
    const t = createTestDriver({ script: { lead: ['!?@human Which?'] } });
    const tree = await t.start('Begin');
    assert.equal((await archiveRoot(t.driver, tree)).ok, false);
    assert.deepEqual(placesOf(t), ['running']);
  });
});

describe('a fork', () => {
  async function fork(
    options: TestDriverOptions,
    at: { course?: number; genseq: number },
    act?: (t: TestDriver, tree: Tree) => Promise<void>,
  ) {
    const t = createTestDriver(options);
    const tree = await t.start('Begin');
    await act?.(t, tree);
    const forked = await forkRoot(t.driver, tree, { course: 1, ...at });
    const copy = forked.ok ? await t.driver.tree(forked.rootId) : undefined;
    return { t, tree, forked, copy: copy ?? tree };
  }

  it('has the conversation up to the generation, and rests until the next message', async () => {
    const script = { lead: ['One.', 'Two.', 'Other.'] };
    const { t, copy } = await fork({ script }, { genseq: 1 }, (t, tree) => t.say(tree, 'More'));
    assert.equal(t.driver.isDue(copy), false);
    await t.say(copy, 'Differently');
    assert.deepEqual(
      t.llm.requests.at(-1)?.prompt.messages.map(({ content }) => content.slice(0, 12)),
      ['system', 'Begin', 'One.', '[Fork] This ', 'Differently'],
    );
    assert.equal(rootOf(copy).state.saying.text, 'Other.');
    checkSettled(t, copy);
  });

  it('has its messages at the times at which they were said, not at that of the fork', async () => {
    const { tree, copy } = await fork({ script: { lead: ['One.'] } }, { genseq: 1 });
    const timesIn = (each: Tree) =>
      rootOf(each).records.flatMap(({ kind, at }) => (kind === 'userSaid' || kind === 'assistantSaid' ? [at] : []));
    assert.deepEqual(timesIn(copy), timesIn(tree));
    const forked = rootOf(copy).records.at(-1)?.at ?? '';
    assert.ok(timesIn(copy).every(at => at < forked));
    assert.equal(rootOf(copy).state.lastModified, forked);
  });

  it('is no start of the schedule that started the other one', async () => {
    const t = createTestDriver({ script: { lead: ['One.'] } });
    const schedule = { name: 'nightly', due: '2026-01-01T01:30:00.000Z' };
    const tree = await t.start('Begin', { schedule });
    const forked = await forkRoot(t.driver, tree, { course: 1, genseq: 1 });
    assert.ok(forked.ok);
    const copy = await t.driver.tree(forked.rootId);
    assert.deepEqual(
      [tree, copy].map(each => each && t.driver.summaryOf(each).schedule),
      [schedule, undefined],
    );
  });

  it('says in its headline that it is a fork and which one, also as the fork of a fork', async () => {
    const t = createTestDriver({ script: { lead: ['One.', 'Two.'] } });
    const tree = await t.start('Begin');
    const forkOf = async (from: Tree) => {
      const forked = await forkRoot(t.driver, from, { course: 1, genseq: 1 });
      const copy = forked.ok ? await t.driver.tree(forked.rootId) : undefined;
      assert.ok(copy);
      return copy;
    };
    const first = await forkOf(tree);
    const forks = [first, await forkOf(tree), await forkOf(first)];
    const headlines = (trees: readonly Tree[]) => trees.map(each => t.driver.summaryOf(each).headline);
    assert.deepEqual(headlines([tree, ...forks]), ['Begin', 'Fork: Begin', 'Fork 2: Begin', 'Fork 3: Begin']);
    await t.say(first, 'Differently');
    assert.deepEqual(headlines(forks.slice(0, 1)), ['Fork: Begin']);
    checkSettled(t, first);
  });

  it('does not copy open calls and questions; the model learns that they are not open', async () => {
    const script = { lead: ['!?@coder build\n\n!?@human Which?', 'Alone.'], coder: ['!?@human How?'] };
    const { t, tree, copy } = await fork({ script }, { genseq: 1 });
    assert.deepEqual(questionsOf(copy), []);
    assert.deepEqual(rootOf(copy).state.frames, [{ pending: [], attention: 'rest' }]);
    assert.equal(questionsOf(tree).length, 2);
    assert.deepEqual(
      countUpdates(t).filter(({ dialog }) => dialog.rootId === copy.rootId),
      [],
    );
    await t.say(copy, 'Go on');
    const texts = t.llm.requests.at(-1)?.prompt.messages.map(({ content }) => content) ?? [];
    assert.match(texts[3] ?? '', /"@coder build":\n\nnot carried over/);
    assert.match(texts[4] ?? '', /"Which\?" was closed/);
    checkSettled(t, copy);
    checkTree(t, tree);
  });

  it('goes on without pushes where the person switched them off', async () => {
    const t = createTestDriver({ script: { lead: ['One.', 'Two.'] }, pushMax: 2 });
    const tree = t.launch('Begin');
    commit(rootOf(tree), { kind: 'diligenceSet', on: false });
    await t.driver.quiet(tree);
    const forked = await forkRoot(t.driver, tree, { course: 1, genseq: 1 });
    assert.ok(forked.ok);
    const fork = await t.driver.tree(forked.rootId);
    assert.ok(fork);
    assert.equal(rootOf(fork).state.diligence.on, false);
  });

  it('keeps the answers that the generation got, and reminders', async () => {
    const script = {
      lead: [
        { say: '!?@coder build', tools: [{ name: 'add_reminder', args: { content: 'mind it' } }] },
        'Fine.',
        'Again.',
      ],
      coder: ['Built.'],
    };
    const { t, copy } = await fork({ script, tools: mind }, { genseq: 1 });
    assert.deepEqual(rootOf(copy).state.reminders, ['mind it']);
    await t.say(copy, 'Go on');
    assert.ok(t.llm.requests.at(-1)?.prompt.messages.some(({ content }) => content.endsWith(`Built.${noToolRan}`)));
    checkSettled(t, copy);
  });

  it('of an answered TellaskBack keeps question and answer, and owes no answer', async () => {
    const script = { lead: ['!?@coder build', 'Thus.', 'Fine.', 'Again.'], coder: ['!?@tellasker How?', 'Built.'] };
    const { t, copy } = await fork({ script }, { genseq: 2 });
    assert.equal(rootOf(copy).state.frames.length, 1);
    await t.say(copy, 'Go on');
    const texts = t.llm.requests.at(-1)?.prompt.messages.map(({ content }) => content) ?? [];
    assert.match(texts[3] ?? '', /asks back/);
    assert.equal(texts[4], 'Thus.');
    checkSettled(t, copy);
  });

  it('of a later course begins with what that course was handed', async () => {
    const script = {
      lead: [
        { say: 'Enough.', tools: [{ name: 'clear_mind', args: { reminder_content: 'mind it' } }] },
        'New.',
        'Other.',
      ],
    };
    const { t, copy } = await fork({ script, tools: mind }, { course: 2, genseq: 2 });
    assert.deepEqual(rootOf(copy).state.reminders, ['mind it']);
    assert.equal(rootOf(copy).state.course, 1);
    await t.say(copy, 'Go on');
    assert.equal(rootOf(copy).state.saying.text, 'Other.');
    checkSettled(t, copy);
  });

  it('survives a restart', async () => {
    const { t, copy } = await fork({ script: { lead: ['One.', 'Other.'] } }, { genseq: 1 });
    const again = t.restart({ lead: ['Other.'] });
    const loaded = (await again.driver.tree(copy.rootId as RootId)) ?? assert.fail();
    await again.say(loaded, 'Go on');
    assert.equal(storedRecords(again, rootOf(loaded)).at(0)?.kind, 'dialogCreated');
    checkSettled(again, loaded);
  });

  it('of a generation that is not there, or did not complete, is refused', async () => {
    const { forked } = await fork({ script: { lead: ['One.'] } }, { genseq: 7 });
    assert.equal(forked.ok, false);
    const failing = { code: 'auth', message: 'no', retryable: false } as const;
    assert.equal((await fork({ script: { lead: [{ fail: failing }] } }, { genseq: 1 })).forked.ok, false);
  });
});
