// What files of the workspace hold, read once for each state of the disk: an id for each content, and the bytes of those
// that were read last, so that they can be kept when a command replaces them (SPEC 25.1).
import * as fs from 'node:fs';
import path from 'node:path';
import { entryContent } from '../files/changed-file.ts';
import { blobId, type IdHash } from '../files/git-names.ts';
import type { Place } from '../files/guarded-files.ts';
import { MAX_READ_BYTES } from '../files/workspace-files.ts';
import type { FileContent } from '../tool.ts';

interface Contents {
  /**
   * The id of what is at a path now: that of Git's blob for a file or link, a stamp for a large file; undefined where
   * there is neither.
   */
  idAt(realRoot: string, file: string, hash: IdHash): string | undefined;
  /** A content that was read and is still held. */
  held(id: string): FileContent | undefined;
}

/** Bytes that are held at most, and of one file. */
const MAX_HELD = 32_000_000;
const MAX_HELD_FILE = 1_000_000;
const MAX_STAMPS = 20_000;
/** A file that was written later than this before it was read may change again without another stamp. */
const STAMP_MS = 100;

/** Nothing is read yet. `now`: milliseconds since 1970. */
export function createContents(now: () => number): Contents {
  const stamps = new Map<string, { readonly stamp: string; readonly id: string }>();
  const held = new Map<string, FileContent>();
  let size = 0;
  const hold = (id: string, content: FileContent) => {
    if (content.bytes.length > MAX_HELD_FILE || held.has(id)) return;
    held.set(id, content);
    size += content.bytes.length;
    for (const [oldest, { bytes }] of held) {
      if (size <= MAX_HELD) break;
      held.delete(oldest);
      size -= bytes.length;
    }
  };
  return {
    idAt(realRoot, file, hash) {
      const key = path.join(realRoot, file);
      const stat = fs.lstatSync(key, { throwIfNoEntry: false, bigint: true });
      if (!stat || !(stat.isFile() || stat.isSymbolicLink())) return undefined;
      const stamp = [stat.ino, stat.size, stat.mtimeNs, stat.ctimeNs].join(' ');
      const known = stamps.get(key);
      if (known?.stamp === stamp) return known.id;
      if (stat.size > MAX_READ_BYTES) return `stamp ${stamp}`;
      const isSettled = now() - Number(stat.ctimeMs) > STAMP_MS;
      const content = entryContent(placeAt(realRoot, file));
      if (!content) return undefined;
      const id = blobId(content.bytes, hash);
      hold(id, content);
      stamps.delete(key);
      if (isSettled) stamps.set(key, { stamp, id });
      const [oldest] = stamps.keys();
      if (stamps.size > MAX_STAMPS && oldest !== undefined) stamps.delete(oldest);
      return id;
    },
    held: id => held.get(id),
  };
}

/** The place of a file that was listed below a real folder. */
export function placeAt(realRoot: string, file: string): Place {
  return { realRoot, relative: file, absolute: path.join(realRoot, file), steps: file.split('/') };
}
