// The one browser of a process of a test run; each test opens a profile of its own in it.
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../../../scripts/browser.ts';

let browser: Promise<Browser> | undefined;

/** Started on first use; `hooks.ts` closes it at the end of the run. */
export function sharedBrowser(): Promise<Browser> {
  browser ??= launchBrowser();
  return browser;
}

/** Closes it if it was started. */
export async function closeBrowser(): Promise<void> {
  await (await browser)?.close();
  browser = undefined;
}
