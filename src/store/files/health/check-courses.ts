// Looks at every course file of one dialog, as it lies on the disk (SPEC 9.1, 9.5, 14.2). Changes nothing.
import * as path from 'node:path';
import type { DialogRef } from '../../../core/base/ids.ts';
import { errorMessage } from '../../../core/base/thrown.ts';
import { foldCourse } from '../../../core/dialog/fold/apply.ts';
import type { Finding } from '../../../core/facts/findings.ts';
import type { Files } from '../../disk-files.ts';
import { MAX_COURSE_BYTES, readCourseBytes } from '../courses/course-log.ts';
import { courseFileName, courseOfFileName } from '../layout.ts';
import { unusableLines } from './unusable-lines.ts';

/** A fault of a course file. `at` is its absolute path, with the line where there is one. */
export interface CourseFault {
  readonly at: string;
  readonly finding: Finding;
}

/** The course that a file should hold, and the numbers of records seen so far. */
interface CoursePlace {
  readonly ref: DialogRef;
  readonly course: number;
  readonly numbers?: Set<number>;
}

/** Faults of the course files of the dialog whose folder this is; the numbers of its records are added to `numbers`. */
export function checkCourses(files: Files, folder: string, ref: DialogRef, numbers?: Set<number>): CourseFault[] {
  const courses = files
    .list(folder)
    .flatMap(name => courseOfFileName(name) ?? [])
    .sort((a, b) => a - b);
  if (courses.length === 0) return [{ at: folder, finding: { id: 'no-course-file' } }];
  return courses.flatMap((course, index) => [
    ...gapBefore(folder, course, index),
    ...checkCourse(files, path.join(folder, courseFileName(course)), { ref, course, ...(numbers && { numbers }) }),
  ]);
}

function gapBefore(folder: string, course: number, index: number): CourseFault[] {
  if (course === index + 1) return [];
  const expected = courseFileName(index + 1);
  return index === 0 || course > index + 1
    ? [{ at: path.join(folder, expected), finding: { id: 'course-missing' } }]
    : [];
}

function checkCourse(files: Files, file: string, place: CoursePlace): CourseFault[] {
  try {
    const size = files.stat(file)?.bytes ?? 0;
    if (size > MAX_COURSE_BYTES) return [{ at: file, finding: { id: 'course-too-large', bytes: size } }];
    const bytes = files.readBytes(file);
    return bytes ? checkLines(file, bytes, place) : [];
  } catch (error) {
    return [{ at: file, finding: { id: 'course-unreadable', reason: errorMessage(error) } }];
  }
}

/** Faults of the lines of one course; `file` is where they stand. */
export function checkLines(file: string, bytes: Uint8Array, { ref, course, numbers }: CoursePlace): CourseFault[] {
  const content = readCourseBytes(bytes);
  const { records, bad, torn } = content;
  for (const { n = 0 } of records) if (Number.isSafeInteger(n) && n > 0) numbers?.add(n);
  const faults: CourseFault[] = unusableLines(content).map(({ line, fault }) => ({
    at: `${file}:${line}`,
    finding: fault,
  }));
  const find = (finding: Finding) => faults.push({ at: file, finding });
  if (torn) find({ id: 'torn-line' });
  const [first] = records;
  const opened = first && foldCourse([first]);
  if (!opened) {
    if (records.length + bad.length > 0) find({ id: 'no-opening-record' });
    else if (!torn) find({ id: 'course-empty' });
    return faults;
  }
  if (opened.course !== course) find({ id: 'opens-other-course', course: opened.course });
  const { selfId, rootId } = opened.identity;
  if (selfId !== ref.selfId) find({ id: 'opens-other-dialog', dialog: selfId });
  else if (rootId !== ref.rootId) find({ id: 'other-root', root: rootId });
  return faults;
}
