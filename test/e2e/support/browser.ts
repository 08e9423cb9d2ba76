// The one browser of a process of a test run. Editors open in its profile, one after another; other pages have profiles
// of their own in it.
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launchProfile } from '../../../scripts/browser.ts';
import { makeTempFolder, removeTempFolder } from '../../../scripts/temp-folder.ts';

interface Shared {
  readonly profile: BrowserContext;
  readonly browser: Browser;
  /** Keeps the profile open while no test has a page. */
  readonly blank: Page;
  readonly folder: string;
}

let shared: Promise<Shared> | undefined;

/** Started on first use; `hooks.ts` closes it at the end of the run. */
export async function sharedBrowser(): Promise<Browser> {
  return (await start()).browser;
}

/**
 * A page in the profile that all editors share: the workbench is 15 MB of scripts, which are compiled once. Pages that
 * are opened at one time share what they store, as tabs do.
 */
export async function newPageOfProfile(): Promise<Page> {
  return (await start()).profile.newPage();
}

/** Closes all pages of the profile, and forgets what those of that origin stored. */
export async function forgetPages(origin: string): Promise<void> {
  const { profile, blank } = await start();
  for (const page of profile.pages()) if (page !== blank) await page.close();
  await profile.clearCookies();
  const session = await profile.newCDPSession(blank);
  // A browser that is driven lets no worker of a closed page end by itself.
  await session.send('ServiceWorker.enable');
  await session.send('ServiceWorker.stopAllWorkers');
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  await session.detach();
}

/** Closes it if it was started. */
export async function closeBrowser(): Promise<void> {
  const started = await shared;
  shared = undefined;
  await started?.profile.close();
  if (started) await removeTempFolder(started.folder);
}

function start(): Promise<Shared> {
  shared ??= launch();
  return shared;
}

async function launch(): Promise<Shared> {
  const folder = await makeTempFolder('dc');
  const profile = await launchProfile(folder);
  const browser = profile.browser();
  const [blank] = profile.pages();
  if (!browser || !blank) throw new Error('the browser has no profile');
  return { profile, browser, blank, folder };
}
