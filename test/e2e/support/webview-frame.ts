// Finds the frame that holds a webview's own document: it is two frames below the workbench.
import type { Frame, Page } from 'playwright-core';

/**
 * Waits, as long as for anything else in a page, for the webview in which an element matches the selector. Throws when
 * there is none.
 */
export async function findWebviewFrame(page: Page, selector: string): Promise<Frame> {
  const found = Promise.withResolvers<Frame>();
  const look = (frame: Frame) => {
    if (!isWebviewContent(frame)) return;
    const shown = frame.locator(selector).first().waitFor({ state: 'attached' });
    // A frame may go away while it is looked at; then it is not the one.
    shown.then(
      () => found.resolve(frame),
      () => {},
    );
  };
  page.frames().forEach(look);
  page.on('frameattached', look);
  const none = async (): Promise<never> => {
    await page.waitForEvent('close').catch(() => {});
    throw new Error(`no webview shows ${selector}`);
  };
  try {
    return await Promise.race([found.promise, none()]);
  } finally {
    page.off('frameattached', look);
  }
}

function isWebviewContent(frame: Frame): boolean {
  return frame.parentFrame()?.parentFrame() != null;
}
