// Chooses new questions to notify about: each once, several at a time as one (SPEC 13.4). Pure.
import type { PendingQuestion } from '../../core/dialog/view/projection.ts';

/** Remembers which questions were told, so that none is told twice. */
export interface QuestionNews {
  /**
   * Takes what is pending as known without telling it when this runtime has just opened; later calls for it change
   * nothing.
   */
  opened(runtime: object | undefined, pending: readonly PendingQuestion[]): void;
  /** Of all pending questions those to tell now. `isSeen` says that a question is in front of the person already. */
  next<T extends PendingQuestion>(pending: readonly T[], isSeen: (question: T) => boolean): readonly T[];
}

/** News that begin with nothing known. */
export function createQuestionNews(): QuestionNews {
  let known = new Set<string>();
  let current: object | undefined;
  return {
    opened: (runtime, pending) => {
      if (runtime === current) return;
      current = runtime;
      for (const { id } of pending) known.add(id);
    },
    next: (pending, isSeen) => {
      const fresh = pending.filter(({ id }) => !known.has(id));
      // An answered question never comes back under the same id, so only the pending ones need remembering.
      known = new Set(pending.map(({ id }) => id));
      return fresh.filter(question => !isSeen(question));
    },
  };
}
