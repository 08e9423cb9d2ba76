// Where in the records a message of the person stands, to go back to before it (SPEC 25.4). Pure.
import type { CourseRecord, RecordOf } from './record.ts';

/** Where a message reached the talk: records from `cut` on come with it or after it. */
export interface RestorePoint {
  readonly said: RecordOf<'userSaid'>;
  readonly cut: number;
}

/** The place of a message among the records of a course; undefined where it has not reached the talk of this course. */
export function restorePoint(records: readonly CourseRecord[], msgId: string): RestorePoint | undefined {
  const at = records.findIndex(record => record.kind === 'userSaid' && record.msgId === msgId);
  const said = records[at];
  if (said?.kind !== 'userSaid') return undefined;
  // The aside was opened for these words.
  return { said, cut: records[at - 1]?.kind === 'asideOpened' ? at - 1 : at };
}

/** True if a record of the same tree came after the message. Records of version 0.1.0 have no number. */
export function cameAfter(record: Pick<CourseRecord, 'n' | 'at'>, { said }: RestorePoint): boolean {
  return record.n !== undefined && said.n !== undefined ? record.n > said.n : record.at >= said.at;
}

/** In a fork: true for a message that was copied from the dialog it was forked from. */
export function isCopied(records: readonly CourseRecord[], { cut }: RestorePoint): boolean {
  return records.some((record, at) => record.kind === 'dialogForked' && at > cut);
}
