// A file before and after a tool wrote it, for the record (SPEC 12.4). What is only in the editor counts as its text would be
// stored, so that the same text is the same content wherever it lies.
import { type Place, readPlace, realRelative } from './guarded-files.ts';
import { encodeText } from './text-encoding.ts';
import type { ChangedFile, FileContent } from './tool.ts';
import { MAX_FILE_BYTES, readTextFile, type TextRead, type WorkspaceFiles } from './workspace-files.ts';

/** The change of a text file that was just written; what is there now counts, since an editor may format what it saves. */
export async function changedFile(files: WorkspaceFiles, place: Place, before: TextRead): Promise<ChangedFile> {
  const after = await readTextFile(files, place);
  return changeOf(realRelative(place), contentOf(before), contentOf(after));
}

/** A change of this path between two contents. */
export function changeOf(path: string, before: FileContent | undefined, after: FileContent | undefined): ChangedFile {
  return { path, ...(before && { before }), ...(after && { after }) };
}

/** What a plain file holds, binary ones included; `undefined` for none, for folders, links and what is too large. */
export function storedContent(place: Place): FileContent | undefined {
  const stored = readPlace(place, MAX_FILE_BYTES);
  return stored.kind === 'file' ? { bytes: stored.bytes, mode: stored.mode } : undefined;
}

/** What a file holds now, in the editor or on the disk. */
export async function presentContent(files: WorkspaceFiles, place: Place): Promise<FileContent | undefined> {
  return contentOf(await readTextFile(files, place)) ?? storedContent(place);
}

function contentOf(read: TextRead): FileContent | undefined {
  if (read.kind !== 'text') return undefined;
  return { bytes: encodeText(read), ...(read.mode !== undefined && { mode: read.mode }) };
}
