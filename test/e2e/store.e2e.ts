// A window at a PostgreSQL store that two workers serve: it drives nothing, shows the stream live, and goes on when a
// worker dies.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { migrateStore } from '../../src/runtime.ts';
import type { MockReply } from '../support/mock-reply.ts';
import { type MockRequest, type MockServer, startMockServer } from '../support/mock-server.ts';
import { emptySchema } from '../support/postgres.ts';
import { Program } from '../support/program.ts';
import { makeTempWorkspace, type TempWorkspace } from '../support/temp-workspace.ts';
import { answerByKeyboard } from './support/answer-by-keyboard.ts';
import { openEditor } from './support/editor.ts';
import { showDominds } from './support/side-bar.ts';
import { startDialog } from './support/start-dialog.ts';

function story({ body }: MockRequest, gates: Record<number, Promise<unknown>>): MockReply {
  const last = String(body.messages.at(-1)?.content ?? '');
  if (last.includes('Yes, do')) return { say: 'Done: minify is off for tests.' };
  return {
    say: 'I look where the time goes, and then I ask.\n\n!?@human May I turn minify off for tests?\n!?It saves three minutes.\n',
    chunkSize: 6,
    gates,
  };
}

describe('a window at a store that workers serve', () => {
  let server: MockServer;
  let begin: PromiseWithResolvers<void>;
  let goOn: PromiseWithResolvers<void>;
  let workspace: TempWorkspace;
  const workers: Program[] = [];

  before(async () => {
    begin = Promise.withResolvers();
    goOn = Promise.withResolvers();
    server = await startMockServer({ respond: request => story(request, { 0: begin.promise, 4: goOn.promise }) });
    workspace = await makeTempWorkspace({
      '.minds/team.yaml': 'workspace: shop\nmembers:\n  lead: { name: Lena, diligence-push-max: 0 }\n',
      'readme.md': '# Sample\n',
    });
  });
  after(async () => {
    for (const { child } of workers) child.kill('SIGKILL');
    await server.close();
    await workspace.remove();
  });

  it('starts, streams, goes on when the worker is killed, and answers', async () => {
    const url = await emptySchema();
    assert.ok((await migrateStore(url)).ok);
    const env = {
      OPENAI_API_KEY: 'sk-x',
      OPENAI_BASE_URL: server.baseUrl,
      DOMINDS_MODEL: 'mock-model',
      DOMINDS_STORE: url,
    };
    for (let n = 0; n < 2; n++) workers.push(new Program(workspace.folder, env, ['work']));
    await Promise.all(workers.map(({ serves }) => serves.promise));
    const editor = await openEditor({ folder: workspace.folder, settings: { 'dominds.store': url } });
    const { page } = editor;
    await showDominds(page);
    await page.getByText('Workers of the store drive these dialogs.').first().waitFor();
    await startDialog(editor, 'Why is the build slow?');
    const panel = await editor.webviewFrame('.composer');
    // The window is among those who watch the dialog from here on.
    await panel.getByText('Working').first().waitFor();
    begin.resolve();
    await panel.getByText('I look where').first().waitFor();
    await editor.screenshot('store-1-streaming');
    const victim = workers.find(({ lines }) => lines.some(({ type }) => type === 'claimed'));
    assert.ok(victim);
    victim.child.kill('SIGKILL');
    const survivor = workers.find(worker => worker !== victim);
    await survivor?.line(({ type }) => type === 'claimed');
    goOn.resolve();
    await panel.getByText('May I turn minify off').first().waitFor();
    await editor.screenshot('store-2-asking-after-takeover');
    // The panel has it from its dialog; the palette offers the command once the window knows of the question.
    await page.locator('.part.sidebar .monaco-list-row', { hasText: 'May I turn minify off' }).waitFor();
    await answerByKeyboard(editor, 'Yes, do');
    await panel.getByText('Done: minify is off').first().waitFor();
    // The answered question is listed nowhere.
    await page.getByText('No questions.').waitFor();
    await page.getByText('Needs you').waitFor({ state: 'hidden' });
    await editor.screenshot('store-3-done');
    assert.equal(existsSync(path.join(workspace.folder, '.dialogs')), false);
  });
});
