// Previous contents of files that a dialog changed, stored beside its course files and named by hash (SPEC 12.4).
// Contents are stored once, up to a size limit per dialog. Stored as text, since the store writes text.

import * as path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { hashBytes } from '../../content-hash.ts';
import type { Files } from '../../disk-files.ts';

/** Bytes on disk that one dialog may keep; what comes then is noted without its content. */
export const MAX_KEPT_BYTES = 50_000_000;

/** Keeps a content in this folder; false when there is no room for it. Throws the system's errors. */
export function keepPrevious(files: Files, folder: string, bytes: Uint8Array): boolean {
  const name = hashBytes(bytes);
  const names = files.list(folder);
  if (names.includes(name)) return true;
  const text = gzipSync(bytes, { level: 1 }).toString('base64');
  const kept = names.reduce((sum, each) => sum + (files.stat(path.join(folder, each))?.bytes ?? 0), 0);
  if (kept + text.length > MAX_KEPT_BYTES) return false;
  files.makeFolder(folder);
  files.replace(path.join(folder, name), text);
  return true;
}

/** Whether a file among kept contents is named like one. */
export function isContentName(name: string): boolean {
  return /^[0-9a-f]{64}$/.test(name);
}

/** A kept content; `undefined` when it is not there, or is not what its name says. */
export function readPrevious(files: Files, folder: string, hash: string): Uint8Array | undefined {
  // The name comes from a record, which anybody may have written.
  if (!isContentName(hash)) return undefined;
  try {
    const text = files.read(path.join(folder, hash));
    const bytes =
      text === undefined ? undefined : gunzipSync(Buffer.from(text, 'base64'), { maxOutputLength: 2 ** 25 });
    return bytes && hashBytes(bytes) === hash ? bytes : undefined;
  } catch {
    return undefined;
  }
}
