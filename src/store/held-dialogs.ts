// What the process that drives holds in memory, as a store asks for it: records that a command removed or rewound are
// written back from there (SPEC 9.7).
import type { DialogRef } from '../core/base/ids.ts';
import type { CourseRecord } from '../core/dialog/record.ts';
import type { CourseRef } from './dialog-store.ts';

/** The newest course of a dialog, whole. */
export interface HeldDialog extends CourseRef {
  readonly records: readonly CourseRecord[];
}

export interface HeldDialogs {
  of(ref: DialogRef): HeldDialog | undefined;
  /** All dialogs in memory, each root before its subdialogs. */
  all(): Iterable<HeldDialog>;
  /**
   * What may have removed or rewound files since a time (epoch milliseconds): the command that runs or that ended last,
   * `null` for Git beside this process. Undefined when there was none: a person did it by hand.
   */
  takenBy(since: number): string | null | undefined;
  /** Dialogs were written back. Of `partly`, earlier courses are lost. */
  wroteBack(what: WroteBack): void;
}

export interface WroteBack {
  readonly by: string | null;
  readonly written: readonly DialogRef[];
  readonly partly: readonly DialogRef[];
}
