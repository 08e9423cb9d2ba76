// What the composer writes: a message, or the answer to an open question. Questions are answered by default (SPEC
// 13.11); text that was typed as a message never becomes an answer. No signals and no page.
import type { OpenQuestion } from '../../../src/core/dialog/tool-call.ts';
import type { RelatedDialog } from '../../../src/protocol/messages.ts';

/** `default`: follows from the open questions; `person`: chosen, and kept until the question is closed. */
export type Aim =
  /** No question is open. */
  | { readonly kind: 'free' }
  | { readonly kind: 'message'; readonly by: 'default' | 'person' }
  | { readonly kind: 'question'; readonly by: 'default' | 'person'; readonly questionId: string };

/** An open question as the composer shows it. */
export interface Asking extends Pick<OpenQuestion, 'questionId' | 'questionKind' | 'headline'> {
  /** The subdialog that asks; absent for a question of the shown dialog. */
  readonly from?: Pick<RelatedDialog, 'selfId' | 'agentId'>;
}

/** The inputs of an aim. Questions whose answers are on their way are in neither list. */
export interface AimContext {
  /** Of the shown dialog, oldest first. */
  readonly own: readonly Asking[];
  /** Of its subdialogs. */
  readonly below: readonly Asking[];
  /** True if a message is being written. */
  readonly hasMessage: boolean;
}

/** The aim after questions were asked or closed, or something was sent. */
export function settleAim(aim: Aim, { own, below, hasMessage }: AimContext): Aim {
  if (aim.kind === 'question' && [...own, ...below].some(({ questionId }) => questionId === aim.questionId)) return aim;
  const [first] = own;
  if (!first) return { kind: 'free' };
  if (aim.kind === 'message') return aim;
  return hasMessage
    ? { kind: 'message', by: 'default' }
    : { kind: 'question', by: 'default', questionId: first.questionId };
}

/** The aim once its text is sent. A person's choice of messages stays; an answer leads to the next question. */
export function aimAfterSending(aim: Aim, open: Pick<AimContext, 'own' | 'below'>): Aim {
  return aim.kind === 'message' && aim.by === 'person'
    ? aim
    : settleAim({ kind: 'free' }, { ...open, hasMessage: false });
}

/** Dialogs below one of the tree, in the order of the tree. */
export function dialogsBelow(selfId: string, related: readonly RelatedDialog[]): readonly RelatedDialog[] {
  const callers = new Map(related.map(dialog => [dialog.selfId, dialog.supdialogId]));
  const isBelow = (id: string | undefined): boolean => {
    for (let above = id && callers.get(id); above !== undefined; above = callers.get(above)) {
      if (above === selfId) return true;
    }
    return false;
  };
  return related.filter(dialog => isBelow(dialog.selfId));
}

/** Open questions below a dialog of the tree, in the order of the tree. */
export function questionsBelow(selfId: string, related: readonly RelatedDialog[]): readonly Asking[] {
  return dialogsBelow(selfId, related).flatMap(({ selfId: from, agentId, questions = [] }) =>
    questions.map(each => ({ ...each, from: { selfId: from, agentId } })),
  );
}
