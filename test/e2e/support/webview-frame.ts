// Finds the frame that holds a webview's own document: it is two frames below the workbench.
import type { Frame, Page } from 'playwright-core';

const patience = 20_000;
const betweenLooksMs = 50;

/** Tells the wanted webview from others by what it shows. */
export type FramePredicate = (frame: Frame) => boolean | Promise<boolean>;

/** A predicate that holds for the webview in which an element matches the selector. */
export function hasElement(selector: string): FramePredicate {
  return async frame => (await frame.locator(selector).count()) > 0;
}

/** Waits for the webview frame for which the predicate holds. Throws when there is none in time. */
export async function findWebviewFrame(page: Page, predicate: FramePredicate): Promise<Frame> {
  const deadline = Date.now() + patience;
  while (Date.now() < deadline) {
    for (const frame of page.frames()) {
      if (isWebviewContent(frame) && (await holds(predicate, frame))) return frame;
    }
    await page.waitForTimeout(betweenLooksMs);
  }
  throw new Error('no webview shows what was looked for');
}

function isWebviewContent(frame: Frame): boolean {
  return frame.parentFrame()?.parentFrame() != null;
}

/** A frame may go away while it is looked at; then it is not the one. */
async function holds(predicate: FramePredicate, frame: Frame): Promise<boolean> {
  try {
    return await predicate(frame);
  } catch {
    return false;
  }
}
