// The disk operations that `minds/` needs for writing; the store's disk fits. Reading is in `text-files.ts`. Failures
// throw the system's own errors.

import { errorMessage } from '../core/base/thrown.ts';
import type { Said } from '../core/prompt/said.ts';

export interface MindFiles {
  /** Replaces a file whole: temp file + rename. `durable` also survives a power cut. */
  replace(file: string, text: string, durable?: boolean): void;
  /** Makes a new file with its folder; false when it exists already. */
  createExclusive(file: string, text: string): boolean;
  makeFolder(folder: string): void;
  /** Removes a file; no error when it does not exist. */
  remove(file: string): void;
}

/** Whether it was done; `message` tells a model what was done, or why not and what to do instead. */
export interface Done {
  readonly ok: boolean;
  readonly message: Said;
}

/** Does something on the disk; its failure becomes a value. */
export function tryOnDisk(act: () => void, done: Said): Done {
  try {
    act();
    return { ok: true, message: done };
  } catch (error) {
    return { ok: false, message: w => w.notOnDisk(errorMessage(error)) };
  }
}

/** Refuses something; nothing was changed. */
export function refuseChange(message: Said): Done {
  return { ok: false, message };
}
