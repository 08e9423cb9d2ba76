// The parser's output for a model's text. Both dialects end here (SPEC 2.11): code behind this file does not know which
// one was written.

/** The two ways to write a tellask (SPEC 2). */
export type Dialect = 'tellask' | 'texting';

/** Why a tellask block has no target (SPEC 2.2, 2.4). */
export type TellaskProblem =
  | 'missing-mention'
  | 'invalid-mention'
  | 'invalid-session'
  | 'conflicting-session'
  | 'session-not-allowed';

/** Text that is not a tellask, exactly as said with `\r\n` read as `\n`. */
export interface ProseSegment {
  readonly kind: 'prose';
  readonly text: string;
}

/**
 * One block. `headline` and `body` are the payloads without the `!?` prefixes; the headline keeps its leading `@name`,
 * each line keeps its newline. `rest` is the rest content of a texting clarity call (SPEC 2.8).
 */
export interface ValidTellask {
  readonly kind: 'tellask';
  readonly valid: true;
  readonly mention: string;
  readonly session?: string;
  readonly headline: string;
  readonly body: string;
  readonly rest?: string;
}

/** A block without a target; shown, and reported back to the model. `mention` is '' when there is no valid name. */
export interface MalformedTellask {
  readonly kind: 'tellask';
  readonly valid: false;
  readonly problem: TellaskProblem;
  readonly mention: string;
  readonly headline: string;
  readonly body: string;
}

export type TellaskSegment = ValidTellask | MalformedTellask;
export type Segment = ProseSegment | TellaskSegment;
