// The Chinese words at doors.

import { sayFactsZh } from '../../core/prompt/words/zh/work.ts';
import type { DoorWords } from '../en/doors.ts';
import { permissionModeNamesZh } from './dialogs.ts';

export const doorsZh: DoorWords = {
  asks: (member, headline) => `${member} 询问：${headline}`,
  answer: '回答',
  choose: '选择',
  ownWords: '或用自己的话回答',
  oneOf: options => `可选：${options.join(' | ')}。也可以写其他回答。`,
  proposed: answer => `回答：${answer}`,
  giveAnswer: '就这样回答',
  allowOnce: '允许一次',
  allowAlways: '始终允许',
  allowHere: '在此工作区始终允许',
  deny: '拒绝',
  permissionModes: permissionModeNamesZh,
  commands: { continue: '继续中断的工作', done: '将对话标记为完成' },
  finishOrEnd: '请完成它，或结束它：`/done force`',
  answerNext: '你的下一条消息将回答这个问题。',
  stillOpen: '这个问题还没有回答，你下次发消息时会再次询问。',
  interrupted: (member, message, remedy) =>
    `${member} 已中断：${message}${remedy === undefined ? '' : ` — ${remedy}`}\n\n\`/continue\` 可继续。`,
  asksPerson: headline => `询问用户：${headline}`,
  interruptedBy: message => `已中断：${message}`,
  checked: (line, passed) => `检查${passed ? '通过' : '未通过'}：\`${line}\``,
  done: facts => `已完成${facts ? ` · ${sayFactsZh(facts)}` : ''}`,
};
