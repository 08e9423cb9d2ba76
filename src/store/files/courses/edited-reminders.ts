// `reminders.json` as a person may have edited it: the one index file whose hand edit counts (SPEC 9.1).
import * as path from 'node:path';
import { applyRecord } from '../../../core/dialog/fold/apply.ts';
import { openCourse } from '../../../core/dialog/fold/open-course.ts';
import type { CourseRecord } from '../../../core/dialog/record.ts';
import type { DialogState } from '../../../core/dialog/state.ts';
import { yamlValue } from '../../../core/text/parse-yaml.ts';
import type { LoadedDialog } from '../../dialog-store.ts';
import type { Files } from '../../disk-files.ts';
import { courseFileName, indexFiles } from '../layout.ts';
import { type Sides, sidesOf } from './merge-sides.ts';

/** The person's change to the file: none, other reminders, or not a list of texts of a size that can be read. */
export type HandEdit =
  | { readonly kind: 'none' }
  | { readonly kind: 'edited'; readonly reminders: readonly string[] }
  | { readonly kind: 'slip' };

/**
 * Reads the reminders in a dialog's folder. Where a crash came before the indexes were written, the file may hold what
 * the dialog noted since they were last true: only other reminders are an edit then. An invalid file is always a
 * person's, since the product writes it whole. An empty file contains nothing to keep.
 */
export function handEdit(files: Files, folder: string, { state, records }: LoadedDialog): HandEdit {
  const read = (name: string) => readSmall(files, path.join(folder, name)) ?? '';
  const reading = readReminders(() => readSmall(files, path.join(folder, indexFiles.reminders)));
  if (reading === 'slip') return { kind: 'slip' };
  if (!reading) return { kind: 'none' };
  const { reminders, isMerged } = reading;
  if (isSame(reminders, state.reminders)) return { kind: 'none' };
  if (isMerged) return { kind: 'edited', reminders };
  const from = trueUpTo(() => read(indexFiles.latest), state);
  const isEdit = from !== undefined && !remindersSince(records, from).some(noted => isSame(reminders, noted));
  return isEdit ? { kind: 'edited', reminders } : { kind: 'none' };
}

function isSame(some: readonly string[], others: readonly string[]): boolean {
  return JSON.stringify(some) === JSON.stringify(others);
}

/** The reminders that a course had after so many records, and each time that they changed since. */
function remindersSince([first, ...others]: readonly CourseRecord[], from: number): readonly (readonly string[])[] {
  let state = first && openCourse(first);
  const found: (readonly string[])[] = state ? [state.reminders] : [];
  for (const [index, record] of others.entries()) {
    if (!state) return found;
    state = applyRecord(state, record);
    if (index + 2 <= from) found.length = 0;
    if (found.at(-1) !== state.reminders) found.push(state.reminders);
  }
  return found;
}

/**
 * True if a `reminders.json` is not a list of texts, or too large, or if it is of a merge and this text does not hold
 * what it says.
 */
export function isSlip(files: Files, file: string, text: string | undefined): boolean {
  const reading = readReminders(() => readSmall(files, file));
  if (reading === 'slip' || !reading?.isMerged) return reading === 'slip';
  const written = text === undefined ? [] : parseReminders(text);
  return !reading.reminders.every(reminder => written.includes(reminder));
}

/** `undefined`: too large. */
function readSmall(files: Files, file: string): string | undefined {
  const bytes = files.stat(file)?.bytes ?? 0;
  if (bytes > MAX_BYTES) return undefined;
  return bytes > 0 ? (files.read(file) ?? '') : '';
}

/** The limit for the whole file, far above what members may note. The words about such a file name it. */
const MAX_BYTES = 16 * 1024 * 1024;

/** A folder in the place of a file, or one that may not be read, is no edit either. */
function readReminders(read: () => string | undefined): Reading | 'slip' | undefined {
  try {
    const text = read()?.replace(/^\uFEFF/, '');
    if (text === undefined) return 'slip';
    if (text.trim() === '') return undefined;
    const sides = sidesOf(text);
    const reminders = sides ? mergedReminders(sides) : parseReminders(text);
    return reminders === 'slip' ? 'slip' : { reminders, isMerged: sides !== undefined };
  } catch {
    return undefined;
  }
}

/** What a file holds. `isMerged`: of both sides of a merge. */
interface Reading {
  readonly reminders: readonly string[];
  readonly isMerged: boolean;
}

/** The reminders of both sides; one that both had stays where neither dropped it. */
function mergedReminders({ ours, theirs, base }: Sides): readonly string[] | 'slip' {
  const [mine, others, before] = [parseReminders(ours), parseReminders(theirs), parseReminders(base ?? '[]')];
  if (mine === 'slip' || others === 'slip') return 'slip';
  const stays = (reminder: string) =>
    !before.includes(reminder) || (mine.includes(reminder) && others.includes(reminder));
  return [...mine, ...others.filter(reminder => !mine.includes(reminder))].filter(stays);
}

function parseReminders(text: string): readonly string[] | 'slip' {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) && value.every(item => typeof item === 'string') ? value : 'slip';
  } catch {
    return 'slip';
  }
}

/**
 * After how many records of the dialog's course the indexes were last true; undefined when it was in another course, or
 * nothing says so. In a merge both sides were true once, of what the course held anywhere.
 */
function trueUpTo(latest: () => string, state: DialogState): number | undefined {
  try {
    const text = latest();
    if (sidesOf(text)) return 0;
    const { trueUpTo: place } = (yamlValue(text) ?? {}) as { trueUpTo?: Readonly<Record<string, unknown>> };
    // Version 0.1.0 counted over all courses.
    if (place?.file === undefined)
      return place?.course === state.course && place.records === state.seq ? state.courseRecords : undefined;
    const { file, records } = place;
    const isKnown =
      file === courseFileName(state.course) && typeof records === 'number' && records <= state.courseRecords;
    return isKnown ? records : undefined;
  } catch {
    return undefined;
  }
}
