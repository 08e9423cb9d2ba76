// Real work with real tools: an agent finds a failing test, fixes it and runs it again; the person decides on every
// step by keyboard, sees what it changed, and takes it back. The model is a real HTTP server.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Frame } from 'playwright-core';
import type { MockReply } from '../support/mock-reply.ts';
import type { MockRequest } from '../support/mock-server.ts';
import { answerByKeyboard } from './support/answer-by-keyboard.ts';
import type { Editor } from './support/editor.ts';
import { sharedWindow } from './support/shared-window.ts';
import { startDialog } from './support/start-dialog.ts';

const broken = `// Adds numbers.
export function sum(numbers) {
  let total = 1;
  for (const number of numbers) total += number;
  return total;
}
`;
const files = {
  '.minds/team.yaml': 'members:\n  lead: { name: Lena, diligence-push-max: 0 }\n',
  'package.json': '{ "name": "sample", "type": "module" }\n',
  'src/sum.js': broken,
  'test/sum.test.js': `import assert from 'node:assert/strict';
import test from 'node:test';
import { sum } from '../src/sum.js';

test('adds numbers', () => assert.equal(sum([1, 2]), 3));
`,
};

/** One step after the other, by how many tools have answered. */
const steps: readonly MockReply[] = [
  { say: 'First I run the tests.', tools: [{ name: 'run_shell', args: { command: 'node --test' } }] },
  { say: 'It adds one too many.', tools: [{ name: 'search_text', args: { query: 'total', path: 'src' } }] },
  { tools: [{ name: 'edit_file', args: { path: 'src/sum.js', old: 'let total = 1;', new: 'let total = 0;' } }] },
  { tools: [{ name: 'run_shell', args: { command: 'git push --force' } }] },
  { say: 'Then only the tests.', tools: [{ name: 'run_shell', args: { command: 'node --test' } }] },
  { say: 'Fixed: `sum` starts at 0, and the test passes.' },
];

function story({ body }: MockRequest): MockReply {
  const answered = body.messages.filter(({ role }) => role === 'tool').length;
  return steps[answered] ?? { say: 'Nothing left to do.' };
}

describe('hands in the editor', () => {
  const window = sharedWindow(() => ({ workspaceFiles: files }));

  const toolAnswers = () =>
    (window.server.requests.at(-1)?.body.messages ?? [])
      .filter(({ role }) => role === 'tool')
      .map(({ content }) => content ?? '');
  const shoot = (name: string) => window.editor.screenshot(`hands-${name}`);
  const shootInThemes = (name: string) => window.editor.screenshotInThemes(`hands-${name}`);
  const text = (file: string) => readFileSync(path.join(window.editor.folder, file), 'utf8');

  it('answers what a reply asks together, lets the rest run, and takes back what holds in the workspace', async () => {
    const commands = ['touch one', 'touch two', 'node -e 1'];
    window.answer(({ body }) => {
      const answered = body.messages.filter(({ role }) => role === 'tool').length;
      if (answered === 0) return { tools: commands.map(command => ({ name: 'run_shell', args: { command } })) };
      if (answered === 3) return { tools: [{ name: 'run_shell', args: { command: 'touch three' } }] };
      return { say: 'All of it ran.' };
    });
    const { editor } = window;
    const { page } = editor;
    await start(editor);
    const panel = await editor.webviewFrame('.composer');
    await panel.getByText('3 actions of this reply ask for permission').waitFor();
    await shootInThemes('together');
    await panel.getByRole('button', { name: 'Always in this workspace' }).last().click();
    await panel.getByText('2 actions of this reply ask for permission').waitFor();
    await panel.getByRole('button', { name: 'Allow all once' }).click();
    await asked(panel, 'Run: touch three');
    assert.ok(existsSync(path.join(editor.folder, 'two')));
    await panel.getByLabel('Permissions').selectOption('All but denied runs');
    await panel.getByText('All of it ran.').first().waitFor();
    await panel.locator('.header').getByText('All but denied runs').waitFor();
    assert.ok(existsSync(path.join(editor.folder, 'three')));
    await shootInThemes('mode');
    await editor.runCommand('Dominds: Manage Permissions');
    await page.locator('.quick-input-list').getByText('node -e 1').waitFor();
    await shootInThemes('manage');
    await page.keyboard.press('Enter');
    await page.getByText('node -e 1 asks again.').first().waitFor();
  });

  it('finds a failing test, fixes and runs it, each step allowed by keyboard', async () => {
    window.answer(story);
    const { editor } = window;
    const { page } = editor;
    await start(editor);
    let panel = await editor.webviewFrame('.composer');

    await asked(panel, 'Run: node --test');
    await shootInThemes('1-command');
    await answerByKeyboard(editor, 'allow once');

    await asked(panel, 'Edit src/sum.js');
    await shoot('2-edit');
    assert.match(toolAnswers()[0] ?? '', /Exit code 1/);
    assert.match(toolAnswers()[1] ?? '', /src\/sum\.js/);
    await editor.runCommand('Dominds: Show Diff of Tool Call');
    await page.locator('.monaco-diff-editor').first().waitFor();
    await page.getByRole('tab', { name: /Edit src\/sum\.js \(proposed\)/ }).waitFor();
    await shootInThemes('3-diff');
    assert.equal(text('src/sum.js'), broken);
    await editor.runCommand('Dominds: Allow Once');

    panel = await backToPanel(editor);
    await asked(panel, 'Run: git push --force');
    assert.equal(text('src/sum.js'), broken.replace('total = 1', 'total = 0'));
    await editor.runCommand('Dominds: Deny');
    await page.locator('.quick-input-widget').getByText('Why not').waitFor();
    await page.locator('.quick-input-widget input:focus').waitFor();
    await page.keyboard.type('Nobody asked for a push.');
    await page.keyboard.press('Enter');

    await asked(panel, 'Run: node --test', 2);
    assert.match(toolAnswers()[3] ?? '', /refused.*Nobody asked for a push\./s);
    await editor.runCommand('Dominds: Allow Once');
    await panel.getByText('and the test passes').first().waitFor();
    assert.match(toolAnswers()[4] ?? '', /Exit code 0/);
    await shootInThemes('4-fixed');

    await editor.runCommand("Dominds: Show Dialog's Changes");
    await page.getByRole('tab', { name: /Changes: The test fails\. Find out why/ }).waitFor();
    await page.locator('.monaco-diff-editor').first().waitFor();
    await shoot('5-changes');
    await backToPanel(editor);
    // Notifications that go would move the button in the next one from under the pointer.
    await editor.runCommand('Notifications: Clear All Notifications');
    await editor.runCommand("Dominds: Revert This Dialog's Edits");
    await page.getByRole('dialog').getByText('Revert 1 file').first().waitFor();
    await shootInThemes('6-undo');
    await page.keyboard.press('Enter');
    await page.getByText('Reverted 1 file.').first().waitFor();
    assert.equal(text('src/sum.js'), broken);
    await shoot('7-undone');
    await page.locator('.notification-toast').getByRole('button', { name: 'Redo' }).click();
    await page.getByText('Restored the edits of 1 file.').first().waitFor();
    assert.equal(text('src/sum.js'), broken.replace('total = 1', 'total = 0'));
    await shoot('8-redone');
  });

  it('is allowed from the Q4H tree, and denied with a word from notification and tree, by their buttons', async () => {
    const from = window.answer(story);
    const { editor } = window;
    const { page } = editor;
    // As the story before has not mended it.
    writeFileSync(path.join(editor.folder, 'src/sum.js'), broken);
    await editor.runCommand('Notifications: Clear All Notifications');
    await start(editor);
    const panel = await editor.webviewFrame('.composer');
    await asked(panel, 'Run: node --test');
    // What is in front is not notified; from here on nothing is.
    await editor.runCommand('View: Close Editor');
    const inTree = async (headline: string, action: string) => {
      const row = page.locator('.pane', { hasText: 'Q4H' }).locator('.monaco-list-row', { hasText: headline });
      await row.hover();
      await row.getByRole('button', { name: action }).click();
    };
    const giveWord = async (word: string) => {
      await page.locator('.quick-input-widget').getByText('Why not').waitFor();
      await page.locator('.quick-input-widget input:focus').waitFor();
      await page.keyboard.type(word);
      await page.keyboard.press('Enter');
    };
    await editor.runCommand('Dominds: Focus on Q4H: Questions for You View');
    await inTree('Run: node --test', 'Allow Once');

    const notice = page.locator('.notification-toast', { hasText: 'Edit src/sum.js' });
    await notice.waitFor();
    await shoot('9-notification');
    await notice.getByRole('button', { name: 'Deny' }).click();
    await giveWord('Say first what is wrong.');

    await page.locator('.notification-toast', { hasText: 'Run: git push --force' }).waitFor();
    assert.match(toolAnswers()[2] ?? '', /refused.*Say first what is wrong\./s);
    assert.equal(text('src/sum.js'), broken);
    await inTree('Run: git push --force', 'Deny');
    await giveWord('Nobody asked for a push.');
    // The first question reads the same, and may have been told, too: it came a moment before the panel was closed.
    await window.server.arrived(from + steps.length - 1);
    await page.locator('.notification-toast', { hasText: 'Run: node --test' }).waitFor();
    assert.match(toolAnswers()[3] ?? '', /refused.*Nobody asked for a push\./s);
    await shoot('10-tree');
  });
});

async function start(editor: Editor): Promise<void> {
  await startDialog(editor, 'The test fails. Find out why and fix it.');
}

/** Closes the diff in front; the panel is drawn anew, since nothing of a hidden one is kept. */
async function backToPanel(editor: Editor): Promise<Frame> {
  await editor.runCommand('View: Close Editor');
  const panel = await editor.webviewFrame('.composer');
  await panel.locator('.composer textarea:focus').waitFor();
  return panel;
}

/** The card of the nth question of this headline, open. */
async function asked(panel: Frame, headline: string, nth = 1): Promise<void> {
  const cards = panel.locator('.question.asking').filter({ hasText: headline });
  await cards.first().waitFor();
  await cards.first().scrollIntoViewIfNeeded();
  const all = panel.locator('.question').filter({ hasText: headline });
  assert.equal(await all.count(), nth);
}
