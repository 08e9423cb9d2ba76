// Runs commands the way a person does: through the command palette.
import type { Frame, Locator, Page } from 'playwright-core';

/** Runs the command with that title (`Category: Title` or `Title`). Throws when the palette does not offer it. */
export async function pickCommand(page: Page, title: string): Promise<void> {
  await focusArrived(page);
  await page.keyboard.press('F1');
  const label = new RegExp(`^(.*: )?${escapeRegExp(title)}$`);
  const row = page
    .locator('.quick-input-list .monaco-list-row')
    .filter({ has: page.locator('.quick-input-list-label .label-name').filter({ hasText: label }) })
    .first();
  await typeUntilOffered(page, title, row);
  await row.click();
}

/** Milliseconds after which the palette is asked anew, doubled each time up to the longest. */
const FIRST_PATIENCE = 1_000;
const LONGEST_PATIENCE = 16_000;

/**
 * What a panel shows makes a command work, and the extension tells the palette so a moment later. The palette looks for
 * commands that work when something is typed, and never by itself.
 */
async function typeUntilOffered(page: Page, title: string, row: Locator): Promise<void> {
  const field = page.locator('.quick-input-widget input[type=text]').first();
  const isOffered = (patience: number) =>
    row.waitFor({ timeout: patience }).then(
      () => true,
      () => false,
    );
  for (let patience = FIRST_PATIENCE; patience <= LONGEST_PATIENCE; patience *= 2) {
    await field.fill(`>${title}`);
    if (await isOffered(patience)) return;
    await field.fill('>');
  }
}

/** Milliseconds that the focus takes at most to the panel in a frame, on a busy machine. */
const ON_ITS_WAY = 2_000;

/**
 * Resolves when the focus is where it is going. When a prompt closes, the editor gives it to the frame around a panel,
 * and that frame by a message to the panel in it: a palette that opens in between would lose the focus to the panel,
 * and close. After a modal dialog it stays in the frame around.
 */
async function focusArrived(page: Page): Promise<void> {
  const focused = await page.evaluateHandle(() => document.activeElement);
  const around = await focused.asElement()?.contentFrame();
  const panels = around?.childFrames() ?? [];
  const hasFocus = (panel: Frame) =>
    panel.waitForFunction(() => document.hasFocus(), undefined, { timeout: ON_ITS_WAY });
  await Promise.any(panels.map(hasFocus)).catch(() => {});
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
