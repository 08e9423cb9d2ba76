// Finds a Chromium to drive in tests, or installs Debian's. Never downloads one of its own. Run by itself before `npm test`,
// so that who has none learns it before the first test and not minutes later.
import { aptInstall } from './apt-install.ts';
import { findOnPath, isExecutable } from './find-program.ts';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge'];
const macApps = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** The path of a Chromium-like browser: `BROWSER_PATH`, else from the PATH, else freshly installed. Throws with what to run. */
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
