// The list of what is to be done (SPEC 25.8) is read for panels, which show it, and for nobody else.
import assert from 'node:assert/strict';
import { makeOpenedWorkspace } from '../support/opened-workspace.ts';

describe('the tree of a dialog', () => {
  it('comes with what is to be done where that is asked for', async () => {
    const workspace = await makeOpenedWorkspace({
      '.minds/team.yaml': 'member_defaults: {diligence-push-max: 0}\nmembers: {lead: {}}\n',
      '.minds/llm.yaml': 'provider: playbook\nplaybook: p.yaml\n',
      '.minds/p.yaml': 'replies: [{say: Done.}]\n',
      'tasks/t.tsk/goals.md': '- [ ] paint the fence\n',
    });
    const runtime = await workspace.open('drive');
    const started = await runtime.perform({ kind: 'start', text: 'Begin', taskDocPath: 'tasks/t.tsk' });
    assert.ok(started.ok);
    await runtime.settled(started.rootId);
    const plain = await runtime.tree(started.rootId);
    const shown = await runtime.tree(started.rootId, { todo: true });
    assert.ok(plain.ok && shown.ok);
    assert.equal(plain.tree.todo, undefined);
    assert.deepEqual(shown.tree.todo, [{ text: 'paint the fence', state: 'open' }]);
    await workspace.close();
  });
});
