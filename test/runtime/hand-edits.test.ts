// Reminders that a person edited in `reminders.json`: they count for whoever looks and for the next generation (SPEC
// 9.1).
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type RootId, rootRef } from '../../src/core/base/ids.ts';
import type { OpenOptions, Runtime } from '../../src/runtime.ts';
import { makeOpenedWorkspace, type OpenedWorkspace } from '../support/opened-workspace.ts';
import { toldFinding, toldProblem } from '../support/told.ts';

describe('reminders that a person edited in their file', () => {
  let workspace: OpenedWorkspace;
  beforeEach(async () => {
    workspace = await makeOpenedWorkspace({
      '.minds/team.yaml': 'member_defaults: {diligence-push-max: 0}\nmembers: {lead: {}}\n',
      '.minds/llm.yaml': 'provider: playbook\nplaybook: p.yaml\n',
      '.minds/p.yaml': 'replies:\n  - {say: Well., repeat: true}\n',
    });
  });
  afterEach(() => workspace.close());

  const open = (mode: OpenOptions['mode']) => workspace.open(mode);
  /** A root that rests, with one reminder. */
  const rest = async (runtime: Runtime): Promise<RootId> => {
    const started = await runtime.perform({ kind: 'start', text: 'go' });
    assert.ok(started.ok);
    await runtime.settled(started.rootId);
    assert.ok(
      (await runtime.perform({ kind: 'setReminders', dialog: rootRef(started.rootId), reminders: ['one'] })).ok,
    );
    await runtime.perform({ kind: 'say', dialog: rootRef(started.rootId), content: 'more', msgId: 'm-1' });
    await runtime.settled(started.rootId);
    return started.rootId;
  };
  const edit = (rootId: RootId, reminder = 'by hand') =>
    writeFileSync(path.join(workspace.folder, '.dialogs/run', rootId, 'reminders.json'), JSON.stringify([reminder]));

  it('are shown by a process that only reads, and stand in the request that it shows', async () => {
    const driver = await open('drive');
    const rootId = await rest(driver);
    await driver.close();
    edit(rootId);
    const reader = await open('read');
    const viewed = await reader.view(rootRef(rootId));
    assert.deepEqual(viewed.ok && viewed.view.state.reminders, ['by hand']);
    const made = await reader.prompt(rootRef(rootId));
    assert.match(made.ok ? (made.prompt.messages.at(-1)?.content ?? '') : '', /1\. by hand/);
  });

  it('are taken in when they are longer than any that members note', async () => {
    const driver = await open('drive');
    const rootId = await rest(driver);
    const long = 'x'.repeat(2 ** 21);
    edit(rootId, long);
    await driver.perform({ kind: 'say', dialog: rootRef(rootId), content: 'and now?', msgId: 'm-2' });
    await driver.settled(rootId);
    const viewed = await driver.view(rootRef(rootId));
    assert.ok(viewed.ok);
    assert.ok(viewed.view.state.reminders[0] === long);
  });

  describe('whose indexes lag behind its records, as after a crash', () => {
    const indexes = ['reminders.json', 'latest.yaml'];
    /** A root with the reminders `two`; its index files are those of when it had `one`. */
    const crashed = async (): Promise<RootId> => {
      const driver = await open('drive');
      const rootId = await rest(driver);
      await driver.close();
      const before = await Promise.all(indexes.map(name => workspace.read(`.dialogs/run/${rootId}/${name}`)));
      const again = await open('drive');
      for (const reminder of ['between', 'two'])
        assert.ok((await again.perform({ kind: 'setReminders', dialog: rootRef(rootId), reminders: [reminder] })).ok);
      await again.close();
      for (const [at, name] of indexes.entries())
        writeFileSync(path.join(workspace.folder, '.dialogs/run', rootId, name), before[at] ?? '');
      return rootId;
    };
    const reminders = async (rootId: RootId) => {
      const driver = await open('drive');
      const viewed = await driver.view(rootRef(rootId));
      assert.ok(viewed.ok);
      return viewed.view.state.reminders;
    };

    it('are taken in when the dialog never had them', async () => {
      const rootId = await crashed();
      edit(rootId);
      assert.deepEqual(await reminders(rootId), ['by hand']);
    });

    for (const remains of ['one', 'between']) {
      it(`are no edit when the dialog had them since then: ${remains}`, async () => {
        const rootId = await crashed();
        writeFileSync(path.join(workspace.folder, '.dialogs/run', rootId, 'reminders.json'), `["${remains}"]`);
        assert.deepEqual(await reminders(rootId), ['two']);
      });
    }
  });

  describe('of which Git left both sides', () => {
    const sides = (...lines: readonly string[]) => ['[', ...lines, ']', ''].join('\n');
    const latest = '<<<<<<< HEAD\nmessageCount: 2\n=======\nmessageCount: 3\n>>>>>>> other\ncurrentCourse: 1\n';
    const merged: Readonly<Record<string, readonly [string, readonly string[]]>> = {
      'as it does by itself': [
        sides('  "one",', '<<<<<<< HEAD', '  "mine"', '=======', '  "one more",', '  "yours"', '>>>>>>> other'),
        ['one', 'mine', 'one more', 'yours'],
      ],
      'with what both had before': [
        sides(
          '<<<<<<< HEAD',
          '  "mine",',
          '  "b"',
          '||||||| 12ab',
          '  "one",',
          '  "b"',
          '=======',
          '  "b"',
          '>>>>>>> other',
        ),
        ['mine', 'b'],
      ],
      'where one side has none': ['<<<<<<< HEAD\n["mine"]\n=======\n[]\n>>>>>>> other\n', ['mine']],
      'and the lines in between merge': [sides('  "mine",', '  "one",', '  "yours"'), ['mine', 'one', 'yours']],
    };
    for (const [how, [text, wanted]] of Object.entries(merged)) {
      for (const end of ['\n', '\r\n']) {
        it(`are taken from both ${how}${end === '\n' ? '' : ', with line ends of Windows'}`, async () => {
          const driver = await open('drive');
          const rootId = await rest(driver);
          await driver.close();
          const place = (name: string) => path.join(workspace.folder, '.dialogs/run', rootId, name);
          writeFileSync(place('reminders.json'), text.replaceAll('\n', end));
          writeFileSync(place('latest.yaml'), latest.replaceAll('\n', end));
          writeFileSync(place('dialog.yaml'), latest.replaceAll('\n', end));
          const again = await open('drive');
          await again.perform({ kind: 'say', dialog: rootRef(rootId), content: 'and now?', msgId: 'm-2' });
          await again.settled(rootId);
          const viewed = await again.view(rootRef(rootId));
          assert.deepEqual(viewed.ok && viewed.view.state.reminders, wanted);
          await again.close();
          assert.deepEqual(JSON.parse(await workspace.read(`.dialogs/run/${rootId}/reminders.json`)), wanted);
          for (const name of ['latest.yaml', 'dialog.yaml'])
            assert.doesNotMatch(await workspace.read(`.dialogs/run/${rootId}/${name}`), /<<<|===|>>>/);
          assert.deepEqual(
            readdirSync(place('')).filter(name => name.includes('corrupt')),
            [],
          );
        });
      }
    }

    it('are kept aside where a side cannot be read', async () => {
      const driver = await open('drive');
      const rootId = await rest(driver);
      await driver.close();
      const file = path.join(workspace.folder, '.dialogs/run', rootId, 'reminders.json');
      writeFileSync(file, '[\n<<<<<<< HEAD\n  "mine"\n=======\n  "yours\n>>>>>>> other\n]\n');
      const again = await open('drive');
      const viewed = await again.view(rootRef(rootId));
      assert.deepEqual(viewed.ok && viewed.view.state.reminders, ['one']);
      assert.match(await workspace.read(`.dialogs/run/${rootId}/reminders.json.corrupt-1`), /"yours/);
      assert.match(again.problems().map(toldProblem)[0]?.message ?? '', /corrupt-1/);
    });

    it('are not kept aside when the dialog has them all', async () => {
      const driver = await open('drive');
      const rootId = await rest(driver);
      const file = path.join(workspace.folder, '.dialogs/run', rootId, 'reminders.json');
      const text = (theirs: string) => sides('<<<<<<< HEAD', '  "two"', '=======', `  "${theirs}"`, '>>>>>>> other');
      writeFileSync(file, text('two'));
      assert.ok((await driver.perform({ kind: 'setReminders', dialog: rootRef(rootId), reminders: ['two'] })).ok);
      await driver.settled(rootId);
      assert.deepEqual(
        readdirSync(path.dirname(file)).filter(name => name.includes('corrupt')),
        [],
      );
    });
  });

  const slips: Readonly<Record<string, string>> = {
    'is no JSON': '["one", "tw',
    'is no list': '{"1": "one"}',
    'is a list of numbers': '[1, 2]',
  };
  for (const [what, slip] of Object.entries(slips)) {
    const slipIn = (rootId: RootId) =>
      writeFileSync(path.join(workspace.folder, '.dialogs/run', rootId, 'reminders.json'), slip);
    const texts = async (rootId: RootId) => {
      const folder = `.dialogs/run/${rootId}`;
      const text = await workspace.read(`${folder}/reminders.json`);
      return { reminders: JSON.parse(text), aside: await workspace.read(`${folder}/reminders.json.corrupt-1`) };
    };

    it(`are kept aside and told when the file ${what}, and the former ones hold`, async () => {
      const driver = await open('drive');
      const rootId = await rest(driver);
      slipIn(rootId);
      await driver.perform({ kind: 'say', dialog: rootRef(rootId), content: 'and now?', msgId: 'm-2' });
      await driver.settled(rootId);
      assert.deepEqual(await texts(rootId), { reminders: ['one'], aside: slip });
      const [problem] = driver.problems();
      assert.equal(problem?.file, `.dialogs/run/${rootId}/reminders.json`);
      assert.equal(
        problem && toldProblem(problem).message,
        'this is not a JSON list of texts, or it is over 16 MB; it was kept as reminders.json.corrupt-1',
      );
      assert.ok((await driver.perform({ kind: 'setReminders', dialog: rootRef(rootId), reminders: ['two'] })).ok);
    });

    it(`are kept aside when reminders change while the file ${what}`, async () => {
      const driver = await open('drive');
      const rootId = await rest(driver);
      slipIn(rootId);
      await driver.perform({ kind: 'setReminders', dialog: rootRef(rootId), reminders: ['two'] });
      await driver.close();
      assert.deepEqual(await texts(rootId), { reminders: ['two'], aside: slip });
    });

    it(`are kept aside by the repair of doctor when the file ${what}`, async () => {
      const driver = await open('drive');
      const rootId = await rest(driver);
      slipIn(rootId);
      const looked = await driver.doctor();
      assert.ok(looked.ok);
      const found = looked.report.problems.filter(({ path: at }) => at.endsWith('reminders.json'));
      assert.deepEqual(
        found.map(problem => toldFinding(problem).message),
        ['this is not a JSON list of texts, or it is over 16 MB'],
      );
      const repaired = await driver.doctor({ repair: true });
      assert.ok(repaired.ok && repaired.report.ok);
      assert.deepEqual(await texts(rootId), { reminders: ['one'], aside: slip });
    });
  }

  it('are kept aside, unread, when the file is over 16 MB', async () => {
    const driver = await open('drive');
    const rootId = await rest(driver);
    const file = path.join(workspace.folder, '.dialogs/run', rootId, 'reminders.json');
    const bytes = 16 * 1024 * 1024 + 1;
    truncateSync(file, bytes);
    await driver.perform({ kind: 'say', dialog: rootRef(rootId), content: 'and now?', msgId: 'm-2' });
    await driver.settled(rootId);
    assert.equal(statSync(`${file}.corrupt-1`).size, bytes);
    assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')), ['one']);
    assert.equal(driver.problems()[0]?.fault.id, 'reminders-not-a-list');
  });

  it('are taken in as a record before the next words, by a process that had the dialog open', async () => {
    const driver = await open('drive');
    const rootId = await rest(driver);
    edit(rootId);
    await driver.perform({ kind: 'say', dialog: rootRef(rootId), content: 'and now?', msgId: 'm-2' });
    await driver.settled(rootId);
    const viewed = await driver.view(rootRef(rootId));
    assert.ok(viewed.ok);
    assert.deepEqual(viewed.view.state.reminders, ['by hand']);
    const kinds = viewed.view.records.map(({ kind }) => kind);
    assert.ok(kinds.lastIndexOf('remindersSet') < kinds.lastIndexOf('userSaid'));
    assert.equal(kinds.filter(kind => kind === 'remindersSet').length, 2);
  });

  it('of a subdialog count when its caller asks it again', async () => {
    await workspace.write(
      '.minds/team.yaml',
      'member_defaults: {diligence-push-max: 0}\nmembers: {lead: {}, bob: {}}\n',
    );
    await workspace.write(
      '.minds/p.yaml',
      [
        'replies:',
        ...['go', 'again'].map(
          word => `  - {when: {agent: lead, contains: ${word}}, say: "!?@bob !tellaskSession s\\n!?Go on\\n"}`,
        ),
        '  - {say: Well., repeat: true}\n',
      ].join('\n'),
    );
    const driver = await open('drive');
    const started = await driver.perform({ kind: 'start', text: 'go' });
    assert.ok(started.ok);
    const { rootId } = started;
    await driver.settled(rootId);
    const subOf = async () => {
      const found = await driver.tree(rootId);
      assert.ok(found.ok && found.tree.children[0]);
      return { rootId, selfId: found.tree.children[0].selfId };
    };
    const sub = await subOf();
    assert.ok((await driver.perform({ kind: 'setReminders', dialog: sub, reminders: ['one'] })).ok);
    await driver.settled(rootId);
    const folder = path.join(workspace.folder, '.dialogs/run', rootId, 'subdialogs', sub.selfId);
    writeFileSync(path.join(folder, 'reminders.json'), '["by hand"]');
    await driver.perform({ kind: 'say', dialog: rootRef(rootId), content: 'again', msgId: 'm-1' });
    await driver.settled(rootId);
    const viewed = await driver.view(sub);
    assert.ok(viewed.ok);
    assert.deepEqual(viewed.view.state.reminders, ['by hand']);
    const kinds = viewed.view.records.map(({ kind }) => kind);
    assert.equal(kinds.filter(kind => kind === 'generationStarted').length, 2);
    assert.ok(kinds.lastIndexOf('remindersSet') < kinds.lastIndexOf('generationStarted'));
    assert.equal(kinds.filter(kind => kind === 'remindersSet').length, 2);
  });
});
