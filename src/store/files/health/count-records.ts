// Counts the records of one dialog over all its courses (SPEC 14.2). Only counted lines are parsed.
import * as path from 'node:path';
import type { CourseRecord, Fact } from '../../../core/dialog/record.ts';
import { isWellFormed } from '../../../core/dialog/record-shape.ts';
import type { Files } from '../../disk-files.ts';
import { countCourses, type RecordCounts } from '../../record-counts.ts';
import { courseFileName, courseOfFileName } from '../layout.ts';
import { linesIn } from '../lines-in.ts';

const countedKinds: readonly Fact['kind'][] = [
  'dialogCreated',
  'responseGiven',
  'questionAnswered',
  'generationStarted',
  'generationEnded',
  'draftStepped',
  'turnBegan',
  'predictionUnread',
  'beliefChanged',
  'interrupted',
  'questionAsked',
  'diligencePushed',
];

/** Counts the dialog whose folder this is. Never throws on content. */
export function countRecords(files: Files, folder: string): RecordCounts {
  const names = files.list(folder);
  const courses = names.flatMap(name => courseOfFileName(name) ?? []).sort((a, b) => a - b);
  const bytes = names.reduce((sum, name) => sum + (files.stat(path.join(folder, name))?.bytes ?? 0), 0);
  return countCourses(
    courses.map(course => recordsOf(files, path.join(folder, courseFileName(course)))),
    bytes,
  );
}

/** Its lines as far as they can be read; the health check reports the others. */
function* readable(files: Files, file: string): Generator<string> {
  try {
    yield* linesIn(files, file);
  } catch {
    // A folder in its place, say, or no permission.
  }
}

function* recordsOf(files: Files, file: string): Generator<CourseRecord> {
  for (const line of readable(files, file)) {
    if (!countedKinds.some(kind => line.includes(`"kind":"${kind}"`))) continue;
    try {
      const record = JSON.parse(line) as CourseRecord;
      if (countedKinds.includes(record.kind) && isWellFormed(record)) yield record;
    } catch {
      // A bad line is not a record; the health check reports it.
    }
  }
}
