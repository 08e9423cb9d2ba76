// One file, link or folder that a dialog changed: whether that can be taken back, and taking it back (SPEC 12.4). Where
// a record leads is decided by the same guard as for the tools.

import type { DialogRef } from '../../core/base/ids.ts';
import {
  type ChangeMaker,
  type EntryKind,
  type FileImage,
  isSameImage,
  type NetChange,
  type UntoldChanges,
} from '../../core/dialog/file-changes.ts';
import type { DriverContext, Tree } from '../../driver/driver-context.ts';
import { imageOf } from '../../driver/tools/file-changes.ts';
import { changeOf, entryContent, presentContent } from '../../tools/files/changed-file.ts';
import {
  kindOfPlace,
  locate,
  locateEntry,
  locateLink,
  makeFolderAt,
  makeLink,
  type Place,
  type Refused,
  removeEntry,
  replacePlace,
} from '../../tools/files/guarded-files.ts';
import { decodeText } from '../../tools/files/text-encoding.ts';
import { putTextFile, type WorkspaceFiles } from '../../tools/files/workspace-files.ts';
import type { ChangedFile, FileContent } from '../../tools/tool.ts';

export type Net = NetChange<DialogRef>;

/** As the dialogs left it, or why it cannot be reverted. */
export type EditState = 'as-written' | 'changed-since' | 'mixed' | 'not-kept' | 'out-of-reach';

/** The changes of one file. `state`: as the dialogs left it, or why it cannot be reverted. */
export interface EditedFile {
  readonly path: string;
  readonly kind: 'created' | 'edited' | 'deleted';
  /** Its present or former kind. */
  readonly entry: 'file' | EntryKind;
  readonly state: EditState;
  /** Lines against what the dialogs found; absent for what is no text, and where the former contents are not kept. */
  readonly lines?: { readonly added: number; readonly removed: number };
  /** The calls that changed it, oldest first. */
  readonly by: readonly ChangeMaker[];
}

/** What dialogs changed. `untold`: they changed more files than these. */
export interface FoundEdits {
  readonly edits: readonly EditedFile[];
  readonly untold?: UntoldChanges;
}

/** Files that are as they were again, and those that were left alone. */
export interface UndoneEdits {
  /** Folders end in `/`. */
  readonly restored: readonly string[];
  readonly left: readonly { readonly path: string; readonly why: Exclude<EditState, 'as-written'> | 'not-written' }[];
}

/** Whether a change can be reverted, and the previous contents. */
export type UndoLook =
  | { readonly kind: 'free'; readonly place: Place; readonly before?: Uint8Array }
  | { readonly kind: 'stuck'; readonly state: Exclude<EditState, 'as-written'> };

export interface LookedAt {
  readonly net: Net;
  readonly found: UndoLook;
  /** The present contents. */
  readonly present: FileContent | undefined;
}

interface Seen {
  readonly net: Net;
  readonly place: Place | undefined;
  readonly present: FileContent | undefined;
}

/** Looks at all changes of a dialog together: a moved file is at another of their paths. */
export async function lookAt(files: WorkspaceFiles, tree: Tree, nets: readonly Net[]): Promise<readonly LookedAt[]> {
  const seen = await Promise.all(nets.map(net => see(tree.ctx, files, net)));
  const moved = new Map(seen.flatMap(({ net, present }) => (net.after && present ? [[net.after.hash, present]] : [])));
  return Promise.all(
    seen.map(async (each): Promise<LookedAt> => {
      const { net, place, present } = each;
      const state = stuck(each);
      if (!place || state) return { net, present, found: { kind: 'stuck', state: state ?? 'out-of-reach' } };
      const before = net.before && ((await keptBytes(tree, net, net.before)) ?? bytesOf(moved, net.before));
      if (net.before && !before) return { net, present, found: { kind: 'stuck', state: 'not-kept' } };
      return { net, present, found: { kind: 'free', place, ...(before && { before }) } };
    }),
  );
}

/** The content of an image, from wherever in the tree it was kept. */
export async function keptBytes(tree: Tree, { owner }: Net, image: FileImage): Promise<Uint8Array | undefined> {
  if (image.kind === 'folder') return new Uint8Array();
  const others = [...tree.dialogs.values()].map(({ ref }) => ref);
  for (const ref of [owner, ...others]) {
    const bytes = await tree.ctx.store.readPrevious(ref, image.hash);
    if (bytes) return bytes;
  }
  return undefined;
}

/** Reverts an entry once `keeps` has kept the present one; returns what was done, or why not. */
export async function restoreEntry(
  files: WorkspaceFiles,
  { place, before }: Extract<UndoLook, { kind: 'free' }>,
  { net, keeps }: { readonly net: Net; readonly keeps: (present: FileContent) => boolean },
): Promise<ChangedFile | 'not-kept' | 'not-written'> {
  const written = await contentAt(files, place, net);
  if (written && !keeps(written)) return 'not-kept';
  const refused = before ? await putBack(files, place, { bytes: before, image: net.before }) : removeEntry(place);
  if (refused) return 'not-written';
  return changeOf(net.path, written, before && (await contentAt(files, place, net)));
}

async function see(ctx: DriverContext, files: WorkspaceFiles, net: Net): Promise<Seen> {
  const request = { rtws: ctx.rtws, member: {}, path: net.path, access: 'write' } as const;
  const isLink = net.before?.kind === 'link' || net.after?.kind === 'link';
  const located = isLink ? locateLink(ctx.rtws, net.path) : isPlainFile(net) ? locate(request) : locateEntry(request);
  if (located.kind === 'refused') return { net, place: undefined, present: undefined };
  const { place } = located;
  return { net, place, present: await contentAt(files, place, net) };
}

/** Why a change cannot be reverted, by the present file. */
function stuck({ net, place, present }: Seen): Exclude<EditState, 'as-written'> | undefined {
  if (!place) return 'out-of-reach';
  if (!isSameImage(present && imageOf(present), net.after)) return 'changed-since';
  return net.isMixed ? 'mixed' : undefined;
}

/** The present file; a large or special file where none should be counts as one. */
async function contentAt(files: WorkspaceFiles, place: Place, net: Net): Promise<FileContent | undefined> {
  const content = isPlainFile(net) ? await presentContent(files, place) : entryContent(place);
  if (content || kindOfPlace(place) === 'missing') return content;
  return entryContent(place) ?? { bytes: Buffer.from('not known'), isUnread: true };
}

function isPlainFile({ before, after }: Net): boolean {
  return before?.kind === undefined && after?.kind === undefined;
}

function bytesOf(moved: ReadonlyMap<string, FileContent>, image: FileImage): Uint8Array | undefined {
  const content = moved.get(image.hash);
  return content && isSameImage(imageOf(content), image) ? content.bytes : undefined;
}

/** Text goes through the editor where it is open there, so that this too can be undone. */
async function putBack(
  files: WorkspaceFiles,
  place: Place,
  { bytes, image }: { readonly bytes: Uint8Array; readonly image: FileImage | undefined },
): Promise<Refused | undefined> {
  if (image?.kind === 'folder') return makeFolderAt(place);
  if (image?.kind === 'link') return makeLink(place, Buffer.from(bytes).toString());
  const decoded = decodeText(bytes);
  if (!decoded) return replacePlace(place, bytes, image?.mode);
  const before = { kind: 'text' as const, ...decoded, isUnsaved: false };
  return putTextFile(files, place, decoded.text, image?.mode === undefined ? before : { ...before, mode: image.mode });
}
