// The words of the Overview, in two languages.
import type { Standing } from '../../src/core/dialog/standing.ts';

type Counted = Extract<Standing, 'needsYou' | 'working' | 'waiting'>;

const counted: Readonly<Record<Counted, string>> = { needsYou: 'need you', working: 'working', waiting: 'waiting' };
const countedZh: Readonly<Record<Counted, string>> = { needsYou: '等你处理', working: '工作中', waiting: '等待中' };

export const overviewEn = {
  title: 'Overview',
  dialogs: 'Dialogs',
  registry: 'Registry',
  registryOf: (what: string): string => `Registered subdialogs of “${what}”`,
  inbox: 'Questions',
  counted: (standing: Counted, count: number): string =>
    standing === 'needsYou' && count === 1 ? '1 needs you' : `${count} ${counted[standing]}`,
  more: (count: number): string => `Show ${count} more…`,
  noDialogs: 'No dialogs yet. Give the team a task and follow its work here.',
  noQuestions: 'No questions.',
  start: 'Start root dialog',
  stopAll: 'Stop all',
  continueAll: 'Continue all',
  asking: (count: number): string => (count === 1 ? '1 question' : `${count} questions`),
  open: 'Open dialog',
  openQuestion: 'Open in its dialog',
  stop: 'Stop',
  archive: 'Archive',
  asks: (who: string): string => `${who} asks`,
  inRoot: (what: string): string => `for “${what}”`,
  blocked: (who: string): string => `Waiting behind it: ${who}`,
  stale: 'waiting long',
  closed: 'Closed without an answer',
  forget: 'Clear',
  lastUsed: 'last used',
  locked: 'working',
  keys: 'Enter opens, S stops, C continues',
};

export const overviewZh: typeof overviewEn = {
  title: '总览',
  dialogs: '对话',
  registry: '注册表',
  registryOf: what => `“${what}”的已注册子对话`,
  inbox: '问题',
  counted: (standing, count) => `${count} 个${countedZh[standing]}`,
  more: count => `再显示 ${count} 个…`,
  noDialogs: '还没有对话。给团队一个任务，在这里跟进。',
  noQuestions: '没有等待你回答的问题。',
  start: '启动根对话',
  stopAll: '全部停止',
  continueAll: '全部继续',
  asking: count => `${count} 个问题`,
  open: '打开对话',
  openQuestion: '在其对话中打开',
  stop: '停止',
  archive: '归档',
  asks: who => `${who} 提问`,
  inRoot: what => `属于“${what}”`,
  blocked: who => `在其后等待：${who}`,
  stale: '久未回答',
  closed: '未经回答而关闭',
  forget: '清除',
  lastUsed: '上次使用',
  locked: '工作中',
  keys: 'Enter 打开，S 停止，C 继续',
};
