// A file before and after a tool wrote it, for the record (SPEC 12.4). Unsaved text counts in its stored form, so that
// equal text has equal contents in editor and disk.

import type { ResultWords } from '../../core/prompt/words/en/results.ts';
import type { ChangedFile, FileContent } from '../tool.ts';
import {
  guardedPlaceIn,
  kindOfPlace,
  namesIn,
  type Place,
  readLink,
  readPlace,
  realRelative,
} from './guarded-files.ts';
import { decodeText, encodeText } from './text-encoding.ts';
import { MAX_READ_BYTES, readWorkspaceText, type TextRead, type WorkspaceFiles } from './workspace-files.ts';

/** Entries and bytes of a folder that is moved, up to which it can be taken back. */
const MAX_MOVED = 5_000;
const MAX_MOVED_BYTES = 50_000_000;

/** The change of a text file that was just written; the present text counts, since an editor may format on save. */
export async function changedFile(files: WorkspaceFiles, place: Place, before: TextRead): Promise<ChangedFile> {
  const after = await readWorkspaceText(files, place);
  const change = changeOf(realRelative(place), contentOf(before), contentOf(after));
  return after.kind === 'text' && after.isUnsaved ? { ...change, isUnsaved: true } : change;
}

/** Words for the result of a call that wrote into an editor with unsaved edits. */
export function unsavedNote({ isUnsaved }: ChangedFile, words: ResultWords): string {
  return isUnsaved ? ` ${words.inUnsavedEditor}` : '';
}

/** The text that a change left in its file; an editor may have formatted what was `written`. */
export function writtenText({ after }: ChangedFile, written: string): string {
  return (after && decodeText(after.bytes)?.text) ?? written;
}

/** A change of this path between two contents. */
export function changeOf(path: string, before: FileContent | undefined, after: FileContent | undefined): ChangedFile {
  return { path, ...(before && { before }), ...(after && { after }) };
}

/** The contents of a plain file, binary ones included; `undefined` for none, for folders, links and large files. */
function storedContent(place: Place): FileContent | undefined {
  const stored = readPlace(place, MAX_READ_BYTES);
  return stored.kind === 'file' ? { bytes: stored.bytes, mode: stored.mode } : undefined;
}

/** The entry at a place: a file, a link, or a folder without its contents; `undefined` for none and for large files. */
export function entryContent(place: Place): FileContent | undefined {
  const kind = kindOfPlace(place);
  if (kind === 'folder') return folderContent;
  if (kind === 'file') return storedContent(place);
  const target = kind === 'other' ? readLink(place) : undefined;
  return target === undefined ? undefined : { bytes: Buffer.from(target), kind: 'link' };
}

const folderContent: FileContent = { bytes: Buffer.alloc(0), kind: 'folder' };

/** Folders that are not there yet and that writing at a place makes, the upper ones first. */
export function foldersToMake(place: Place): readonly ChangedFile[] {
  const above = place.steps.slice(0, -1).map((_, index) => place.steps.slice(0, index + 1));
  const missing = above.filter(steps => kindOfPlace({ ...place, steps }) === 'missing');
  return missing.map(steps => changeOf(steps.join('/'), undefined, folderContent));
}

/**
 * The changes of moving an entry: it and, for a folder, everything in it, at both places. None when there are too many
 * to look through; then the move cannot be reverted.
 */
export function moveChanges(from: Place, to: Place): readonly ChangedFile[] {
  const found = entriesBelow(from);
  const gone = found?.map(({ steps, content }) => ({
    ...changeOf([...from.steps, ...steps].join('/'), content, undefined),
    isMoved: true as const,
  }));
  const come = found?.map(({ steps, content }) => changeOf([...to.steps, ...steps].join('/'), undefined, content));
  return [...foldersToMake(to), ...(gone ?? []), ...(come ?? [])];
}

interface Entry {
  /** Names below the folder; none for itself. */
  readonly steps: readonly string[];
  readonly content: FileContent;
}

/** An entry with everything in it; undefined when it holds too much, or something that is not known. */
function entriesBelow(top: Place): readonly Entry[] | undefined {
  const found: Entry[] = [];
  const queue = [{ place: top, steps: [] as readonly string[] }];
  for (let bytes = 0, next = queue.pop(); next; next = queue.pop()) {
    const { place, steps } = next;
    const content = entryContent(place);
    bytes += content?.bytes.length ?? 0;
    if (!content || found.length >= MAX_MOVED || bytes > MAX_MOVED_BYTES) return undefined;
    found.push({ steps, content });
    if (content.kind === 'folder')
      for (const name of namesIn(place)) queue.push({ place: guardedPlaceIn(place, name), steps: [...steps, name] });
  }
  return found;
}

/** The present contents of a file, in the editor or on the disk. */
export async function presentContent(files: WorkspaceFiles, place: Place): Promise<FileContent | undefined> {
  return contentOf(await readWorkspaceText(files, place)) ?? storedContent(place);
}

/** The content of a text file as it is stored; `undefined` when there is none. */
export function contentOf(read: TextRead): FileContent | undefined {
  if (read.kind !== 'text') return undefined;
  return { bytes: encodeText(read), ...(read.mode !== undefined && { mode: read.mode }) };
}
