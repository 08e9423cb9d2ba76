// Holds new subdialogs in the arrivals file of their tree until their folders are made: when something else is written
// into one of them, index files as a rule, which are written late. Everybody above sees files as if they were there.
import * as path from 'node:path';
import { DriveError } from '../../../core/facts/trouble.ts';
import type { AppendHandle, Files } from '../../disk-files.ts';
import { keepAside } from '../courses/course-log.ts';
import { SyncState } from '../courses/sync-state.ts';
import { subdialogsFolderName } from '../layout.ts';
import { arrivalsFilesIn, firstCourse, readArrivals, subdialogFolder } from './arrivals-file.ts';
import { type Arrival, TreeArrivals } from './tree-arrivals.ts';

/** Files of a process that drives. */
export interface HeldFiles extends Files {
  /** Makes the folders of subdialogs that a process before this one left in arrivals files of a root. */
  recover(rootFolder: string): void;
  /** Makes all folders and removes the arrivals files. Throws the system's errors. */
  close(): void;
}

/** `onOutrun`: another process made folders of ours, so that this one must not write any more. */
export function holdArrivals(files: Files, writer: string, onOutrun: () => void): HeldFiles {
  return new Arrivals(files, writer, onOutrun).files();
}

class Arrivals {
  readonly #files: Files;
  readonly #writer: string;
  readonly #onOutrun: () => void;
  readonly #syncs: SyncState;
  readonly #trees = new Map<string, TreeArrivals>();
  readonly #arrivals = new Map<string, Arrival>();

  constructor(files: Files, writer: string, onOutrun: () => void) {
    this.#files = files;
    this.#writer = writer;
    this.#onOutrun = onOutrun;
    this.#syncs = new SyncState(files);
  }

  files(): HeldFiles {
    const files = this.#files;
    /** Before anything but its first course is touched. */
    const made = (place: string): string => {
      const arrival = this.#within(place);
      if (arrival) this.#make(arrival);
      return place;
    };
    const list = (folder: string): string[] => {
      const arrival = this.#arrivals.get(folder);
      if (arrival) return arrival.bytes > 0 ? [firstCourse] : [];
      const names = files.list(folder);
      const tree = this.#isAbove(folder) ? this.#trees.get(path.dirname(folder)) : undefined;
      return tree ? [...new Set([...names, ...[...tree.arrivals].map(({ dialog }) => dialog)])] : names;
    };
    return {
      ...files,
      read: file => (this.#at(file) ? this.#textOf(file) : files.read(file)),
      readBytes: (file, from = 0, length = Number.POSITIVE_INFINITY) => {
        if (!this.#at(file)) return files.readBytes(file, from, length);
        const text = this.#textOf(file);
        return text === undefined ? undefined : Buffer.from(text).subarray(from, from + length);
      },
      stat: file => {
        const arrival = this.#at(file);
        if (!arrival) return files.stat(file);
        return isCourse(file) ? { identity: identityOf(arrival), bytes: arrival.bytes } : undefined;
      },
      list,
      // Another folder may hold more names than can be read at once.
      names: folder => (this.#isAbove(folder) ? list(folder) : files.names(folder)),
      exists: place => {
        if (this.#arrivals.has(place)) return true;
        return this.#at(place) ? isCourse(place) : files.exists(place);
      },
      makeFolder: folder => {
        if (!this.#arrive(folder)) files.makeFolder(made(folder));
      },
      openAppend: file => {
        const arrival = isCourse(file) ? this.#at(file) : undefined;
        return arrival?.tree.isInPlace() ? this.#handleOf(arrival) : files.openAppend(made(file));
      },
      replace: (file, content, durable) => files.replace(made(file), content, durable),
      createExclusive: (file, text) => files.createExclusive(made(file), text),
      truncate: (file, bytes) => files.truncate(made(file), bytes),
      rename: (from, to) => {
        this.#finishIn(from);
        files.rename(made(from), made(to));
      },
      remove: place => {
        // A file that an arrival has none of.
        if (this.#at(place) && !isCourse(place)) return;
        this.#finishIn(place);
        files.remove(place);
      },
      sync: place => this.#sync(place),
      synced: place => this.#synced(place),
      recover: rootFolder => this.#recover(rootFolder),
      close: () => {
        for (const tree of [...this.#trees.values()]) this.#finish(tree);
      },
    };
  }

  /** True for the folder of an arrival, and for the one that it will lie in. */
  #isAbove(folder: string): boolean {
    if (this.#arrivals.size === 0) return false;
    return this.#arrivals.has(folder) || path.basename(folder) === subdialogsFolderName;
  }

  /** The arrival whose folder is this path, or one above it. */
  #within(place: string): Arrival | undefined {
    if (this.#arrivals.size === 0) return undefined;
    const parent = path.dirname(place);
    return this.#arrivals.get(place) ?? this.#arrivals.get(parent) ?? this.#arrivals.get(path.dirname(parent));
  }

  /** The arrival of a file in it. */
  #at(place: string): Arrival | undefined {
    return this.#arrivals.size === 0 ? undefined : this.#arrivals.get(path.dirname(place));
  }

  #textOf(file: string): string | undefined {
    return isCourse(file) ? this.#at(file)?.text : undefined;
  }

  /** True if a folder is one of a new subdialog, which is held from now on. */
  #arrive(folder: string): boolean {
    const place = subdialogFolder(folder);
    if (!place || this.#files.exists(folder)) return false;
    const { dialog, rootFolder } = place;
    const known = this.#trees.get(rootFolder);
    const tree =
      known ?? new TreeArrivals({ files: this.#files, syncs: this.#syncs, writer: this.#writer, rootFolder });
    this.#trees.set(rootFolder, tree);
    const arrival: Arrival = { dialog, folder, tree, text: '', bytes: 0 };
    tree.arrivals.add(arrival);
    this.#arrivals.set(folder, arrival);
    return true;
  }

  #handleOf(arrival: Arrival): AppendHandle {
    return {
      identity: identityOf(arrival),
      size: () => arrival.bytes,
      isInPlace: () => this.#arrivals.get(arrival.folder) === arrival && arrival.tree.isInPlace(),
      append: text => arrival.tree.append(arrival, text),
      // Only a failed write is ever taken back, and it left nothing in memory.
      truncate: () => arrival.tree.cut(),
      sync: () => this.#sync(path.join(arrival.folder, firstCourse)),
      close: () => {},
    };
  }

  /** Writes the first course into a folder of its own. The arrivals file keeps it until that lasts. */
  #make(arrival: Arrival): void {
    const { folder, tree, text } = arrival;
    this.#write(folder, text);
    tree.arrivals.delete(arrival);
    this.#arrivals.delete(folder);
    tree.made.add(folder);
    if (tree.arrivals.size === 0) this.#clean(tree);
  }

  #write(folder: string, text: string): void {
    const file = path.join(folder, firstCourse);
    this.#files.makeFolder(folder);
    const present = this.#files.read(file) ?? '';
    if (present.startsWith(text) && present.length > 0) {
      if (present.length > text.length) this.#onOutrun();
      return;
    }
    if (!text.startsWith(present)) {
      this.#onOutrun();
      throw new DriveError('lock-lost', 'another process drives this folder now');
    }
    const handle = this.#files.openAppend(file);
    try {
      handle.append(text.slice(present.length));
    } finally {
      handle.close();
    }
  }

  /** Removes the arrivals file in the background, once everything that it held lasts elsewhere. */
  #clean(tree: TreeArrivals): void {
    tree.cleaning ??= this.#lasting(tree)
      // The file stays until the disk takes it, or until the next process finds it.
      .catch(() => {})
      .then(() => this.#cleaned(tree));
  }

  async #lasting(tree: TreeArrivals): Promise<void> {
    while (tree.arrivals.size === 0 && tree.made.size > 0) {
      const made = [...tree.made];
      for (const place of new Set(made.flatMap(placesOf))) await this.#files.synced(place);
      for (const folder of made) tree.made.delete(folder);
    }
  }

  #cleaned(tree: TreeArrivals): void {
    tree.cleaning = undefined;
    const isHeld = this.#trees.get(tree.rootFolder) === tree;
    if (!isHeld || tree.arrivals.size > 0 || tree.made.size > 0) return;
    try {
      this.#drop(tree);
    } catch {
      // The next process finds it, and has all that it holds.
    }
  }

  #drop(tree: TreeArrivals): void {
    this.#trees.delete(tree.rootFolder);
    tree.remove();
  }

  /** The same at once, whatever is held. Throws the system's errors. */
  #finish(tree: TreeArrivals): void {
    if (!this.#files.exists(tree.rootFolder)) this.#forget(tree);
    for (const arrival of [...tree.arrivals]) this.#make(arrival);
    for (const folder of tree.made) this.#sync(path.join(folder, firstCourse));
    this.#drop(tree);
  }

  /** Of a root that somebody removed: nothing is left to make folders in. */
  #forget(tree: TreeArrivals): void {
    for (const { folder } of tree.arrivals) this.#arrivals.delete(folder);
    tree.arrivals.clear();
    tree.made.clear();
  }

  /** Of a root whose folder is moved or removed. */
  #finishIn(place: string): void {
    for (const tree of [...this.#trees.values()]) {
      if (tree.rootFolder === place || tree.rootFolder.startsWith(place + path.sep)) this.#finish(tree);
    }
  }

  #sync(place: string): void {
    for (const each of this.#restsOn(place)) {
      if (each.isHeld) this.#syncs.sync([each.place]);
      else this.#files.sync(each.place);
    }
    this.#lasts(place);
  }

  async #synced(place: string): Promise<void> {
    for (const each of this.#restsOn(place)) {
      await (each.isHeld ? this.#syncs.synced([each.place]) : this.#files.synced(each.place));
    }
    this.#lasts(place);
  }

  /** What the disk must hold for a place to last. A folder that is not made yet lasts with its arrivals file. */
  #restsOn(place: string): readonly { readonly place: string; readonly isHeld: boolean }[] {
    if (this.#trees.size === 0) return [{ place, isHeld: false }];
    const arrival = this.#within(place);
    if (arrival) {
      if (!arrival.tree.hasFile()) return [];
      return [arrival.tree.file, arrival.tree.rootFolder].map(each => ({ place: each, isHeld: true }));
    }
    if (this.#madeIn(place)) return placesOf(path.dirname(place)).map(each => ({ place: each, isHeld: false }));
    const isUnmade = path.basename(place) === subdialogsFolderName && this.#trees.has(path.dirname(place));
    return isUnmade && !this.#files.exists(place) ? [] : [{ place, isHeld: false }];
  }

  /** The tree of a file whose folder was made, and may not last yet. */
  #madeIn(file: string): TreeArrivals | undefined {
    const folder = path.dirname(file);
    const place = subdialogFolder(folder);
    const tree = place && this.#trees.get(place.rootFolder);
    return tree?.made.has(folder) ? tree : undefined;
  }

  #lasts(file: string): void {
    this.#madeIn(file)?.made.delete(path.dirname(file));
  }

  #recover(rootFolder: string): void {
    for (const file of arrivalsFilesIn(this.#files, rootFolder)) {
      if (file === this.#trees.get(rootFolder)?.file) continue;
      const made = [...readArrivals(this.#files.read(file) ?? '')].map(([dialog, text]) => {
        const folder = path.join(rootFolder, subdialogsFolderName, dialog);
        this.#restore(folder, text);
        return folder;
      });
      for (const place of new Set(made.flatMap(placesOf))) this.#files.sync(place);
      this.#files.remove(file);
    }
  }

  /** What a power cut left in the place of a first course is kept aside. The caller syncs. */
  #restore(folder: string, text: string): void {
    const file = path.join(folder, firstCourse);
    const present = this.#files.read(file) ?? '';
    if (present.startsWith(text)) return;
    if (!text.startsWith(present)) keepAside(this.#files, file);
    this.#files.makeFolder(folder);
    this.#files.replace(file, text);
  }
}

/** The first course in a folder, and the names that lead to it, up to the folder of the root. */
function placesOf(folder: string): readonly string[] {
  const subdialogs = path.dirname(folder);
  return [path.join(folder, firstCourse), folder, subdialogs, path.dirname(subdialogs)];
}

function isCourse(file: string): boolean {
  return path.basename(file) === firstCourse;
}

function identityOf({ dialog }: Arrival): string {
  return `arrival ${dialog}`;
}
