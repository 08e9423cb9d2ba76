// Where the page of a dialog is in the real editor, whose boxes around it can be scrolled by a page.
import assert from 'node:assert/strict';
import { openEditor } from './support/editor.ts';
import { startDialog } from './support/start-dialog.ts';

const files = {
  '.minds/team.yaml': 'members: {lead: {name: Lena, diligence-push-max: 0}}\n',
  '.minds/llm.yaml': 'provider: playbook\nplaybook: p.yaml\n',
  '.minds/p.yaml': `replies:
  - repeat: true
    say: |
${'      Each wall wants a colour of its own.\n\n'.repeat(40)}
      !?@human Which colour?
`,
};

describe('the page of a dialog', () => {
  it('stays in its place in the editor when a question in it is gone to', async () => {
    const editor = await openEditor({ workspaceFiles: files });
    await startDialog(editor, 'Paint the kitchen');
    const panel = await editor.webviewFrame('.composer.answering');
    await editor.runCommand('Dominds: Answer Question');
    await panel.locator('.flashed').waitFor();
    const moved = await editor.page
      .locator('iframe.webview')
      .evaluateAll(frames => frames.map(({ parentElement }) => parentElement?.scrollTop));
    assert.deepEqual(moved, [0]);
  });
});
