// The newest record of a tree, from the ends of its files: at every opening the lines of ten thousand roots are
// compared with their dialogs, which must not read them all (SPEC 9.7, 17).
import * as path from 'node:path';
import type { CourseRecord } from '../../../core/dialog/record.ts';
import type { NewestRecord } from '../../dialog-store.ts';
import type { Files } from '../../disk-files.ts';
import { isArrivalsFile } from '../arrivals/arrivals-file.ts';
import { courseFileName, courseOfFileName } from '../layout.ts';
import { readCourseBytes } from './course-log.ts';

/** Bytes at the end of a course file that are read: most records are shorter. */
const END_BYTES = 4_096;

/** The newest of some dialogs by their folders; undefined when an end does not tell. */
export function newestIn(files: Files, folders: readonly string[]): NewestRecord | undefined {
  let newest: NewestRecord = { lastNumber: 0, lastModified: '' };
  for (const folder of folders) {
    const last = lastRecord(files, folder);
    if (last?.n === undefined) return undefined;
    newest = {
      lastNumber: Math.max(newest.lastNumber, last.n),
      lastModified: last.at > newest.lastModified ? last.at : newest.lastModified,
    };
  }
  return newest;
}

function lastRecord(files: Files, folder: string): CourseRecord | undefined {
  const names = files.list(folder);
  if (names.some(isArrivalsFile)) return undefined;
  const course = Math.max(0, ...names.flatMap(name => courseOfFileName(name) ?? []));
  const file = path.join(folder, courseFileName(course));
  const size = files.stat(file)?.bytes ?? 0;
  const from = Math.max(0, size - END_BYTES);
  const bytes = files.readBytes(file, from);
  // The first line may begin before that.
  const whole = bytes && (from === 0 ? bytes : bytes.subarray(bytes.indexOf(0x0a) + 1));
  const { records, bad, torn } = readCourseBytes(whole ?? new Uint8Array());
  return bad.length > 0 || torn ? undefined : records.at(-1);
}
