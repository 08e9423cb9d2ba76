import type { AnsweredBy } from '../../../src/core/dialog/answered-by.ts';

/** The fields of every item. */
export interface Common {
  readonly key: string;
  /** ISO instant. */
  readonly at: string;
  /** Where the person did it. */
  readonly askedBy?: AnsweredBy;
  /** It belongs to an aside. */
  readonly inAside?: true;
}
