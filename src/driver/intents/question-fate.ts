// What became of a question that is not open any more: who answers it late is told so (SPEC 5.5).
import { questionClosingOf } from '../../core/dialog/view/question-closing.ts';
import { type Refusal, refuse } from '../../core/facts/trouble.ts';
import type { Tree } from '../driver-context.ts';

/**
 * Why a question of this tree takes no answer any more; undefined if none of the present courses closed or answered it.
 */
export function questionFate(tree: Tree, questionId: string): Refusal | undefined {
  for (const { records } of tree.dialogs.values()) {
    for (const record of records) {
      if (record.kind === 'questionClosed' && record.questionId === questionId)
        return refuse('question-closed', { ...questionClosingOf(record), at: record.at });
      if (record.kind === 'questionAnswered' && record.questionId === questionId) return refuse('already-answered');
    }
  }
  return undefined;
}
