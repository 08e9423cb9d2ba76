// What the inbox shows beside a question: what its root is about, and who is blocked behind it. Pure.
import type { DialogNode, PendingQuestion } from '../core/dialog/projection.ts';
import { blockedBehind } from '../core/dialog/waiting.ts';
import type { InboxQuestion } from '../protocol/overview.ts';

/** The questions with their surroundings. `trees` are those of their roots by root id; a root may be gone. */
export function withSurroundings(
  questions: readonly PendingQuestion[],
  trees: ReadonlyMap<string, DialogNode>,
): readonly InboxQuestion[] {
  // Once for each dialog: one may ask thousands of questions.
  const blockedOf = new Map<string, InboxQuestion['blocked']>();
  return questions.map(question => {
    const tree = trees.get(question.rootId);
    const dialog = `${question.rootId}/${question.selfId}`;
    const known = blockedOf.get(dialog);
    const blocked = known ?? (tree ? blockedBehind(tree, question.selfId).map(({ agentId }) => agentId) : []);
    blockedOf.set(dialog, blocked);
    return { ...question, rootHeadline: tree?.headline ?? '', blocked };
  });
}
