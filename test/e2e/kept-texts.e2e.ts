// What is typed beside the composer, across the life of a page: the editor ends a panel's page that comes out of sight.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { Snapshot, ToWebview } from '../../src/protocol/messages.ts';
import { beliefAnswer, beliefScene } from './support/belief-scene.ts';
import { dialogScenes } from './support/dialog-scenes.ts';
import { endEach, kept, openWebview, type WebviewPage } from './support/webview-page.ts';

describe('texts beside the composer, when the page comes again', () => {
  let view: WebviewPage;
  let page: Page;

  endEach(() => view);

  async function show(messages: readonly (Snapshot | ToWebview)[]): Promise<() => Promise<void>> {
    view = await openWebview('dialog');
    page = view.page;
    const post = async () => {
      for (const message of messages) await view.post(message);
    };
    await post();
    return async () => {
      await page.reload();
      await post();
    };
  }

  const isFocused = (name: string) =>
    page.getByRole('textbox', { name }).evaluate(field => document.activeElement === field);

  it('are a new reminder that was not saved yet', async () => {
    const again = await show([dialogScenes.answered()]);
    await page.getByRole('button', { name: 'Reminders' }).click();
    await page.getByRole('button', { name: 'Add a reminder' }).click();
    await page.keyboard.type('Ask Wanda first');
    await kept(page, 'Ask Wanda first');
    await again();
    const field = page.getByRole('textbox', { name: 'Reminders' });
    assert.equal(await field.inputValue(), 'Ask Wanda first');
    assert.equal(await isFocused('Reminders'), false);
    await field.press('Enter');
    assert.deepEqual(await view.last(), { kind: 'changeReminder', content: 'Ask Wanda first' });
    assert.equal(await field.count(), 0);
  });

  it('are words for the callee of a running call', async () => {
    const again = await show([dialogScenes.waiting()]);
    await page.getByRole('button', { name: 'Tell…' }).first().click();
    await page.keyboard.type('Mind the cache');
    await kept(page, 'Mind the cache');
    await again();
    const field = page.locator('.tell textarea');
    assert.equal(await field.inputValue(), 'Mind the cache');
    await field.press('Escape');
    await page.getByRole('button', { name: 'Tell…' }).first().click();
    assert.equal(await field.inputValue(), '');
  });

  it('are the fields of a slot', async () => {
    const again = await show([beliefScene(), beliefAnswer()]);
    await page.locator('.belief-line').click();
    await page.getByRole('button', { name: 'Set stay' }).click();
    await page.getByRole('textbox', { name: 'unit' }).fill('night');
    await page.getByRole('textbox', { name: 'length' }).fill('3');
    await kept(page, 'night');
    await again();
    assert.equal(await page.getByRole('textbox', { name: 'length' }).inputValue(), '3');
    assert.equal(await isFocused('from'), false);
    await page.getByRole('textbox', { name: 'unit' }).press('Enter');
    const sent = (await view.sent()).findLast(({ kind }) => kind === 'belief');
    const value = { unit: 'night', length: 3 };
    assert.deepEqual(sent?.intent, { kind: 'setSlot', flow: 'find_room', slot: 'stay', value });
  });
});
