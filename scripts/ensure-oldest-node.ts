// Finds the oldest Node that package.json allows the command line, or installs it into .vscode-test/: what newer ones brought is
// missed nowhere else.
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import pkg from '../package.json' with { type: 'json' };
import { run } from './child.ts';
import { cacheFolder } from './project.ts';

const version = `${pkg.engines.node.replace('>=', '')}.0`;
const system = process.platform === 'win32' ? 'win' : process.platform;
/** What the package `node` itself would fetch by a script. */
const packed = `node-${system}-${process.arch}`;
const home = path.join(cacheFolder, `node-${version}`);
const program = path.join(home, 'node_modules', packed, 'bin', system === 'win' ? 'node.exe' : 'node');

/** The program. Throws with npm's output when it cannot be installed. */
export async function ensureOldestNode(): Promise<string> {
  if (existsSync(program)) return program;
  console.error(`Installing Node ${version} into .vscode-test/ (90 MB), once …`);
  // A stopped installation leaves nothing half-done in its place.
  const partial = `${home}.partial-${process.pid}`;
  await mkdir(partial, { recursive: true });
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const args = ['install', '--prefix', partial, ...quiet, `${packed}@${version}`];
  await run('npm', args, { stdio: ['ignore', 'pipe', 'inherit'] });
  await rename(partial, home).catch(async (error: unknown) => {
    await rm(partial, { recursive: true, force: true });
    // Another process may have finished the same in the meantime.
    if (!existsSync(program)) throw error;
  });
  return program;
}

if (import.meta.main) console.log(await ensureOldestNode());
