// Who the agents are and what the task is, in the real editor: Team and Taskdocs views, preview, and help in the team
// file.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import type { Editor } from './support/editor.ts';
import { sharedWindow } from './support/shared-window.ts';
import { showDominds } from './support/side-bar.ts';
import { begin } from './support/start-dialog.ts';

const team = `default_responder: leed
members:
  lead:
    name: Lena
    icon: 🧭
    model: gpt-5.1
  robin:
    name: Robin
    icon: rocket
    colour: blue
  ghost: { name: Ghost, hidden: true }
`;

const files = {
  '.minds/team.yaml': team,
  '.minds/team/lead/persona.md': '# Lena\n\nShe leads.\n',
  'tasks/build.tsk/goals.md': 'Make the build take **one** minute.\n\n- [ ] measure\n- [x] ask\n',
  'tasks/build.tsk/constraints.md': 'No new tools.\n',
  'tasks/build.tsk/bearinmind/risks.md': 'Tests may depend on minified names.\n',
  'tasks/build.tsk/notes/times.md': '4 min\n',
  'garden.tsk/goals.md': 'Mow.\n',
  'readme.md': '# Sample\n',
};

describe('minds in the editor', () => {
  const window = sharedWindow(() => ({ workspaceFiles: files }));

  it('shows team and taskdocs, previews a taskdoc, and helps in the team file', async () => {
    const { editor } = window;
    const { page } = editor;
    await openViews(editor);
    await row(editor, /^Lena/).waitFor();
    await row(editor, /^Ghost/).waitFor();
    await row(editor, /default_responder names no member/).waitFor();
    await row(editor, /^build/)
      .locator('.monaco-tl-twistie')
      .click();
    await row(editor, /^Constraints/).waitFor();
    await editor.screenshotInThemes('minds-1-views');

    await startOn(editor, row(editor, /^build/));
    await row(editor, /^build.*1 dialog/).waitFor();
    await inline(row(editor, /^build/), 'Preview Taskdoc');
    const preview = await editor.webviewFrame('h2#goals');
    await preview.getByText('No new tools.').waitFor();
    await editor.screenshotInThemes('minds-2-preview');
    await writeFile(path.join(editor.folder, 'tasks/build.tsk/constraints.md'), 'No new tools at all.\n');
    await preview.getByText('No new tools at all.').waitFor();

    await page.keyboard.press('Escape');
    await editor.runCommand('View: Close All Editors');
    await row(editor, /default_responder names no member/).click();
    await page.locator('.squiggly-error').first().waitFor();
    await page.locator('.squiggly-warning').first().waitFor();
    await editor.screenshotInThemes('minds-3-squiggles');
    await page.keyboard.press('End');
    for (const _ of 'leed') await page.keyboard.press('Backspace');
    await page.keyboard.press('Control+Space');
    const offered = page.locator('.suggest-widget .monaco-list-row');
    await offered.filter({ hasText: 'robin' }).waitFor();
    await editor.screenshotInThemes('minds-4-completion');
    await offered.filter({ hasText: 'lead' }).click();
    await row(editor, /default_responder names no member/).waitFor();
    await page.keyboard.press('Control+S');
    await row(editor, /default_responder names no member/).waitFor({ state: 'detached' });
  });

  it('marks packages in the explorer and names their sections on tabs', async () => {
    const { editor } = window;
    const { page } = editor;
    await editor.runCommand('View: Show Explorer');
    await page.locator('.explorer-folders-view').getByText('tasks').click();
    await page.keyboard.press('ArrowRight');
    await page.locator('.explorer-folders-view').getByText('goals.md').first().dblclick();
    await page.getByRole('tab', { name: /Goals · build/ }).waitFor();
    await page.locator('.explorer-folders-view [aria-label*="Taskdoc"]').first().waitFor();
    await editor.screenshot('minds-5-explorer');
  });
});

async function openViews(editor: Editor): Promise<void> {
  const { page } = editor;
  await showDominds(page);
  for (const view of ['Taskdocs', 'Team']) await page.getByRole('button', { name: `${view} Section` }).click();
}

function row({ page }: Editor, name: RegExp): Locator {
  return page.getByRole('treeitem', { name }).first();
}

async function inline(item: Locator, action: string): Promise<void> {
  await item.hover();
  await item.getByRole('button', { name: action }).click();
}

async function startOn(editor: Editor, item: Locator): Promise<void> {
  await inline(item, 'Start Root Dialog');
  await begin(editor, 'Begin.');
}
