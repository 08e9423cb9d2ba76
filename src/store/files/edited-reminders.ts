// `reminders.json` as a person may have edited it: the one index file whose hand edit counts (SPEC 9.1).
import * as path from 'node:path';
import type { DialogState } from '../../core/dialog/state.ts';
import { yamlValue } from '../../core/parse-yaml.ts';
import type { Files } from '../disk-files.ts';
import { courseFileName, indexFiles } from './layout.ts';

/** The person's change to the file: none, other reminders, or not a list of texts. */
export type HandEdit =
  | { readonly kind: 'none' }
  | { readonly kind: 'edited'; readonly reminders: readonly string[] }
  | { readonly kind: 'slip' };

/**
 * Reads the reminders in a dialog's folder. An edit can be told from the remains of a crash only while the other
 * indexes are current. An invalid file is always a person's, since the product writes it whole. An empty file contains
 * nothing to keep.
 */
export function handEdit(files: Files, folder: string, state: DialogState): HandEdit {
  const read = (name: string) => readSmall(files, path.join(folder, name));
  const reminders = readReminders(() => read(indexFiles.reminders));
  if (reminders === 'slip') return { kind: 'slip' };
  if (!reminders || JSON.stringify(reminders) === JSON.stringify(state.reminders)) return { kind: 'none' };
  return isCurrent(() => read(indexFiles.latest), state) ? { kind: 'edited', reminders } : { kind: 'none' };
}

/** True if a `reminders.json` is not a list of texts. */
export function isSlip(files: Files, file: string): boolean {
  return readReminders(() => readSmall(files, file)) === 'slip';
}

function readSmall(files: Files, file: string): string {
  const bytes = files.stat(file)?.bytes ?? 0;
  return bytes > 0 && bytes <= MAX_BYTES ? (files.read(file) ?? '') : '';
}

/** A larger file is no work of a person's hand. */
const MAX_BYTES = 2 ** 20;

/** A folder in the place of a file, or one that may not be read, is no edit either. */
function readReminders(read: () => string): readonly string[] | 'slip' | undefined {
  try {
    const text = read().replace(/^\uFEFF/, '');
    return text.trim() === '' ? undefined : parseReminders(text);
  } catch {
    return undefined;
  }
}

function parseReminders(text: string): readonly string[] | 'slip' {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) && value.every(item => typeof item === 'string') ? value : 'slip';
  } catch {
    return 'slip';
  }
}

function isCurrent(latest: () => string, state: DialogState): boolean {
  try {
    const { trueUpTo } = (yamlValue(latest()) ?? {}) as {
      trueUpTo?: Readonly<Record<string, unknown>>;
    };
    // Version 0.1.0 counted over all courses.
    return trueUpTo?.file === undefined
      ? trueUpTo?.course === state.course && trueUpTo.records === state.seq
      : trueUpTo.file === courseFileName(state.course) && trueUpTo.records === state.courseRecords;
  } catch {
    return false;
  }
}
