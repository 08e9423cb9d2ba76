// The Chinese words of `aside-words.ts`.
import type { AsideWords } from './aside-words.ts';

export const zh: AsideWords = {
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
