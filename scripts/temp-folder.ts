// Short-lived folders. Each is removed when asked and, at the latest, when this process exits.
import { realpathSync, rmSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const live = new Set<string>();
process.once('exit', removeAll);

/** Makes an empty folder; within the system's folder for such things its path is short enough to hold a unix socket. */
export async function makeTempFolder(prefix = 'd', within = tmpdir()): Promise<string> {
  await mkdir(within, { recursive: true });
  const folder = await mkdtemp(path.join(realpathSync(within), `${prefix}-`));
  live.add(folder);
  return folder;
}

/** Removes a folder that `makeTempFolder` made, with all that is in it. */
export async function removeTempFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  live.delete(folder);
}

function removeAll(): void {
  for (const folder of live) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
