// Finds a Chromium to drive in tests, or installs Debian's. Never downloads one of its own. Run by itself before `npm test`,
// so that who has none learns it before the first test and not minutes later.
import { access, constants } from 'node:fs/promises';
import path from 'node:path';
import { runInTerminal } from './child.ts';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge'];
const macApps = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** The path of a Chromium-like browser: `BROWSER_PATH`, else from the PATH, else freshly installed. Throws with what to run. */
export async function ensureBrowser(): Promise<string> {
  const found = process.env.BROWSER_PATH ?? (await findBrowser());
  if (found !== undefined) return found;
  await install();
  const installed = await findBrowser();
  if (installed !== undefined) return installed;
  throw new Error(
    'no Chromium found — install one (Debian: `sudo apt-get update && sudo apt-get install -y chromium`), or set BROWSER_PATH to a Chrome',
  );
}

/** Where a program of that name is on the PATH. */
export async function findOnPath(name: string): Promise<string | undefined> {
  for (const folder of (process.env.PATH ?? '').split(path.delimiter)) {
    const file = path.join(folder, name);
    if (folder !== '' && (await isExecutable(file))) return file;
  }
  return undefined;
}

async function findBrowser(): Promise<string | undefined> {
  for (const name of names) {
    const file = await findOnPath(name);
    if (file !== undefined) return file;
  }
  for (const app of macApps) if (await isExecutable(app)) return app;
  return undefined;
}

/** With apt-get where there is one, as root or by sudo, which asks at a terminal; does nothing elsewhere. */
async function install(): Promise<void> {
  if ((await findOnPath('apt-get')) === undefined) return;
  const asRoot = process.getuid?.() === 0 ? [] : await sudo();
  if (asRoot === undefined) return;
  console.error('Installing Chromium for the tests with apt-get, once …');
  // A new machine has no package lists, or old ones that name files which are gone.
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', 'chromium']]) {
    const [program = 'apt-get', ...rest] = [...asRoot, 'apt-get', ...args];
    await runInTerminal(program, rest);
  }
}

async function sudo(): Promise<string[] | undefined> {
  if ((await findOnPath('sudo')) === undefined) return undefined;
  return process.stdin.isTTY ? ['sudo'] : ['sudo', '-n'];
}

function isExecutable(file: string): Promise<boolean> {
  return access(file, constants.X_OK).then(
    () => true,
    () => false,
  );
}

if (import.meta.main) {
  await ensureBrowser().then(console.log, (error: Error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
}
