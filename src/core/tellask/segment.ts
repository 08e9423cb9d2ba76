// A call as a model made it, in text or by a tool. All dialects end here (SPEC 2.11): code behind this file does not
// know which one was used.

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

/** An answer to choose, offered with a question to the person (SPEC 23.1). */
export interface TellaskOption {
  readonly label: string;
  readonly description?: string;
}

/** What a tellask has that was not written as a block of its dialect. */
export interface CallForm {
  /** The tool that made it (SPEC 23.1). */
  readonly tool?: CallTool;
  /** The text in which that tool's call was written, where the reply held it as text (SPEC 23.5). */
  readonly written?: string;
  /** Answers to choose, of `ask_human`. */
  readonly options?: readonly TellaskOption[];
}

/** The tools that make tellasks (SPEC 23.1). */
const callTools = ['tellask', 'ask_back', 'ask_human'] as const;
export type CallTool = (typeof callTools)[number];

/** True if a tool makes tellasks. */
export function isCallTool(name: string): name is CallTool {
  return (callTools as readonly string[]).includes(name);
}

/**
 * One call. `headline` and `body` are the payloads without the `!?` prefixes; the headline keeps its leading `@name`,
 * each line keeps its newline. `rest` is the rest content of a texting clarity call (SPEC 2.8).
 */
export interface ValidTellask extends CallForm {
  readonly kind: 'tellask';
  readonly valid: true;
  readonly mention: string;
  readonly session?: string;
  readonly headline: string;
  readonly body: string;
  readonly rest?: string;
}

/** A block without a target; shown, and reported back to the model. `mention` is '' when there is no valid name. */
export interface MalformedTellask extends CallForm {
  readonly kind: 'tellask';
  readonly valid: false;
  readonly problem: TellaskProblem;
  readonly mention: string;
  readonly headline: string;
  readonly body: string;
}

export type TellaskSegment = ValidTellask | MalformedTellask;
export type Segment = ProseSegment | TellaskSegment;

/** The reason why a tellask got an error result at once (SPEC 3). */
export type TellaskRefusal =
  | 'malformed'
  | 'unknown-member'
  | 'no-tellasker'
  | 'would-wait-on-itself'
  | 'too-deep'
  | 'too-many'
  | 'fbr-off'
  | 'cut-off'
  | 'forked'
  /** The person answered the same question before in this course. */
  | 'answered-before';
