// What is said of places of their own, and of the work that is done in them (SPEC 27). Pure.
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
  /** Of a member in a place of its own, in its system message. */
  place(root: string): string;
  /** The place is gone, and a new one is made: what was done there is lost. */
  readonly lost: string;
  /** The failed answer of a member whose place could not be made. */
  notMade(why: string): string;
  /** A tool call names the folder that others share, and `own` is the same file, relative to its own root. */
  sharedPath(named: string, own: string): string;
  question(asked: {
    readonly agentId: string;
    readonly headline: string;
    readonly count: number;
    readonly added: number;
    readonly removed: number;
    /** The difference, a part for each file. */
    readonly body: string;
    readonly trouble: string | undefined;
  }): QuestionText;
  /** Notes for the caller. */
  merged(agentId: string, paths: readonly string[], left: readonly string[]): string;
  dropped(agentId: string): string;
  failed(agentId: string, why: string): string;
  sentBack(agentId: string, words: string): string;
  conflicted(agentId: string, paths: readonly string[]): string;
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
  readonly gone: string;
  readonly nothing: string;
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
  place: root =>
    `You work in a copy of the workspace, made for you alone: ${root}. Paths and commands are relative to it. Files that Git ignores are not in it. Nobody sees your changes before your answer; then the one who called you, or the person, takes them.`,
  lost: 'The copy that you worked in is gone. A new one is made from the workspace as it is now. Look which of your changes are missing, and make them again.',
  notMade: why => `No place of its own could be made for this member, so it did not start: ${why}`,
  sharedPath: (named, own) =>
    `${named} is the folder that others work in. You work in a copy of your own: use ${own} instead.`,
  question: ({ agentId, headline, count, added, removed, body, trouble }) => ({
    headline: `Take the changes of @${agentId}? ${files(count)} +${added} −${removed}`,
    body: [...(trouble === undefined ? [] : [trouble]), headline, body].filter(part => part !== '').join('\n\n'),
    options: ['take all', 'send back', 'drop'],
  }),
  merged: (agentId, paths, left) =>
    `[Work of @${agentId}] Taken: ${paths.join(', ') || 'nothing, it was here already'}.${left.length > 0 ? ` Still waiting: ${left.join(', ')}.` : ''}`,
  dropped: agentId => `[Work of @${agentId}] Dropped. None of its changes is here.`,
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
  gone: 'the place that it was done in is gone',
  nothing: 'nothing in it differs any more',
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

function files(count: number): string {
  return `${count} ${count === 1 ? 'file' : 'files'}`;
}

export const workZh: WorkTexts = {
  place: root =>
    `你在一份只属于你的工作区副本中工作：${root}。路径和命令都以它为准。Git 忽略的文件不在其中。在你回答之前，没有人看得到你的更改；之后由诉请你的人或用户采用。`,
  lost: '你工作的副本不见了。已按工作区现在的样子重新建立一份。请查看缺了哪些更改，并重新做出来。',
  notMade: why => `无法为该成员建立自己的副本，因此没有开始工作：${why}`,
  sharedPath: (named, own) => `${named} 是别人工作的文件夹。你在自己的副本中工作：请改用 ${own}。`,
  question: ({ agentId, headline, count, added, removed, body, trouble }) => ({
    headline: `采用 @${agentId} 的更改吗？${count} 个文件 +${added} −${removed}`,
    body: [...(trouble === undefined ? [] : [trouble]), headline, body].filter(part => part !== '').join('\n\n'),
    options: ['全部采用', '退回', '丢弃'],
  }),
  merged: (agentId, paths, left) =>
    `[@${agentId} 的工作] 已采用：${paths.join('、') || '无，这里已经有了'}。${left.length > 0 ? `仍在等待：${left.join('、')}。` : ''}`,
  dropped: agentId => `[@${agentId} 的工作] 已丢弃。这里没有它的任何更改。`,
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
  gone: '它所在的副本不见了',
  nothing: '其中已没有任何差别',
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
