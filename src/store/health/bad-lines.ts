// Words for lines of a course file that are not used (SPEC 9.1, 9.4).
import type { BadLine } from '../course-log.ts';
import type { WriterMark } from '../writer-mark.ts';

/** What is wrong with a line. */
export function wordsOfBad({ writers }: BadLine): string {
  return writers ? wordsOfForeign(writers.theirs, writers.ours) : 'this line is no record';
}

/** Says that two processes wrote, and which. */
export function wordsOfForeign(theirs: WriterMark | undefined, ours: WriterMark): string {
  const other = theirs?.writer ?? '?';
  return `another process (${other}) wrote this while ${ours.writer} drove this folder`;
}
