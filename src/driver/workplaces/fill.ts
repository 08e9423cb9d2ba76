// Fills a place from a folder, byte by byte, and says what was copied (SPEC 27.1). Small files are read once: what Git
// has of them is not kept a second time. Large ones share their blocks with the original where the disk can do that.
import * as fs from 'node:fs';
import path from 'node:path';
import { errorCode } from '../../core/base/thrown.ts';
import type { Slices } from '../../core/base/time-slices.ts';
import type { Base } from './base.ts';
import { blobIdOf, type Contents, type Entry, idOf, isClosedPath, stampOf, statAt } from './entries.ts';

export interface Filling {
  readonly from: string;
  readonly to: string;
  /** From there to the folder that is the root. */
  readonly prefix: string;
  /** Ids of contents that Git keeps; undefined without Git. */
  readonly inGit: ReadonlySet<string> | undefined;
  readonly contents: Contents;
  readonly slices: Slices | undefined;
}

const SMALL = 1_000_000;

/** Copies the listed files. Throws the system's errors; a file that goes away meanwhile is none. */
export async function fill(filling: Filling, listed: readonly string[]): Promise<Base> {
  const { prefix, slices } = filling;
  const base: Record<string, Entry> = {};
  const folders = new Set<string>();
  for (const file of listed) {
    const pause = slices?.due();
    if (pause) await pause;
    const entry = bring(filling, file, folders);
    const relative = file.startsWith(prefix) ? file.slice(prefix.length) : undefined;
    if (entry && relative !== undefined && !isClosedPath(relative)) base[relative] = entry;
  }
  return base;
}

function bring({ from, to, inGit, contents }: Filling, file: string, folders: Set<string>): Entry | undefined {
  const [source, target] = [path.join(from, file), path.join(to, file)];
  try {
    const stat = statAt(source);
    if (!stat?.isFile() && !stat?.isSymbolicLink()) return undefined;
    const folder = path.dirname(target);
    if (!folders.has(folder)) fs.mkdirSync(folder, { recursive: true });
    folders.add(folder);
    if (stat.isSymbolicLink()) return bringLink({ from, to, source, target });
    // Whoever works there may write it.
    const mode = stat.mode & 0o777;
    if (stat.size > SMALL) {
      const id = contents.keepFile(source);
      fs.copyFileSync(contents.fileOf(id), target, fs.constants.COPYFILE_FICLONE);
      fs.chmodSync(target, mode | 0o200);
      return { id, mode, stamp: stampOf(target) };
    }
    const bytes = fs.readFileSync(source);
    const blob = inGit && blobIdOf(bytes, inGit);
    const id = blob === undefined ? contents.keep(bytes, 'later') : idOf(bytes);
    fs.writeFileSync(target, bytes, { flag: 'wx' });
    fs.chmodSync(target, mode | 0o200);
    return { id, mode, stamp: stampOf(target), ...(blob !== undefined && { blob }) };
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
