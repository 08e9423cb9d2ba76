// Rules that a person has for other tools, taken over in the real editor: shown first, then written.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { openEditor } from './support/editor.ts';

const files = {
  'AGENTS.md': 'Be kind.\n',
  '.clinerules/style.md': 'Tabs, not spaces.\n',
  '.roomodes': `customModes:
  - slug: docs-writer
    name: 📝 Docs Writer
    roleDefinition: You write documentation that people read.
    groups: [read, [edit, { fileRegex: '\\.md$' }]]
`,
  '.minds/team.yaml': '# Ours.\nmembers:\n  lead: { name: Lena } # decides\n',
};

describe('importing rules in the editor', () => {
  it('shows what it will write, writes what is chosen, and keeps the team file', async () => {
    const editor = await openEditor({ workspaceFiles: files });
    const { page } = editor;
    const input = page.locator('.quick-input-widget');
    await editor.runCommand('Import Rules…');
    await input.getByText('.minds/team/docs-writer/persona.md').waitFor();
    const preview = await editor.webviewFrame('h1#import-rules');
    await preview.getByText('You write documentation that people read.').waitFor();
    await editor.screenshot('import-1-choice-dark');
    await page.keyboard.press('Enter');
    await page.getByText('3 of 3 files written to .minds.').first().waitFor();
    const read = (file: string) => readFile(path.join(editor.folder, file), 'utf8');
    assert.match(
      await read('.minds/team.yaml'),
      /^# Ours\.\nmembers:\n {2}lead: \{ name: Lena \} # decides\n {2}docs-writer:/,
    );
    assert.equal(await read('.minds/memory/team_shared/rules/cline/style.md'), 'Tabs, not spaces.\n');
    await page.getByRole('button', { name: 'Show Notes' }).click();
    const noted = await editor.webviewFrame('h1#import-rules');
    await noted.getByText('every member reads it as it is').waitFor();
    await noted.getByText('You write documentation that people read.').waitFor({ state: 'detached' });
    await editor.screenshot('import-2-notes-dark');

    await editor.runCommand('Import Rules…');
    await page.getByText('All rules are imported already.').first().waitFor();
  });
});
