// Finds a Chromium to drive in tests, or installs Debian's. Never downloads one of its own. Run by itself before `npm
// test`, so that who has none learns it before the first test and not minutes later.
import { aptInstall, isKnownToApt } from './apt-install.ts';
import { findOnPath, isExecutable } from './find-program.ts';

/** Chromium without its own windows, menus and notices: a page comes up in half the time. */
const shell = 'chromium-headless-shell';
const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge'];
const macApps = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * The path of a whole Chromium or its like: `BROWSER_PATH`, else from the PATH, else freshly installed. Throws with
 * what to run.
 */
export async function ensureBrowser(): Promise<string> {
  const found = process.env.BROWSER_PATH ?? (await findBrowser());
  if (found !== undefined) return found;
  await aptInstall('Chromium', ['chromium']);
  const installed = await findBrowser();
  if (installed !== undefined) return installed;
  throw new Error(
    'no Chromium found — install one (Debian: `sudo apt-get update && sudo apt-get install -y chromium`), or set BROWSER_PATH to a Chrome',
  );
}

/**
 * The path of a browser for pages that need no more than pages: `BROWSER_PATH`, else the one without windows, which
 * root gets where apt-get knows it, else a whole one.
 */
export async function ensureQuickBrowser(): Promise<string> {
  const found = process.env.BROWSER_PATH ?? (await findOnPath(shell));
  if (found !== undefined) return found;
  // Nobody is asked for a password for what only saves time.
  if (process.getuid?.() === 0 && (await isKnownToApt(shell))) await aptInstall('a quick Chromium', [shell]);
  return (await findOnPath(shell)) ?? (await ensureBrowser());
}

async function findBrowser(): Promise<string | undefined> {
  for (const name of names) {
    const file = await findOnPath(name);
    if (file !== undefined) return file;
  }
  for (const app of macApps) if (await isExecutable(app)) return app;
  return undefined;
}

if (import.meta.main) {
  const ensured = ensureBrowser().then(async whole => [whole, await ensureQuickBrowser()]);
  await ensured.then(
    paths => console.log([...new Set(paths)].join('\n')),
    (error: Error) => {
      console.error(error.message);
      process.exitCode = 1;
    },
  );
}
