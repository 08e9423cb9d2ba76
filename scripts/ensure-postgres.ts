// Finds the programs of a PostgreSQL server for tests, or installs Debian's. Never downloads a server of its own. Run
// before `npm test`, so that a machine without one learns it before the first test.
import { access, constants, readdir } from 'node:fs/promises';
import path from 'node:path';
import { aptInstall } from './apt-install.ts';
import { findOnPath } from './find-program.ts';

/** The oldest major version that the store supports. */
const OLDEST_MAJOR = 15;
/** Where Debian, Homebrew and the PostgreSQL packages put the programs of each major version. */
const folders = ['/usr/lib/postgresql', '/opt/homebrew/opt', '/usr/local/opt', '/usr'];

/**
 * The folder with `postgres` and `initdb`: `POSTGRES_BIN`, else the newest installed, else freshly installed. Throws
 * with what to run.
 */
export async function ensurePostgres(): Promise<string> {
  const found = process.env.POSTGRES_BIN ?? (await findPostgres());
  if (found !== undefined) return found;
  await aptInstall('PostgreSQL', ['postgresql']);
  const installed = await findPostgres();
  if (installed !== undefined) return installed;
  throw new Error(
    `no PostgreSQL ${OLDEST_MAJOR} or newer found — install it (Debian: \`sudo apt-get update && sudo apt-get install -y postgresql\`), or set POSTGRES_BIN to the folder of its programs`,
  );
}

async function findPostgres(): Promise<string | undefined> {
  const names = await Promise.all(folders.map(async folder => (await namesIn(folder)).map(name => ({ folder, name }))));
  const versions = names
    .flat()
    .map(({ folder, name }) => ({ bin: path.join(folder, name, 'bin'), major: majorOf(name) }))
    .filter(({ major }) => major >= OLDEST_MAJOR)
    .sort((a, b) => b.major - a.major);
  for (const { bin } of versions) if (await holdsServer(bin)) return bin;
  const onPath = await findOnPath('initdb');
  return onPath === undefined ? undefined : path.dirname(onPath);
}

/** `15`, `postgresql@17` and `pgsql-16` name a major version; 0 for anything else. */
function majorOf(name: string): number {
  return Number(/^(?:postgresql@|pgsql-)?(\d{2})$/.exec(name)?.[1] ?? 0);
}

async function namesIn(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch(() => []);
}

async function holdsServer(bin: string): Promise<boolean> {
  const programs = ['postgres', 'initdb'].map(name => access(path.join(bin, name), constants.X_OK));
  return Promise.all(programs).then(
    () => true,
    () => false,
  );
}

if (import.meta.main) {
  await ensurePostgres().then(console.log, (error: Error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
}
