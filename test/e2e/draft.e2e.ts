// A draft dialogue in the real editor: a draft is seen, another one lands while the person is about to accept the
// first, and the one that was seen is accepted (SPEC 15.4, 15.6, 15.11).
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Fact } from '../../src/core/dialog/record.ts';
import { dialogScenes } from './support/dialog-scenes.ts';
import { sharedWindow } from './support/shared-window.ts';
import { drawn, endEach, openWebview, type WebviewPage } from './support/webview-page.ts';

describe('a draft dialogue that paused for quiet', () => {
  let view: WebviewPage;

  endEach(() => view);

  const asked = async () =>
    (await view.sent()).flatMap(({ kind, intent }) => (kind === 'draft' ? [(intent as { kind: string }).kind] : []));

  it('stays paused when it is opened and looked at again', async () => {
    view = await openWebview('dialog');
    await view.post(dialogScenes.pausedDrafts());
    await view.page.getByText(/^Paused/).waitFor();
    await view.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await view.post(dialogScenes.pausedDrafts());
    assert.deepEqual(await asked(), []);
    await view.screenshot('draft-3-paused');
  });

  it('goes on when the person chooses Keep drafting', async () => {
    view = await openWebview('dialog', { theme: 'light' });
    await view.post(dialogScenes.pausedDrafts());
    await view.page.getByRole('button', { name: 'Keep drafting' }).click();
    assert.deepEqual(await asked(), ['run']);
    await view.screenshot('draft-4-paused-light');
  });
});

describe('drafts of one message', () => {
  let view: WebviewPage;

  endEach(() => view);

  it('are compared in sight, wherever the second one was chosen', async () => {
    view = await openWebview('dialog', { height: 500 });
    await view.post(
      dialogScenes.pausedDrafts(Array.from({ length: 5 }, (_, at) => `Dear Ann,\n\nthis is try ${at + 1}.`)),
    );
    const { page } = view;
    await page.getByRole('button', { name: 'Compare draft 5 with another one' }).click();
    await page.getByRole('button', { name: 'Compare draft 1 with another one' }).click();
    await drawn(page);
    const heading = await page.getByText('From draft 1 to draft 5').boundingBox();
    assert.ok(heading && heading.y >= 0 && heading.y < 500, `the comparison is at ${heading?.y}`);
    await view.screenshot('draft-5-compared');
  });

  for (const theme of ['dark', 'light'] as const) {
    it(`take a word more, and the latest shows what changed (${theme})`, async () => {
      view = await openWebview('dialog', { theme });
      const scene = dialogScenes.pausedDrafts([
        'Dear Ann,\n\ncome on Friday.',
        'Dear Ann,\n\ncome on Monday, for tea.',
      ]);
      const { draft } = scene.state;
      assert.ok(draft);
      await view.post({ ...scene, state: { ...scene.state, draft: { ...draft, rest: 'Or not?' } } });
      const { page } = view;
      await page.getByText('What changed since draft 1').waitFor();
      assert.deepEqual(await page.locator('.changed-since ins').allTextContents(), ['Monday, for tea']);
      await view.screenshot(`draft-6-changed-${theme}`);
      await page.getByRole('button', { name: 'Take it, but… (draft 1)' }).click();
      await drawn(page);
      await page.keyboard.type('with cake');
      await view.screenshot(`draft-7-add-${theme}`);
      await page.keyboard.press('Enter');
      const { msgId: _, ...intent } = Object((await view.last())?.intent);
      assert.deepEqual(intent, { kind: 'add', content: 'Take the draft that begins "Dear Ann,", but with cake' });
      await page.getByRole('button', { name: 'Take as a draft' }).click();
      assert.deepEqual(await view.last(), { kind: 'draft', intent: { kind: 'take' } });
    });
  }

  it('say which one each button continues from', async () => {
    view = await openWebview('dialog');
    await view.post({ ...dialogScenes.pausedDrafts(['One.', 'Two.']), branches: true });
    const name = 'Ask again from here: continue from draft 1 in a new dialog';
    await view.page.getByRole('button', { name }).click();
    assert.deepEqual(await view.last(), { kind: 'branchDraft', genseq: 1 });
  });
});

describe('a draft dialogue in the editor', () => {
  const window = sharedWindow(() => ({}));

  it('accepts the draft that was seen, while a new one arrives', async () => {
    const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    window.answer(async ({ body }) => {
      const iteration = Number(/iter: (\d+)/.exec(String(body.messages.at(-1)?.content))?.[1]);
      await first.promise;
      if (iteration === 1) return { say: 'thoughts: [keep it short]\ndraft: |\n  The first draft.\n' };
      if (iteration > 2) return { say: '{}' };
      await second.promise;
      return { say: 'draft: |\n  The second draft.\n\n  It is longer,\n\n  and lands above the first one.\n' };
    });
    const { editor } = window;
    const { page } = editor;
    await editor.runCommand('Dominds: New Draft…');
    await page.locator('.quick-input-widget').getByText('What should be answered?').waitFor();
    await page.keyboard.type('Who are you?');
    await page.keyboard.press('Enter');

    const panel = await editor.webviewFrame('.draft-board');
    // It is new for a second: looked for in each frame of the page, from before it is there.
    const isNew = panel.waitForFunction(() => document.querySelector('[data-draft="d1"].unseen-draft') !== null);
    first.resolve();
    await isNew;
    await panel.locator('[data-draft="d1"]:not(.unseen-draft)').waitFor();
    const accept = panel.locator('[data-draft="d1"] .button').first();
    await accept.hover();
    const before = await accept.boundingBox();
    second.resolve();
    await panel.locator('[data-draft="d2"]').waitFor();
    await editor.screenshot('draft-1-another-one-landed');
    assert.ok(
      Math.abs(((await accept.boundingBox())?.y ?? 0) - (before?.y ?? 0)) < 2,
      'the button stays under the pointer',
    );
    await page.mouse.down();
    await page.mouse.up();

    await panel.locator('.saying').getByText('The first draft.').waitFor();
    await editor.screenshot('draft-2-accepted');
    const facts = factsIn(editor.folder);
    const accepted = facts.filter(fact => fact.kind === 'draftAccepted').map(({ draftId, by }) => [draftId, by]);
    assert.deepEqual(accepted, [['d1', 'person']]);
    assert.ok(facts.some(fact => fact.kind === 'draftsSeen' && fact.draftIds.includes('d1')));
  });

  it('begins in the panel, which has the focus, when its text was left empty', async () => {
    const { editor } = window;
    const { page } = editor;
    await editor.runCommand('Dominds: New Draft…');
    await page.locator('.quick-input-widget').getByText('Leave empty to write it in the panel').waitFor();
    await page.keyboard.press('Enter');
    const panel = await editor.webviewFrame('.composer textarea:focus');
    await page.keyboard.type('Is anybody there?');
    await page.keyboard.press('Enter');
    await panel.getByText('Is anybody there?').first().waitFor();
  });
});

function factsIn(folder: string): Fact[] {
  return readdirSync(path.join(folder, '.dialogs'), { recursive: true, withFileTypes: true })
    .filter(({ name }) => name.startsWith('course-'))
    .flatMap(({ parentPath, name }) => readFileSync(path.join(parentPath, name), 'utf8').trim().split('\n'))
    .map(line => JSON.parse(line) as Fact);
}
