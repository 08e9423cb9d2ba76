// The editor's context menus.
import type { Page } from 'playwright-core';

/**
 * Takes an item of the context menu that is open. In its first moments a menu takes no click, lest the press that opened
 * it chooses something.
 */
export async function pickFromMenu(page: Page, name: string): Promise<void> {
  await page.getByRole('menuitem', { name }).hover();
  await page.keyboard.press('Enter');
}
