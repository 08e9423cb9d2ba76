// The side bar of the real editor.
import type { Page } from 'playwright-core';

/** Shows the trees of the product, as by a click on its icon. */
export async function showDominds(page: Page): Promise<void> {
  await page
    .getByRole('tab', { name: /Dominds/ })
    .first()
    .click();
}
