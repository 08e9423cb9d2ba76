// Runs commands the way a person does: through the command palette.
import type { Frame, Page } from 'playwright-core';

/** Runs the command with that title (`Category: Title` or `Title`). Throws when the palette does not offer it. */
export async function pickCommand(page: Page, title: string): Promise<void> {
  await focusArrived(page.mainFrame());
  await page.keyboard.press('F1');
  await page.locator('.quick-input-widget input[type=text]').first().fill(`>${title}`);
  const label = new RegExp(`^(.*: )?${escapeRegExp(title)}$`);
  await page
    .locator('.quick-input-list .monaco-list-row')
    .filter({ has: page.locator('.quick-input-list-label .label-name').filter({ hasText: label }) })
    .first()
    .click();
}

/**
 * Resolves when the focus is where it is going. When a prompt closes, the editor gives it to the frame around a panel, and that frame by
 * a message to the panel in it: a palette that opens in between would lose the focus to the panel, and close.
 */
async function focusArrived(frame: Frame): Promise<void> {
  const isMain = frame.parentFrame() === null;
  const isAround = !isMain && frame.childFrames().length > 0;
  if (isAround) await frame.waitForFunction(() => document.activeElement?.tagName === 'IFRAME');
  const focused = await frame.evaluateHandle(() => document.activeElement);
  const inner = await focused.asElement()?.contentFrame();
  if (inner) await focusArrived(inner);
  // What a frame had focused before stays its active element.
  else if (!isMain) await frame.waitForFunction(() => document.hasFocus());
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
