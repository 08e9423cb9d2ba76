// What the inbox shows beside a question: what its root is about, and who is blocked behind it. Pure.
import type { DialogNode, PendingQuestion } from './projection.ts';
import { blockedBehind } from './waiting.ts';

/** A question with what stands around it. */
export interface InboxQuestion extends PendingQuestion {
  readonly rootHeadline: string;
  /** Responders of the dialogs that wait for the one that asks, the nearest first. */
  readonly blocked: readonly string[];
}

/** The questions of one tree with their surroundings. */
export function withSurroundings(questions: readonly PendingQuestion[], tree: DialogNode): readonly InboxQuestion[] {
  // Once for each dialog: one may ask thousands of questions.
  const blockedOf = new Map<string, InboxQuestion['blocked']>();
  return questions.map(question => {
    const blocked =
      blockedOf.get(question.selfId) ?? blockedBehind(tree, question.selfId).map(({ agentId }) => agentId);
    blockedOf.set(question.selfId, blocked);
    return { ...question, rootHeadline: tree.headline, blocked };
  });
}
