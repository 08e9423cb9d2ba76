// Finds code-server (VS Code in a browser) in .vscode-test/, or installs the pinned version there without compiling.
// Its logger is native and is not compiled; plain-logger.cjs takes its place, without which every output channel would
// stay empty.
import { existsSync } from 'node:fs';
import { copyFile, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fillFolder, installQuietly } from './fill-folder.ts';
import { cacheFolder, root } from './project.ts';

const version = '4.139.1';
const folder = path.join(cacheFolder, 'code-server');
const packageFolder = path.join('node_modules', 'code-server');

/** The script that starts code-server, to be run by Node 24. Throws with npm's output when it cannot be installed. */
export async function ensureCodeServer(): Promise<string> {
  await fillFolder({ folder, isComplete, fill: install });
  await putLogger();
  return path.join(folder, packageFolder, 'out', 'node', 'entry.js');
}

async function isComplete(): Promise<boolean> {
  const manifest = path.join(folder, packageFolder, 'package.json');
  // npm writes this file last, after everything that VS Code itself needs is in place.
  const last = path.join(folder, packageFolder, 'lib/vscode/node_modules/.package-lock.json');
  if (!existsSync(manifest) || !existsSync(last)) return false;
  return JSON.parse(await readFile(manifest, 'utf8')).version === version;
}

async function install(beside: string): Promise<void> {
  console.error(`Installing code-server ${version} into .vscode-test/ (600 MB), once …`);
  await installQuietly(['--prefix', beside, `code-server@${version}`]);
  await installQuietly(['--omit=dev'], path.join(beside, packageFolder, 'lib/vscode'));
}

async function putLogger(): Promise<void> {
  const place = path.join(folder, packageFolder, 'lib/vscode/node_modules/@vscode/spdlog/index.js');
  const ours = path.join(root, 'scripts/plain-logger.cjs');
  const [present, wanted] = await Promise.all([readFile(place, 'utf8'), readFile(ours, 'utf8')]);
  if (present !== wanted) await copyFile(ours, place);
}

if (import.meta.main) console.log(await ensureCodeServer());
