// Finds unusable lines of a course file (SPEC 9.1, 9.4).
import type { FactOf } from '../../../core/fact.ts';
import type { FileFaults } from '../../../core/file-faults.ts';
import type { Findings } from '../../../core/findings.ts';
import type { BadLine } from '../course-log.ts';
import type { WriterMark } from '../writer-mark.ts';

/** The problem of a line. */
export function faultOfBad({ writers }: BadLine): BadLineFault {
  return writers ? faultOfForeign(writers.theirs, writers.ours) : { id: 'not-a-record' };
}

/** Two processes wrote. */
export function faultOfForeign(theirs: WriterMark | undefined, ours: WriterMark): BadLineFault {
  return { id: 'foreign-record', theirs: theirs?.writer ?? null, ours: ours.writer };
}

/** Said while a dialog is read, and found by a health check. */
type BadLineFault = FactOf<Pick<FileFaults & Findings, 'not-a-record' | 'foreign-record'>>;
