// Runs commands the way a person does: through the command palette.
import type { Locator, Page } from 'playwright-core';

const patience = 20_000;

/** Runs the command with that title (`Category: Title` or `Title`). Throws when the palette does not offer it in time. */
export async function pickCommand(page: Page, title: string): Promise<void> {
  const deadline = Date.now() + patience;
  const input = page.locator('.quick-input-widget input[type=text]').first();
  // The extension host may still be starting: the list is made when the palette opens, so it is opened again.
  while (Date.now() < deadline) {
    await page.keyboard.press('F1');
    await input.waitFor({ timeout: 5000 });
    await input.fill(`>${title}`);
    const row = commandRow(page, title);
    if (await appears(row, 2000)) return row.click();
    await page.keyboard.press('Escape');
  }
  throw new Error(`the command palette does not offer "${title}"`);
}

function commandRow(page: Page, title: string): Locator {
  const label = new RegExp(`^(.*: )?${escapeRegExp(title)}$`);
  const rows = page.locator('.quick-input-list .monaco-list-row');
  return rows.filter({ has: page.locator('.quick-input-list-label .label-name').filter({ hasText: label }) }).first();
}

function appears(locator: Locator, timeout: number): Promise<boolean> {
  return locator.waitFor({ timeout }).then(
    () => true,
    () => false,
  );
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
