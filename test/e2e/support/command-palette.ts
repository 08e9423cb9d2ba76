// Runs commands the way a person does: through the command palette.
import type { Page } from 'playwright-core';

/** Runs the command with that title (`Category: Title` or `Title`). Throws when the palette does not offer it. */
export async function pickCommand(page: Page, title: string): Promise<void> {
  await page.keyboard.press('F1');
  await page.locator('.quick-input-widget input[type=text]').first().fill(`>${title}`);
  const label = new RegExp(`^(.*: )?${escapeRegExp(title)}$`);
  await page
    .locator('.quick-input-list .monaco-list-row')
    .filter({ has: page.locator('.quick-input-list-label .label-name').filter({ hasText: label }) })
    .first()
    .click();
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
