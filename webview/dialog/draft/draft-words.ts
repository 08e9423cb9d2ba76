// The words of the draft dialogue's view, in two languages.
import type { DraftPause } from '../../../src/core/draft/next-step.ts';
import { usePanel } from '../panel-context.ts';

/** The words of one language. */
export type DraftWords = typeof en;

/** The words for the panel's language. */
export function useDraftWords(): DraftWords {
  return usePanel().view.value?.language === 'zh' ? zh : en;
}

const pauses: Record<DraftPause, string> = {
  'not-asked': 'Message saved. Drafting has not started.',
  idle: 'Waiting for your next message.',
  drafted: 'Paused: there is a new draft.',
  'steps-made': 'Paused: the requested steps are done.',
  limit: 'Paused: iteration limit reached.',
  quiet: 'Paused: no further improvements found.',
};

const en = {
  welcome: (who: string): string => `What should ${who} answer?`,
  welcomeText: 'Write a message below. The reply is drafted and improved step by step until you accept a draft.',
  title: 'Drafts',
  iteration: (iteration: number): string => `Iteration ${iteration}`,
  step: (step: number, most: number): string => (most > 0 ? `step ${step} of ${most}` : `step ${step}`),
  drafting: 'Drafting…',
  pause: (why: DraftPause): string => pauses[why],
  interrupted: 'Drafting is interrupted.',
  asks: 'Drafting waits for your answer.',
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
  warning: (what: string): string => `The newest step could not be read completely: ${what}`,
  rest: 'Not used from the newest step:',
  note: (note: string): string => `Note: ${note}`,
  thoughts: (active: number, all: number): string =>
    active === all ? `Thoughts (${all})` : `Thoughts (${active} of ${all} active)`,
  noThoughts: 'No thoughts yet.',
  cluster: (id: number, size: number): string => `Cluster ${id} · ${size} thoughts`,
  loose: 'Without a cluster',
  acceptFirst: 'Accept a draft to continue.',
  waitFirst: 'Drafting a reply to your message. Accept a draft to write the next one.',
  noDraftYet: 'There is no draft yet. Choose Keep drafting.',
  stop: 'Stop',
  exchanges: (pairs: number): string => `Context: last ${pairs === 1 ? 'exchange' : `${pairs} exchanges`}`,
  prune: 'Forget oldest',
  pruneCount: 'How many exchanges',
  pruned: (pairs: number): string => `Forgot the oldest ${pairs === 1 ? 'exchange' : `${pairs} exchanges`}.`,
  earlier: 'Show earlier exchanges',
};

const zhPauses: Record<DraftPause, string> = {
  'not-asked': '消息已保存，尚未开始起草。',
  idle: '等待你的下一条消息。',
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
  asks: '起草正在等待你的回答。',
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
  waitFirst: '正在为你的消息起草回复。接受一份草稿后即可写下一条。',
  noDraftYet: '还没有草稿。请选择“继续起草”。',
  stop: '停止',
  exchanges: pairs => `上下文：最近 ${pairs} 次往来`,
  prune: '忘掉最早的',
  pruneCount: '往来次数',
  pruned: pairs => `已忘掉最早的 ${pairs} 次往来。`,
  earlier: '显示更早的往来',
};
