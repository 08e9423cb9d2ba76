// Looks at every course file of one dialog, as it lies on the disk (SPEC 9.1, 9.5, 14.2). Changes nothing.
import * as path from 'node:path';
import { foldCourse } from '../../core/dialog/apply.ts';
import type { DialogRef } from '../../core/dialog/ids.ts';
import { MAX_COURSE_BYTES, readCourse } from '../course-log.ts';
import type { Files } from '../files.ts';
import { courseFileName, courseOfFileName } from '../layout.ts';
import { wordsOfBad } from './bad-lines.ts';

/** A fault of a course file. `at` is its absolute path, with the line where there is one. */
export interface CourseFault {
  readonly at: string;
  readonly message: string;
}

/** Faults of the course files of the dialog whose folder this is. */
export function checkCourses(files: Files, folder: string, ref: DialogRef): CourseFault[] {
  const courses = files
    .list(folder)
    .flatMap(name => courseOfFileName(name) ?? [])
    .sort((a, b) => a - b);
  if (courses.length === 0) return [{ at: folder, message: 'it has no course file' }];
  return courses.flatMap((course, index) => [
    ...gapBefore(folder, course, index),
    ...checkCourse(files, path.join(folder, courseFileName(course)), { ref, course }),
  ]);
}

function gapBefore(folder: string, course: number, index: number): CourseFault[] {
  if (course === index + 1) return [];
  const expected = courseFileName(index + 1);
  return index === 0 || course > index + 1
    ? [{ at: path.join(folder, expected), message: 'this course is missing' }]
    : [];
}

function checkCourse(files: Files, file: string, { ref, course }: { ref: DialogRef; course: number }): CourseFault[] {
  try {
    const size = files.stat(file)?.bytes ?? 0;
    if (size > MAX_COURSE_BYTES) return [{ at: file, message: `it is too large to load (${size} bytes)` }];
    const bytes = files.readBytes(file);
    return bytes ? contentFaults(file, bytes, { ref, course }) : [];
  } catch (error) {
    return [{ at: file, message: `it cannot be read: ${(error as Error).message}` }];
  }
}

function contentFaults(
  file: string,
  bytes: Uint8Array,
  { ref, course }: { ref: DialogRef; course: number },
): CourseFault[] {
  const { records, bad, torn } = readCourse(bytes);
  const faults: CourseFault[] = bad.map(each => ({ at: `${file}:${each.line}`, message: wordsOfBad(each) }));
  const say = (message: string) => faults.push({ at: file, message });
  if (torn) say('its last line is torn');
  const [first] = records;
  const opened = first && foldCourse([first]);
  if (!opened) {
    if (records.length + bad.length > 0) say('its first record cannot open a course');
    else if (!torn) say('it is empty');
    return faults;
  }
  if (opened.course !== course) say(`its first record opens course ${opened.course}`);
  if (opened.identity.selfId !== ref.selfId) say(`its first record is of another dialog, ${opened.identity.selfId}`);
  return faults;
}
