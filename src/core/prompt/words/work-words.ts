// What is said of places of their own, and of the work that is done in them (SPEC 27). Pure.
import type { SentAgain } from '../../dialog/workplace.ts';
import type { QuestionText } from '../question-text.ts';

/** A file that both sides changed, so that only one of them, or a third text, can stand. */
export interface WorkConflict {
  readonly path: string;
  /** The marks of both sides stand in the file of the author; else it is no text, or one side deleted it. */
  readonly isMarked: boolean;
  /** The other side has no such file. */
  readonly isGone: boolean;
  /** What the other side changed, as a fenced diff; '' where it cannot be shown. */
  readonly change: string;
}

export interface WorkTexts {
  /** Of a member in a place of its own, in its system message. `bring`: what Git ignores and is there all the same. */
  place(root: string, bring: readonly string[]): string;
  /** The place is gone, or on another machine, and a new one is made: what was done there is lost. */
  lost(paths: readonly string[]): string;
  /** The failed answer of a member whose place could not be made. */
  notMade(why: string): string;
  /** A tool call names the folder that others share, and `own` is the same file, relative to its own root. */
  sharedPath(named: string, own: string): string;
  question(asked: {
    readonly agentId: string;
    readonly headline: string;
    /** Of work that was sent back before. */
    readonly again: SentAgain | undefined;
    readonly count: number;
    readonly added: number;
    readonly removed: number;
    /** The difference, a part for each file. */
    readonly body: string;
    readonly trouble: string | undefined;
    /** Something of it was taken before. */
    readonly isPart: boolean;
    /** An answer that takes a part; undefined where there is one part alone. */
    readonly example: string | undefined;
  }): QuestionText;
  /** Notes for the caller. */
  merged(agentId: string, paths: readonly string[], left: readonly string[]): string;
  dropped(agentId: string, paths: readonly string[], isPart: boolean): string;
  /** The caller wanted to see it. */
  shown(agentId: string, body: string): string;
  failed(agentId: string, why: string): string;
  sentBack(agentId: string, words: string): string;
  conflicted(agentId: string, paths: readonly string[]): string;
  /** Of the author's work: dropped at the end of its last call. */
  notTaken(paths: readonly string[]): string | undefined;
  /** The further call to the author. */
  readonly backTitle: string;
  /** In place of words that are missing. */
  readonly lookAgain: string;
  /** Why an agent of another vendor gets no place. */
  readonly notForAgents: string;
  /** A file that is no text was added, changed or deleted. */
  noText(wasThere: boolean, isThere: boolean): string;
  conflict(conflicts: readonly WorkConflict[]): string;
  readonly conflictTitle: string;
  /** Names of the sides in the marks of a conflict. */
  readonly sides: { readonly ours: string; readonly theirs: string };
  /** Why work cannot be taken. */
  gone(paths: readonly string[]): string;
  readonly nothing: string;
  /** The person saw other changes. */
  readonly changedSince: string;
  unsaved(paths: readonly string[]): string;
  noSuchPaths(paths: readonly string[], there: readonly string[]): string;
  readonly changing: string;
  /** Results of `merge_work`. */
  readonly settles: string;
  noSuchWork(callId: string, offered: readonly string[]): string;
  offeredWork(callId: string, agentId: string, headline: string): string;
  readonly personDecides: string;
  /** Why a root cannot end yet. */
  waiting(agentId: string, callId: string): string;
}

export const workEn: WorkTexts = {
  place: (root, bring) =>
    `You work in a copy of the workspace, made for you alone: ${root}. Paths and commands are relative to it. Files that Git ignores are not in it${bring.length > 0 ? `, except ${bring.join(', ')}` : ''}. Nobody sees your changes before your answer; then the one who called you, or the person, takes them.`,
  lost: paths =>
    `The copy that you worked in is gone. A new one is made from the workspace as it is now. ${paths.length > 0 ? `Lost with it: your changes of ${paths.join(', ')}. Make them again if they are missing.` : 'Look which of your changes are missing, and make them again.'}`,
  notMade: why => `No place of its own could be made for this member, so it did not start: ${why}`,
  sharedPath: (named, own) =>
    `${named} is the folder that others work in. You work in a copy of your own: use ${own} instead.`,
  question: ({ agentId, headline, again, count, added, removed, body, trouble, isPart, example }) => ({
    headline: `Take ${isPart ? 'the other' : 'the'} changes of @${agentId}? ${files(count)} +${added} −${removed}`,
    body: joined([
      trouble,
      again ? `${headline} (round ${again.round})` : headline,
      again?.said && `You sent it back: ${again.said}`,
      body,
      example &&
        `To take a part, answer with files and numbers of hunks: \`${example}\`. You are asked about the rest again.`,
    ]),
    options: ['take all', 'send back', 'drop'],
  }),
  merged: (agentId, paths, left) =>
    `[Work of @${agentId}] Taken: ${paths.join(', ') || 'nothing, it was here already'}.${left.length > 0 ? ` Still waiting: ${left.join(', ')}.` : ''}`,
  dropped: (agentId, paths, isPart) =>
    isPart
      ? `[Work of @${agentId}] The rest is dropped: ${paths.join(', ')}. What was taken before is here.`
      : `[Work of @${agentId}] Dropped. None of its changes is here.`,
  shown: (agentId, body) => `[Work of @${agentId}] Its changes, not taken yet:\n\n${body}`,
  notTaken: paths =>
    paths.length === 0
      ? undefined
      : `Some changes of your last answer were not taken: ${paths.join(', ')}. Your copy is new, without them.`,
  failed: (agentId, why) => `[Work of @${agentId}] Not taken: ${why}`,
  sentBack: (agentId, words) => `[Work of @${agentId}] Sent back with the words: ${words}`,
  conflicted: (agentId, paths) =>
    `[Work of @${agentId}] Not taken, since others changed the same places: ${paths.join(', ')}. @${agentId} resolves it and answers again. Nothing was changed here.`,
  backTitle: 'Your work is sent back.',
  lookAgain: 'It is not taken as it is. Look at your changes again, and answer anew.',
  notForAgents: 'an agent of another vendor cannot work in a place of its own',
  noText: (was, is) => (was ? (is ? 'Changed; it is no text.' : 'Deleted; it was no text.') : 'New; it is no text.'),
  conflict: conflicts =>
    [
      'While you worked, others changed the same files. Nothing of your work is taken yet. Bring both sides together in your copy, then answer again.',
      ...conflicts.map(({ path, isMarked, isGone, change }) =>
        [
          isMarked
            ? `${path}: both sides stand in your file between <<<<<<< and >>>>>>>. Keep what both want, and remove the marks.`
            : isGone
              ? `${path}: the others deleted it, and you changed it. It comes back unless you delete it too.`
              : `${path}: the others changed it, and it cannot be merged line by line. Your version replaces theirs as it is now.`,
          change,
        ]
          .filter(part => part !== '')
          .join('\n'),
      ),
    ].join('\n\n'),
  conflictTitle: 'Your work conflicts with changes of others.',
  sides: { ours: 'yours', theirs: 'others' },
  gone: paths =>
    `the place that it was done in is gone, or on another machine.${paths.length > 0 ? ` Lost: changes of ${paths.join(', ')}.` : ''} Call again to have it done anew.`,
  nothing: 'nothing in it differs any more',
  changedSince: 'it changed after you were asked, so look at it again',
  unsaved: paths => `the person has unsaved changes in ${paths.join(', ')}`,
  noSuchPaths: (paths, there) => `${paths.join(', ')}: not among the changed files (${there.join(', ')})`,
  changing: 'the files change all the time',
  settles: 'Noted. What came of it is said next.',
  noSuchWork: (callId, offered) =>
    `No work waits for call ${callId}. ${offered.length > 0 ? `Waiting: ${offered.join('; ')}.` : 'None waits at all.'}`,
  offeredWork: (callId, agentId, headline) => `${callId} (@${agentId}: ${headline})`,
  personDecides: 'The person decides about this work.',
  waiting: (agentId, callId) => `work of @${agentId} is neither taken nor dropped: merge_work {"callId": "${callId}"}`,
};

/** The parts that are there. */
function joined(parts: readonly (string | undefined)[]): string {
  return parts.filter(part => part).join('\n\n');
}

function files(count: number): string {
  return `${count} ${count === 1 ? 'file' : 'files'}`;
}

export const workZh: WorkTexts = {
  place: (root, bring) =>
    `你在一份只属于你的工作区副本中工作：${root}。路径和命令都以它为准。Git 忽略的文件不在其中${bring.length > 0 ? `，但 ${bring.join('、')} 除外` : ''}。在你回答之前，没有人看得到你的更改；之后由诉请你的人或用户采用。`,
  lost: paths =>
    `你工作的副本不见了。已按工作区现在的样子重新建立一份。${paths.length > 0 ? `随之丢失的是你对这些文件的更改：${paths.join('、')}。如果缺失，请重新做出来。` : '请查看缺了哪些更改，并重新做出来。'}`,
  notMade: why => `无法为该成员建立自己的副本，因此没有开始工作：${why}`,
  sharedPath: (named, own) => `${named} 是别人工作的文件夹。你在自己的副本中工作：请改用 ${own}。`,
  question: ({ agentId, headline, again, count, added, removed, body, trouble, isPart, example }) => ({
    headline: `采用 @${agentId} 的${isPart ? '其余' : ''}更改吗？${count} 个文件 +${added} −${removed}`,
    body: joined([
      trouble,
      again ? `${headline}（第 ${again.round} 轮）` : headline,
      again?.said && `你退回时说：${again.said}`,
      body,
      example && `要采用一部分，请用文件和改动编号回答：\`${example}\`。其余的会再次询问你。`,
    ]),
    options: ['全部采用', '退回', '丢弃'],
  }),
  merged: (agentId, paths, left) =>
    `[@${agentId} 的工作] 已采用：${paths.join('、') || '无，这里已经有了'}。${left.length > 0 ? `仍在等待：${left.join('、')}。` : ''}`,
  dropped: (agentId, paths, isPart) =>
    isPart
      ? `[@${agentId} 的工作] 其余部分已丢弃：${paths.join('、')}。之前采用的部分在这里。`
      : `[@${agentId} 的工作] 已丢弃。这里没有它的任何更改。`,
  shown: (agentId, body) => `[@${agentId} 的工作] 它的更改，尚未采用：\n\n${body}`,
  notTaken: paths =>
    paths.length === 0
      ? undefined
      : `你上次回答中有些更改没有被采用：${paths.join('、')}。你的副本是新建的，不含这些更改。`,
  failed: (agentId, why) => `[@${agentId} 的工作] 未采用：${why}`,
  sentBack: (agentId, words) => `[@${agentId} 的工作] 已退回，附言：${words}`,
  conflicted: (agentId, paths) =>
    `[@${agentId} 的工作] 未采用，因为别人更改了同样的地方：${paths.join('、')}。@${agentId} 会解决冲突并再次回答。这里没有任何改动。`,
  backTitle: '你的工作被退回。',
  lookAgain: '这样不予采用。请再看一遍你的更改，然后重新回答。',
  notForAgents: '其他厂商的代理不能在自己的副本中工作',
  noText: (was, is) => (was ? (is ? '已更改；不是文本。' : '已删除；不是文本。') : '新建；不是文本。'),
  conflict: conflicts =>
    [
      '在你工作期间，别人更改了同样的文件。你的工作尚未采用。请在你的副本中把两边合在一起，然后再次回答。',
      ...conflicts.map(({ path, isMarked, isGone, change }) =>
        [
          isMarked
            ? `${path}：两边都在你的文件里，位于 <<<<<<< 和 >>>>>>> 之间。保留双方需要的内容，并删除标记。`
            : isGone
              ? `${path}：别人删除了它，而你更改了它。除非你也删除，否则它会恢复。`
              : `${path}：别人更改了它，且无法逐行合并。照现在的样子，你的版本会取代他们的。`,
          change,
        ]
          .filter(part => part !== '')
          .join('\n'),
      ),
    ].join('\n\n'),
  conflictTitle: '你的工作与别人的更改冲突。',
  sides: { ours: '你的', theirs: '别人的' },
  gone: paths =>
    `它所在的副本不见了，或在另一台机器上。${paths.length > 0 ? `丢失的是对这些文件的更改：${paths.join('、')}。` : ''}需要时请再次诉请。`,
  nothing: '其中已没有任何差别',
  changedSince: '询问之后它又有了更改，请再看一遍',
  unsaved: paths => `用户在 ${paths.join('、')} 中有未保存的更改`,
  noSuchPaths: (paths, there) => `${paths.join('、')} 不在更改的文件中（${there.join('、')}）`,
  changing: '这些文件一直在变',
  settles: '已记下。结果随后告知。',
  noSuchWork: (callId, offered) =>
    `没有属于诉请 ${callId} 的工作在等待。${offered.length > 0 ? `在等待的有：${offered.join('；')}。` : '目前没有任何工作在等待。'}`,
  offeredWork: (callId, agentId, headline) => `${callId}（@${agentId}：${headline}）`,
  personDecides: '这项工作由用户决定。',
  waiting: (agentId, callId) => `@${agentId} 的工作既没有采用也没有丢弃：merge_work {"callId": "${callId}"}`,
};
