// Finds code-server (VS Code in a browser) in .vscode-test/, or installs the pinned version there without compiling.
// It is put together beside its place and moved in whole, so a stopped installation leaves nothing half-done. Its logger is
// native and is not compiled; plain-logger.cjs takes its place, without which every output channel would stay empty.
import type { StdioOptions } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { run } from './child.ts';
import { cacheFolder, root } from './project.ts';

const version = '4.139.1';
const home = path.join(cacheFolder, 'code-server');
const packageFolder = path.join('node_modules', 'code-server');

/** The script that starts code-server, to be run by Node 24. Throws with npm's output when it cannot be installed. */
export async function ensureCodeServer(): Promise<string> {
  if (!(await isComplete(home))) await install();
  await putLogger();
  return path.join(home, packageFolder, 'out', 'node', 'entry.js');
}

async function isComplete(folder: string): Promise<boolean> {
  const manifest = path.join(folder, packageFolder, 'package.json');
  // npm writes this file last, after everything that VS Code itself needs is in place.
  const last = path.join(folder, packageFolder, 'lib/vscode/node_modules/.package-lock.json');
  if (!existsSync(manifest) || !existsSync(last)) return false;
  return JSON.parse(await readFile(manifest, 'utf8')).version === version;
}

async function install(): Promise<void> {
  await mkdir(cacheFolder, { recursive: true });
  await removeLeftovers();
  const partial = path.join(cacheFolder, `code-server.partial-${process.pid}`);
  console.error(`Installing code-server ${version} into .vscode-test/ (600 MB), once …`);
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  // npm's own progress and errors go to the terminal: on a slow line this takes minutes.
  const stdio: StdioOptions = ['ignore', 'pipe', 'inherit'];
  const cwd = path.join(partial, packageFolder, 'lib/vscode');
  await run('npm', ['install', '--prefix', partial, ...quiet, `code-server@${version}`], { stdio });
  await run('npm', ['install', '--omit=dev', ...quiet], { stdio, cwd });
  await moveIn(partial);
}

async function putLogger(): Promise<void> {
  const place = path.join(home, packageFolder, 'lib/vscode/node_modules/@vscode/spdlog/index.js');
  const ours = path.join(root, 'scripts/plain-logger.cjs');
  const [present, wanted] = await Promise.all([readFile(place, 'utf8'), readFile(ours, 'utf8')]);
  if (present !== wanted) await copyFile(ours, place);
}

async function moveIn(partial: string): Promise<void> {
  // Another process may have finished the same installation in the meantime: then its one stays.
  if (!(await isComplete(home))) await rm(home, { recursive: true, force: true });
  await rename(partial, home).catch(async (error: unknown) => {
    await rm(partial, { recursive: true, force: true });
    if (!(await isComplete(home))) throw error;
  });
}

async function removeLeftovers(): Promise<void> {
  for (const name of await readdir(cacheFolder)) {
    const pid = /^code-server\.partial-(\d+)$/.exec(name)?.[1];
    if (pid !== undefined && !isAlive(Number(pid)))
      await rm(path.join(cacheFolder, name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

if (import.meta.main) console.log(await ensureCodeServer());
