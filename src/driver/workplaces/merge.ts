// Carries a merge out, so that doing it again after a crash gives the same files (SPEC 27.3): what will be done is
// written down with all contents before the first file is touched, and each file is written only while it is as it was
// planned.
import * as fs from 'node:fs';
import path from 'node:path';
import type { CallId } from '../../core/base/ids.ts';
import { isPlainObject } from '../../core/base/plain-object.ts';
import type { Workplace } from '../../core/dialog/workplace.ts';
import { diskFiles } from '../../store/disk-files.ts';
import { locateLink, makeLink, type Refused, removeEntry, replacePlace } from '../../tools/files/guarded-files.ts';
import type { ChangedFile, FileContent } from '../../tools/tool.ts';
import { type Base, contentsOf, readBase, readBelow, writeBase } from './base.ts';
import { type Content, type Contents, type Entry, isSameEntry, statAt, writeWhole } from './entries.ts';
import type { Conflict, Planned } from './plan.ts';

/** A merge as it is written down. */
export interface Staged {
  readonly files: readonly Planned[];
  /** Absolute. */
  readonly target: string;
  /** The decision that it carries out: a crash may leave the merge of an earlier one. */
  readonly decision: string;
}

/** `changed`: somebody changed a file of it meanwhile, and nothing of the merge is left. */
export type Applied =
  | { readonly kind: 'done'; readonly changed: readonly ChangedFile[] }
  | { readonly kind: 'changed' }
  | { readonly kind: 'refused'; readonly why: Refused };

function stageFile({ folder }: Workplace, callId: CallId): string {
  return path.join(folder, `merge-${Buffer.from(callId).toString('hex').slice(0, 80)}.json`);
}

/** Writes a merge down. Throws the system's errors. */
export function stage(place: Workplace, callId: CallId, staged: Staged): void {
  writeWhole(stageFile(place, callId), JSON.stringify(staged));
}

/** A merge that was written down for a decision and not ended. */
export function stagedMerge(place: Workplace, callId: CallId, decision: string): Staged | undefined {
  try {
    const read: unknown = JSON.parse(fs.readFileSync(stageFile(place, callId), 'utf8'));
    return isPlainObject(read) && read.decision === decision ? (read as unknown as Staged) : undefined;
  } catch {
    return undefined;
  }
}

/** The merge is recorded, or none. */
export function unstage(place: Workplace, callId: CallId): void {
  fs.rmSync(stageFile(place, callId), { force: true });
}

/**
 * Writes the files of a merge, onto the disk. Done twice, it changes nothing more. `isAgain`: the first time may have
 * ended in a power cut.
 */
export function applyMerge(place: Workplace, { files, target }: Staged, isAgain = false): Applied {
  const contents = contentsOf(place);
  // What goes makes room for folders of the same name.
  const ordered = files.toSorted((a, b) => Number(a.after !== undefined) - Number(b.after !== undefined));
  const written: Planned[] = [];
  for (const file of ordered) {
    const now = readBelow(target, file.path);
    if (isSameEntry(now, file.after)) written.push(file);
    else {
      const isAsPlanned = isSameEntry(now, file.before) || (isAgain && isTorn(now, file.after, contents));
      const refused = isAsPlanned ? put(target, file.path, file.after, contents) : 'changed';
      if (refused === undefined) written.push(file);
      else {
        for (const each of written.reverse()) takeBack(target, each, contents);
        return refused === 'changed' ? { kind: 'changed' } : { kind: 'refused', why: refused };
      }
    }
  }
  syncAll(target, written);
  return { kind: 'done', changed: files.flatMap(file => changedFile(file, contents)) };
}

/** True for a file that a power cut left between its name and its bytes: some of them are missing, or zero. */
function isTorn(now: Content | undefined, after: Entry | undefined, contents: Contents): boolean {
  const whole = now && !now.isLink && after && !after.isLink ? contents.read(after.id) : undefined;
  if (!now || !whole || now.bytes.length > whole.length) return false;
  return now.bytes.every((byte, at) => byte === 0 || byte === whole[at]);
}

/** The copy goes once the merge is recorded: by then the disk must have the files and their names. */
function syncAll(target: string, files: readonly Planned[]): void {
  const folders = new Set<string>();
  for (const { path: file, after } of files) {
    if (after && !after.isLink) diskFiles.sync(path.join(target, file));
    for (let at = path.dirname(file); ; at = path.dirname(at)) {
      folders.add(at);
      if (at === '.') break;
    }
  }
  for (const folder of folders) if (fs.existsSync(path.join(target, folder))) diskFiles.sync(path.join(target, folder));
}

function takeBack(target: string, { path: file, before, after }: Planned, contents: Contents): void {
  if (isSameEntry(readBelow(target, file), after) && !isSameEntry(before, after)) put(target, file, before, contents);
}

function put(target: string, file: string, entry: Entry | undefined, contents: Contents): Refused | undefined {
  const located = locateLink(target, file);
  if (located.kind === 'refused') return located;
  const { place } = located;
  const there = statAt(path.join(target, file));
  if (!entry) {
    const refused = there && removeEntry(place);
    if (!refused) removeEmpty(target, path.dirname(file));
    return refused;
  }
  const bytes = contents.read(entry.id);
  if (!bytes) return { kind: 'refused', message: w => w.goneMeanwhile(file) };
  if (there && (entry.isLink || there.isDirectory())) {
    const refused = removeEntry(place);
    if (refused) return refused;
  }
  return entry.isLink ? makeLink(place, bytes.toString()) : replacePlace(place, bytes, entry.mode);
}

/** Git keeps no empty folders either. */
function removeEmpty(target: string, folder: string): void {
  for (let at = folder; at !== '.' && at !== ''; at = path.dirname(at)) {
    try {
      fs.rmdirSync(path.join(target, at));
    } catch {
      return;
    }
  }
}

function changedFile({ path: file, before, after }: Planned, contents: Contents): readonly ChangedFile[] {
  if (isSameEntry(before, after)) return [];
  const [was, is] = [contentOf(before, contents), contentOf(after, contents)];
  return [{ path: file, ...(was && { before: was }), ...(is && { after: is }) }];
}

function contentOf(entry: Entry | undefined, contents: Contents): FileContent | undefined {
  const bytes = entry && contents.read(entry.id);
  if (!bytes) return undefined;
  return entry.isLink ? { bytes, kind: 'link' } : { bytes, mode: entry.mode };
}

/** What was taken is no difference any more. Throws the system's errors. */
export function noteTaken(place: Workplace, files: readonly Planned[]): void {
  const base: Record<string, Entry> = { ...readBase(place) };
  for (const { path: file, ours } of files) {
    if (ours) base[file] = ours;
    else delete base[file];
  }
  writeBase(place, base);
}

/**
 * Puts the other side into the copy of the author: marks where both changed the same lines, and the other side as what
 * the copy was made of. Marks come first: what they hold is never taken.
 */
export function bringTheirs(place: Workplace, conflicts: readonly Conflict[]): void {
  const contents = contentsOf(place);
  const base: Record<string, Entry> = { ...(readBase(place) satisfies Base | undefined) };
  for (const { path: file, marked, theirs } of conflicts) {
    if (marked) put(place.root, file, marked, contents);
    if (theirs) base[file] = theirs;
    else delete base[file];
  }
  writeBase(place, base);
}
