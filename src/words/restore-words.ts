// Sentences of `dominds restore` (SPEC 25.4), in both languages.
import type { Language } from '../core/base/language.ts';

type Fate = 'changed' | 'created' | 'deleted';
type Left = 'changed-since' | 'mixed' | 'not-kept' | 'out-of-reach' | 'not-written';

export interface RestoreWords {
  readonly noMessages: string;
  /** What becomes of a file. */
  readonly fates: Readonly<Record<Fate, string>>;
  /** Why a file stays as it is. */
  readonly left: Readonly<Record<Left, string>>;
  readonly kept: string;
  readonly noFiles: string;
  readonly untold: string;
  readonly atWork: string;
  readonly copied: (from: string) => string;
  readonly ends: (ends: { readonly questions: number; readonly calls: number; readonly queued: number }) => string;
  readonly talks: Readonly<Record<'stay' | 'course' | 'fork', string>>;
  readonly filesStay: string;
  readonly sends: string;
  readonly confirm: string;
  /** Nothing was done yet. */
  readonly again: string;
  readonly restored: (files: number) => string;
  readonly redone: (files: number) => string;
  readonly redo: (root: string) => string;
  readonly inFork: (root: string) => string;
  readonly inCourse: (course: number) => string;
}

const en: RestoreWords = {
  noMessages: 'no messages of yours in this tree',
  fates: { changed: '', created: 'comes back', deleted: 'is deleted' },
  left: {
    'changed-since': 'stays: it was changed since',
    mixed: 'stays: something else changed it in between',
    'not-kept': 'stays: what it was then is not kept',
    'out-of-reach': 'stays: it cannot be written',
    'not-written': 'stays: it could not be written',
  },
  kept: 'you kept changes of it',
  noFiles: 'no files change',
  untold: 'Commands changed other files too, which are not known: those stay as they are.',
  atWork: 'The dialog is at work: it is stopped first.',
  copied: from =>
    `This message was copied from dialog ${from}. Only changes made in this dialog are taken back; restore there for the others.`,
  ends: ({ questions, calls, queued }) =>
    `Ends in this dialog what came after it: ${questions} open questions, ${calls} open calls and ${queued} waiting messages at most.`,
  talks: {
    stay: 'The talk stays as it is.',
    course: 'The talk goes on in a new course, with the facts from before this message.',
    fork: 'The talk goes on in a fork, which ends before this message. This dialog stays as it is.',
  },
  filesStay: 'Files stay as they are.',
  sends: 'The edited message is sent there.',
  confirm: 'Restore? [y/n] ',
  again: 'nothing was changed; the same command with --yes does it',
  restored: files => `restored ${files} ${files === 1 ? 'file' : 'files'}`,
  redone: files => `redid the edits of ${files} ${files === 1 ? 'file' : 'files'}`,
  redo: root => `dominds restore ${root} --redo brings the edits back`,
  inFork: root => `forked into ${root}`,
  inCourse: course => `course ${course} begins`,
};

const zh: RestoreWords = {
  noMessages: '这棵对话树中没有你的消息',
  fates: { changed: '', created: '恢复', deleted: '删除' },
  left: {
    'changed-since': '保持不变：之后又被改过',
    mixed: '保持不变：其间另有改动',
    'not-kept': '保持不变：没有保存当时的内容',
    'out-of-reach': '保持不变：不能写入',
    'not-written': '保持不变：写入失败',
  },
  kept: '你保留过它的改动',
  noFiles: '没有文件会变',
  untold: '命令还改动了其他未知的文件：它们保持不变。',
  atWork: '对话正在工作：会先停止它。',
  copied: from => `这条消息复制自对话 ${from}。只有此对话所做的改动会退回；其余的请在那里恢复。`,
  ends: ({ questions, calls, queued }) =>
    `结束此对话在它之后的事项：最多 ${questions} 个未答的问题、${calls} 个未了的诉请和 ${queued} 条等待的消息。`,
  talks: {
    stay: '谈话保持不变。',
    course: '谈话在新的一程中继续，带着这条消息之前的事实。',
    fork: '谈话在分叉中继续，到这条消息之前为止。此对话保持不变。',
  },
  filesStay: '文件保持不变。',
  sends: '编辑过的消息会发到那里。',
  confirm: '恢复吗？[y/n] ',
  again: '什么都没有改；同一命令加上 --yes 就会执行',
  restored: files => `已恢复 ${files} 个文件`,
  redone: files => `已重做 ${files} 个文件的修改`,
  redo: root => `dominds restore ${root} --redo 可找回这些修改`,
  inFork: root => `已分叉为 ${root}`,
  inCourse: course => `第 ${course} 程开始`,
};

/** The sentences in a language. */
export function restoreWords(language: Language): RestoreWords {
  return language === 'zh' ? zh : en;
}
