// How many bytes the dialogs take on the disk (SPEC 13.9).
import { readdir, stat } from 'node:fs/promises';
import * as path from 'node:path';
import type { RootId } from '../../core/base/ids.ts';
import type { Status } from '../../core/dialog/state.ts';
import { createLayout } from './layout.ts';

/** Bytes of one root's folder, everything under it included; 0 when it is gone. */
export async function rootBytes(rtws: string, rootId: RootId, status: Status): Promise<number> {
  const folder = createLayout(rtws).rootFolder(rootId, status);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter(entry => entry.isFile());
  const sizes = await Promise.all(files.map(each => bytesOf(path.join(each.parentPath, each.name))));
  return sizes.reduce((sum, bytes) => sum + bytes, 0);
}

function bytesOf(file: string): Promise<number> {
  return stat(file).then(
    ({ size }) => size,
    () => 0,
  );
}
