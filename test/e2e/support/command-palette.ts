// Runs commands the way a person does: through the command palette.
import type { Frame, Page } from 'playwright-core';

/** Runs the command with that title (`Category: Title` or `Title`). Throws when the palette does not offer it. */
export async function pickCommand(page: Page, title: string): Promise<void> {
  await focusArrived(page);
  await page.keyboard.press('F1');
  await page.locator('.quick-input-widget input[type=text]').first().fill(`>${title}`);
  const label = new RegExp(`^(.*: )?${escapeRegExp(title)}$`);
  await page
    .locator('.quick-input-list .monaco-list-row')
    .filter({ has: page.locator('.quick-input-list-label .label-name').filter({ hasText: label }) })
    .first()
    .click();
}

/** Milliseconds that the focus takes at most to the panel in a frame, on a busy machine. */
const ON_ITS_WAY = 2_000;

/**
 * Resolves when the focus is where it is going. When a prompt closes, the editor gives it to the frame around a panel, and that frame by
 * a message to the panel in it: a palette that opens in between would lose the focus to the panel, and close. After a modal dialog it
 * stays in the frame around.
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
