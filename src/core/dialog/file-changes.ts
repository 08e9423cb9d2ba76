// File changes by a dialog's tools and commands, as recorded, and their sum over a tree (SPEC 12.4, 25.1). Pure.
import type { AgentId, CallId, DialogId } from '../base/ids.ts';
import { type Passing, someOf } from '../base/shape.ts';

/**
 * A file's contents by hash. `isKept`: a copy is stored beside the course files. `mode`: permission bits. `kind`: a
 * link, whose contents are its target, or a folder, which has none; absent for files.
 */
export interface FileImage {
  readonly hash: string;
  readonly kind?: EntryKind;
  readonly isKept?: true;
  readonly mode?: number;
}

/** Not a file, but found where files are. */
export type EntryKind = 'link' | 'folder';

/** What is not known of the changes of a command: which further files changed, or which changed at all. */
export const untoldChanges = someOf('some', 'all');
export type UntoldChanges = Passing<typeof untoldChanges>;

/**
 * Why the maker of changes that were found cannot be told. `beside`: others ran in the same folder at the same time;
 * `meanwhile`: a command ran in the background for so long that others may have worked.
 */
export type UnsureMaker = 'beside' | 'meanwhile';

/** True if two images describe the same thing. */
export function isSameImage(one: FileImage | undefined, other: FileImage | undefined): boolean {
  return one?.hash === other?.hash && one?.kind === other?.kind;
}

/**
 * One change of one file; an absent image stands for no file. `path` is relative to the rtws, links resolved, with `/`.
 */
export interface FileChange {
  readonly path: string;
  readonly before?: FileImage;
  readonly after?: FileImage;
  /** Of a text file. Absent in records of earlier versions. */
  readonly lines?: ChangedLines;
  /** It was written into an editor with unsaved edits; the disk did not have it then. */
  readonly isUnsaved?: true;
  /** Its first lines as a diff, for a row; of file tools alone. */
  readonly preview?: readonly string[];
}

/** `isNet`: against the file as the present work of the dialog found it, not as this change did. */
export interface ChangedLines {
  readonly added: number;
  readonly removed: number;
  readonly isNet?: true;
  /** Of this change by itself, where a net one is another. */
  readonly alone?: { readonly added: number; readonly removed: number };
}

/** A change of a file in the order of a tree; `maker` is absent where a person reverted or restored it. */
export interface MadeChange<Owner> {
  readonly owner: Owner;
  readonly change: FileChange;
  readonly maker?: ChangeMaker;
  /** A person kept the file so far: `before` of the change is what later ones are compared with. */
  readonly isKept?: boolean;
}

/** The call that changed a file. */
export interface ChangeMaker {
  readonly agentId: AgentId;
  readonly selfId: DialogId;
  readonly callId: CallId;
  readonly kind: 'tool' | 'command';
  readonly unsure?: UnsureMaker;
}

/** The sum of several changes of a file. `owner` made the first change: its dialog stores the previous contents. */
export interface NetChange<Owner> {
  readonly path: string;
  readonly owner: Owner;
  /** Oldest first. */
  readonly by: readonly ChangeMaker[];
  readonly before?: FileImage;
  readonly after?: FileImage;
  /** Something else changed the file between two of them, so going back would undo that too. */
  readonly isMixed: boolean;
}

/**
 * The changes of several dialogs, in the order in which they were made, one entry a file; what came to nothing is left
 * out.
 */
export function netChanges<Owner>(made: readonly MadeChange<Owner>[]): readonly NetChange<Owner>[] {
  const net = new Map<string, NetChange<Owner>>();
  for (const { owner, change, maker, isKept } of made) {
    const earlier = net.get(change.path);
    if (isKept) {
      if (earlier) net.set(change.path, { ...keptOf(earlier, change), isMixed: false });
      continue;
    }
    const by = [...(earlier?.by ?? []), ...(maker ? [maker] : [])];
    net.set(change.path, { ...(earlier ? extend(earlier, change) : { ...change, owner, isMixed: false }), by });
  }
  return [...net.values()].filter(({ before, after }) => !isSameImage(before, after));
}

function keptOf<Owner>({ before: _, ...rest }: NetChange<Owner>, { before }: FileChange): NetChange<Owner> {
  return { ...rest, ...(before && { before }) };
}

function extend<Owner>(earlier: NetChange<Owner>, { path, before, after }: FileChange): Omit<NetChange<Owner>, 'by'> {
  const isMixed = earlier.isMixed || !isSameImage(earlier.after, before);
  const { owner, before: first } = earlier;
  return { path, owner, isMixed, ...(first && { before: first }), ...(after && { after }) };
}
