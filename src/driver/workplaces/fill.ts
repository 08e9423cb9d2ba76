// Fills a place from a folder, byte by byte, and says what was copied (SPEC 27.1). Files share their blocks with the
// original where the disk can do that. What Git has of small ones is not kept a second time.
import * as fs from 'node:fs';
import path from 'node:path';
import { errorCode } from '../../core/base/thrown.ts';
import type { Base } from './base.ts';
import { blobIdOf, type Contents, type Entry, fileStamp, idOf, isClosedPath, statAt } from './entries.ts';

interface Filling {
  readonly from: string;
  readonly to: string;
  /** From there to the folder that is the root. */
  readonly prefix: string;
  /** Ids of contents that Git keeps; undefined without Git. */
  readonly inGit: ReadonlySet<string> | undefined;
  readonly contents: Contents;
}

const SMALL = 1_000_000;
/** Most of the time goes into making files, which disks do side by side. */
const AT_ONCE = 8;

/** Copies the listed files. Rejects with the system's errors; a file that goes away meanwhile is none. */
export async function fill(filling: Filling, listed: readonly string[]): Promise<Base> {
  const { prefix } = filling;
  const base: Record<string, Entry> = {};
  const folders = new Set<string>();
  const left = listed.values();
  const copyNext = async () => {
    for (const file of left) {
      const entry = await bring(filling, file, folders);
      const relative = file.startsWith(prefix) ? file.slice(prefix.length) : undefined;
      if (entry && relative !== undefined && !isClosedPath(relative)) base[relative] = entry;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, copyNext));
  return base;
}

async function bring(filling: Filling, file: string, folders: Set<string>): Promise<Entry | undefined> {
  const { from, to, inGit, contents } = filling;
  const [source, target] = [path.join(from, file), path.join(to, file)];
  try {
    const stat = statAt(source);
    if (!stat?.isFile() && !stat?.isSymbolicLink()) return undefined;
    const folder = path.dirname(target);
    if (!folders.has(folder)) fs.mkdirSync(folder, { recursive: true });
    folders.add(folder);
    if (stat.isSymbolicLink()) return bringLink({ from, to, source, target });
    const mode = stat.mode & 0o777;
    await fs.promises.copyFile(source, target, fs.constants.COPYFILE_FICLONE);
    // Whoever works there may write it.
    if ((mode & 0o200) === 0) fs.chmodSync(target, mode | 0o200);
    const stamp = fileStamp(target);
    // Read where nobody else writes.
    const bytes = stat.size > SMALL ? undefined : fs.readFileSync(target);
    const blob = bytes && inGit && blobIdOf(bytes, inGit);
    if (bytes && blob !== undefined) return { id: idOf(bytes), mode, stamp, blob };
    return { id: await contents.keepFile(target, bytes && idOf(bytes)), mode, stamp };
  } catch (error) {
    if (errorCode(error) === 'ENOENT' && !statAt(source)) return undefined;
    throw error;
  }
}

interface Link extends Pick<Filling, 'from' | 'to'> {
  readonly source: string;
  readonly target: string;
}

/** Links to absolute places of the folder lead into the copy instead. */
function bringLink({ from, to, source, target }: Link): Entry {
  const leads = fs.readlinkSync(source);
  const isInside = path.isAbsolute(leads) && isBelow(from, leads);
  const own = isInside ? path.join(to, path.relative(from, leads)) : leads;
  fs.symlinkSync(own, target);
  return { id: idOf(Buffer.from(own)), mode: 0o777, isLink: true };
}

/** True for a folder and what lies in it. */
export function isBelow(folder: string, absolute: string): boolean {
  const below = path.relative(folder, absolute);
  return below === '' || (!path.isAbsolute(below) && below.split(path.sep)[0] !== '..');
}
