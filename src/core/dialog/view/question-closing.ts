// Why a question was closed without an answer (SPEC 1.7, 5.5). Pure.
import { DISMISSED } from '../dismissal.ts';
import type { Fact, RecordOf } from '../record.ts';
import type { ClosedBecause } from '../record-parts.ts';
import type { OpenQuestion } from '../tool-call.ts';

/** As it is recorded: `reason` says it to the model; `because` is absent in records from before it was recorded. */
export interface QuestionClosing {
  readonly reason: string;
  readonly because?: ClosedBecause;
}

export type QuestionClosingWords = { readonly [Because in ClosedBecause]: string };

/** The part of a record that says why. */
export function questionClosingOf({ reason, because }: RecordOf<'questionClosed'>): QuestionClosing {
  return { reason, ...(because && { because }) };
}

/** The cause as a person reads it. An older record has it in English alone, or as the kind of course that began. */
export function questionClosingText(words: QuestionClosingWords, { reason, because }: QuestionClosing): string {
  if (because) return words[because];
  if (['clear_mind', 'change_mind', 'full'].includes(reason)) return words['new-course'];
  return reason === DISMISSED ? words.dismissed : reason;
}

/** The facts that close questions. */
export function closeQuestions(
  questions: readonly Pick<OpenQuestion, 'questionId'>[],
  closing: QuestionClosing,
): Fact[] {
  return questions.map(({ questionId }) => ({ kind: 'questionClosed', questionId, ...closing }));
}
