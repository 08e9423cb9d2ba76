// Tracks which files and folders are synced. A path that this process has not synced since its last change counts as
// unsynced, whoever wrote it: a killed process may have left it so.
import * as path from 'node:path';
import type { Files } from '../../disk-files.ts';

/** A sync in the background. */
interface Syncing {
  readonly running: Promise<void>;
  /** The place changed since it began: who asks now waits for the next one. */
  isOutdated: boolean;
  next?: Promise<void>;
}

export class SyncState {
  readonly #files: Files;
  readonly #synced = new Set<string>();
  readonly #syncing = new Map<string, Syncing>();
  /** Folders that are known to be there. */
  readonly #folders = new Set<string>();

  constructor(files: Files) {
    this.#files = files;
  }

  /** Bytes of a file changed, or names in a folder. */
  changed(place: string): void {
    this.#synced.delete(place);
    const syncing = this.#syncing.get(place);
    if (syncing) syncing.isOutdated = true;
  }

  /** Everything in a file was just synced by its own handle. */
  wasSynced(place: string): void {
    this.#synced.add(place);
  }

  /** A folder is there, and those above it up to `top`: unless they were known, their names may not last yet. */
  hasFolder(folder: string, top: string): void {
    for (let at = folder; at !== top && !this.#folders.has(at); at = path.dirname(at)) {
      this.#folders.add(at);
      this.changed(path.dirname(at));
    }
  }

  /** Syncs the unsynced ones of these paths, in order. Throws the system's errors. */
  sync(places: readonly string[]): void {
    for (const place of places) {
      if (this.#synced.has(place)) continue;
      this.#files.sync(place);
      this.#synced.add(place);
    }
  }

  /** The same in the background, side by side; those who ask for a place while it is synced share the next sync. */
  async synced(places: readonly string[]): Promise<void> {
    await Promise.all(places.map(place => (this.#synced.has(place) ? undefined : this.#later(place))));
  }

  /** Forgets a place that is moved, or not needed for now. */
  forget(...places: readonly string[]): void {
    for (const place of places) {
      this.#synced.delete(place);
      this.#folders.delete(place);
    }
  }

  /** Forgets everything in a folder. */
  forgetAllIn(folder: string): void {
    const isInside = (place: string) => place === folder || place.startsWith(folder + path.sep);
    this.forget(...[...this.#synced, ...this.#folders].filter(isInside));
  }

  #later(place: string): Promise<void> {
    const now = this.#syncing.get(place);
    if (!now) return this.#start(place);
    if (!now.isOutdated) return now.running;
    const again = () => this.#start(place);
    now.next ??= now.running.then(again, again);
    return now.next;
  }

  #start(place: string): Promise<void> {
    const end = (isSynced: boolean) => {
      this.#syncing.delete(place);
      if (isSynced && !syncing.isOutdated) this.#synced.add(place);
    };
    const running = this.#files.synced(place).then(
      () => end(true),
      error => {
        end(false);
        throw error;
      },
    );
    const syncing: Syncing = { running, isOutdated: false };
    this.#syncing.set(place, syncing);
    return running;
  }
}
