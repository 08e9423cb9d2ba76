// What a dialog's file tools made of files, as recorded, and what it comes to over all of its edits (SPEC 12.4). Pure.

/**
 * A file's content by its fingerprint. `isKept`: an image of it lies beside the course files. `mode`: permission bits. `kind`: a
 * link, whose content is its target, or a folder, which has none; absent for files.
 */
export interface FileImage {
  readonly hash: string;
  readonly kind?: EntryKind;
  readonly isKept?: true;
  readonly mode?: number;
}

/** What is no file but stands among files. */
export type EntryKind = 'link' | 'folder';

/** Whether two images are of the same thing. */
export function isSameImage(one: FileImage | undefined, other: FileImage | undefined): boolean {
  return one?.hash === other?.hash && one?.kind === other?.kind;
}

/** One change of one file; an absent image stands for no file. `path` is relative to the rtws, links resolved, with `/`. */
export interface FileChange {
  readonly path: string;
  readonly before?: FileImage;
  readonly after?: FileImage;
}

/** What came of a file over several changes. `owner` is whoever made the first: the image of `before` lies with it. */
export interface NetChange<Owner> {
  readonly path: string;
  readonly owner: Owner;
  readonly before?: FileImage;
  readonly after?: FileImage;
  /** Something else changed the file between two of them, so going back would undo that too. */
  readonly isMixed: boolean;
}

/** The changes of several dialogs, in the order in which they were made, one entry a file; what came to nothing is left out. */
export function netChanges<Owner>(
  made: readonly { readonly owner: Owner; readonly change: FileChange }[],
): readonly NetChange<Owner>[] {
  const net = new Map<string, NetChange<Owner>>();
  for (const { owner, change } of made) {
    const earlier = net.get(change.path);
    net.set(change.path, earlier ? extend(earlier, change) : { ...change, owner, isMixed: false });
  }
  return [...net.values()].filter(({ before, after }) => !isSameImage(before, after));
}

function extend<Owner>(earlier: NetChange<Owner>, { path, before, after }: FileChange): NetChange<Owner> {
  const isMixed = earlier.isMixed || !isSameImage(earlier.after, before);
  const { owner, before: first } = earlier;
  return { path, owner, isMixed, ...(first && { before: first }), ...(after && { after }) };
}
