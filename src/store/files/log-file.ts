// `.dialogs/dominds.log`: a log for troubleshooting. Limited to three files of a maximum size. Not a source of truth; a
// failing disk is ignored.
import path from 'node:path';
import type { AppendHandle, Files } from '../disk-files.ts';
import { createLayout } from './layout.ts';

/** Bytes of one file, about; then the next one begins. */
const MAX_BYTES = 1_000_000;

/** Older ones are `dominds.log.1` and `dominds.log.2`. */
const OLDER = 2;

export interface RotatedLog {
  /** Appends whole lines. Never throws. */
  append(text: string): void;
  close(): void;
}

/** The log of an rtws; the file is made by the first line, its folder never. */
export function openLogFile(rtws: string, files: Files): RotatedLog {
  return new RotatingFile(createLayout(rtws).log, files);
}

class RotatingFile implements RotatedLog {
  readonly #file: string;
  readonly #files: Files;
  #handle: AppendHandle | undefined;
  #bytes = 0;

  constructor(file: string, files: Files) {
    this.#file = file;
    this.#files = files;
  }

  append(text: string): void {
    try {
      const handle = this.#open();
      handle.append(text);
      this.#bytes += Buffer.byteLength(text);
      if (this.#bytes >= MAX_BYTES) this.#rotate();
    } catch {
      this.close();
    }
  }

  close(): void {
    this.#handle?.close();
    this.#handle = undefined;
  }

  #open(): AppendHandle {
    if (this.#handle?.isInPlace()) return this.#handle;
    this.close();
    // A folder that was moved away does not come back for the log's sake.
    if (!this.#files.exists(path.dirname(this.#file))) throw new Error('its folder is gone');
    this.#handle = this.#files.openAppend(this.#file);
    this.#bytes = this.#handle.size();
    return this.#handle;
  }

  #rotate(): void {
    this.close();
    for (let age = OLDER; age > 0; age--) {
      const from = age === 1 ? this.#file : `${this.#file}.${age - 1}`;
      if (this.#files.exists(from)) this.#files.rename(from, `${this.#file}.${age}`);
    }
  }
}
