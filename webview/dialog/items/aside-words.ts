// The words around asides and running calls, in two languages (SPEC 19).

import { usePanel } from '../panel-context.ts';
import type { AsideDeeds } from './item.ts';

/** The words of one language. */
export type AsideWords = typeof en;

/** The words for the panel's language. */
export function useAsideWords(): AsideWords {
  return usePanel().view.value?.language === 'zh' ? zh : en;
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

const zh: AsideWords = {
  whileWaiting: '插话，正在等',
  answersRead: '插话：别人工作时先读到的回答',
  ended: '插话结束',
  changed: ({ told, dismissed, reassigned, called }) => [
    ...(told > 0 ? [`告知 ${told} 次`] : []),
    ...(reassigned > 0 ? [`换人 ${reassigned} 次`] : []),
    ...(dismissed > 0 ? [`撤回 ${dismissed} 个诉请`] : []),
    ...(called > 0 ? [`新诉请 ${called} 个`] : []),
  ],
  tell: '告诉…',
  tellLabel: who => `给 ${who} 的话`,
  tellHint: '下一步就会读到。',
  sendWords: '告诉',
  cancel: '取消',
  youTold: '你告诉他们：',
  callerTold: '已告诉：',
  adds: who => `${who} 补充`,
  answersAtOnce: who => `给 ${who} 发消息（别人工作时立即回答）…`,
};
