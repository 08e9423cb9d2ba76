// A disk whose power may fail: what is on it after a history of steps, if what was not synced is lost in one way or
// another. Names (made, renamed, removed) and bytes are kept apart, as file systems do: a sync of a file holds its
// bytes, a sync of a folder the names in it.
import path from 'node:path';
import type { DiskStep } from './disk-steps.ts';

/**
 * What becomes of names whose folder was not synced since. Journals keep them in order; other file systems keep any of
 * them.
 */
export type NameLoss =
  | { readonly kind: 'inOrder'; readonly keep: number }
  | { readonly kind: 'any'; readonly keeps: (index: number) => boolean };

/** What becomes of bytes that were not synced. */
export type ByteLoss = 'all' | 'half' | 'zeroed' | 'holed' | 'none';

export const byteLosses: readonly ByteLoss[] = ['all', 'half', 'zeroed', 'holed', 'none'];

/** A file under whatever name. */
interface Inode {
  /** In the order of creation. */
  readonly number: number;
  content: string;
  synced: string;
}

interface Names {
  readonly files: Map<string, Inode>;
  readonly folders: Set<string>;
}

/** A change of names. */
interface NameChange {
  /** Folders whose sync makes it last. */
  readonly folders: readonly string[];
  readonly apply: (names: Names) => void;
  lasts: boolean;
}

export class PowerDisk {
  readonly #top: string;
  readonly #now: Names;
  /** Names that last, whatever happens. */
  readonly #sure: Names;
  /** Changes since then, some of which may last as well. */
  readonly #changes: NameChange[] = [];
  #inodes = 0;

  /** A disk with one empty folder. */
  constructor(top: string) {
    this.#top = top;
    this.#now = { files: new Map(), folders: new Set([top]) };
    this.#sure = { files: new Map(), folders: new Set([top]) };
  }

  /** Does a step. */
  perform({ op, file, from = '', text = '', bytes = 0 }: DiskStep): void {
    switch (op) {
      case 'makeFolder':
        this.#makeFolder(file);
        break;
      case 'open':
        this.#open(file);
        break;
      case 'write':
        this.#rewrite(file, content => content + text);
        break;
      case 'truncate':
        this.#rewrite(file, content => Buffer.from(content).subarray(0, bytes).toString());
        break;
      case 'link': {
        const inode = this.#now.files.get(from);
        if (inode) this.#link(file, inode);
        break;
      }
      case 'rename':
        this.#makeFolder(path.dirname(file));
        this.#change([path.dirname(from), path.dirname(file)], names => rename(names, from, file));
        break;
      case 'remove':
        this.#change([path.dirname(file)], ({ files }) => files.delete(file));
        break;
      case 'sync':
        this.#sync(file);
    }
  }

  /** How many changes of names may be lost. */
  get unsure(): number {
    return this.#changes.length;
  }

  /** Path → text of every file after the power failed. */
  after(names: NameLoss, bytes: (inode: number) => ByteLoss): Map<string, string> {
    const left: Names = { files: new Map(this.#sure.files), folders: new Set(this.#sure.folders) };
    const last = this.#changes.findLastIndex(({ lasts }) => lasts);
    for (const [index, { apply, lasts }] of this.#changes.entries()) {
      const isKept = names.kind === 'any' ? lasts || names.keeps(index) : index <= last || index < names.keep;
      if (isKept) apply(left);
    }
    const texts = new Map<string, string>();
    for (const [file, inode] of left.files) {
      if (this.#isReachable(left, path.dirname(file))) texts.set(file, contentAfter(inode, bytes(inode.number)));
    }
    return texts;
  }

  #isReachable(names: Names, folder: string): boolean {
    if (folder === this.#top) return true;
    return names.folders.has(folder) && this.#isReachable(names, path.dirname(folder));
  }

  #open(file: string): void {
    if (this.#now.files.has(file)) return;
    this.#makeFolder(path.dirname(file));
    this.#link(file, { number: ++this.#inodes, content: '', synced: '' });
  }

  #makeFolder(folder: string): void {
    if (this.#now.folders.has(folder)) return;
    this.#makeFolder(path.dirname(folder));
    this.#change([path.dirname(folder)], ({ folders }) => folders.add(folder));
  }

  #link(file: string, inode: Inode): void {
    this.#change([path.dirname(file)], ({ files }) => files.set(file, inode));
  }

  #change(folders: readonly string[], apply: (names: Names) => void): void {
    apply(this.#now);
    this.#changes.push({ folders, apply, lasts: false });
  }

  #rewrite(file: string, change: (content: string) => string): void {
    const inode = this.#now.files.get(file);
    if (inode) inode.content = change(inode.content);
  }

  #sync(place: string): void {
    const inode = this.#now.files.get(place);
    if (inode) inode.synced = inode.content;
    for (const change of this.#changes) change.lasts ||= change.folders.includes(place);
    while (this.#changes[0]?.lasts) this.#changes.shift()?.apply(this.#sure);
  }
}

function rename({ files, folders }: Names, from: string, to: string): void {
  const moved = (name: string) =>
    name === from || name.startsWith(`${from}/`) ? to + name.slice(from.length) : undefined;
  for (const [file, inode] of [...files]) {
    const name = moved(file);
    if (name === undefined) continue;
    files.delete(file);
    files.set(name, inode);
  }
  for (const folder of [...folders]) {
    const name = moved(folder);
    if (name === undefined) continue;
    folders.delete(folder);
    folders.add(name);
  }
}

function contentAfter({ content, synced }: Inode, loss: ByteLoss): string {
  if (loss === 'none') return content;
  if (loss === 'all' || !content.startsWith(synced)) return synced;
  const tail = content.slice(synced.length);
  const half = tail.length >> 1;
  const zeros = (count: number) => '\0'.repeat(count);
  switch (loss) {
    case 'half':
      return synced + tail.slice(0, half);
    case 'zeroed':
      return synced + tail.slice(0, half) + zeros(tail.length - half);
    case 'holed':
      return synced + zeros(half) + tail.slice(half);
  }
}
