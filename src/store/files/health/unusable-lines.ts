// What is told of the lines of a course file that cannot be used (SPEC 9.1, 9.4).
import type { FactOf } from '../../../core/base/fact.ts';
import type { FileFaults } from '../../../core/facts/file-faults.ts';
import type { Findings } from '../../../core/facts/findings.ts';
import type { BadLine, CourseContent } from '../courses/course-log.ts';
import type { WriterMark } from '../courses/writer-mark.ts';

/** The lines that no reader uses, each with its problem; numbered from 1. */
export function unusableLines({
  bad,
  skipped,
}: Pick<CourseContent, 'bad' | 'skipped'>): readonly { readonly line: number; readonly fault: UnusableLineFault }[] {
  return [
    ...bad.map(each => ({ line: each.line, fault: faultOfBad(each) })),
    ...skipped.map(({ line, kind }) => ({ line, fault: { id: 'record-lacks-fields', kind } as const })),
  ];
}

function faultOfBad({ writers }: BadLine): UnusableLineFault {
  return writers ? faultOfForeign(writers.theirs, writers.ours) : { id: 'not-a-record' };
}

/** Two processes wrote. */
export function faultOfForeign(theirs: WriterMark | undefined, ours: WriterMark): UnusableLineFault {
  return { id: 'foreign-record', theirs: theirs?.writer ?? null, ours: ours.writer };
}

/** Said while a dialog is read, and found by a health check. */
type UnusableLineFault = FactOf<Pick<FileFaults & Findings, 'not-a-record' | 'foreign-record' | 'record-lacks-fields'>>;
