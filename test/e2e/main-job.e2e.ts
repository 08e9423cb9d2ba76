// The main job over the wire: a person starts a root dialog in the real editor, the agent streams, delegates, asks, and
// finishes; the model is a real HTTP server.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setInterval } from 'node:timers/promises';
import type { MockReply } from '../support/mock-reply.ts';
import { type MockRequest, type MockServer, startMockServer } from '../support/mock-server.ts';
import { answerByKeyboard } from './support/answer-by-keyboard.ts';
import { type Editor, openEditor } from './support/editor.ts';
import { filesUnder, textOfEverything } from './support/folder-texts.ts';
import { showDominds } from './support/side-bar.ts';
import { startDialog } from './support/start-dialog.ts';

const team = `members:
  lead: { name: Lena }
  researcher: { name: Robin }
`;

const key = 'sk-secret-of-this-test';

/** The story: each reply is chosen by who speaks and what was said last, so that it can be taken up at any point. */
function story({ body }: MockRequest, gate: Promise<unknown>): MockReply {
  const last = String(body.messages.at(-1)?.content ?? '');
  if (last.includes('tellasks you'))
    return { say: 'It takes **four** minutes, three of them in `minify`.', chunkSize: 6 };
  if (last.includes('It takes'))
    return {
      say: 'We know the cause.\n\n!?@human May I turn minify off for tests?\n!?It saves three minutes.\n',
      chunkSize: 6,
    };
  if (last.includes('Yes, do')) {
    return { say: 'Done: minify is off for tests.', tools: [{ name: 'mark_done', args: {} }] };
  }
  return {
    think: 'First find out where the time goes.',
    say: 'I shall look into it.\n\n!?@researcher Where does the build spend its time?\n!?Answer with the slowest step.\n',
    chunkSize: 6,
    gates: { 8: gate },
  };
}

describe('the main job in the editor', () => {
  let server: MockServer;
  let editor: Editor;
  let gate: PromiseWithResolvers<void>;
  const release = () => gate.resolve();

  // One server for both, so that both have one environment and share an editor.
  before(async () => {
    server = await startMockServer({ respond: request => story(request, gate.promise) });
  });

  beforeEach(() => {
    gate = Promise.withResolvers();
  });

  after(() => server.close());

  const open = (theme: 'dark' | 'light') =>
    openEditor({
      theme,
      workspaceFiles: { '.minds/team.yaml': team, 'readme.md': '# Sample\n' },
      env: { OPENAI_API_KEY: key, OPENAI_BASE_URL: server.baseUrl, DOMINDS_MODEL: 'mock-model' },
    });

  it('is told by keyboard: start, stream, delegate, ask, reload, answer, done', async () => {
    editor = await open('dark');
    const { page } = editor;
    await start(editor);
    const panel = await editor.webviewFrame('.composer');
    await panel.getByText('I shall').first().waitFor();
    await editor.screenshot('main-1-streaming-dark');
    release();
    await panel.getByText('May I turn minify off').first().waitFor();
    await editor.screenshot('main-2-asking-dark');
    await page
      .getByRole('tab', { name: /Dominds.*1/ })
      .first()
      .waitFor();

    await editor.reload();
    const again = await editor.webviewFrame('.composer');
    await again.getByText('May I turn minify off').first().waitFor();
    await again.locator('.composer.answering').waitFor();
    await editor.screenshot('main-3-answering-dark');
    await answerByKeyboard(editor, 'Yes, do');
    await again.getByText('Done: minify is off').first().waitFor();
    await again.getByText('Marked done by the agent').first().waitFor();
    await editor.screenshot('main-4-done-dark');
    await inPlace(editor.folder);
    assert.deepEqual(kindsOf(editor.folder).includes('dialogCompleted'), true);
    assert.equal(textOfEverything(editor.folder).includes(key), false);
  });

  it('is told by mouse, in a light theme', async () => {
    editor = await open('light');
    const { page } = editor;
    await start(editor);
    const panel = await editor.webviewFrame('.composer');
    release();
    await panel.getByText('May I turn minify off').first().waitFor();
    await showDominds(page);
    const row = page.getByRole('treeitem', { name: /May I turn minify off/ }).first();
    await row.click();
    await panel.locator('.composer.answering textarea:focus').waitFor();
    await editor.screenshot('main-5-answering-light');
    await panel.locator('.composer textarea').fill('Yes, do');
    await panel
      .getByRole('button', { name: /Send answer|Answer/ })
      .last()
      .click();
    await panel.getByText('Done: minify is off').first().waitFor();
    await editor.screenshot('main-6-done-light');
  });
});

async function start(editor: Editor): Promise<void> {
  await startDialog(editor, 'Why is the build slow?');
}

/**
 * Resolves when a dialog that is done lies where it belongs with its indexes, which is a moment after it is shown as
 * done.
 */
async function inPlace(folder: string): Promise<void> {
  const done = path.join(folder, '.dialogs', 'done');
  const isDone = (file: string) => readFileSync(path.join(done, file), 'utf8').includes('status: completed');
  for await (const _ of setInterval(20)) if (globSync('*/latest.yaml', { cwd: done }).some(isDone)) return;
}

function kindsOf(folder: string): string[] {
  return filesUnder(path.join(folder, '.dialogs'))
    .filter(file => file.endsWith('.jsonl') && file.includes('course-'))
    .flatMap(file => readFileSync(file, 'utf8').trim().split('\n'))
    .map(line => (JSON.parse(line) as { kind: string }).kind);
}
