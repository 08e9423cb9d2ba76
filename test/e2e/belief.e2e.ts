// The dialogue state in the panel by itself: corrected in typed forms, looked back on turn by turn, rolled back (SPEC
// 16.11).
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { beliefAnswer, beliefScene } from './support/belief-scene.ts';
import {
  endEach,
  type Message,
  openWebview,
  told,
  type WebviewOptions,
  type WebviewPage,
} from './support/webview-page.ts';

describe('the dialogue state in the panel', () => {
  let view: WebviewPage;
  let page: Page;

  endEach(() => view);

  async function open(options: WebviewOptions = {}): Promise<void> {
    view = await openWebview('dialog', options);
    page = view.page;
    await view.post(beliefScene({ language: options.language ?? 'en' }));
    await page.locator('.belief-line').click();
    await told(page, { kind: 'showBelief' });
    assert.deepEqual(await view.last(), { kind: 'showBelief' });
    await view.post(beliefAnswer());
  }

  const intents = async (): Promise<readonly unknown[]> =>
    (await view.sent()).filter(({ kind }) => kind === 'belief').map((message: Message) => message.intent);
  const flow = (name: string) => page.getByRole('article', { name });

  it('says in one line what is believed and what is missing', async () => {
    await open();
    const line = (await page.locator('.belief-line').textContent()) ?? '';
    assert.match(line, /Search.*find room.*missing: stay.*Turn 2/);
  });

  it('names a flow that a turn ended as people read it', async () => {
    await open();
    const answer = beliefAnswer();
    assert.ok(answer.kind === 'belief');
    const found = { flowId: 'f1', flow: 'find_train', status: 'Completed' } as const;
    await view.post({ ...answer, turns: answer.turns.map(turn => ({ ...turn, ended: [found] })) });
    await page.locator('.turn-line').getByText('find train: Completed', { exact: true }).waitFor();
  });

  it('corrects a slot in a form of its type, by keyboard', async () => {
    await open();
    const slot = flow('find train').locator('.slot', { hasText: 'origin' });
    await slot.getByRole('button', { name: 'Set origin' }).click();
    await page.getByRole('combobox', { name: 'origin' }).selectOption('Vienna');
    await page.keyboard.press('Enter');
    assert.deepEqual(await intents(), [{ kind: 'setSlot', flow: 'find_train', slot: 'origin', value: 'Vienna' }]);
  });

  it('replaces a value by what is typed into its form', async () => {
    await open();
    const rows = flow('find train').locator('.slot', { hasText: 'party' });
    await rows.hover();
    await rows.getByRole('button', { name: 'Set party' }).click();
    await page.keyboard.type('4');
    await page.keyboard.press('Enter');
    assert.deepEqual(await intents(), [
      { kind: 'setSlot', flow: 'find_train', slot: 'party', value: { adults: 4, children: 0 } },
    ]);
  });

  it('keeps a form within a panel of 200 pixels, and buttons beside the names of flows', async () => {
    await open({ width: 200 });
    await flow('find room').getByRole('button', { name: 'Set stay' }).click();
    const right = async (role: 'textbox' | 'button', name: string) => {
      const { x = 0, width = 0 } = (await page.getByRole(role, { name }).boundingBox()) ?? {};
      return x + width;
    };
    const drawer = page.locator('.belief-drawer');
    assert.equal(await drawer.evaluate(each => each.scrollWidth > each.clientWidth), false);
    assert.ok((await right('textbox', 'unit')) > 170);
    for (const name of ['find room', 'find train']) {
      const title = await flow(name).locator('strong').boundingBox();
      const cross = await flow(name).getByRole('button', { name: 'Cancel' }).first().boundingBox();
      assert.ok(title && cross && cross.x > title.x && cross.y < title.y + title.height, name);
    }
  });

  it('asks a range for its parts, and a dictionary for its keys', async () => {
    await open();
    await flow('find room').getByRole('button', { name: 'Set stay' }).click();
    await page.getByRole('textbox', { name: 'unit' }).fill('night');
    await page.getByRole('textbox', { name: 'length' }).fill('3');
    await view.screenshot('belief-form-dark');
    await page.keyboard.press('Enter');
    await flow('find train').locator('.slot', { hasText: 'party' }).hover();
    await flow('find train').getByRole('button', { name: 'Set party' }).click();
    await page.getByRole('textbox', { name: 'adults' }).fill('2');
    await page.keyboard.press('Enter');
    assert.deepEqual(await intents(), [
      { kind: 'setSlot', flow: 'find_room', slot: 'stay', value: { unit: 'night', length: 3 } },
      { kind: 'setSlot', flow: 'find_train', slot: 'party', value: { adults: 2, children: 0 } },
    ]);
  });

  it('starts and cancels flows', async () => {
    await open();
    const flows = page.getByRole('combobox', { name: 'Start a flow…' });
    await flows.press('ArrowDown');
    assert.deepEqual(await intents(), []);
    await flows.selectOption('packing_list');
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await flow('find room').getByRole('button', { name: 'Cancel find room' }).click();
    assert.deepEqual(await intents(), [
      { kind: 'startFlow', flow: 'packing_list' },
      { kind: 'cancelFlow', flow: 'find_room' },
    ]);
  });

  it('looks back turn by turn, shows what changed, and rolls back after a second word', async () => {
    await open();
    const slider = page.getByRole('slider');
    await slider.focus();
    await page.keyboard.press('ArrowLeft');
    await told(page, { kind: 'showBelief', turn: 1 });
    assert.deepEqual(await view.last(), { kind: 'showBelief', turn: 1, from: 0 });
    await view.post(beliefAnswer({ turn: 1, from: 0 }));
    await page.getByText('find train · origin: — → Berlin').waitFor();
    assert.equal(await flow('find room').count(), 0);
    assert.equal(await page.getByRole('button', { name: 'Set origin' }).count(), 0);
    await page.getByRole('button', { name: 'Roll back to here' }).click();
    await page.getByText('Only the dialogue state is rolled back').waitFor();
    await view.screenshot('belief-turns-dark');
    assert.deepEqual(await view.axe(), []);
    await page.getByRole('button', { name: 'Roll back to here' }).click();
    assert.deepEqual(await intents(), [{ kind: 'rollBack', turn: 1 }]);
  });

  it('compares the begin with now, and keeps the focus when a rollback is cancelled and when it is done', async () => {
    await open();
    const focused = () => page.evaluate(() => document.activeElement?.textContent || document.activeElement?.tagName);
    await page.getByRole('slider').press('Home');
    await told(page, { kind: 'showBelief', turn: 0 });
    assert.deepEqual(await view.last(), { kind: 'showBelief', turn: 0, from: 2 });
    await view.post(beliefAnswer({ turn: 0, from: 2 }));
    const rollBack = page.getByRole('button', { name: 'Roll back to here' });
    await rollBack.press('Enter');
    await page.getByRole('button', { name: 'Cancel' }).press('Enter');
    assert.equal(await focused(), 'Roll back to here');
    await page.keyboard.press('Enter');
    assert.equal(await focused(), 'Roll back to here');
    await page.keyboard.press('Enter');
    assert.deepEqual(await intents(), [{ kind: 'rollBack', turn: 0 }]);
    assert.equal(await focused(), 'INPUT');
  });

  it('leaves the message field in sight, and lines to read, in a panel at a zoom of 200 %', async () => {
    await open({ width: 800, height: 800, zoom: 2 });
    const {
      height,
      bottom,
      page: all,
    } = await page.evaluate(() => ({
      height: document.querySelector('.conversation')?.clientHeight ?? 0,
      bottom: document.querySelector('.composer')?.getBoundingClientRect().bottom ?? 0,
      page: document.documentElement.scrollHeight,
    }));
    assert.ok(height > 60, `the conversation has ${height} px`);
    assert.ok(bottom <= 400 && all <= 400, `the composer ends at ${bottom} of 400`);
  });

  it('stays at the newest turn that is known while a later one is asked for', async () => {
    await open();
    const answer = beliefAnswer() as { readonly turns: readonly { readonly turn: number }[] };
    await view.post({ ...answer, turns: answer.turns.filter(({ turn }) => turn < 2) });
    assert.equal(await page.getByRole('slider').inputValue(), '1');
    assert.equal(await page.locator('.turn-no').textContent(), 'Turn 1');
  });

  const looks: readonly (readonly [string, WebviewOptions])[] = [
    ['dark', {}],
    ['light', { theme: 'light' }],
    ['contrast', { theme: 'hc' }],
    ['narrow', { width: 380 }],
    ['chinese', { theme: 'light', language: 'zh' }],
  ];
  for (const [look, options] of looks) {
    it(`has nothing serious for axe and looks right: ${look}`, async () => {
      await open(options);
      await view.screenshot(`belief-${look}`);
      assert.deepEqual(await view.axe(), []);
    });
  }
});
