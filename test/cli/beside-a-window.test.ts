// A terminal drives while an editor window is open on the same folder, and is killed: the window, which is a runtime
// that reads, takes over. Nothing is lost, and nothing is done twice (SPEC 9.4, 11.3).
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { isRootRef, rootRef } from '../../src/core/base/ids.ts';
import { openRuntime, type Runtime } from '../../src/runtime.ts';
import { byPerson } from '../support/by-person.ts';
import { makeTempWorkspace, type TempWorkspace } from '../support/temp-workspace.ts';
import { afterTheKill, beforeTheKill } from './paint-story.ts';

const main = path.resolve(import.meta.dirname, '../../src/cli/main.ts');

describe('a window beside a terminal that drives', function () {
  // Several real processes.
  this.timeout(120_000);
  let workspace: TempWorkspace;
  let terminal: ChildProcess;
  let window: Runtime;

  const play = (replies: string) => workspace.write('.minds/p.yaml', `replies:\n${replies}`);
  const happened = (isIt: (kind: string, isRoot: boolean) => boolean) =>
    new Promise<void>(resolve => {
      const following = window.subscribe(event => {
        if (event.type !== 'recorded' || !isIt(event.record.kind, isRootRef(event))) return;
        following.dispose();
        resolve();
      });
    });
  const isDrivenBy = (wanted: string) =>
    new Promise<void>(resolve => {
      const following = window.onDriverChange(who => {
        if (who !== wanted) return;
        following.dispose();
        resolve();
      });
    });

  beforeEach(async () => {
    workspace = await makeTempWorkspace({
      '.minds/team.yaml': 'member_defaults: {diligence-push-max: 0}\nmembers: {lead: {}, bob: {}}\n',
      '.minds/llm.yaml': 'provider: playbook\nplaybook: p.yaml\n',
    });
    await play(beforeTheKill);
    const opened = await openRuntime({ rtws: workspace.folder, env: {}, mode: 'read' });
    assert.ok(opened.ok);
    window = opened.runtime;
  });
  afterEach(async () => {
    terminal.kill('SIGKILL');
    await window.close();
    await workspace.remove();
  });

  it('follows live, hands an answer over once, and drives on when the terminal is killed', async () => {
    const asked = happened(kind => kind === 'questionAsked');
    const worked = happened((kind, isRoot) => kind === 'generationStarted' && !isRoot);
    terminal = spawn(process.execPath, [main, '-C', workspace.folder, 'start', 'go'], {
      env: { ...process.env, OPENAI_API_KEY: '', OPENAI_BASE_URL: '' },
      stdio: 'ignore',
    });
    await Promise.all([asked, worked]);
    assert.equal(window.drivenBy(), 'other');
    const [root] = window.listRoots();
    assert.ok(root);
    const [question] = await window.questions();
    assert.ok(question);
    const answered = await window.perform(
      { kind: 'answer', questionId: question.id, content: 'red', msgId: 'm-1' },
      byPerson,
    );
    assert.ok(answered.ok, JSON.stringify(answered));

    await play(afterTheKill);
    const gone = isDrivenBy('nobody');
    terminal.kill('SIGKILL');
    await gone;
    const found = await window.tree(root.rootId);
    assert.ok(found.ok);
    assert.deepEqual(
      found.tree.children.map(({ state }) => state),
      ['interrupted'],
    );
    assert.deepEqual(await window.takeOver(), { ok: true });
    await window.perform({ kind: 'continueAll' });
    const settled = await window.settled(root.rootId);
    assert.deepEqual([settled.state, settled.questions, settled.interrupted], ['idle', [], []]);
    const viewed = await window.view(rootRef(root.rootId));
    assert.ok(viewed.ok);
    const count = (kind: string) => viewed.view.records.filter(record => record.kind === kind).length;
    assert.deepEqual(['userSaid', 'questionAnswered', 'tellaskMade', 'responseSupplied'].map(count), [1, 1, 1, 1]);
  });
});
