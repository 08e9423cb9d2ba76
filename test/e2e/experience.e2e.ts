// What a person does around a dialog in the real editor, by mouse and by keyboard: code into a file, mentions, find,
// the next question, export, clean-up; and the run that goes on whatever happens to its panel.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Frame, Page } from 'playwright-core';
import type { MockReply } from '../support/mock-reply.ts';
import { type MockRequest, type MockServer, startMockServer } from '../support/mock-server.ts';
import { type Editor, openEditor } from './support/editor.ts';
import { startDialog } from './support/start-dialog.ts';

const code = '/** Doubles. */\nexport const twice = (n: number) => n * 2;';
const saying = `Here is the function, see [notes](docs/notes.md).\n\n\`\`\`ts\n${code}\n\`\`\`\n\nNow two questions.\n\n`;
const questions = '!?@human May I add it to the build?\n!?It is small.\n\n!?@human Under which name?\n';

/** The first part of the first reply is held until the gate opens. */
function story(gate: Promise<unknown>): (request: MockRequest) => MockReply {
  return ({ body }) => {
    const last = String(body.messages.at(-1)?.content ?? '');
    if (last.includes('As twice')) return { say: 'All done.', tools: [{ name: 'mark_done', args: {} }] };
    return { say: `${saying}${questions}`, chunkSize: 12, gates: { 6: gate } };
  };
}

describe('a dialog and the editor around it', () => {
  let server: MockServer;
  let editor: Editor;
  let page: Page;
  let release: () => void;

  beforeEach(async () => {
    const gate = new Promise<void>(resolve => {
      release = resolve;
    });
    server = await startMockServer({ respond: story(gate) });
    editor = await openEditor({
      theme: 'dark',
      workspaceFiles: {
        '.minds/team.yaml': 'members:\n  lead: { name: Lena }\n',
        'src/build.ts': '// first line\n',
        'docs/notes.md': '# Notes\n',
      },
      modelServer: server.baseUrl,
    });
    page = editor.page;
  });

  afterEach(async () => {
    release();
    await server.close();
  });

  const panel = () => editor.webviewFrame('.composer');
  const quickInput = () => page.locator('.quick-input-widget');
  const tab = (name: RegExp) => page.locator('.tabs-container').getByRole('tab', { name }).first();

  /** Starts a dialog and gives its panel. */
  async function start(): Promise<Frame> {
    await startDialog(editor, 'Write a function');
    return panel();
  }

  async function asked(): Promise<Frame> {
    const frame = await start();
    release();
    await frame.getByText('Under which name?').first().waitFor();
    return frame;
  }

  it('goes on when its panel is closed while it streams, and is whole when it is opened again', async () => {
    const frame = await start();
    await frame.getByText('Here is the function').waitFor();
    await editor.runCommand('View: Close All Editors');
    release();
    // The badge of the view container counts the questions of the dialog that nobody shows.
    await page
      .getByRole('tab', { name: /Dominds.*2/ })
      .first()
      .waitFor();
    await editor.runCommand('Dominds: Open Dialog');
    await quickInput().getByText('Write a function').first().waitFor();
    await page.keyboard.press('Enter');
    const again = await panel();
    await again.getByText('Now two questions.').waitFor();
    assert.equal(await again.locator('.question-item').count(), 2);
  });

  it('can be continued after a reload while it streams, and still asks after one while it asks', async () => {
    const frame = await start();
    await frame.getByText('Here is the function').waitFor();
    await editor.reload();
    release();
    const interrupted = await panel();
    // The window drove the dialog: with it the generation ended, and Continue takes it up.
    await interrupted.locator('.strip').getByText('Continue', { exact: true }).click();
    await interrupted.getByText('Under which name?').first().waitFor();

    await editor.reload();
    await (await panel()).getByText('Under which name?').first().waitFor();
  });

  it('keeps a half answer over a reload, takes both answers, and is done after another', async () => {
    const asking = await asked();
    await asking.locator('.composer textarea').focus();
    await page.keyboard.press('F8');
    await page.keyboard.type('Yes, half an ans');
    await asking.locator('.composer.answering').waitFor();
    await editor.reload();
    const answering = await panel();
    await answering.locator('.composer.answering').waitFor();
    assert.equal(await answering.locator('.composer textarea').inputValue(), 'Yes, half an ans');
    await answering.locator('.composer textarea').focus();
    await page.keyboard.type('wer');
    await page.keyboard.press('Enter');
    await answering.getByText('Yes, half an answer').first().waitFor();
    await page.keyboard.press('F8');
    await page.keyboard.type('As twice');
    await page.keyboard.press('Enter');
    await answering.getByText('All done.').first().waitFor();
    await editor.reload();
    await (await panel()).getByText('Marked done by the agent').first().waitFor();
  });

  it('hands code to a file and to a new one, and opens the file that a link names', async () => {
    const frame = await asked();
    // The panel would take the focus back from what opens before it has it.
    await frame.locator('.composer textarea:focus').waitFor();
    await page.keyboard.press('Control+p');
    await quickInput().locator('input').first().waitFor();
    await page.keyboard.type('build.ts');
    await page.locator('.quick-input-list').getByText('build.ts').first().waitFor();
    await page.keyboard.press('Control+Enter');
    await tab(/build\.ts/).waitFor();
    // A tab is there before its file is loaded, and code goes into one that is.
    const text = page.locator('.editor-instance .view-lines').first();
    await text.getByText('// first line').waitFor();
    await frame.locator('.code').first().hover();
    await frame.getByRole('button', { name: 'Insert into the editor' }).click();
    await text.getByText('export const twice').waitFor();
    await frame.locator('.code').first().hover();
    await frame.getByRole('button', { name: 'Open as a file' }).click();
    await tab(/Untitled-1/).waitFor();
    await page.locator('.statusbar-item').getByText('TypeScript', { exact: true }).waitFor();
    await frame.locator('[data-href="docs/notes.md"]').click();
    await tab(/notes\.md/).waitFor();
    await editor.screenshot('experience-code-dark');
  });

  it('mentions files after @ and by drop, finds words, and goes from question to question', async () => {
    const frame = await asked();
    await frame.locator('.switch').getByRole('button', { name: 'Message' }).click();
    await page.keyboard.type('Look at @notes');
    await frame.getByRole('option', { name: /notes\.md/ }).click();
    const field = frame.locator('.composer textarea');
    assert.equal(await field.inputValue(), 'Look at @docs/notes.md ');
    const uri = `vscode-remote://localhost${path.join(editor.folder, 'src/build.ts')}`;
    const data = await frame.evaluateHandle(each => {
      const transfer = new DataTransfer();
      transfer.setData('text/uri-list', each);
      return transfer;
    }, uri);
    await field.dispatchEvent('drop', { dataTransfer: data });
    await frame.waitForFunction(() =>
      document.querySelector<HTMLTextAreaElement>('.composer textarea')?.value.includes('@src/build.ts'),
    );
    await field.focus();
    await page.keyboard.press('Control+f');
    await frame.locator('.find input').waitFor();
    await page.keyboard.type('two questions');
    await page.keyboard.press('Enter');
    await frame.getByText('1 of 1').waitFor();
    await editor.screenshot('experience-find-dark');
    await page.keyboard.press('Escape');
    const banner = frame.locator('.answer-banner .prose');
    await page.keyboard.press('F8');
    await banner.getByText('May I add it to the build?').waitFor();
    await page.keyboard.press('F8');
    await banner.getByText('Under which name?').waitFor();
    await page.keyboard.press('Escape');
    assert.match(await field.inputValue(), /^Look at @docs\/notes\.md @src\/build\.ts/);
  });

  it('is exported, and cleaned up once it is archived', async () => {
    await asked();
    // The dialog in front is meant.
    await editor.runCommand('Dominds: Export Dialog');
    await quickInput().getByText('Markdown').waitFor();
    await page.keyboard.press('Enter');
    await page.waitForFunction(() =>
      [...document.querySelectorAll<HTMLInputElement>('.quick-input-widget input')].some(each =>
        each.value.includes('write-a-function'),
      ),
    );
    await page.keyboard.press('Enter');
    await tab(/write-a-function\.md/).waitFor();
    const exported = readdirSync(editor.folder).find(name => name.endsWith('.md'));
    assert.ok(exported && readFileSync(path.join(editor.folder, exported), 'utf8').includes('twice = (n: number)'));
    await editor.screenshot('experience-exported-dark');

    await tab(/Lena/).click();
    const frame = await panel();
    await frame.getByRole('button', { name: 'Mark done' }).click();
    await page.getByRole('button', { name: 'Complete Anyway' }).click();
    await frame.getByText('Marked done by you').first().waitFor();
    await editor.runCommand('Dominds: Archive Dialog');
    await frame.getByText('This dialog is archived').first().waitFor();
    await editor.runCommand('Dominds: Clean Up Archived Dialogs');
    await quickInput().getByText('Choose one by one').click();
    const row = quickInput().locator('.quick-input-list .monaco-list-row', { hasText: 'Write a function' });
    await row.locator('input[type=checkbox], .monaco-checkbox').first().click();
    await editor.screenshot('experience-clean-up-dark');
    await quickInput().getByRole('button', { name: 'OK' }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText(/freed/).first().waitFor();
    assert.deepEqual(readdirSync(path.join(editor.folder, '.dialogs/archive')), []);
    await tab(/Lena/).waitFor({ state: 'detached' });
  });
});
