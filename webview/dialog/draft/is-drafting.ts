// Whether the mind of a draft dialogue works on its own now (SPEC 15.10). Pure.
import type { DialogState } from '../../../src/core/dialog/state.ts';
import { decideDraft } from '../../../src/core/draft/next-step.ts';

/** True while the mind makes a step, or between two of them. */
export function isDrafting({
  draft,
  generating,
  interruption,
  questions,
}: Pick<DialogState, 'draft' | 'generating' | 'interruption' | 'questions'>): boolean {
  if (!draft || generating) return generating;
  return interruption === null && questions.length === 0 && decideDraft(draft).kind !== 'pause';
}
