// The files beside the courses, as people and other programs read them (SPEC 9, 9.2).
import assert from 'node:assert/strict';
import { parse } from 'yaml';
import { commit } from '../../src/driver/commit.ts';
import type { Tree } from '../../src/driver/driver-context.ts';
import { rootOf } from '../../src/driver/tree.ts';
import { nextTurn } from '../support/next-turn.ts';
import { createTestDriver, dialogsOf, type TestDriver } from '../support/test-driver.ts';
import { recordsIn } from './check-tree.ts';

const read = (t: TestDriver, tree: Tree, name: string): unknown => {
  const text = t.files.texts.get(`/rtws/.dialogs/run/${tree.rootId}/${name}`);
  return text === undefined ? undefined : parse(text);
};

describe('index files', () => {
  it('may be late: the line of a root is told soon, several changes as one', async () => {
    const soon: (() => void)[] = [];
    const gate = Promise.withResolvers<void>();
    const t = createTestDriver({
      script: { lead: [{ say: 'Done.', until: gate.promise }] },
      defer: (work, when) => void (when === 'ui' && soon.push(work)),
    });
    const tree = t.launch('Begin');
    while (!rootOf(tree).state.generating) await nextTurn();
    const told = () => t.events.flatMap(event => (event.type === 'root_changed' ? [event.summary?.needsDrive] : []));
    const before = told().length;
    for (const work of soon.splice(0)) work();
    // A store that is late holds it back until everything that it tells of is stored.
    await t.driver.ctx.feed.shown(rootOf(tree).ref.selfId);
    assert.equal(told().length, before + 1);
    assert.equal(told().at(-1), true);
    gate.resolve();
    await t.driver.quiet(tree);
  });

  it('that the disk refused are written once it has room again', async () => {
    const retries: (() => void)[] = [];
    let isFull = false;
    const t = createTestDriver({
      script: { lead: ['Done.'] },
      disk: files => ({
        ...files,
        replace(file, text, durable) {
          if (isFull) throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
          files.replace(file, text, durable);
        },
      }),
      defer: (work, when) => (when === 'retry' ? retries.push(work) : queueMicrotask(work)),
    });
    const tree = t.launch('Begin');
    isFull = true;
    await t.driver.quiet(tree);
    const latest = () => read(t, tree, 'latest.yaml') as { messageCount: number } | undefined;
    const isCurrent = () => latest()?.messageCount === rootOf(tree).state.messageCount;
    for (const work of retries.splice(0)) work();
    await nextTurn();
    assert.deepEqual([isCurrent(), retries.length], [false, 1]);
    isFull = false;
    for (const work of retries.splice(0)) work();
    await nextTurn();
    assert.deepEqual([isCurrent(), retries.length], [true, 0]);
  });

  it('latest.yaml never shows a negative number of pushes left', async () => {
    const gate = Promise.withResolvers<void>();
    const t = createTestDriver({ script: { lead: ['Half.', { say: 'More.', until: gate.promise }] }, pushMax: 3 });
    const tree = t.launch('Begin');
    while (rootOf(tree).state.diligence.pushed === 0) await nextTurn();
    // Switched off after a push, the dialog has no budget at all.
    commit(rootOf(tree), { kind: 'diligenceSet', on: false });
    gate.resolve();
    await t.driver.quiet(tree);
    assert.equal(rootOf(tree).state.diligence.pushed, 1);
    assert.equal((read(t, tree, 'latest.yaml') as { diligenceBudgetLeft?: number }).diligenceBudgetLeft, 0);
  });

  it('registry.yaml names registered subdialogs, when they were called last, and whether they are driven', async () => {
    const gate = Promise.withResolvers<void>();
    const t = createTestDriver({
      script: {
        lead: ['!?@coder !tellaskSession s build', '!?@coder !tellaskSession s again', 'Fine.'],
        coder: ['Built.', { say: 'Again.', until: gate.promise }],
      },
    });
    const tree = t.launch('Begin');
    while (!dialogsOf(tree, 'coder')[0]?.state.given) await nextTurn();
    const [coder] = dialogsOf(tree, 'coder');
    while (!coder?.state.generating) await nextTurn();
    await nextTurn();
    const entry = {
      subdialogId: coder.ref.selfId,
      agentId: 'coder',
      tellaskSession: 's',
      createdAt: coder.state.identity.createdAt,
      lastAccessed: recordsIn(t, tree, 'callReceived').at(-1)?.at,
    };
    assert.deepEqual(read(t, tree, 'registry.yaml'), { 'coder!s': { ...entry, locked: true } });
    const crashed = t.restart({});
    await crashed.onlyTree();
    await nextTurn();
    assert.deepEqual(read(crashed, tree, 'registry.yaml'), { 'coder!s': { ...entry, locked: false } });
    gate.resolve();
    await t.driver.quiet(tree);
    assert.deepEqual(read(t, tree, 'registry.yaml'), { 'coder!s': { ...entry, locked: false } });
  });

  it('registry.yaml that was lost or broken is written with the next record, and the registry is the same', async () => {
    const t = createTestDriver({ script: { lead: ['!?@coder !tellaskSession s build', 'Fine.'], coder: ['Built.'] } });
    const tree = await t.start('Begin');
    const file = `/rtws/.dialogs/run/${tree.rootId}/registry.yaml`;
    const whole = t.files.texts.get(file);
    for (const left of [undefined, '{ not yaml']) {
      if (left === undefined) t.files.texts.delete(file);
      else t.files.texts.set(file, left);
      const after = t.restart({ lead: ['Well.'] });
      const loaded = await after.onlyTree();
      assert.deepEqual([...loaded.registry], [...tree.registry]);
      await after.say(loaded, 'Go on');
      assert.equal(after.files.texts.get(file), whole);
    }
  });

  it('subdlg.yaml lists what a dialog waits for, one entry for each that is to answer', async () => {
    const t = createTestDriver({
      members: ['lead', { id: 'thinker', fbr: { effort: 2, tools: true } }],
      script: { lead: ['!?@thinker !tellaskSession s think'], thinker: ['!?@self why?', '!?@human A?', '!?@human B?'] },
    });
    const tree = await t.start('Begin');
    const [first, second, third] = dialogsOf(tree, 'thinker').map(({ ref }) => ref.selfId);
    const [call, self] = recordsIn(t, tree, 'tellaskMade');
    assert.deepEqual(read(t, tree, 'subdlg.yaml'), [
      {
        subdialogId: first,
        callId: call?.callId,
        tellaskHead: '@thinker !tellaskSession s think',
        agentId: 'thinker',
        kind: 'B',
        since: call?.at,
      },
    ]);
    const entry = { callId: self?.callId, tellaskHead: '@self why?', agentId: 'thinker', kind: 'C', since: self?.at };
    assert.deepEqual(read(t, tree, `subdialogs/${first}/subdlg.yaml`), [
      { subdialogId: second, ...entry },
      { subdialogId: third, ...entry },
    ]);
  });

  it('dialog.yaml and response.yaml of a subdialog show its assignment and its last answer', async () => {
    const t = createTestDriver({
      script: { lead: ['!?@coder build\n!?with care', 'Fine.'], coder: ['!?@human Which?', 'Built.'] },
    });
    const tree = await t.start('Begin');
    const [coder] = dialogsOf(tree, 'coder');
    const folder = `subdialogs/${coder?.ref.selfId}`;
    const { assignmentFromSup } = read(t, tree, `${folder}/dialog.yaml`) as { assignmentFromSup: unknown };
    const [call] = recordsIn(t, tree, 'tellaskMade');
    assert.deepEqual(assignmentFromSup, {
      tellaskHead: '@coder build\n',
      tellaskBody: 'with care',
      originMemberId: 'lead',
      callerDialogId: tree.rootId,
      callId: call?.callId,
    });
    assert.equal(read(t, tree, `${folder}/response.yaml`), undefined);
    await t.answer(tree, 'this');
    assert.deepEqual(
      (read(t, tree, `${folder}/dialog.yaml`) as { assignmentFromSup: unknown }).assignmentFromSup,
      assignmentFromSup,
    );
    assert.deepEqual(read(t, tree, `${folder}/response.yaml`), {
      callId: call?.callId,
      callerDialogId: tree.rootId,
      ok: true,
      content: 'Built.',
      suppliedAt: recordsIn(t, tree, 'responseGiven')[0]?.at,
    });
    assert.equal(read(t, tree, 'subdlg.yaml'), undefined);
    assert.equal(rootOf(tree).state.saying.text, 'Fine.');
  });

  it('files of a dialog at work are written once it pauses, and all of a tree as soon as it rests', async () => {
    const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
    const late: (() => void)[] = [];
    const written: string[] = [];
    const t = createTestDriver({
      script: {
        lead: ['!?@coder build', 'Fine.'],
        coder: [{ say: '!?@researcher look', until: gates[0].promise }, 'Built.'],
        researcher: [{ say: 'Found.', until: gates[1].promise }],
      },
      disk: files => ({
        ...files,
        replace(file, text, durable) {
          const name = file.split('/').slice(5).join('/');
          if (!name.startsWith('system/')) written.push(name);
          files.replace(file, text, durable);
        },
      }),
      defer: (work, when) => void (when === 'indexes' && late.push(work)),
    });
    const look = () => {
      for (const work of late.splice(0)) work();
      return written.splice(0);
    };
    const generating = async (agentId: string) => {
      while (!dialogsOf(tree, agentId)[0]?.state.generating) await nextTurn();
      return dialogsOf(tree, agentId)[0]?.ref.selfId;
    };
    const tree = t.launch('Begin');
    const coder = await generating('coder');
    assert.deepEqual(look(), [], 'everything has just changed');
    gates[0].resolve();
    const researcher = await generating('researcher');
    assert.deepEqual(look(), ['dialog.yaml', 'subdlg.yaml', 'latest.yaml'], 'the root waits since before');
    assert.deepEqual(
      look(),
      ['dialog.yaml', 'subdlg.yaml', 'latest.yaml']
        .map(name => `subdialogs/${coder}/${name}`)
        .concat(['dialog.yaml', 'latest.yaml'].map(name => `subdialogs/${researcher}/${name}`)),
    );
    assert.deepEqual(late, [], 'nothing is left to be written');
    gates[1].resolve();
    while (tree.driving > 0) await nextTurn();
    assert.ok(look().includes('latest.yaml'));
    assert.equal((read(t, tree, 'latest.yaml') as { needsDrive: boolean }).needsDrive, false);
  });
});
