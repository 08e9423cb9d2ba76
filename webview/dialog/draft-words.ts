// The words of the draft dialogue's view, in two languages.
import type { DraftPause } from '../../src/core/draft/next-step.ts';
import { usePanel } from './panel-context.ts';

/** The words of one language. */
export type DraftWords = typeof en;

/** The words for the panel's language. */
export function useDraftWords(): DraftWords {
  return usePanel().view.value?.language === 'zh' ? zh : en;
}

const pauses: Record<DraftPause, string> = {
  'not-asked': 'Your message is recorded; the mind was not asked to go on.',
  idle: 'No message waits.',
  drafted: 'Paused: there is a new draft.',
  'steps-made': 'Paused: the steps you asked for are made.',
  limit: 'Paused: the limit of iterations is reached.',
  quiet: 'Paused: no further improvements found.',
};

const en = {
  welcome: (who: string): string => `What should ${who} answer?`,
  welcomeText:
    'Write a message below. The answer comes as drafts that get better step by step, until you accept one of them.',
  title: 'Drafts',
  iteration: (iteration: number): string => `Iteration ${iteration}`,
  step: (step: number, most: number): string => (most > 0 ? `step ${step} of ${most}` : `step ${step}`),
  drafting: 'The mind is at work',
  pause: (why: DraftPause): string => pauses[why],
  interrupted: 'Drafting is interrupted.',
  goOn: 'Keep drafting',
  none: 'No draft yet.',
  /** `id` is `d` and its number, which stays: the newest has the highest. */
  draft: (id: string): string => `Draft ${id.slice(1)}`,
  latest: 'latest',
  age: (age: number): string => (age === 1 ? '1 iteration ago' : `${age} iterations ago`),
  unseen: 'new',
  accept: 'Accept',
  acceptThis: (id: string): string => `Accept draft ${id.slice(1)}`,
  compare: 'Compare',
  compareThis: (id: string): string => `Compare draft ${id.slice(1)} with another one`,
  compareHint: 'Choose a second draft to compare with.',
  branch: 'Ask again from here',
  diff: (older: string, newer: string): string => `From ${older} to ${newer}`,
  same: 'The two are the same.',
  endDiff: 'End comparison',
  older: (count: number): string => (count === 1 ? '1 older draft' : `${count} older drafts`),
  others: (count: number): string => (count === 1 ? '1 other draft' : `${count} other drafts`),
  warning: (what: string): string => `The newest step could not be read as a whole: ${what}`,
  rest: 'Left over of the newest step:',
  note: (note: string): string => `The mind notes: ${note}`,
  thoughts: (active: number, all: number): string =>
    active === all ? `Thoughts (${all})` : `Thoughts (${active} of ${all} active)`,
  noThoughts: 'No thoughts yet.',
  cluster: (id: number, size: number): string => `Cluster ${id} · ${size} thoughts`,
  loose: 'Without a cluster',
  acceptFirst: 'Accept a draft to continue.',
  waitFirst: 'The mind is working on your message. You can write the next one once you have accepted a draft.',
  noDraftYet: 'There is no draft yet. Choose Keep drafting.',
  stop: 'Stop',
  exchanges: (pairs: number): string => `The mind sees the last ${pairs === 1 ? 'exchange' : `${pairs} exchanges`}.`,
  prune: 'Take the oldest away',
  pruneCount: 'How many exchanges',
  pruned: (pairs: number): string =>
    `The mind no longer sees the oldest ${pairs === 1 ? 'exchange' : `${pairs} exchanges`}.`,
  earlier: 'Show earlier exchanges',
};

const zhPauses: Record<DraftPause, string> = {
  'not-asked': '消息已记录；尚未请它继续。',
  idle: '没有等待回答的消息。',
  drafted: '已暂停：有了新草稿。',
  'steps-made': '已暂停：所要求的步数已完成。',
  limit: '已暂停：达到迭代上限。',
  quiet: '已暂停：没有发现进一步的改进。',
};

const zh: DraftWords = {
  welcome: who => `想让${who}回答什么？`,
  welcomeText: '请在下面写一条消息。回答以草稿的形式出现，逐步改进，直到你接受其中一份。',
  title: '草稿',
  iteration: iteration => `第 ${iteration} 次迭代`,
  step: (step, most) => (most > 0 ? `第 ${step} 步，共 ${most} 步` : `第 ${step} 步`),
  drafting: '正在起草',
  pause: why => zhPauses[why],
  interrupted: '起草被中断。',
  goOn: '继续起草',
  none: '还没有草稿。',
  draft: id => `草稿 ${id.slice(1)}`,
  latest: '最新',
  age: age => `${age} 次迭代之前`,
  unseen: '新',
  accept: '接受',
  acceptThis: id => `接受草稿 ${id.slice(1)}`,
  compare: '比较',
  compareThis: id => `将草稿 ${id.slice(1)} 与另一份比较`,
  compareHint: '请再选一份草稿来比较。',
  branch: '由此另起一支',
  diff: (older, newer) => `从 ${older} 到 ${newer}`,
  same: '两份相同。',
  endDiff: '结束比较',
  older: count => `${count} 份更早的草稿`,
  others: count => `${count} 份其他草稿`,
  warning: what => `最新一步没能完整读懂：${what}`,
  rest: '最新一步中剩下的内容：',
  note: note => `附注：${note}`,
  thoughts: (active, all) => (active === all ? `想法（${all}）` : `想法（共 ${all} 条，${active} 条活跃）`),
  noThoughts: '还没有想法。',
  cluster: (id, size) => `簇 ${id} · ${size} 条想法`,
  loose: '未归簇',
  acceptFirst: '接受一份草稿后即可继续。',
  waitFirst: '正在处理你的消息。接受一份草稿之后，即可写下一条。',
  noDraftYet: '还没有草稿。请选择“继续起草”。',
  stop: '停止',
  exchanges: pairs => `它能看到最近 ${pairs} 次往来。`,
  prune: '移除最早的',
  pruneCount: '往来次数',
  pruned: pairs => `它不再看到最早的 ${pairs} 次往来。`,
  earlier: '显示更早的往来',
};
