// The words around asides and running calls, in two languages (SPEC 19).

import { wordsIn } from '../../shared/words/chinese.ts';
import { usePanel } from '../panel-context.ts';
import type { AsideDeeds } from './item.ts';

/** The words of one language. */
export type AsideWords = typeof en;

/** The words for the panel's language. */
export function useAsideWords(): AsideWords {
  return wordsIn(usePanel().view.value?.language, 'asides', en);
}

const en = {
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
