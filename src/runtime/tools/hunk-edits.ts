// One hunk of what dialogs made of a file, kept or undone by a person (SPEC 25.2). The file may have changed since, as
// long as the hunk is still there.
import { findHunk, type Hunk, hunksOf, type PlacedHunk, withHunk, withoutHunk } from '../../core/changes/hunks.ts';
import type { FileChange } from '../../core/dialog/file-changes.ts';
import { type Outcome, refuse } from '../../core/facts/trouble.ts';
import type { Dialog } from '../../driver/driver-context.ts';
import { changesOf, imageOf, isKept } from '../../driver/tools/file-changes.ts';
import { changeOf, contentOf } from '../../tools/files/changed-file.ts';
import { locate, type Place, removeEntry } from '../../tools/files/guarded-files.ts';
import { decodeText, type EncodedText, encodeText } from '../../tools/files/text-encoding.ts';
import {
  putTextFile,
  readWorkspaceText,
  type TextRead,
  type WorkspaceFiles,
} from '../../tools/files/workspace-files.ts';
import type { ChangedFile } from '../../tools/tool.ts';
import { keptBytes, type Net } from './undo-entry.ts';

/** A hunk of a file, named relative to the rtws. */
export interface FileHunk extends Hunk {
  readonly path: string;
}

/** The change that keeps a hunk: later changes of the file are compared with the text that has it. */
export async function keepHunk(
  files: WorkspaceFiles,
  dialog: Dialog,
  hunk: FileHunk,
): Promise<Outcome<{ change: FileChange }>> {
  const found = await findIn(files, dialog, hunk);
  if (!found.ok) return found;
  const { net, base, placed } = found;
  const before = { bytes: encodeText({ ...base, text: withHunk(base.text, placed) }) };
  if (!isKept(dialog.tree.ctx, dialog.ref, before)) return refuse('content-not-kept', { path: hunk.path });
  const change: FileChange = {
    path: net.path,
    before: { ...imageOf(before), isKept: true },
    ...(net.after && { after: net.after }),
  };
  return { ok: true, change };
}

/** Undoes a hunk in the file, or in its editor; says whose change it was, and how it reads. */
export async function undoHunk(
  files: WorkspaceFiles,
  dialog: Dialog,
  hunk: FileHunk,
): Promise<Outcome<{ file: ChangedFile; net: Net }>> {
  const found = await findIn(files, dialog, hunk);
  if (!found.ok) return found;
  const { net, place, present, placed } = found;
  const old = contentOf(present);
  if (!old || !isKept(dialog.tree.ctx, dialog.ref, old)) return refuse('content-not-kept', { path: hunk.path });
  const text = withoutHunk(present.text, placed);
  const isNew = net.before === undefined && text === '';
  const refused = isNew ? removeEntry(place) : await putTextFile(files, place, text, present);
  if (refused) return refuse('hunk-gone', { path: hunk.path });
  return { ok: true, net, file: changeOf(net.path, old, contentOf(await readWorkspaceText(files, place))) };
}

interface FoundHunk {
  readonly net: Net;
  readonly place: Place;
  readonly base: EncodedText;
  readonly present: Extract<TextRead, { kind: 'text' }>;
  readonly placed: PlacedHunk;
}

async function findIn(files: WorkspaceFiles, dialog: Dialog, hunk: FileHunk): Promise<Outcome<FoundHunk>> {
  const { path } = hunk;
  const net = (await changesOf(dialog)).find(each => each.path === path);
  if (!net) return refuse('unchanged-file', { path });
  const located = locate({ rtws: dialog.tree.ctx.rtws, member: {}, path, access: 'write' });
  const present = located.kind === 'place' ? await readWorkspaceText(files, located.place) : located;
  const bytes = net.before && (await keptBytes(dialog.tree, net, net.before));
  const base = bytes ? decodeText(bytes) : { text: '', encoding: 'utf-8' as const };
  if (located.kind === 'refused' || present.kind !== 'text' || !base || (net.before && !bytes))
    return refuse('hunk-gone', { path });
  const placed = findHunk(hunksOf(base.text, present.text) ?? [], hunk);
  return placed ? { ok: true, net, place: located.place, base, present, placed } : refuse('hunk-gone', { path });
}
