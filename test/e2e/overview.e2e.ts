// The Overview webview by itself: what it shows, what it asks of its host, by keyboard and for screen readers.
import assert from 'node:assert/strict';
import type { ThemeName } from '../../src/serve/themes.ts';
import { overviewScenes } from './support/overview-scenes.ts';
import { kept, openWebview, type WebviewOptions, type WebviewPage } from './support/webview-page.ts';

const wide = { width: 1280, height: 760 };

describe('the Overview webview', () => {
  let view: WebviewPage;

  afterEach(() => view.close());

  async function show(scene: keyof typeof overviewScenes, options: WebviewOptions = {}): Promise<void> {
    view = await openWebview('overview', { ...wide, ...options });
    for (const part of overviewScenes[scene]) await view.post(part);
  }

  it('says what it watches: running roots, unfolded where something goes on, and the first one for the registry', async () => {
    await show('busy');
    assert.deepEqual(await view.last(), {
      kind: 'watch',
      questions: 50,
      shown: { needsYou: 50, working: 50, waiting: 50, paused: 50, idle: 50, completed: 0, archived: 0 },
      unfolded: ['build'],
      selected: 'docs',
    });
    assert.equal((await view.sent())[0]?.fresh, true);
  });

  it('says what to do first where no dialog can be started, in place of the empty tree', async () => {
    await show('empty');
    const tree = view.page.locator('.region', { has: view.page.locator('#dialogs-heading') });
    await tree.getByText('Give the team a task').waitFor();
    const [frame] = overviewScenes.empty;
    await view.post({ ...frame, firstStep: 'Open a folder to begin.' });
    await tree.getByText('Open a folder to begin.').waitFor();
    assert.equal(await tree.getByText('Give the team a task').count(), 0);
  });

  for (const options of [{ height: 500 }, { zoom: 2 }])
    it(`scrolls within its parts only (${JSON.stringify(options)})`, async () => {
      await show(options.zoom ? 'busy' : 'crowd', options);
      const { page } = view;
      const [first, ...others] = await page.evaluate(() => [
        document.querySelector('.region')?.scrollHeight ?? 0,
        document.documentElement.scrollHeight,
        innerHeight,
      ]);
      assert.ok((first ?? 0) > (others[1] ?? 0), 'there is nothing to scroll');
      assert.equal(others[0], others[1]);
    });

  it('answers by an option and by words, and shows that it is on its way', async () => {
    await show('busy');
    const { page } = view;
    await page.getByText('Yes, turn it off').click();
    const { msgId, kind, dialog, questionId, content } = (await view.last()) ?? { kind: '' };
    assert.equal(kind, 'drive_dialog_by_user_answer');
    assert.equal((dialog as { rootId: string }).rootId, 'build');
    assert.deepEqual([questionId, content], ['q-1', 'Yes, turn it off']);
    await page.getByText('Sending… Yes, turn it off').waitFor();
    await view.post({ kind: 'refused', msgId, message: 'It was answered already.', remedy: 'Look at the dialog.' });
    await page.getByRole('alert').getByText('It was answered already.').waitFor();
    await page.locator('.stale .choices .button').press('Enter');
    await page.locator('textarea:focus').waitFor();
    await page.keyboard.type('Google style');
    await page.keyboard.press('Enter');
    assert.equal((await view.last())?.content, 'Google style');
  });

  it('keeps the focus where the keyboard is: on the button of a field that is left, then on the next question', async () => {
    await show('busy');
    const { page } = view;
    const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '');
    await page.getByRole('button', { name: 'Answer…' }).press('Enter');
    await page.keyboard.press('Escape');
    assert.equal(await focused(), 'Answer…');
    await page.getByRole('button', { name: 'Answer', exact: true }).press('Enter');
    await page.keyboard.type('Google style');
    await page.keyboard.press('Enter');
    await page.getByText('Sending… Google style').waitFor();
    assert.match(await focused(), /May I turn minify off/);
    await page.keyboard.press('Enter');
    const answers = (await view.sent()).filter(({ kind }) => kind === 'drive_dialog_by_user_answer');
    assert.equal(answers.length, 1);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    assert.equal(await focused(), 'Yes, turn it off');
  });

  it('goes from question to question with F8, from wherever the focus is, and answers none', async () => {
    await show('busy');
    const { page } = view;
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-labelledby'));
    const ids = await page
      .locator('.inbox > .card')
      .evaluateAll(all => all.map(each => each.getAttribute('aria-labelledby')));
    assert.equal(ids.length, 2);
    await page.locator('[role=tree]').focus();
    for (const id of [...ids, ids[0]]) {
      await page.keyboard.press('F8');
      assert.equal(await focused(), id);
    }
    await page.keyboard.press('Tab');
    await page.keyboard.press('F8');
    assert.equal(await focused(), ids[1]);
    assert.equal(
      (await view.sent()).some(({ kind }) => kind === 'drive_dialog_by_user_answer'),
      false,
    );
  });

  it('gives the keyboard Cancel first where all questions are answered at once, and the button back after it', async () => {
    await show('crowd', { height: 1000 });
    const { page } = view;
    await page.getByLabel('Kind of question').selectOption('diligence');
    const all = page.getByRole('button', { name: 'Answer all 12…' });
    await all.press('Enter');
    await page.getByRole('button', { name: 'Continue (12)' }).waitFor();
    await page.keyboard.press('Enter');
    await all.waitFor();
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Answer all 12…');
  });

  it('is walked by keyboard: arrows in the tree, Enter opens, S stops', async () => {
    await show('busy');
    const { page } = view;
    const current = () => page.locator('[aria-selected=true]').textContent();
    await page.locator('[role=tree]').focus();
    for (let step = 0; step < 2; step++) await page.keyboard.press('ArrowDown');
    assert.match((await current()) ?? '', /Measure the build/);
    await page.keyboard.press('ArrowRight');
    assert.match((await current()) ?? '', /Read the profile/);
    await page.keyboard.press('Enter');
    assert.deepEqual(await view.last(), { kind: 'openDialog', rootId: 'build', selfId: 'sub-profile' });
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    assert.equal(await page.getByText('Read the profile').count(), 0);
    await page.keyboard.press('ArrowDown');
    assert.match((await current()) ?? '', /Check the plan/);
    for (let step = 0; step < 2; step++) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('s');
    assert.deepEqual(await view.last(), { kind: 'run', command: 'stop', rootId: 'release', selfId: 'release' });
  });

  it('offers what can be done with a dialog to a finger, which hovers over nothing', async () => {
    await show('busy', { width: 360, height: 720, touch: true });
    const { page } = view;
    const row = page.getByRole('treeitem', { name: 'Write the release notes' });
    await row.locator('.row-actions').getByTitle('Stop', { exact: true }).tap();
    assert.deepEqual(await view.last(), { kind: 'run', command: 'stop', rootId: 'release', selfId: 'release' });
    assert.deepEqual(await view.tooSmallForFingers(), []);
    await view.screenshot('overview-touch');
  });

  it('says why each dialog waits, who waits behind a question, and which question waits long', async () => {
    await show('busy');
    const { page } = view;
    await page.getByText('Waits for Casey +1').waitFor();
    await page.getByText('Waits for your answer: May I turn minify off').waitFor();
    await page.getByText('The model server cannot be reached: connect').waitFor();
    await page.getByText('Waiting behind it: Casey, Lena').waitFor();
    assert.equal(await page.locator('.card.stale').count(), 1);
  });

  it('shows first what needs the person among 50 dialogs and 30 questions, and says of none that rests that it works', async () => {
    await show('crowd', { height: 1000 });
    const { page } = view;
    const levels = await page.locator('.tree [aria-level="1"]').allTextContents();
    assert.deepEqual(
      levels.map(text => text.replace(/\d+.*/, '').trim()),
      ['Needs you', 'Working', 'Waiting', 'Paused', 'Idle', 'Completed'],
    );
    const counts = await page.locator('.counts').textContent();
    assert.match(counts ?? '', /^33 need you6 working4 waiting$/);
    assert.match((await page.locator('.tree [role=treeitem]').nth(1).textContent()) ?? '', /1 question/);
  });

  it('filters a long inbox, and answers all that have the same options in two steps', async () => {
    await show('crowd', { height: 1000 });
    const { page } = view;
    await page.getByLabel('Filter questions').fill('part 7 of');
    assert.equal(await page.locator('.inbox article').count(), 1);
    await page.getByLabel('Filter questions').fill('');
    await page.getByLabel('Kind of question').selectOption('diligence');
    assert.equal(await page.locator('.inbox article').count(), 12);
    await page.getByRole('button', { name: 'Answer all 12…' }).click();
    assert.deepEqual(await view.axe(), []);
    await view.screenshot('overview-answer-all');
    await page.getByRole('button', { name: 'Continue (12)' }).click();
    const answers = (await view.sent()).filter(({ kind }) => kind === 'drive_dialog_by_user_answer');
    assert.deepEqual([answers.length, new Set(answers.map(({ content }) => content))], [12, new Set(['continue'])]);
  });

  it('gives back what was typed after a reload', async () => {
    await show('busy');
    const { page } = view;
    await page.locator('.stale .choices .button').click();
    await page.locator('textarea:focus').waitFor();
    await page.keyboard.type('half an answer');
    await kept(page, 'half an answer');
    await page.reload();
    for (const part of overviewScenes.busy) await view.post(part);
    await page.locator('textarea').waitFor();
    assert.equal(await page.locator('textarea').inputValue(), 'half an answer');
  });

  it('answers a form in its fields, once they fit', async () => {
    await show('form', { height: 1200 });
    const { page } = view;
    await page.getByLabel('Name').fill('Ada');
    await page.getByLabel('Class').selectOption('First class');
    await page.getByRole('button', { name: 'Send answer' }).click();
    await page.getByText('a whole number; 1 to 6; required').waitFor();
    assert.equal((await view.sent()).filter(({ kind }) => kind === 'drive_dialog_by_user_answer').length, 0);
    await page.keyboard.type('2');
    await page.keyboard.press('Enter');
    const sent = await view.last();
    assert.equal(sent?.questionId, 'q-9');
    assert.deepEqual(JSON.parse(String(sent?.content)), {
      name: 'Ada',
      seats: '2',
      day: '2026-05-01',
      class: 'first',
      news: true,
    });
  });

  it('says why there is nothing to show, until there is', async () => {
    view = await openWebview('overview', wide);
    await view.post({ kind: 'refused', message: 'This could not be done.', remedy: 'The log has details.' });
    await view.page.getByRole('alert').getByText('This could not be done.').waitFor();
    assert.equal(await view.page.locator('.ring').count(), 0);
    for (const part of overviewScenes.busy) await view.post(part);
    await view.page.locator('.tree').waitFor();
  });

  it('shows the whole of a call that waits for permission', async () => {
    await show('permission', { width: 480 });
    const call = view.page.locator('.whole-call .code pre');
    assert.equal(await call.evaluate(each => each.scrollWidth > each.clientWidth), false);
  });

  it('lists what is allowed in the workspace for good, and takes it back', async () => {
    await show('permission', { width: 700 });
    await view.screenshot('overview-allowed');
    await view.page.getByRole('button', { name: 'Ask again: weather_forecast' }).click();
    assert.deepEqual(await view.last(), { kind: 'removePermission', at: 1, line: 'weather_forecast' });
  });

  it('names who asks in a panel of 200 pixels', async () => {
    await show('form', { width: 200 });
    const parts = view.page.locator('.card > .line > *');
    const outside = await parts.evaluateAll(all =>
      all.filter(each => each.scrollWidth > each.clientWidth || each.getBoundingClientRect().right > innerWidth),
    );
    assert.deepEqual(outside, []);
  });

  it('offers to stop and to continue all only where there is something to, and keeps the focus on the button', async () => {
    await show('crowd');
    const { page } = view;
    const stopAll = page.getByRole('button', { name: /^Stop all/ });
    const continueAll = page.getByRole('button', { name: /^Continue all/ });
    const offered = async () => [await stopAll.isEnabled(), await continueAll.isEnabled()];
    assert.deepEqual(await offered(), [true, true]);
    await stopAll.focus();
    await page.keyboard.press('Enter');
    assert.deepEqual(await view.last(), { kind: 'run', command: 'stopAll' });
    for (const part of overviewScenes.empty) await view.post(part);
    assert.deepEqual(await offered(), [false, false]);
    await page.keyboard.press('Enter');
    assert.equal((await view.sent()).filter(({ kind }) => kind === 'run').length, 1);
    assert.match(await page.evaluate(() => document.activeElement?.textContent ?? ''), /^Stop all/);
  });

  it('changes nothing where nothing may be driven', async () => {
    await show('readOnly');
    assert.equal(await view.page.locator('.row-actions').count(), 0);
    assert.equal(await view.page.locator('.choices .button:not([disabled])').count(), 0);
  });

  const looks: readonly [string, keyof typeof overviewScenes, ThemeName, WebviewOptions?][] = [
    ['dark', 'busy', 'dark'],
    ['light', 'busy', 'light'],
    ['hc', 'busy', 'hc'],
    ['zh-light', 'chinese', 'light', { language: 'zh' }],
    ['form-dark', 'form', 'dark', { height: 1200 }],
    ['form-light', 'form', 'light', { height: 1200 }],
    ['empty', 'empty', 'dark'],
    ['crowd', 'crowd', 'dark', { height: 1000 }],
    ['crowd-narrow', 'crowd', 'light', { width: 640, height: 1000 }],
    ['read-only', 'readOnly', 'light'],
    ['half', 'busy', 'dark', { width: 720 }],
    ['narrow', 'busy', 'light', { width: 400, height: 1100 }],
    ['zoom-200', 'busy', 'dark', { zoom: 2 }],
  ];
  for (const [name, scene, theme, options] of looks) {
    it(`has nothing serious for axe and looks right: ${name}`, async () => {
      await show(scene, { theme, ...options });
      await view.screenshot(`overview-${name}`);
      assert.deepEqual(await view.axe(), []);
      assert.deepEqual(view.complaints, []);
    });
  }
});
