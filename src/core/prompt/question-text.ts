// What a person reads of a question that the runtime asks.

/** A text of the runtime that suspends a dialog (SPEC 5.1). */
export interface QuestionText {
  readonly headline: string;
  readonly body: string;
  readonly options: readonly string[];
}
