// The arrivals file of one tree, and the subdialogs that are held in it.
import path from 'node:path';
import type { AppendHandle, Files } from '../../disk-files.ts';
import type { SyncState } from '../courses/sync-state.ts';
import { mustExist } from '../removed-roots.ts';
import { arrivalLines, arrivalsFileName } from './arrivals-file.ts';

/** A subdialog whose folder is not made yet. */
export interface Arrival {
  readonly dialog: string;
  readonly folder: string;
  readonly tree: TreeArrivals;
  /** What was appended to its first course. */
  text: string;
  bytes: number;
}

export interface TreeArrivalsOptions {
  readonly files: Files;
  /** Of arrivals files and the folders that name them. */
  readonly syncs: SyncState;
  readonly writer: string;
  readonly rootFolder: string;
}

export class TreeArrivals {
  readonly rootFolder: string;
  readonly file: string;
  readonly arrivals = new Set<Arrival>();
  /** Folders that were made, and may not last without the file. */
  readonly made = new Set<string>();
  /** Removes the file once they last. */
  cleaning: Promise<void> | undefined;
  readonly #files: Files;
  readonly #syncs: SyncState;
  #handle: AppendHandle | undefined;
  /** Where whole lines end, once a failed write left more. */
  #tornAt: number | undefined;

  constructor({ files, syncs, writer, rootFolder }: TreeArrivalsOptions) {
    this.rootFolder = rootFolder;
    this.file = path.join(rootFolder, arrivalsFileName(writer));
    this.#files = files;
    this.#syncs = syncs;
  }

  /** Whether anything was written. */
  hasFile(): boolean {
    return this.#handle !== undefined;
  }

  /** False once the file was taken away: by a process that took over, or with its folder. */
  isInPlace(): boolean {
    return this.#handle?.isInPlace() ?? true;
  }

  /** Stores lines of an arrival's first course. Throws the system's errors, and then nothing of them counts. */
  append(arrival: Arrival, text: string): void {
    this.cut();
    this.#handle ??= this.#open();
    const whole = this.#handle.size();
    try {
      this.#handle.append(arrivalLines(arrival.dialog, text));
    } catch (error) {
      this.#tornAt = whole;
      throw error;
    }
    this.#syncs.changed(this.file);
    arrival.text += text;
    arrival.bytes += Buffer.byteLength(text);
  }

  /** Takes back what a failed write left. */
  cut(): void {
    if (this.#tornAt === undefined) return;
    this.#handle?.truncate(this.#tornAt);
    this.#tornAt = undefined;
  }

  remove(): void {
    const wasWritten = this.hasFile();
    this.#handle?.close();
    this.#handle = undefined;
    this.#syncs.forget(this.file, this.rootFolder);
    if (wasWritten) this.#files.remove(this.file);
  }

  #open(): AppendHandle {
    mustExist(this.#files, this.rootFolder);
    this.#syncs.changed(this.rootFolder);
    return this.#files.openAppend(this.file);
  }
}
