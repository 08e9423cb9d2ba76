// 50 dialogs and 30 questions in the real editor: what needs the person comes first everywhere, and nothing says that
// it works.
import assert from 'node:assert/strict';
import { openRuntime } from '../../src/runtime.ts';
import { makeTempWorkspace, type TempWorkspace } from '../support/temp-workspace.ts';
import { openEditor } from './support/editor.ts';
import { showDominds } from './support/side-bar.ts';

const replies = `replies:
  - {when: {contains: Ask}, repeat: true, say: "!?@human Which way?\\n!?- the short one\\n!?- the safe one"}
  - {when: {contains: Fail}, repeat: true, fail: {status: 401, message: wrong key}}
  - {when: {contains: Finish}, repeat: true, say: Done., tools: [{name: mark_done, args: {}}]}
  - {repeat: true, say: That is all.}
`;

const kinds = [
  ...Array(30).fill('Ask about'),
  ...Array(4).fill('Fail at'),
  ...Array(6).fill('Finish'),
  ...Array(10).fill('Look after'),
];

describe('50 dialogs and 30 questions in the editor', () => {
  let workspace: TempWorkspace;
  before(async () => {
    workspace = await makeTempWorkspace({
      '.minds/team.yaml': 'member_defaults: {diligence-push-max: 0}\nmembers: {lead: {name: Lena}}\n',
      '.minds/llm.yaml': 'provider: playbook\nplaybook: p.yaml\n',
      '.minds/p.yaml': replies,
    });
    const opened = await openRuntime({ rtws: workspace.folder, env: {}, mode: 'drive' });
    assert.ok(opened.ok);
    const { runtime } = opened;
    for (const [at, kind] of kinds.entries()) {
      const started = await runtime.perform({ kind: 'start', text: `${kind} part ${at + 1}` });
      assert.ok(started.ok);
      await runtime.settled(started.rootId);
    }
    await runtime.close();
  });
  after(() => workspace.remove());

  it('comes first in the tree, on the badge, in the status bar and in the Overview', async () => {
    const editor = await openEditor({ folder: workspace.folder, theme: 'dark', size: { width: 1500, height: 950 } });
    const { page } = editor;
    await showDominds(page);
    const rows = page.locator('.pane', { hasText: 'Dialogs' }).first().locator('[role=treeitem]');
    await rows.filter({ hasText: 'Ask about part 30' }).waitFor();
    assert.match((await rows.first().getAttribute('aria-label')) ?? '', /Needs you/);
    assert.match((await rows.nth(1).getAttribute('aria-label')) ?? '', /Ask about part 30/);
    const status = page.locator('[id="dominds.dominds.dominds.status"]');
    await status.waitFor();
    assert.match((await status.getAttribute('aria-label')) ?? '', /^Dominds: 34 need you \(30 questions\)$/);
    await page.locator('.badge-content', { hasText: '34' }).first().waitFor();
    await editor.screenshot('crowd-trees-dark');
    await editor.runCommand('Dominds: Open Overview');
    const overview = await editor.webviewFrame('.overview .tree');
    await overview.getByText('34 need you').waitFor();
    await overview.getByText('0 working').waitFor();
    await editor.screenshot('crowd-overview-dark');
    const groups = await overview.locator('.tree [aria-level="1"]').allTextContents();
    assert.deepEqual(
      groups.map(text => text.replace(/\d.*/, '').trim()),
      ['Needs you', 'Idle', 'Completed'],
    );
  });
});
