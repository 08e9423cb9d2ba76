// The first minutes of somebody who has nothing configured, by keyboard alone: every action is counted, and pictures of
// every step are kept. An action is a chord, or a text or choice with its Enter.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { type MockServer, startMockServer } from '../support/mock-server.ts';
import { type Editor, openEditor } from './support/editor.ts';
import { emptyPanel } from './support/start-dialog.ts';

const key = 'sk-right-key-of-this-test';

describe('the first minutes, by keyboard alone', () => {
  let server: MockServer;
  beforeEach(async () => {
    server = await startMockServer({
      key,
      models: ['small', 'large'],
      respond: () => ({ say: 'Hello from the server.', tools: [{ name: 'mark_done', args: {} }] }),
    });
  });
  afterEach(() => server.close());

  it('shows a dialog after three actions and its answer after twelve, past a wrong address and a wrong key', async () => {
    const editor = await openEditor();
    const walk = walker(editor);
    await walk.chord('s');
    const panel = await emptyPanel(editor);
    await walk.picturesInThemes('empty-panel');
    assert.equal(existsSync(path.join(editor.folder, '.dialogs')), false);
    await walk.say('Find out why the build is slow');
    // A chord is lost when the focus moves between its keys.
    const focus = panel.locator('.composer textarea:focus');
    await panel.getByRole('heading', { name: 'Find out why the build is slow' }).waitFor();
    assert.ok(walk.actions <= 3, `${walk.actions} actions`);
    await panel.getByText('No model found').first().waitFor();
    await walk.picturesInThemes('no-model');
    await focus.waitFor();
    await walk.chord('k');
    await walk.sees('OpenRouter');
    await walk.picturesInThemes('models');
    await walk.enter('Another');
    await walk.sees('The base URL');
    await walk.enter('localhost:9/v1');
    await walk.sees('Kept in the secret storage');
    await walk.picture('key-box');
    await walk.enter('sk-wrong');
    await walk.sees('Could not load models from localhost:9');
    await walk.picture('wrong-address');
    await walk.enter('');
    await walk.sees('The base URL');
    await walk.enter(server.baseUrl);
    await walk.sees('rejected the API key');
    await walk.picture('wrong-key');
    await walk.enter('');
    await walk.sees('Kept in the secret storage');
    await walk.enter(key);
    await walk.sees('small');
    await walk.picture('models-of-server');
    await walk.enter('large');
    await panel.getByText('large is ready.').waitFor();
    await walk.picturesInThemes('ready');
    await focus.waitFor();
    await walk.chord('c');
    await panel.getByText('Hello from the server.').first().waitFor();
    await walk.picture('answer');
    assert.ok(walk.actions <= 12, `${walk.actions} actions`);
    assert.equal(server.requests.length > 0 && server.requests[0]?.body.model, 'large');
  });
});

/** Hands on the keyboard, counted. */
function walker({ page, screenshot, screenshotInThemes }: Editor) {
  const quick = page.locator('.quick-input-widget');
  let actions = 0;
  let pictures = 0;
  return {
    get actions() {
      return actions;
    },
    async chord(last: string): Promise<void> {
      actions += 1;
      await page.keyboard.press('Control+Alt+D');
      await page.keyboard.press(last);
    },
    /** Types a message. A panel's text is selected by the editor, which may do so after the first letters. */
    async say(text: string): Promise<void> {
      actions += 1;
      await page.keyboard.type(text);
      await page.keyboard.press('Enter');
    },
    /** Types in place of what stands in the box; '' takes what is offered first. */
    async enter(text: string): Promise<void> {
      actions += 1;
      if (text !== '') {
        await page.keyboard.press('Control+A');
        await page.keyboard.type(text);
      }
      await page.keyboard.press('Enter');
    },
    sees: (text: string) => quick.getByText(text).first().waitFor(),
    picture: (what: string) => screenshot(`first-hour-${++pictures}-${what}`),
    picturesInThemes: (what: string) => screenshotInThemes(`first-hour-${++pictures}-${what}`),
  };
}
