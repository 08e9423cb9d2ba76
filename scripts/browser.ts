// A headless Chromium that shows a workbench, for tests.
import { type Browser, type BrowserContext, chromium, type LaunchOptions, type Page } from 'playwright-core';
import { ensureQuickBrowser } from './ensure-browser.ts';

/** Of a browser for tests and measurements. */
export const browserFlags: readonly string[] = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * Of a browser that is driven: with developer tools at it, V8 asks of each script where in its sources something
 * happened, and would read the whole script a second time to say it.
 */
const drivenFlag = '--js-flags=--no-enable-lazy-source-positions';

/** Starts a browser, the quickest there is unless one is given; it ends with `close()` or with this process. */
export async function launchBrowser(program?: string): Promise<Browser> {
  return chromium.launch(await optionsFor(program));
}

/**
 * The same with a profile in that folder: what it loaded from a server, and the machine code that V8 made of it, is
 * there for every page of the profile. It ends with the profile.
 */
export async function launchProfile(folder: string): Promise<BrowserContext> {
  return chromium.launchPersistentContext(folder, { ...(await optionsFor()), viewport: null });
}

async function optionsFor(program?: string): Promise<LaunchOptions> {
  const args = [...browserFlags, drivenFlag];
  return { executablePath: program ?? (await ensureQuickBrowser()), headless: true, args };
}

/** Loads a workbench and resolves when it takes keys and commands; its extension host may still be starting. */
export async function openWorkbench(page: Page, url: string): Promise<void> {
  // Its own marks say when it is ready; the load event comes earlier or later.
  await page.goto(url, { waitUntil: 'commit' });
  await workbenchReady(page);
}

/** Marks of the workbench: its editors are back and keys are bound; the commands of all extensions are known. */
const readyMarks = ['code/LifecyclePhase/Restored', 'code/didLoadExtensions'];

/** Resolves when the workbench takes keys and commands. */
export async function workbenchReady(page: Page): Promise<void> {
  const isReady = (marks: readonly string[]) => marks.every(mark => performance.getEntriesByName(mark).length > 0);
  await page.waitForFunction(isReady, readyMarks, { timeout: 60_000 });
}

/** A copy of this environment without what would change how the product or the editor behaves, plus `extra`. */
export function cleanEnvironment(extra: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(OPENAI|DOMINDS|VSCODE|ELECTRON|NODE_OPTIONS|NODE_COMPILE_CACHE)/.test(name),
  );
  return { ...Object.fromEntries(inherited), ...extra };
}
