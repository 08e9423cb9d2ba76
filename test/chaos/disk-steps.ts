// Files in memory that change in the steps in which the real disk changes them: a file is replaced by a temporary one
// that is made, written, synced and renamed; a folder goes one file after the other. A hook stands around each step: it
// may look, fail, do half of it, or do nothing.
import path from 'node:path';
import type { AppendHandle, Files } from '../../src/store/disk-files.ts';
import type { MemoryFiles } from '../support/memory-files.ts';

export interface DiskStep {
  readonly op: 'open' | 'write' | 'sync' | 'truncate' | 'rename' | 'link' | 'remove' | 'makeFolder';
  /** A `sync` may also be of a folder. */
  readonly file: string;
  /** Of a `rename` or `link`: what lay at `file` after it. */
  readonly from?: string;
  /** What a `write` adds. */
  readonly text?: string;
  /** What a `truncate` leaves. */
  readonly bytes?: number;
}

/** Stands around a step; `perform` does it, of a write also a part. */
export type StepHook = (step: DiskStep, perform: (text?: string) => void) => void;

/** The same files, each change made in steps. Reading is not watched. */
export function inSteps(files: MemoryFiles, around: StepHook): Files {
  const { texts } = files;
  const step = (op: DiskStep['op'], file: string, work: () => void, more: Partial<DiskStep> = {}) =>
    around({ op, file, ...more }, () => work());
  const sync = (place: string) => step('sync', place, () => {});
  const write = (file: string, text: string) => {
    around({ op: 'write', file, text }, (part = text) => texts.set(file, (texts.get(file) ?? '') + part));
  };
  const writeBeside = (file: string, text: string, durable: boolean): string => {
    const temporary = `${file}.1.tmp`;
    step('open', temporary, () => texts.set(temporary, ''));
    try {
      write(temporary, text);
      if (durable) sync(temporary);
    } catch (error) {
      texts.delete(temporary);
      throw error;
    }
    return temporary;
  };
  const openAppend = (file: string): AppendHandle => {
    step('open', file, () => texts.has(file) || texts.set(file, ''));
    const handle = files.openAppend(file);
    return {
      ...handle,
      append: text => write(file, text),
      truncate: bytes => step('truncate', file, () => handle.truncate(bytes), { bytes }),
      sync: () => sync(file),
    };
  };
  return {
    ...files,
    openAppend,
    replace(file, content, durable = false) {
      if (typeof content !== 'string') return files.replace(file, content);
      const temporary = writeBeside(file, content, durable);
      step('rename', file, () => files.rename(temporary, file), { from: temporary });
      if (durable) sync(path.dirname(file));
    },
    createExclusive(file, text) {
      if (texts.has(file)) return false;
      const temporary = writeBeside(file, text, false);
      step('link', file, () => texts.set(file, text), { from: temporary });
      step('remove', temporary, () => files.remove(temporary));
      return true;
    },
    truncate: (file, bytes) => step('truncate', file, () => files.truncate(file, bytes), { bytes }),
    makeFolder: folder => step('makeFolder', folder, () => files.makeFolder(folder)),
    rename(from, to) {
      const folder = path.dirname(to);
      if (!files.exists(folder)) {
        step('makeFolder', folder, () => {});
        sync(path.dirname(folder));
      }
      step('rename', to, () => files.rename(from, to), { from });
      for (const folder of new Set([path.dirname(to), path.dirname(from)])) sync(folder);
    },
    remove(file) {
      const all = [...texts.keys()].filter(each => each === file || each.startsWith(`${file}/`));
      for (const each of all) step('remove', each, () => files.remove(each));
    },
    sync,
    synced: async place => sync(place),
  };
}
