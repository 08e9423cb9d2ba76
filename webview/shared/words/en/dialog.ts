// English words around asides, running calls (SPEC 19) and the model that answers (SPEC 13.13).
import type { AsideDeeds } from '../../../dialog/items/item.ts';

/** The words of one language. */
export type AsideWords = typeof asidesEn;

export const asidesEn = {
  part: 'asides' as const,
  whileWaiting: 'Aside while waiting for',
  answersRead: 'Aside: answers read while others work',
  ended: 'End of the aside',
  changed: ({ told, dismissed, reassigned, called }: AsideDeeds): readonly string[] => [
    ...(told > 0 ? [count(told, 'message to the team', 'messages to the team')] : []),
    ...(reassigned > 0 ? [count(reassigned, 'request reassigned', 'requests reassigned')] : []),
    ...(dismissed > 0 ? [count(dismissed, 'request cancelled', 'requests cancelled')] : []),
    ...(called > 0 ? [count(called, 'new request', 'new requests')] : []),
  ],
  tell: 'Tell…',
  tellLabel: (who: string): string => `Words for ${who}`,
  tellHint: 'Read at the next step.',
  sendWords: 'Tell',
  cancel: 'Cancel',
  youTold: 'You told them:',
  callerTold: 'Told:',
  adds: (who: string): string => `${who} adds`,
  answersAtOnce: (who: string): string => `Message ${who} (answered at once while others work)…`,
};

function count(n: number, one: string, several: string): string {
  return `${n} ${n === 1 ? one : several}`;
}

/** The words of one language. */
export type ModelWords = typeof modelEn;

export const modelEn = {
  part: 'model' as const,
  none: 'Choose a model',
  hint: (model: string): string => `Model: ${model}. Click to choose another one.`,
  hintNone: 'No model is chosen. A model server on this machine is used if one is running.',
  withoutTools: 'no tools',
  withoutToolsHint:
    'This model is used without tools (tools: false in .minds/llm.yaml). It can write, ask you and tellask teammates, but not read or change files.',
  isReady: (model: string): string => `${model} is ready.`,
};
