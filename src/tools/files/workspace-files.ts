// Text of the workspace's files for tools: the editor's unsaved text where there is one, else the disk; encodings and
// line ends kept (SPEC 12.4). Refusals are values.

import { type Place, type Refused, readPlace, refuseAccess, replacePlace } from './guarded-files.ts';
import { type GuessedText, guessText } from './guess-encoding.ts';
import { decodeText, encodeText, type TextEncoding } from './text-encoding.ts';

/** The editor's side of files that are open in it. Paths are absolute, as the rtws was opened. */
export interface WorkspaceFiles {
  /** The text of a file with unsaved edits; `undefined` when the disk holds the truth. */
  read(absolute: string): Promise<string | undefined>;
  /** Puts a text into the open file, so that the person can undo it, and saves it unless it had unsaved edits. */
  write(absolute: string, text: string): Promise<EditorWrite>;
}

/** `not-open`: write to the disk instead. `not-saved`: the editor could not save it; its text is unchanged. */
export type EditorWrite = 'written' | 'not-open' | 'not-saved';

/** Without an editor the disk holds everything. */
export const diskOnly: WorkspaceFiles = {
  read: () => Promise.resolve(undefined),
  write: () => Promise.resolve('not-open'),
};

/** A text file as a tool sees it; `mode` are its permission bits, absent when it is only in the editor. */
export interface WorkspaceText {
  readonly kind: 'text';
  readonly text: string;
  readonly encoding: TextEncoding;
  readonly mode?: number;
  readonly isUnsaved: boolean;
}

export type TextRead = WorkspaceText | { readonly kind: 'missing' } | Refused;

/** Files beyond this are not read whole. */
export const MAX_READ_BYTES = 10_000_000;

/** Reads a text file; binary, huge and special files are refused. */
export async function readWorkspaceText(files: WorkspaceFiles, place: Place): Promise<TextRead> {
  const unsaved = await files.read(place.absolute);
  const stored = readPlace(place, MAX_READ_BYTES);
  if (stored.kind === 'refused') return stored;
  if (stored.kind === 'missing')
    return unsaved === undefined ? stored : { kind: 'text', text: unsaved, encoding: 'utf-8', isUnsaved: true };
  const decoded = decodeText(stored.bytes);
  if (!decoded) {
    const encoding = guessText(stored.bytes)?.encoding;
    return refuseAccess(w =>
      encoding === undefined ? w.binary(place.relative) : w.notUnicode(place.relative, encoding),
    );
  }
  const { mode } = stored;
  return {
    kind: 'text',
    ...decoded,
    mode,
    isUnsaved: unsaved !== undefined,
    ...(unsaved !== undefined && { text: unsaved }),
  };
}

/** The text of a file in an encoding that is only guessed, for reading. */
export function guessFile(place: Place): GuessedText | undefined {
  const stored = readPlace(place, MAX_READ_BYTES);
  return stored.kind === 'file' && !decodeText(stored.bytes) ? guessText(stored.bytes) : undefined;
}

/** Writes a text over the one that was read, unless others wrote meanwhile. `undefined` on success. */
export async function writeTextFile(
  files: WorkspaceFiles,
  place: Place,
  text: string,
  before: WorkspaceText | { readonly kind: 'missing' },
): Promise<Refused | undefined> {
  const expected = before.kind === 'text' ? encodeText(before) : undefined;
  return putTextFile(files, place, text, before, () => {
    const stored = readPlace(place, MAX_READ_BYTES);
    return stored.kind === 'file' ? expected?.equals(stored.bytes) === true : expected === undefined;
  });
}

/**
 * Writes a text in the encoding and with the permissions of `form`; through the editor where it is open there.
 * `isAsRead` is asked right before the disk is written: nobody comes in between within this process.
 */
export async function putTextFile(
  files: WorkspaceFiles,
  place: Place,
  text: string,
  form: WorkspaceText | { readonly kind: 'missing' },
  isAsRead: () => boolean = () => true,
): Promise<Refused | undefined> {
  const written = await files.write(place.absolute, text);
  if (written === 'written') return undefined;
  if (written === 'not-saved') return refuseAccess(w => w.notSaved(place.relative));
  if (!isAsRead()) return refuseAccess(w => w.changedJustNow(place.relative));
  if (form.kind === 'missing') return replacePlace(place, encodeText({ text, encoding: 'utf-8' }));
  return replacePlace(place, encodeText({ text, encoding: form.encoding }), form.mode);
}
