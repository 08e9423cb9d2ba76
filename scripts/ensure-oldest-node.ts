// Finds the oldest Node that package.json allows the command line, or installs it into .vscode-test/: what newer ones
// brought is missed nowhere else.
import { existsSync } from 'node:fs';
import path from 'node:path';
import pkg from '../package.json' with { type: 'json' };
import { fillFolder, installQuietly } from './fill-folder.ts';
import { cacheFolder } from './project.ts';

const version = `${pkg.engines.node.replace('>=', '')}.0`;
const system = process.platform === 'win32' ? 'win' : process.platform;
/** What the package `node` itself would fetch by a script. */
const packed = `node-${system}-${process.arch}`;
const folder = path.join(cacheFolder, `node-${version}`);
const program = path.join(folder, 'node_modules', packed, 'bin', system === 'win' ? 'node.exe' : 'node');

/** The program. Throws with npm's output when it cannot be installed. */
export async function ensureOldestNode(): Promise<string> {
  const isComplete = () => existsSync(program);
  await fillFolder({ folder, isComplete, fill: install });
  return program;
}

async function install(beside: string): Promise<void> {
  console.error(`Installing Node ${version} into .vscode-test/ (90 MB), once …`);
  await installQuietly(['--prefix', beside, `${packed}@${version}`]);
}

if (import.meta.main) console.log(await ensureOldestNode());
