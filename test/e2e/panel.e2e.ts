// The dialog webview by itself, under the content policy of the editor: by keyboard, by mouse, over reloads, and with
// 10,000 records.
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import {
  dialogScenes,
  generation,
  longRecords,
  opening,
  record,
  snapshotOf,
  subdialogRecords,
} from './support/dialog-scenes.ts';
import {
  drawn,
  endEach,
  kept,
  openWebview,
  told,
  type WebviewOptions,
  type WebviewPage,
  withoutFrames,
} from './support/webview-page.ts';

type SceneName = keyof typeof dialogScenes;

describe('the dialog webview', () => {
  let view: WebviewPage;
  let page: Page;

  endEach(() => view);

  async function open(options: WebviewOptions = {}): Promise<void> {
    view = await openWebview('dialog', options);
    page = view.page;
  }

  async function show(scene: SceneName, options: WebviewOptions = {}): Promise<void> {
    const snapshot = { ...dialogScenes[scene](), ...(options.language && { language: options.language }) };
    await open({ ...options, language: snapshot.language });
    await view.post(snapshot);
  }

  const text = () => page.locator('.composer textarea').inputValue();
  const focused = () => page.evaluate(() => document.activeElement?.tagName);
  const press = async (...keys: readonly string[]) => {
    for (const key of keys) await page.keyboard.press(key);
    await drawn(page);
  };
  /** Pixels between the view and the newest item. */
  const below = () =>
    page.locator('.conversation').evaluate(each => each.scrollHeight - each.scrollTop - each.clientHeight);

  it('takes no focus when its composer comes back', async () => {
    await show('answered');
    const { state } = dialogScenes.answered();
    // The focus was asked for once, as it is after every message.
    await view.post({ kind: 'focus', focus: { kind: 'question', questionId: 'none' } });
    await view.post({ kind: 'recorded', seq: state.seq + 1, record: record('dialogArchived') });
    await view.post({ kind: 'related', rootStatus: 'archived', related: [] });
    await page.locator('.composer.closed').waitFor();
    await press('Control+F');
    await view.post({ kind: 'recorded', seq: state.seq + 2, record: record('dialogReopened') });
    await view.post({ kind: 'related', rootStatus: 'running', related: [] });
    await page.locator('.composer textarea').waitFor();
    await drawn(page);
    assert.equal(await focused(), 'INPUT');
  });

  it('has the composer in focus, answers by keyboard alone, and keeps the message that was being typed', async () => {
    await show('answered');
    assert.equal(await focused(), 'TEXTAREA');
    await page.keyboard.type('a message');
    await view.post(dialogScenes.asking());
    assert.equal(await text(), 'a message');
    await press('F8');
    assert.equal(await page.locator('.composer.answering').isVisible(), true);
    assert.equal(await text(), '');
    await page.keyboard.type('Yes, but only there');
    await press('Escape');
    assert.equal(await text(), 'a message');
    await page.locator('.switch').getByRole('button', { name: 'Answer' }).click();
    assert.equal(await text(), 'Yes, but only there');
    await press('Enter');
    const { msgId, kind, questionId, content } = (await view.last()) ?? { kind: '' };
    assert.deepEqual([kind, questionId, content], ['drive_dialog_by_user_answer', 'q-1', 'Yes, but only there']);
    assert.equal(typeof msgId, 'string');
  });

  it('goes from question to question with F8, then to those of other dialogs', async () => {
    await show('asking');
    const banner = () => page.locator('.answer-banner .prose').textContent();
    await press('F8');
    assert.match((await banner()) ?? '', /minify/);
    await press('F8');
    assert.match((await banner()) ?? '', /branch/);
    await view.post(dialogScenes.answered());
    await press('F8');
    assert.deepEqual(await view.last(), { kind: 'nextQuestion' });
  });

  it('leads to a question whose buttons are out of view, and only there', async () => {
    await show('asking');
    const lead = page.getByRole('button', { name: 'Show question' });
    await lead.waitFor({ state: 'detached' });
    await page.mouse.move(400, 200);
    await page.mouse.wheel(0, -3000);
    await lead.waitFor();
    await page.locator('.switch').getByRole('button', { name: 'Message' }).click();
    await page.locator('.strip.ask').getByText('2 questions wait for you').waitFor();
  });

  it('says where the person stopped it and let it go on', async () => {
    await show('kinds');
    assert.deepEqual(await page.locator('.mark.interruption span').allInnerTexts(), [
      'Stopped by you · in the browser',
    ]);
    assert.deepEqual(await page.locator('.mark.continued span').allInnerTexts(), ['Continued · on the command line']);
  });

  it('says by which keys it sends where the line has room for that, and not at all elsewhere', async () => {
    await show('permission', { width: 900 });
    const isShown = () =>
      page.locator('.hint').evaluate(hint => {
        const words = document.createRange();
        words.selectNodeContents(hint);
        return words.getBoundingClientRect().bottom <= hint.getBoundingClientRect().bottom + 1;
      });
    assert.equal(await isShown(), true);
    for (const width of [520, 560]) {
      await page.setViewportSize({ width, height: 700 });
      await drawn(page);
      const row = await page.locator('.composer-row').boundingBox();
      assert.deepEqual([await isShown(), (row?.height ?? 99) < 40], [false, true], `${width}`);
    }
  });

  it('shows the whole reason of an interruption, however long it is', async () => {
    await open({ width: 420 });
    const scene = dialogScenes.interrupted();
    const message = `${'connect ECONNREFUSED 127.0.0.1:11434 '.repeat(30)}and no other`;
    const records = scene.records.map(each => (each.kind === 'interrupted' ? { ...each, message } : each));
    await view.post({ ...scene, records });
    const reason = page.locator('.mark.interruption .detail');
    await reason.getByRole('button', { name: 'Show more' }).click();
    const cut = await reason.evaluate(element =>
      [...element.querySelectorAll('*')].some(
        each => each.scrollWidth > each.clientWidth || each.scrollHeight > each.clientHeight,
      ),
    );
    assert.deepEqual([cut, await reason.getByText('and no other').isVisible()], [false, true]);
  });

  it('says above the composer which subdialog cannot go on and why, and leads to it', async () => {
    await show('troubleBelow');
    await page.locator('.header').getByText('Needs you (Robin)').waitFor();
    await page.locator('.targets').getByText('Needs you').waitFor();
    await page.locator('.strip.warn').getByText('Robin: The server rejected the API key').waitFor();
    assert.equal(await page.locator('.strip').count(), 1);
    await page.locator('.strip').getByRole('button', { name: 'Open subdialog' }).click();
    assert.deepEqual(await view.last(), { kind: 'openDialog', selfId: 'sub-1' });
  });

  it('offers to reopen a draft dialogue that is done before its drafts were accepted', async () => {
    await show('pausedDrafts');
    const { state } = dialogScenes.pausedDrafts();
    await view.post({
      kind: 'recorded',
      seq: state.seq + 1,
      record: record('dialogCompleted', { by: 'person', forced: false }),
    });
    await view.post({ kind: 'related', rootStatus: 'completed', related: [] });
    await page.locator('.composer.closed').getByText('Reopen this dialog').waitFor();
    await page.getByRole('button', { name: 'Reopen' }).click();
    assert.deepEqual(await view.last(), { kind: 'reopen' });
  });

  it('says in the header that a draft waits to be accepted, as the trees do', async () => {
    await show('pausedDrafts');
    await page.locator('.header').getByText('Needs you').waitFor();
  });

  it('goes to a question also while nothing has the focus', async () => {
    await show('asking');
    await page.evaluate('document.activeElement.blur()');
    await press('F8');
    await page.locator('.answer-banner').waitFor();
  });

  it('answers with an option', async () => {
    await show('asking');
    await page.getByText('No, keep it').click();
    assert.equal((await view.last())?.content, 'No, keep it');
    await page.getByText('Sending… No, keep it').waitFor();
  });

  it('answers a form by keyboard alone, says what does not fit, and keeps what was typed over a reload', async () => {
    await show('form');
    await page.getByLabel('Name').focus();
    await page.keyboard.type('A');
    await press('Tab');
    await page.keyboard.type('nine');
    await press('Enter');
    await page.getByText('a whole number; 1 to 6; required').waitFor();
    assert.equal(await page.getByLabel('Name').getAttribute('aria-invalid'), 'true');
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('data-field')), 'name');
    assert.deepEqual(await view.axe(), []);
    await view.screenshot('dialog-form-faults');
    await press('Tab', 'Control+A', '2', 'Shift+Tab', 'End');
    await page.keyboard.type('da');
    await kept(page, 'Ada');
    await page.reload();
    await view.post(dialogScenes.form());
    await page.getByLabel('Class').selectOption('First class');
    await page.getByText('lunch').click();
    const news = page.getByRole('checkbox', { name: 'Send me news' });
    assert.equal(await page.locator(`#${await news.getAttribute('aria-describedby')}`).textContent(), 'Once a month.');
    await news.click();
    await page.getByLabel('Mail').fill('ada@example.com');
    await press('Enter');
    const sent = await view.last();
    assert.equal(sent?.questionId, 'q-1');
    assert.deepEqual(JSON.parse(String(sent?.content)), {
      name: 'Ada',
      seats: '2',
      mail: 'ada@example.com',
      day: '2026-05-01',
      class: 'first',
      meals: ['lunch'],
      news: false,
    });
  });

  for (const [scene, fault] of [
    ['form', 'choose one; required'],
    ['formChinese', '请选择一项; 必填'],
  ] as const) {
    it(`does not repeat the choices of a form where none of them was chosen (${scene})`, async () => {
      await show(scene);
      await page.locator('.form textarea').focus();
      await press('Enter');
      const field = page.locator('.field', { has: page.locator('select') });
      assert.equal(await field.locator('.fault').innerText(), fault);
    });
  }

  it('shows characters that are written by their names, and leaves what is no name as it is', async () => {
    const text = '&copy; &hellip; &semi; &NotEqualTilde; &ltfoo; &nosuch; \\&amp;';
    const live = { genseq: 3, segments: [{ segment: 'saying', text }] };
    await open();
    await view.post({ ...dialogScenes.streaming(), live });
    await page.getByText('© … ; ≂̸ &ltfoo; &nosuch; &amp;', { exact: true }).waitFor();
  });

  it('says that an answer is to be typed first, when Enter finds none', async () => {
    await show('answering');
    await press('Enter');
    await page.getByRole('alert').getByText('Type an answer first.').waitFor();
  });

  it('sends with Enter, breaks lines with Shift+Enter, and leaves Enter to an input method', async () => {
    await show('empty');
    await press('Enter');
    await page.getByRole('alert').getByText('Type a message first').waitFor();
    await page.keyboard.type('one');
    await press('Shift+Enter');
    await page.keyboard.type('two');
    await page.locator('textarea').dispatchEvent('keydown', { key: 'Enter', isComposing: true });
    assert.equal((await view.sent()).length, 1);
    await press('Enter');
    assert.equal((await view.last())?.content, 'one\ntwo');
    assert.match((await page.locator('.undelivered').textContent()) ?? '', /one\s*two/);
  });

  it('leaves Enter and Escape to an input method in the field of a reminder, too', async () => {
    await show('answered');
    await page.getByRole('button', { name: 'Reminders 0' }).click();
    await page.getByRole('button', { name: 'Add a reminder' }).click();
    await page.keyboard.type('buy paint');
    const field = page.locator('.reminders textarea');
    // Safari says it by the key code alone.
    for (const how of [{ isComposing: true }, { keyCode: 229 }]) {
      for (const key of ['Enter', 'Escape']) await field.dispatchEvent('keydown', { key, ...how });
    }
    assert.equal(await field.inputValue(), 'buy paint');
    await press('Enter');
    assert.deepEqual(await view.last(), { kind: 'changeReminder', content: 'buy paint' });
  });

  for (const [theme, language] of [
    ['dark', 'en'],
    ['light', 'zh'],
    ['hc', 'en'],
  ] as const)
    it(`shows the files that a message mentions beside it, and takes one out of it (${theme})`, async () => {
      await show('answered', { theme, width: 520, language });
      await page.locator('textarea').fill('Move @src/cart/total.ts:10-20 to @src/price.ts and ');
      const chips = page.locator('.attached > li');
      assert.deepEqual(await chips.allTextContents(), ['total.ts:10-20', 'price.ts']);
      await chips.first().locator('.attached-name').click();
      assert.deepEqual(await view.last(), { kind: 'openLink', href: 'src/cart/total.ts:10-20' });
      assert.deepEqual(await view.axe(), []);
      await view.screenshot(`panel-mentions-${theme}`);
      await chips.first().locator('.attached-remove').click();
      assert.equal(await text(), 'Move to @src/price.ts and ');
    });

  it('brings back what was said with the arrows in an empty field', async () => {
    await show('answered');
    await press('ArrowUp');
    assert.equal(await text(), 'Find out why the build is slow, and **suggest a fix**.');
    await press('ArrowDown');
    assert.equal(await text(), '');
    await page.keyboard.type('typed');
    await press('ArrowUp');
    assert.equal(await text(), 'typed');
  });

  it('completes teammates and files after @, by keyboard', async () => {
    await show('answered');
    await page.keyboard.type('ask @wa');
    await page.getByRole('option', { name: /@writer/ }).waitFor();
    await press('Tab');
    assert.equal(await text(), 'ask @writer ');
    await page.keyboard.type('about @bui');
    const asked = (await view.last()) ?? { kind: '' };
    assert.deepEqual([asked.kind, asked.query], ['suggest', 'bui']);
    await view.post({ kind: 'suggestions', nth: asked.nth, files: ['src/build.ts', 'docs/build.md'] });
    await press('ArrowDown');
    await view.screenshot('dialog-completion-dark');
    assert.deepEqual(await view.axe(), []);
    await press('Enter');
    assert.equal(await text(), 'ask @writer about @docs/build.md ');
    await page.keyboard.type('@');
    await press('Escape', 'Enter');
    assert.equal((await view.last())?.content, 'ask @writer about @docs/build.md @');
  });

  it('turns dropped files into mentions', async () => {
    await show('empty');
    await page.keyboard.type('look at');
    const data = await page.evaluateHandle(() => {
      const transfer = new DataTransfer();
      transfer.setData('text/uri-list', 'file:///rtws/src/a.ts\r\nfile:///rtws/b.md');
      return transfer;
    });
    await page.locator('.composer textarea').dispatchEvent('drop', { dataTransfer: data });
    assert.deepEqual(await view.last(), {
      kind: 'dropped',
      uris: ['file:///rtws/src/a.ts', 'file:///rtws/b.md'],
      attach: true,
    });
    await view.post({ kind: 'mentions', paths: ['src/a.ts', 'b.md'] });
    assert.equal(await text(), 'look at @src/a.ts @b.md ');
  });

  it('hands links and code to the host and navigates nowhere', async () => {
    await show('answered');
    await page.locator('[data-href="src/build.ts:41"]').press('Enter');
    assert.deepEqual(await view.last(), { kind: 'openLink', href: 'src/build.ts:41' });
    await page.locator('.code').first().hover();
    await page.getByRole('button', { name: 'Copy code' }).click();
    assert.match(String((await view.last())?.content), /^\/\*\* Minifies/);
    await page.getByRole('button', { name: 'Insert into the editor' }).click();
    assert.equal((await view.last())?.kind, 'insertCode');
    await page.getByRole('button', { name: 'Open as a file' }).click();
    assert.equal((await view.last())?.language, 'ts');
    assert.equal(page.url(), 'https://webview.test/');
  });

  it('says when something was said, and the whole date under the pointer', async () => {
    await show('answered');
    const time = page.locator('time').first();
    assert.match((await time.textContent()) ?? '', /^\d\d:\d\d$/);
    await time.hover();
    const at = new Date((await time.getAttribute('datetime')) ?? '');
    assert.equal((await time.getAttribute('title'))?.includes(String(at.getFullYear())), true);
  });

  it('goes from an answer to its call, and to the subdialog', async () => {
    await show('answered');
    await page.getByText('Show request').click();
    await page.locator('.tellask-item.flashed').waitFor();
    await page.getByText('Open subdialog').first().click();
    assert.deepEqual(await view.last(), { kind: 'openDialog', selfId: 'sub-1', callId: 'c-1' });
  });

  it('marks a question that is gone to for a moment only, also when it is answered meanwhile', async () => {
    await open();
    const snapshot = dialogScenes.answering();
    await view.post(snapshot);
    await page.locator('.flashed').waitFor();
    const answered = record('questionAnswered', { questionId: 'q-1', msgId: 'm-9', content: 'Yes' });
    await view.post({ kind: 'recorded', seq: snapshot.state.seq + 1, record: answered });
    await page.locator('.flashed').waitFor({ state: 'detached' });
  });

  it('tells those who work on a call something, by keyboard, and gives up with Escape', async () => {
    await show('aside');
    const tell = page.getByRole('button', { name: 'Tell…' });
    await tell.click();
    await page.getByRole('textbox', { name: 'Words for Robin' }).waitFor();
    await page.keyboard.type('Use oak.');
    await page.keyboard.press('Escape');
    assert.equal(await page.locator('.tell').count(), 0);
    await tell.click();
    await page.keyboard.type('Use oak.');
    await page.keyboard.press('Enter');
    await told(page, { kind: 'tell' });
    const sent = await view.last();
    assert.deepEqual({ ...sent, msgId: '' }, { kind: 'tell', callId: 'c-1', content: 'Use oak.', msgId: '' });
    assert.equal(await page.locator('.tell').count(), 0);
  });

  it('unfolds the subdialog in place, to be read only, and lets go of it when it is folded', async () => {
    await show('answered');
    await page.getByText('Show here').click();
    await told(page, { kind: 'unfold' });
    assert.deepEqual(await view.last(), { kind: 'unfold', selfId: 'sub-1', open: true });
    const records = subdialogRecords();
    const { state } = snapshotOf(records);
    await view.post({ kind: 'nested', selfId: 'sub-1', state, records, earlier: 0 });
    const nested = page.getByRole('region', { name: 'Conversation of the subdialog' });
    await nested.getByText('One thing is unclear.').waitFor();
    assert.equal(await nested.getByText('Cancel request').count(), 0);
    await view.screenshot('dialog-unfolded-dark');
    assert.deepEqual(await view.axe(), []);
    await nested.getByText('Open caller').last().click();
    assert.deepEqual(await view.last(), { kind: 'openDialog', selfId: 'root-1', callId: 'c-1' });
    await page.getByText('Hide', { exact: true }).click();
    await told(page, { kind: 'unfold', open: false });
    assert.deepEqual(await view.last(), { kind: 'unfold', selfId: 'sub-1', open: false });
  });

  it('shows all of a short conversation when words at its beginning are gone to', async () => {
    await open({ height: 1200 });
    const said = (n: number) => record('assistantSaid', { parts: [{ kind: 'prose', text: `Reply ${n}.` }] });
    const replies = Array.from({ length: 10 }, (_, n) => generation([said(n)]));
    const words = { kind: 'words', query: 'kitchen', course: 1 } as const;
    const begun = [...opening(), record('userSaid', { msgId: 'm-1', content: 'Paint the kitchen.' })];
    await view.post(snapshotOf([...begun, ...replies.flat()], { focus: words }));
    await page.locator('.flashed', { hasText: 'kitchen' }).waitFor();
    await page.getByText('Reply 9.').waitFor();
    await page.getByText('Jump to newest').waitFor({ state: 'detached' });
  });

  it('finds words in items that are not in the page, and in folded ones', async () => {
    await open();
    const all = longRecords(900);
    await view.post(snapshotOf(all.slice(0), { records: all.slice(300), earlier: 300 }));
    await press('Control+f');
    assert.deepEqual(await view.last(), { kind: 'showEarlier', course: 1, before: 300, all: true });
    await view.post({ kind: 'earlier', course: 1, records: all.slice(0, 300), earlier: 0 });
    await page.keyboard.type('number 12:');
    await press('Enter');
    await page.getByText('1 of 1').waitFor();
    await page.locator('.flashed', { hasText: 'Message number 12: what' }).waitFor();
    await view.screenshot('dialog-find-dark');
    await page.locator('.find input').fill('Thinking about 3.');
    await press('Enter');
    await page.locator('.fold.open', { hasText: 'Thinking about 3.' }).waitFor();
    await page.locator('.find input').focus();
    await press('Escape');
    assert.equal(await page.locator('.find').count(), 0);
    assert.equal(await focused(), 'TEXTAREA');
  });

  it('draws an icon button as one from its first frame on', async () => {
    await show('waiting');
    const { deliver } = await withoutFrames(page);
    await deliver(dialogScenes.askingBelow());
    const looks = await page
      .locator('.header vscode-button')
      .evaluateAll(all => all.map(each => each.getAttribute('appearance')));
    assert.deepEqual(looks, ['icon', 'icon', 'icon']);
  });

  it('asks for a model where none is found, and says when one is ready', async () => {
    const snapshot = dialogScenes.noModel();
    await open();
    await view.post(snapshot);
    await page.locator('.strip.warn').getByText('No model found').waitFor();
    await page.locator('.model-name', { hasText: 'Choose a model' }).click();
    assert.deepEqual(await view.last(), { kind: 'mend', command: 'chooseModel' });
    await view.post({ ...snapshot, model: 'mock-large' });
    await page.locator('.strip', { hasText: 'mock-large is ready.' }).waitFor();
    assert.equal(await page.locator('.strip.warn').count(), 0);
    await view.screenshot('dialog-model-ready-dark');
    assert.deepEqual(await view.axe(), []);
    await page.getByRole('button', { name: 'Continue' }).click();
    assert.deepEqual(await view.last(), { kind: 'continue' });
  });

  for (const language of ['en', 'zh'] as const) {
    it(`marks a model that cannot call tools beside its name (${language})`, async () => {
      await open({ width: 320, language });
      await view.post({ ...dialogScenes.answered(), language });
      const mark = page.locator('.header .tag', { hasText: language === 'en' ? 'no tools' : '无工具' });
      assert.equal(await mark.count(), 0);
      await view.post({ ...dialogScenes.answered(), language, withoutTools: true });
      assert.match((await mark.getAttribute('title')) ?? '', /tools: false/);
      await view.screenshot(`dialog-without-tools-${language}`);
      assert.deepEqual(await view.axe(), []);
    });
  }

  it('shows the first place of words that were searched for, with the find bar filled', async () => {
    await open();
    const all = longRecords(900);
    const focus = { kind: 'words', query: 'number 12:', course: 1 } as const;
    await view.post(snapshotOf(all, { records: all.slice(300), earlier: 300, focus }));
    assert.deepEqual(await view.last(), { kind: 'showEarlier', course: 1, before: 300, all: true });
    await view.post({ kind: 'earlier', course: 1, records: all.slice(0, 300), earlier: 0 });
    await page.locator('.flashed', { hasText: 'Message number 12: what' }).waitFor();
    await page.getByText('1 of 1').waitFor();
    assert.equal(await page.locator('.find input').inputValue(), 'number 12:');
  });

  it('follows the newest only while the person is there', async () => {
    await open();
    const snapshot = snapshotOf(longRecords(300));
    const genseq = snapshot.state.genseq + 1;
    await view.post(snapshot);
    await view.post({ kind: 'recorded', seq: snapshot.state.seq + 1, record: record('generationStarted', { genseq }) });
    const chunk = { rootId: 'root-1', selfId: 'root-1', type: 'chunk', genseq, segment: 'saying', text: 'a line\n\n' };
    const stream = async () => {
      for (let count = 0; count < 20; count++) await view.post({ kind: 'passing', events: [chunk, chunk, chunk] });
    };
    await stream();
    assert.ok((await below()) < 2);
    await page.mouse.move(400, 400);
    await page.mouse.wheel(0, -600);
    await page.locator('.to-newest').waitFor();
    const top = () => page.locator('.conversation').evaluate(each => each.scrollTop);
    const before = await top();
    await stream();
    assert.equal(await top(), before);
    await page.locator('.to-newest').click();
    await stream();
    assert.ok((await below()) < 2);
    await page.mouse.wheel(0, -600);
    await page.locator('.to-newest').waitFor();
    await page.locator('.composer textarea').focus();
    await page.keyboard.type('something of my own');
    await press('Enter');
    await page.locator('.to-newest').waitFor({ state: 'detached' });
    assert.ok((await below()) < 2);
  });

  it('leaves some lines of the conversation to read in a panel as low as a large zoom makes it, and the page scrolls', async () => {
    await show('interrupted', { width: 320, height: 256 });
    const lines = await page
      .locator('.conversation')
      .evaluate(each => each.clientHeight / Number.parseFloat(getComputedStyle(each).lineHeight));
    assert.ok(lines >= 3, `${lines} lines`);
    await page.locator('.composer textarea').focus();
    await page.keyboard.type('a message');
    const middle = await page.locator('.composer textarea').evaluate(each => {
      const { top, bottom } = each.getBoundingClientRect();
      return (top + bottom) / 2;
    });
    assert.ok(middle > 0 && middle < 256, `the field is at ${middle}`);
  });

  for (const theme of ['dark', 'light', 'hc'] as const)
    it(`shows the edge of the box for auto-continue (${theme})`, async () => {
      await show('answered', { theme });
      const box = page.locator('.header input[type=checkbox]');
      assert.ok((await edgeContrast(box)) >= 3);
    });

  it('is at the newest when a question is brought into view and nothing is below', async () => {
    await show('asking', { height: 1600 });
    await press('F8');
    await page.locator('.answer-banner').waitFor();
    await page.locator('.to-newest').waitFor({ state: 'detached' });
    assert.ok((await below()) < 2);
  });

  it('is at the very end, and the button is gone, however one comes there', async () => {
    await open();
    await view.post(snapshotOf(longRecords(3000)));
    const conversation = page.locator('.conversation');
    const ways: Record<string, () => Promise<void>> = {
      button: () => page.locator('.to-newest').click(),
      'End key': () => conversation.press('End'),
      'scroll bar': () => conversation.evaluate(each => each.scrollTo(0, each.scrollHeight)),
      async wheel() {
        await page.mouse.move(400, 400);
        while (await page.locator('.to-newest').count()) {
          const before = await conversation.evaluate(each => each.scrollTop);
          await page.mouse.wheel(0, 1500);
          await drawn(page);
          if ((await conversation.evaluate(each => each.scrollTop)) === before) return;
        }
      },
    };
    for (const [way, go] of Object.entries(ways)) {
      await conversation.evaluate(each => each.scrollTo(0, each.scrollHeight - 12_000));
      await page.locator('.to-newest').waitFor();
      await drawn(page);
      await go();
      await drawn(page);
      await drawn(page);
      assert.deepEqual([way, (await below()) < 2, await page.locator('.to-newest').count()], [way, true, 0]);
      assert.match((await page.locator('.item').last().textContent()) ?? '', /in|out/);
    }
  });

  it('fills a high window with rows, however low they are', async () => {
    await open({ height: 1800 });
    const rows = Array.from({ length: 200 }, () => record('resumed', {}));
    await view.post(snapshotOf([...opening(), ...rows]));
    const first = await page.locator('.item').first().boundingBox();
    const above = await page.locator('.conversation').boundingBox();
    assert.ok((first?.y ?? 0) <= (above?.y ?? 0), `the first row is at ${first?.y}, the view begins at ${above?.y}`);
  });

  it('shows options beside their descriptions', async () => {
    for (const [theme, width] of [
      ['dark', 800],
      ['light', 340],
    ] as const) {
      if (width === 340) await view.close();
      await open({ theme, width });
      const why = 'it is what most books of accounts do, and what the tests of the old system `expect` of us';
      const asked = {
        ...{ questionId: 'q-1', questionKind: 'ask', headline: 'How shall it round?', genseq: 0 },
        body: `Cents are cut off now.\n\n- **Half up**: ${why}\n- **Half even**: banks do so\n- As it is`,
        options: ['Half up', 'Half even', 'As it is'],
      };
      await view.post(snapshotOf([...opening(), record('questionAsked', asked)]));
      await page.locator('.described').getByText('banks do so').waitFor();
      await view.screenshot(`dialog-described-options-${theme}`);
      assert.deepEqual(await view.axe(), []);
      assert.equal(await page.locator('.conversation').evaluate(each => each.scrollWidth <= each.clientWidth), true);
    }
    await page.getByRole('button', { name: 'Half even' }).click();
    assert.equal((await view.last())?.content, 'Half even');
  });

  it('wraps an option that is longer than a narrow panel is wide', async () => {
    await open({ theme: 'light', width: 340 });
    const option = `Yes, ${'and go on with everything that was planned for it '.repeat(4)}`.trim();
    const options = [option, 'x'.repeat(90), 'No'];
    const asked = {
      questionId: 'q-1',
      questionKind: 'ask',
      headline: 'Shall it be done?',
      body: '',
      genseq: 0,
      options,
    };
    await view.post(snapshotOf([...opening(), record('questionAsked', asked)]));
    const conversation = page.locator('.conversation');
    await page.getByRole('button', { name: option }).waitFor();
    await view.screenshot('dialog-long-options-narrow');
    for (const button of await page.locator('.question .button').all()) {
      const [inner, outer] = [await button.boundingBox(), await conversation.boundingBox()];
      assert.ok(inner && outer && inner.x + inner.width <= outer.x + outer.width, JSON.stringify(inner));
    }
    assert.equal(await conversation.evaluate(each => each.scrollWidth <= each.clientWidth), true);
  });

  /** Names, states and controls that do not lie within the window with all their width. */
  const cutOff = (within: string) =>
    page.locator(within).evaluateAll(all =>
      all
        .filter(each => {
          const { left, right, width } = each.getBoundingClientRect();
          const isMeant = each.getClientRects().length > 0 && !each.matches('.unseen, .preview');
          return isMeant && (width < 12 || left < 0 || right > innerWidth);
        })
        .map(each => `${each.className} ${each.textContent}`),
    );
  const shownParts =
    '.line > *, .fold-line > :not(.preview), .targets > *, .state-mark, .composer-row > *, .diligence > *, .find > *, .strip > *';

  for (const scene of [
    'asking',
    'longNames',
    'manyTools',
    'permission',
    'permissions',
    'troubleBelow',
    'noModel',
  ] as const) {
    it(`cuts off nothing in a panel of 200 pixels: ${scene}`, async () => {
      await show(scene, { width: 200 });
      await press('Control+f');
      await page.locator('.find').waitFor();
      await view.screenshot(`dialog-${scene}-200`);
      assert.deepEqual(await cutOff(shownParts), []);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth), false);
    });
  }

  for (const width of [200, 320]) {
    it(`keeps names of one long word, and figures of a turn, within a panel of ${width} pixels`, async () => {
      await show('longWords', { width });
      await view.screenshot(`dialog-longWords-${width}`);
      assert.deepEqual(
        await cutOff(`${shownParts}, .subtitle > *, .responder > *, .mark > *, .answer-banner span`),
        [],
      );
    });
  }

  for (const scene of ['asking', 'permission', 'kinds', 'left', 'form'] as const) {
    it(`has room for fingers on a phone: ${scene}`, async () => {
      await show(scene, { width: 390, touch: true });
      assert.deepEqual(await view.tooSmallForFingers(), []);
      await view.screenshot(`panel-touch-${scene}`);
    });
  }

  it('gives the name of a member its place before the headline of an answer', async () => {
    await show('answered', { width: 360 });
    const label = page.locator('.card.answer > .line > strong');
    assert.equal(await label.evaluate(each => each.scrollWidth > each.clientWidth), false);
  });

  it('ends a model name that is too long with an ellipsis', async () => {
    await show('longNames', { width: 360 });
    const look = await page.locator('.model-name').evaluate(each => {
      const { display, textOverflow } = getComputedStyle(each);
      return [each.scrollWidth > each.clientWidth, display, textOverflow];
    });
    // The text of a flex box ends without one.
    assert.deepEqual(look, [true, 'block', 'ellipsis']);
  });

  it('takes one line for a permission that was given, which unfolds to the call and the answer', async () => {
    await show('permission', { width: 700 });
    const asked = dialogScenes.permission().state.questions[0];
    await view.post({
      kind: 'recorded',
      seq: dialogScenes.permission().state.seq + 1,
      record: record('questionAnswered', { questionId: asked?.questionId, content: 'allow once', msgId: 'm-9' }),
    });
    const line = page.locator('.question.settled .fold-line');
    await line.getByText('Allowed').waitFor();
    assert.ok(((await line.boundingBox())?.height ?? 99) < 40);
    await view.screenshot('dialog-permission-settled');
    await line.click();
    await page.locator('.question.settled .whole-call').waitFor();
    await page.locator('.question.settled .given-answer').waitFor();
    assert.deepEqual(await view.axe(), []);
  });

  it('shows the whole of a call that waits for permission, with nothing over it', async () => {
    await show('permission', { width: 480 });
    const call = page.locator('.whole-call .code pre');
    assert.equal(await call.evaluate(each => each.scrollWidth > each.clientWidth), false);
    const [bar, text] = [await page.locator('.whole-call .code-bar').boundingBox(), await call.boundingBox()];
    assert.ok(bar && text && bar.y + bar.height <= text.y, JSON.stringify([bar, text]));
  });

  it('answers all that a reply asks with one press, or each by itself', async () => {
    await show('permissions');
    assert.equal(await page.locator('.for-all').count(), 1);
    const second = page.locator('.card.question').nth(1);
    await second.getByRole('button', { name: 'Deny', exact: true }).click();
    await page.getByText('2 actions of this reply ask for permission').waitFor();
    await page.getByRole('button', { name: 'Allow all once' }).click();
    const answers = (await view.sent()).flatMap(({ questionId, content }) =>
      questionId ? [[questionId, content]] : [],
    );
    assert.deepEqual(answers, [
      ['q-1', 'deny'],
      ['q-0', 'allow once'],
      ['q-2', 'allow once'],
    ]);
    assert.equal(await page.locator('.for-all').count(), 0);
  });

  it('chooses what runs without a question, shows it in the header, and takes back what is allowed', async () => {
    await show('permissions');
    await page.locator('.header').getByText('Edits run').waitFor();
    await page.getByLabel('Permissions').selectOption('All but denied runs');
    assert.deepEqual(await view.last(), { kind: 'changePermissions', change: { mode: 'all' } });
    await page.getByRole('button', { name: '2 allowed' }).click();
    const list = page.getByRole('region', { name: 'Allowed for good in this task' });
    assert.deepEqual(await list.locator('code').allInnerTexts(), ['npm test …, npm run build', 'weather_forecast']);
    await list.getByRole('button', { name: 'Ask again: weather_forecast' }).click();
    const revoke = { tool: 'weather_forecast', reason: 'default', paths: [] };
    assert.deepEqual(await view.last(), { kind: 'changePermissions', change: { revoke } });
  });

  for (const theme of ['dark', 'light'] as const)
    for (const width of [360, 800])
      it(`cuts off nothing of three actions that ask, with the list of what is allowed (${theme}, ${width})`, async () => {
        await show('permissions', { width, theme });
        await page.getByRole('button', { name: '2 allowed' }).click();
        await view.screenshot(`dialog-permissions-${theme}-${width}`);
        assert.deepEqual(await cutOff(shownParts), []);
      });

  it('moves nothing where the person asked for less motion', async () => {
    await open();
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await view.post(dialogScenes.streaming());
    await page.locator('.standing').first().waitFor();
    const moving = () =>
      page.evaluate(() =>
        document
          .getAnimations()
          .map(each => (each as CSSAnimation).animationName)
          .filter(name => name !== 'fade-edges'),
      );
    assert.deepEqual(await moving(), []);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    assert.deepEqual(await moving(), ['turn']);
    await page.evaluate(() => document.body.classList.add('vscode-reduce-motion'));
    assert.deepEqual(await moving(), []);
  });

  it('says why there is nothing to show, until there is', async () => {
    await open();
    await view.post({ kind: 'refused', message: 'There is no such dialog.', remedy: 'Open another one.' });
    await page.getByRole('alert').getByText('There is no such dialog.').waitFor();
    assert.equal(await page.locator('.ring').count(), 0);
    await view.post(dialogScenes.answered());
    assert.equal(await page.getByRole('alert').count(), 0);
  });

  for (const theme of ['dark', 'light'] as const) {
    it(`fades wide tables and code at the edge behind which there is more, and scrolls them by key (${theme})`, async () => {
      await open({ theme, width: 640 });
      const wide = Array.from({ length: 24 }, (_, nth) => `column ${nth + 1}`);
      const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`;
      const table = (cells: readonly string[]) => row(cells) + row(cells.map(() => '---')) + row(cells);
      const code = `\`\`\`ts\nconst total = ${'measure() + '.repeat(20)}0;\n\`\`\`\n`;
      const text = `${table(wide)}\n${code}\n${table(['one', 'two'])}`;
      const said = record('assistantSaid', { genseq: 1, parts: [{ kind: 'prose', text }] });
      await view.post(snapshotOf([...opening(), ...generation([said])]));
      const fades = (part: Locator) =>
        part.evaluate(element => {
          const style = getComputedStyle(element);
          return ['--fade-start', '--fade-end'].map(name => Number.parseFloat(style.getPropertyValue(name)) > 0);
        });
      const shown = page.locator('.saying');
      const [first, last] = [shown.locator('.table').first(), shown.locator('.table').last()];
      await view.screenshot(`dialog-wide-${theme}`);
      for (const part of [first, shown.locator('.code pre')]) {
        assert.deepEqual(await fades(part), [false, true]);
        await part.focus();
        await page.keyboard.press('ArrowRight');
        await page.waitForFunction(element => (element?.scrollLeft ?? 0) > 0, await part.elementHandle());
        await part.evaluate(element => element.scrollTo(element.scrollWidth, 0));
        await page.waitForFunction(
          element => element && getComputedStyle(element).getPropertyValue('--fade-end') === '0px',
          await part.elementHandle(),
        );
        assert.deepEqual(await fades(part), [true, false]);
      }
      assert.deepEqual(await fades(last), [false, false]);
      await view.screenshot(`dialog-wide-scrolled-${theme}`);
      assert.deepEqual(await view.axe(), []);
    });
  }

  it('is as it was after a reload: draft, place, folds', async () => {
    await open();
    const snapshot = snapshotOf(longRecords(900));
    await view.post(snapshot);
    await page.keyboard.type('kept');
    await page.mouse.move(400, 400);
    await page.mouse.wheel(0, -3000);
    await page.locator('.fold-line').nth(4).click();
    const place = () =>
      page.evaluate((): [string | undefined, number] => {
        const items = [...document.querySelectorAll<HTMLElement>('.item')];
        const seen = items.find(each => each.getBoundingClientRect().top > 100);
        return [seen?.dataset.key, Math.round(seen?.getBoundingClientRect().top ?? 0)];
      });
    await drawn(page);
    const before = await place();
    await kept(page, 'kept');
    await page.reload();
    await view.post(snapshot);
    assert.equal(await text(), 'kept');
    // Heights are measured as they are drawn, so the place is right after some frames; rounding may cost a pixel.
    const isBack = async () => {
      const [key, top] = await place();
      return key === before[0] && Math.abs(Number(top) - Number(before[1])) <= 1;
    };
    for (let frame = 0; frame < 20 && !(await isBack()); frame++) await drawn(page);
    assert.ok(await isBack(), `${await place()} is not ${before}`);
    assert.equal(await page.locator('.fold.open').count(), 1);
  });

  it('keeps the place to which it was scrolled in the moment before the page goes', async () => {
    await open();
    await view.post(snapshotOf(longRecords(900)));
    await drawn(page);
    const saved = await page.evaluate(() => {
      const shown = document.querySelector('.conversation');
      if (shown) shown.scrollTop -= 900;
      shown?.dispatchEvent(new Event('scroll'));
      window.dispatchEvent(new Event('pagehide'));
      return JSON.stringify({ ...sessionStorage });
    });
    assert.match(saved, /scroll.*kind.*item.*key/);
  });

  it('has few elements in the page at 10,000 records', async () => {
    await show('long');
    assert.ok((await page.locator('.item').count()) <= 60);
    assert.ok((await below()) < 2);
    await view.screenshot('dialog-long-dark');
  });

  it('reaches everything by Tab in the order in which it is seen', async () => {
    await show('asking');
    const order: string[] = [];
    for (let step = 0; step < 40; step++) {
      await page.keyboard.press('Tab');
      order.push(await page.evaluate(() => document.activeElement?.closest('header, section, footer')?.tagName ?? ''));
    }
    const rounds = order.filter((part, at) => part !== '' && part !== order[at - 1]);
    const first = rounds.indexOf('HEADER');
    assert.deepEqual(rounds.slice(first, first + 3), ['HEADER', 'SECTION', 'FOOTER']);
  });

  it('names a request for screen readers by the name of its member', async () => {
    await show('waiting');
    await page.getByRole('article', { name: 'Request to Robin', exact: true }).waitFor();
  });

  it('says aloud what was said and asked, never single chunks', async () => {
    await show('answered');
    const spoken = page.locator('[aria-live=polite]');
    const { state } = dialogScenes.answered();
    await view.post({ kind: 'recorded', seq: state.seq + 1, record: record('generationStarted', { genseq: 3 }) });
    const chunk = { rootId: 'root-1', selfId: 'root-1', type: 'chunk', genseq: 3, segment: 'saying', text: 'Almost' };
    await view.post({ kind: 'passing', events: [chunk] });
    assert.equal(await spoken.textContent(), '');
    const parts = [{ kind: 'prose', text: 'Almost done.' }];
    await view.post({ kind: 'recorded', seq: state.seq + 2, record: record('assistantSaid', { genseq: 3, parts }) });
    assert.equal(await spoken.textContent(), 'Almost done.');
  });

  it('shows how full the context is in forced colours', async () => {
    await open();
    await page.emulateMedia({ forcedColors: 'active' });
    await view.post(dialogScenes.answered());
    const groundOf = (selector: string) =>
      page.locator(selector).evaluate(each => getComputedStyle(each).backgroundColor);
    assert.notEqual(await groundOf('.meter > span'), await groundOf('.meter'));
  });

  for (const scene of ['answered', 'streaming'] as const) {
    it(`gives code in a block the colours of its block, not those of code in a line (${scene}, high contrast)`, async () => {
      await show(scene, { theme: 'hc' });
      await page.locator('.code pre code').first().waitFor();
      // In one go: a block is drawn again once its colours are there.
      const colours = await page.evaluate(() =>
        [...document.querySelectorAll('.code pre code')].map(code => {
          const { color, backgroundColor } = getComputedStyle(code);
          return [color === getComputedStyle(code.closest('pre') as Element).color, backgroundColor];
        }),
      );
      assert.ok(colours.length > 0);
      for (const each of colours) assert.deepEqual(each, [true, 'rgba(0, 0, 0, 0)']);
    });
  }

  const states = Object.keys(dialogScenes).filter(name => name !== 'long') as SceneName[];
  const looks: readonly [string, WebviewOptions, readonly SceneName[]][] = [
    ['dark', {}, states],
    ['light', { theme: 'light' }, states],
    ['hc', { theme: 'hc' }, ['empty', 'asking', 'answering', 'streaming', 'kinds', 'interrupted']],
    [
      'narrow',
      { theme: 'light', width: 340 },
      ['empty', 'answering', 'streaming', 'kinds', 'interrupted', 'subdialog'],
    ],
    ['zh', { theme: 'light', language: 'zh' }, ['empty', 'streaming', 'waiting', 'interrupted', 'kinds', 'course2']],
    ['zoom-200', { zoom: 2 }, ['answering', 'interrupted']],
  ];
  for (const [look, options, scenes] of looks) {
    for (const scene of scenes) {
      it(`has nothing serious for axe and looks right: ${scene}, ${look}`, async () => {
        await show(scene, options);
        await view.screenshot(`dialog-${scene}-${look}`);
        assert.deepEqual(await view.axe(), []);
      });
    }
  }
});

/** How much the border of a box stands out from the field around it, as WCAG 1.4.11 counts it. */
function edgeContrast(box: Locator): Promise<number> {
  return box.evaluate(element => {
    const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    if (!canvas) throw new Error('no canvas');
    const lightness = (...colours: readonly string[]) => {
      for (const colour of colours) {
        canvas.fillStyle = colour;
        canvas.fillRect(0, 0, 1, 1);
      }
      const [red = 0, green = 0, blue = 0] = [...canvas.getImageData(0, 0, 1, 1).data].map(each => {
        const part = each / 255;
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05;
    };
    const page = getComputedStyle(document.body).backgroundColor;
    const [edge, ground] = [lightness(page, getComputedStyle(element).borderTopColor), lightness(page)];
    return Math.max(edge, ground) / Math.min(edge, ground);
  });
}
