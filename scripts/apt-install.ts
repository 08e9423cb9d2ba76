// Installs packages that tests need with apt-get, where there is one: as root or by sudo, which asks at a terminal.
import { run, runInTerminal } from './child.ts';
import { findOnPath } from './find-program.ts';

/** Installs Debian packages; `what` names them to the person. Does nothing on systems without apt-get. */
export async function aptInstall(what: string, packages: readonly string[]): Promise<void> {
  if ((await findOnPath('apt-get')) === undefined) return;
  const asRoot = process.getuid?.() === 0 ? [] : await sudo();
  if (asRoot === undefined) return;
  console.error(`Installing ${what} for the tests with apt-get, once …`);
  // A new machine has no package lists, or old ones that name files which are gone.
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...packages]]) {
    const [program = 'apt-get', ...rest] = [...asRoot, 'apt-get', ...args];
    await runInTerminal(program, rest);
  }
}

/** Whether the package lists of this machine name a Debian package; false where there are none. */
export function isKnownToApt(name: string): Promise<boolean> {
  return run('apt-cache', ['show', name]).then(
    () => true,
    () => false,
  );
}

async function sudo(): Promise<string[] | undefined> {
  if ((await findOnPath('sudo')) === undefined) return undefined;
  return process.stdin.isTTY ? ['sudo'] : ['sudo', '-n'];
}
