// Chooses the rtws among the open folders (SPEC 12.5). Pure: reads and asks nothing.

/** An open folder as the choice sees it. */
export interface FolderFacts {
  /** The folder's URI as text. */
  readonly uri: string;
  readonly name: string;
  /** Whether it is a folder on a disk. */
  readonly onDisk: boolean;
  /** Whether it contains `.dialogs/` or `.minds/`. */
  readonly marked: boolean;
}

export type RtwsChoice =
  | { readonly kind: 'folder'; readonly uri: string }
  | { readonly kind: 'noFolder' }
  /** Only virtual folders are open: dialogs are files, so there is nowhere to put them. */
  | { readonly kind: 'virtual' }
  | { readonly kind: 'ask'; readonly candidates: readonly FolderFacts[] };

/** The one folder, the one marked folder, the one chosen before (`remembered`), or the candidates to ask about. */
export function chooseRtws(folders: readonly FolderFacts[], remembered: string | undefined): RtwsChoice {
  const onDisk = folders.filter(folder => folder.onDisk);
  const marked = onDisk.filter(folder => folder.marked);
  const candidates = marked.length > 0 ? marked : onDisk;
  const [only, ...others] = candidates;
  if (only === undefined) return { kind: folders.length > 0 ? 'virtual' : 'noFolder' };
  if (others.length === 0) return { kind: 'folder', uri: only.uri };
  if (candidates.some(({ uri }) => uri === remembered) && remembered !== undefined) {
    return { kind: 'folder', uri: remembered };
  }
  return { kind: 'ask', candidates };
}
