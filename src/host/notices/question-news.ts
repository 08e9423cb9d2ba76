// Chooses new questions to notify about: each once, several at a time as one (SPEC 13.4). Pure.
import type { PendingQuestion } from '../../core/dialog/projection.ts';

/** Remembers which questions were told, so that none is told twice. */
export interface QuestionNews {
  /** Takes questions as known without telling them, as on start. */
  know(questions: readonly PendingQuestion[]): void;
  /** Of all pending questions those to tell now. `isSeen` says that a question is in front of the person already. */
  next<T extends PendingQuestion>(pending: readonly T[], isSeen: (question: T) => boolean): readonly T[];
}

/** News that begin with nothing known. */
export function createQuestionNews(): QuestionNews {
  let known = new Set<string>();
  return {
    know: questions => {
      for (const { id } of questions) known.add(id);
    },
    next: (pending, isSeen) => {
      const fresh = pending.filter(({ id }) => !known.has(id));
      // An answered question never comes back under the same id, so only the pending ones need remembering.
      known = new Set(pending.map(({ id }) => id));
      return fresh.filter(question => !isSeen(question));
    },
  };
}
