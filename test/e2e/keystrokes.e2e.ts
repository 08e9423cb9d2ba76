// Keys typed right after a field opens go to that field. The pages of these tests get no more frames, so a field that
// takes the focus in a later task never gets a key.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { beliefAnswer, beliefScene } from './support/belief-scene.ts';
import { dialogScenes, record } from './support/dialog-scenes.ts';
import { overviewScenes } from './support/overview-scenes.ts';
import { endEach, openWebview, type WebviewPage, withoutFrames } from './support/webview-page.ts';

describe('keys typed right after a field opens', () => {
  let view: WebviewPage;
  let page: Page;

  endEach(() => view);

  async function show(scene: keyof typeof dialogScenes): Promise<{ deliver(message: object): Promise<void> }> {
    view = await openWebview('dialog');
    page = view.page;
    await view.post(dialogScenes[scene]());
    return withoutFrames(page);
  }

  const composed = () => page.locator('.composer textarea').inputValue();
  const found = () => page.locator('.find input').inputValue();
  const saidIn = async () =>
    (await view.sent()).filter(({ kind }) => kind === 'drive_dlg_by_user_msg').map(({ content }) => content);

  it('go to Find after Ctrl+F and send nothing', async () => {
    await show('answered');
    await page.keyboard.press('Control+f');
    await page.keyboard.type('kettle');
    await page.keyboard.press('Enter');
    assert.equal(await found(), 'kettle');
    assert.equal(await composed(), '');
    assert.deepEqual(await saidIn(), []);
  });

  it('replace the last query when Ctrl+F is pressed again', async () => {
    await show('answered');
    await page.keyboard.press('Control+f');
    await page.keyboard.type('kettle');
    await page.locator('.composer textarea').focus();
    await page.keyboard.press('Control+f');
    await page.keyboard.type('tea');
    assert.equal(await found(), 'tea');
    assert.equal(await composed(), '');
  });

  it('go to Find after its button in the header', async () => {
    await show('answered');
    await page.getByRole('button', { name: 'Find in dialog' }).click();
    await page.keyboard.type('kettle');
    assert.equal(await found(), 'kettle');
  });

  it('go to the message after Find is closed', async () => {
    await show('answered');
    await page.keyboard.press('Control+f');
    await page.keyboard.press('Escape');
    await page.keyboard.type('a message');
    assert.equal(await composed(), 'a message');
  });

  it('go to Find as soon as the dialog is shown', async () => {
    view = await openWebview('dialog');
    page = view.page;
    const { deliver } = await withoutFrames(page);
    await deliver(dialogScenes.answered());
    await page.keyboard.press('Control+f');
    await page.keyboard.type('kettle');
    assert.equal(await found(), 'kettle');
  });

  it('go to the answer after F8, wherever the focus was', async () => {
    await show('asking');
    await page.keyboard.press('Control+f');
    await page.keyboard.press('F8');
    await page.keyboard.type('Yes');
    assert.equal(await composed(), 'Yes');
    assert.equal(await page.locator('.composer.answering').count(), 1);
  });

  describe('when the question is a form', () => {
    const field = () => page.getByLabel('Name').inputValue();

    it('go to its first field after F8', async () => {
      await show('form');
      await page.keyboard.press('Control+f');
      await page.keyboard.press('F8');
      await page.keyboard.type('Ada');
      assert.deepEqual([await field(), await composed(), await found()], ['Ada', '', '']);
    });

    it('go to its first field after the question is opened from outside the panel', async () => {
      const { deliver } = await show('form');
      await deliver({ kind: 'focus', focus: { kind: 'question', questionId: 'q-1' } });
      await page.keyboard.type('Ada');
      assert.deepEqual([await field(), await composed()], ['Ada', '']);
    });
  });

  it('go to the answer after a click on Answer', async () => {
    await show('asking');
    await page.locator('.question').getByRole('button', { name: 'Answer', exact: true }).click();
    await page.keyboard.type('Yes');
    await page.keyboard.press('Enter');
    const { kind, content } = (await view.last()) ?? { kind: '' };
    assert.deepEqual([kind, content], ['drive_dialog_by_user_answer', 'Yes']);
  });

  it('go to the answer after the question is opened from outside the panel', async () => {
    const { deliver } = await show('asking');
    await page.locator('.conversation').focus();
    await deliver({ kind: 'focus', focus: { kind: 'question', questionId: 'q-2' } });
    await page.keyboard.type('main');
    await page.keyboard.press('Enter');
    const { kind, questionId, content } = (await view.last()) ?? { kind: '' };
    assert.deepEqual([kind, questionId, content], ['drive_dialog_by_user_answer', 'q-2', 'main']);
  });

  it('answer the question that is open, without a click', async () => {
    await show('asking');
    await page.keyboard.type('Yes');
    await page.keyboard.press('Enter');
    const { kind, questionId, content } = (await view.last()) ?? { kind: '' };
    assert.deepEqual([kind, questionId, content], ['drive_dialog_by_user_answer', 'q-1', 'Yes']);
    await page.keyboard.type('main');
    await page.keyboard.press('Enter');
    assert.equal((await view.last())?.questionId, 'q-2');
  });

  it('go to the message after a click on Message', async () => {
    await show('asking');
    await page.getByRole('button', { name: 'Message', exact: true }).click();
    await page.keyboard.type('a message');
    await page.keyboard.press('Enter');
    assert.deepEqual(await saidIn(), ['a message']);
  });

  it('go to the answer of a subdialog after a click on Answer in its bar', async () => {
    view = await openWebview('dialog');
    page = view.page;
    await view.post(dialogScenes.askingBelow());
    await withoutFrames(page);
    await page.locator('.strip.ask').getByText('Robin asks you:').waitFor();
    await view.screenshot('panel-asking-below');
    await page.locator('.strip.ask').getByRole('button', { name: 'Answer' }).click();
    await page.keyboard.type('The release build');
    await page.keyboard.press('Enter');
    const { kind, dialog, questionId } = (await view.last()) ?? { kind: '' };
    assert.deepEqual(
      [kind, dialog, questionId],
      ['drive_dialog_by_user_answer', { rootId: 'root-1', selfId: 'sub-1' }, 'q-9'],
    );
  });

  it('stay where they are until the editor gives the panel the focus, and then go to the answer', async () => {
    const { deliver } = await show('asking');
    await page.evaluate('document.activeElement.blur(); document.hasFocus = () => false;');
    // The focus does not come by itself.
    await page.evaluate('window.setTimeout = work => queueMicrotask(work)');
    await deliver({ kind: 'focus', focus: { kind: 'question', questionId: 'q-2' } });
    await page.locator('.composer.answering').waitFor();
    assert.equal(await page.evaluate('document.activeElement === document.body'), true);
    assert.deepEqual(await view.last(), { kind: 'focusWanted' });
    await page.evaluate("document.hasFocus = () => true; window.dispatchEvent(new Event('focus'));");
    await page.keyboard.type('main');
    await page.keyboard.press('Enter');
    const { kind, questionId, content } = (await view.last()) ?? { kind: '' };
    assert.deepEqual([kind, questionId, content], ['drive_dialog_by_user_answer', 'q-2', 'main']);
  });

  it('are not asked back by a panel that had the focus since: a palette may be open by then', async () => {
    const { deliver } = await show('asking');
    await page.evaluate(`
      document.activeElement.blur();
      document.hasFocus = () => false;
      const [start, end] = [window.setTimeout.bind(window), window.clearTimeout.bind(window)];
      window.waiting = new Map();
      window.setTimeout = (work, ms) => {
        const timer = ms === 150 ? -1 : start(work, ms);
        if (timer === -1) window.waiting.set(timer, work);
        return timer;
      };
      window.clearTimeout = timer => (timer === -1 ? window.waiting.delete(timer) : end(timer));
    `);
    await deliver({ kind: 'focus', focus: { kind: 'question', questionId: 'q-2' } });
    await page.locator('.composer.answering').waitFor();
    assert.equal(await page.evaluate('window.waiting.size'), 1);
    await page.evaluate("window.dispatchEvent(new Event('focus')); window.waiting.forEach(work => work());");
    assert.equal((await view.sent()).filter(({ kind }) => kind === 'focusWanted').length, 0);
  });

  it('go to the message after Continue', async () => {
    await show('interrupted');
    await page.locator('.strip').getByRole('button', { name: 'Continue' }).click();
    await page.keyboard.type('go on');
    assert.equal(await composed(), 'go on');
  });

  const leaving: readonly [string, keyof typeof dialogScenes, string][] = [
    ['Mark done', 'answered', 'Mark done'],
    ['the end of a request', 'waiting', 'Cancel request'],
  ];
  for (const [what, scene, name] of leaving)
    it(`go to the message after ${what}, whose button leaves with it`, async () => {
      await show(scene);
      await page.getByRole('button', { name }).first().press('Enter');
      await page.keyboard.type('one more');
      assert.equal(await composed(), 'one more');
    });

  it('go to the message after a flow is cancelled, whose button leaves with it', async () => {
    view = await openWebview('dialog');
    page = view.page;
    await view.post(beliefScene());
    await page.locator('.belief-line').click();
    await view.post(beliefAnswer());
    await withoutFrames(page);
    await page
      .getByRole('button', { name: /^Cancel / })
      .first()
      .press('Enter');
    await page.keyboard.type('one more');
    assert.equal(await composed(), 'one more');
  });

  it('stay in a reminder that the agent moves meanwhile, and reach that one', async () => {
    view = await openWebview('dialog');
    page = view.page;
    await view.post(dialogScenes.answered());
    let { seq } = dialogScenes.answered().state;
    const set = (...reminders: readonly string[]) =>
      view.post({ kind: 'recorded', seq: ++seq, record: record('remindersSet', { reminders }) });
    await set('one', 'two');
    await page.getByRole('button', { name: 'Reminders' }).click();
    await page.getByRole('button', { name: 'Edit reminder 2' }).click();
    await page.keyboard.type(' and');
    await set('of the agent', 'one', 'two');
    await page.keyboard.type(' more');
    await page.keyboard.press('Enter');
    assert.deepEqual(await view.last(), {
      kind: 'changeReminder',
      seen: { at: 1, text: 'two' },
      content: 'two and more',
    });
  });

  it('go to a new reminder, and to the message after it is saved', async () => {
    await show('answered');
    await page.getByRole('button', { name: 'Reminders' }).click();
    await page.getByRole('button', { name: 'Add' }).click();
    await page.keyboard.type('Buy milk');
    await page.keyboard.press('Enter');
    assert.deepEqual(await view.last(), { kind: 'changeReminder', content: 'Buy milk' });
    await page.keyboard.type('a message');
    assert.equal(await composed(), 'a message');
  });

  it('stay in Find while a reminder is open and the dialog goes on', async () => {
    view = await openWebview('dialog');
    page = view.page;
    await view.post(dialogScenes.answered());
    await page.getByRole('button', { name: 'Reminders' }).click();
    await page.getByRole('button', { name: 'Add' }).click();
    await page.keyboard.type('Buy');
    await page.keyboard.press('Control+f');
    const { seq } = dialogScenes.answered().state;
    await view.post({ kind: 'recorded', seq: seq + 1, record: record('userSaid', { msgId: 'm-9', content: 'More.' }) });
    await page.keyboard.type('kettle');
    assert.equal(await found(), 'kettle');
  });

  it('leave the second key of a chord to the editor', async () => {
    await show('answered');
    await page.keyboard.press('Control+Alt+D');
    await page.keyboard.press('k');
    await page.keyboard.type('kind');
    assert.equal(await page.locator('.composer textarea').inputValue(), 'kind');
  });

  it('choose a teammate while a mention is typed', async () => {
    await show('answered');
    await page.keyboard.type('ask @wa');
    await page.keyboard.press('Enter');
    await page.keyboard.type('now');
    assert.equal(await composed(), 'ask @writer now');
  });

  it('go to the first field of a slot, and to its button after it is saved', async () => {
    view = await openWebview('dialog');
    page = view.page;
    await view.post(beliefScene({ language: 'en' }));
    await page.locator('.belief-line').click();
    await view.post(beliefAnswer());
    await withoutFrames(page);
    await page.getByRole('button', { name: 'Set stay' }).first().click();
    await page.keyboard.type('3 March');
    await page.keyboard.press('Enter');
    const { intent } = (await view.last()) ?? { kind: '', intent: undefined };
    assert.deepEqual(intent, { kind: 'setSlot', flow: 'find_room', slot: 'stay', value: { start: '3 March' } });
    // The button is there again, and has the focus.
    await page.keyboard.press('Enter');
    assert.equal(await page.locator('.slot-form').count(), 1);
  });

  it('stop nothing in the tree of the Overview when they end a chord', async () => {
    view = await openWebview('overview', { width: 1280, height: 760 });
    page = view.page;
    for (const part of overviewScenes.busy) await view.post(part);
    await page.locator('.tree').focus();
    for (const key of ['ArrowDown', 'ArrowDown', 'Control+Alt+D', 's']) await page.keyboard.press(key);
    assert.equal((await view.sent()).filter(({ kind }) => kind === 'run').length, 0);
  });

  it('go to the answer in the Overview', async () => {
    view = await openWebview('overview', { width: 1280, height: 760 });
    page = view.page;
    for (const part of overviewScenes.busy) await view.post(part);
    await withoutFrames(page);
    await page.locator('.stale .choices .button').click();
    await page.keyboard.type('Google style');
    await page.keyboard.press('Enter');
    assert.equal((await view.last())?.content, 'Google style');
  });
});

describe('the list of mentions', () => {
  let view: WebviewPage;
  let page: Page;

  endEach(() => view);

  const options = () => page.getByRole('listbox').getByRole('option').allTextContents();
  const asked = async () => (await view.sent()).filter(({ kind }) => kind === 'suggest').at(-1);

  async function type(text: string, files?: readonly string[]): Promise<void> {
    await page.keyboard.type(text);
    if (files) await view.post({ kind: 'suggestions', nth: (await asked())?.nth, files });
  }

  beforeEach(async () => {
    view = await openWebview('dialog');
    page = view.page;
    await view.post(dialogScenes.answered());
  });

  it('offers only files that match the query, also before the host answers', async () => {
    await type('Look at @', ['.minds/team.yaml', 'docs/notes.md', 'src/build.ts']);
    await type('notes');
    assert.deepEqual(await options(), ['notes.mddocs']);
    await page.keyboard.press('Enter');
    assert.equal(await page.locator('.composer textarea').inputValue(), 'Look at @docs/notes.md ');
  });

  it('does not move under the mouse when the host sends the files that are shown', async () => {
    await type('Look at @', ['.minds/team.yaml', 'docs/notes.md', 'src/build.ts']);
    await type('n');
    const before = await options();
    const place = await page.getByRole('option', { name: /notes\.md/ }).boundingBox();
    await type('', ['docs/notes.md', '.minds/team.yaml']);
    assert.deepEqual(await options(), before);
    assert.deepEqual(await page.getByRole('option', { name: /notes\.md/ }).boundingBox(), place);
  });

  const brief = { kind: 'prompt', insert: 'weather/brief', label: '/weather/brief', detail: 'Asks for a brief.' };

  it('keeps what servers offered while they are asked about the next letter', async () => {
    await type('/we');
    await view.post({ kind: 'suggestions', nth: (await asked())?.nth, files: [], prompts: [], offers: [brief] });
    await type('a');
    await view.post({ kind: 'suggestions', nth: (await asked())?.nth, files: [], prompts: [] });
    await page.keyboard.press('Enter');
    assert.equal(await page.locator('.composer textarea').inputValue(), '/weather/brief ');
    await type(' /we');
    await view.post({ kind: 'suggestions', nth: (await asked())?.nth, files: [], prompts: [], offers: [] });
    assert.equal(await page.getByRole('listbox').count(), 0);
  });

  it('goes with its text when that is sent before anything is offered', async () => {
    await type('/we');
    await page.keyboard.press('Enter');
    assert.equal((await view.last())?.content, '/we');
    await view.post({ kind: 'suggestions', nth: (await asked())?.nth, files: [], prompts: [], offers: [brief] });
    assert.equal(await page.getByRole('listbox').count(), 0);
  });

  it('keeps the selected file when more files arrive', async () => {
    await type('Look at @', ['a.ts', 'src/build.ts']);
    await page.keyboard.press('ArrowUp');
    await view.post({
      kind: 'suggestions',
      nth: (await asked())?.nth,
      files: ['b.ts', 'a.ts', 'src/build.ts', 'z.ts'],
    });
    await page.keyboard.press('Enter');
    assert.equal(await page.locator('.composer textarea').inputValue(), 'Look at @src/build.ts ');
  });
});
