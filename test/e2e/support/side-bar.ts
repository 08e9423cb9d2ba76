// The side bar of the real editor.
import type { Page } from 'playwright-core';

/** Shows the trees of the product, as by a click on its icon. */
export async function showDominds(page: Page): Promise<void> {
  const icon = page.getByRole('tab', { name: /Dominds/ }).first();
  // A click on the icon of a view that is shown hides it.
  if ((await icon.getAttribute('aria-expanded')) !== 'true') await icon.click();
}
