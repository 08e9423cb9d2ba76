// Questions and dialogs as other programs are told of them: plain values, small, without records.
import type { DialogRef } from '../core/base/ids.ts';
import { formatRef } from '../core/base/ids.ts';
import type { DialogNode, PendingQuestion } from '../core/dialog/view/projection.ts';
import type { Interruption } from '../core/facts/interruption.ts';
import type { Runtime } from '../runtime.ts';
import { sayTrouble } from '../words/say.ts';

/** One question as told. */
export interface QuestionReport {
  readonly questionId: string;
  readonly kind: string;
  readonly dialog: string;
  readonly agent: string;
  readonly headline: string;
  readonly body: string;
  readonly options?: readonly string[];
}

/** All that wait for the person. */
export function questionList(questions: readonly PendingQuestion[]): readonly QuestionReport[] {
  return questions.map(question => ({
    questionId: question.id,
    kind: question.kind,
    dialog: formatRef(question),
    agent: question.agentId,
    headline: question.tellaskHead.trim(),
    body: question.bodyContent.trim(),
    ...(question.options && { options: question.options }),
  }));
}

/** How a root and the dialogs below it stand and why, what it said last, and what it asks. */
export async function dialogStatus(runtime: Runtime, root: DialogRef): Promise<object> {
  const [found, viewed] = await Promise.all([runtime.tree(root.rootId), runtime.view(root, { tail: 0 })]);
  if (!found.ok) return found;
  const questions = (await runtime.questions()).filter(({ rootId }) => rootId === root.rootId);
  return {
    ...standing(found.tree),
    lastSaid: viewed.ok ? viewed.view.state.saying.text.trim() : '',
    questions: questionList(questions),
  };
}

interface Standing {
  readonly dialog: string;
  readonly agent: string;
  readonly state: string;
  /** Why, with what the outside said. */
  readonly interrupted?: string;
  readonly headline: string;
  readonly subdialogs: readonly Standing[];
}

function standing(node: DialogNode): Standing {
  const { agentId, state, interruption, headline, children } = node;
  return {
    dialog: formatRef(node),
    agent: agentId,
    state,
    ...(interruption && { interrupted: reasonOf(interruption) }),
    headline,
    subdialogs: children.map(standing),
  };
}

function reasonOf(interruption: Interruption): string {
  const { heading, detail } = sayTrouble(interruption, 'en');
  return detail === '' ? heading : `${heading}: ${detail}`;
}
