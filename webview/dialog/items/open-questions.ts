// Which questions are open, and which of them the composer answers.
import { type AimContext, type Asking, questionsBelow } from '../composer/aim.ts';
import type { Signals } from '../signals.ts';

/** The question that the composer answers; '' for none. */
export function openQuestionId(signals: Signals): string {
  return questionAimedAt(signals)?.questionId ?? '';
}

/** The open question that the composer answers, if any. */
export function questionAimedAt(signals: Signals): Asking | undefined {
  const aim = signals.aim.value;
  if (aim.kind !== 'question') return undefined;
  const { own, below } = openQuestions(signals);
  return [...own, ...below].find(({ questionId }) => questionId === aim.questionId);
}

/** The questions that wait for an answer that is not on its way. */
export function openQuestions({ picture, outbox }: Signals): Pick<AimContext, 'own' | 'below'> {
  const view = picture.value?.view;
  if (!view) return { own: [], below: [] };
  const isUnsent = ({ questionId }: Asking) => !outbox.value.some(sent => sent.questionId === questionId);
  return {
    own: view.state.questions.filter(isUnsent),
    below: questionsBelow(view.state.identity.selfId, view.related).filter(isUnsent),
  };
}
