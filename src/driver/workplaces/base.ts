// What was copied into a place: the base of its difference, and of the merge (SPEC 27.1).
import * as fs from 'node:fs';
import path from 'node:path';
import { isPlainObject } from '../../core/base/plain-object.ts';
import type { Slices } from '../../core/base/time-slices.ts';
import type { Workplace } from '../../core/dialog/workplace.ts';
import type { AskGit } from '../../tools/files/ask-git.ts';
import {
  Contents,
  type Entry,
  fileStamp,
  isClosedPath,
  isSameEntry,
  listByGit,
  listByWalk,
  readContent,
  writeWhole,
} from './entries.ts';

/** Entries by their paths below the root. */
export type Base = Readonly<Record<string, Entry>>;

/** The file that says what was copied; it is written last, so a place without it is not whole. */
const BASE_FILE = 'base.json';

/** Contents of the base, and what merges keep. */
export function contentsOf({ folder }: Pick<Workplace, 'folder'>): Contents {
  return new Contents(path.join(folder, 'contents'));
}

/** Undefined when the place is not there, or not whole. */
export function readBase({ folder }: Pick<Workplace, 'folder'>): Base | undefined {
  try {
    const read: unknown = JSON.parse(fs.readFileSync(path.join(folder, BASE_FILE), 'utf8'));
    return isPlainObject(read) ? (read as Base) : undefined;
  } catch {
    return undefined;
  }
}

/** True if a place is there as a whole. */
export function isThere({ folder }: Pick<Workplace, 'folder'>): boolean {
  return fs.existsSync(path.join(folder, BASE_FILE));
}

/** Throws the system's errors. */
export function writeBase({ folder }: Pick<Workplace, 'folder'>, base: Base): void {
  writeWhole(path.join(folder, BASE_FILE), JSON.stringify(base));
}

/** One file that differs from the base; absent: no file. */
export interface FileDifference {
  readonly path: string;
  readonly before?: Entry;
  readonly after?: Entry;
}

/** How differences are looked for; without slices, in one go. */
interface Looking {
  readonly git: AskGit;
  readonly newSlices?: () => Slices;
}

/** Files of a place that differ from its base; undefined when it is not there. */
export async function fileDifferences(
  place: Workplace,
  { git, newSlices }: Looking,
): Promise<readonly FileDifference[] | undefined> {
  const base = readBase(place);
  if (!base || !fs.existsSync(place.root)) return undefined;
  const listed = (place.kind === 'git' ? await listByGit(place.root, git) : undefined) ?? listByWalk(place.root);
  const paths = new Set([...Object.keys(base), ...listed]);
  const found: FileDifference[] = [];
  const slices = newSlices?.();
  for (const file of [...paths].sort()) {
    const pause = slices?.due();
    if (pause) await pause;
    const each = differenceOf(place, base, file);
    if (each) found.push(each);
  }
  for (const { before } of found) await bringBack(place, before, git);
  return found;
}

function differenceOf(place: Workplace, base: Base, file: string): FileDifference | undefined {
  if (isClosedPath(file)) return undefined;
  const before = Object.hasOwn(base, file) ? base[file] : undefined;
  if (before?.stamp && before.stamp === stampBelow(place.root, file)) return undefined;
  const found = readBelow(place.root, file);
  if (isSameEntry(before, found)) return undefined;
  const after = found && { id: found.id, mode: found.mode, ...(found.isLink && { isLink: found.isLink }) };
  return { path: file, ...(before && { before }), ...(after && { after }) };
}

/** The former contents of a file that Git keeps, as the merge wants them. */
async function bringBack(place: Workplace, before: Entry | undefined, git: AskGit): Promise<void> {
  const contents = contentsOf(place);
  if (before?.blob === undefined || contents.has(before.id)) return;
  const bytes = await git(path.dirname(place.root), ['-C', place.root, 'cat-file', 'blob', before.blob]);
  if (bytes) contents.keep(bytes);
}

function stampBelow(root: string, file: string): string {
  try {
    return fileStamp(path.join(root, file));
  } catch {
    return '';
  }
}

/** The entry at a path whose folders are no links; undefined for none. */
export function readBelow(root: string, file: string): ReturnType<typeof readContent> {
  const steps = file.split('/');
  for (let depth = 1; depth < steps.length; depth++) {
    const above = fs.lstatSync(path.join(root, ...steps.slice(0, depth)), { throwIfNoEntry: false });
    if (!above?.isDirectory()) return undefined;
  }
  return readContent(path.join(root, file));
}
