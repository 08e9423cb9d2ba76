// Finds a Chromium to drive in tests, or installs Debian's. Never downloads one of its own. Run by itself before `npm test`,
// so that who has none learns it before the first test and not minutes later.
import { aptInstall, isKnownToApt } from './apt-install.ts';
import { findOnPath, isExecutable } from './find-program.ts';

/** Chromium without its own windows and menus, which nobody looks at here: a page comes up in half the time. */
const shell = 'chromium-headless-shell';
const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge'];
const macApps = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * The path of a Chromium-like browser: `BROWSER_PATH`, else from the PATH, else freshly installed. The one without windows comes first;
 * root gets it beside another one where apt-get knows it. Throws with what to run.
 */
export async function ensureBrowser(): Promise<string> {
  const quickest = process.env.BROWSER_PATH ?? (await findOnPath(shell));
  if (quickest !== undefined) return quickest;
  const present = await findBrowser();
  const offered = (await isKnownToApt(shell)) ? shell : 'chromium';
  // Nobody is asked for a password for what only saves time.
  if (present !== undefined && (offered !== shell || process.getuid?.() !== 0)) return present;
  await aptInstall('Chromium', [offered]);
  const installed = (await findOnPath(shell)) ?? (await findBrowser());
  if (installed !== undefined) return installed;
  throw new Error(
    'no Chromium found — install one (Debian: `sudo apt-get update && sudo apt-get install -y chromium`), or set BROWSER_PATH to a Chrome',
  );
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
  await ensureBrowser().then(console.log, (error: Error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
}
