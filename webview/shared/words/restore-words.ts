// Words about going back to before a message, in both languages.
import type { RestoredFile, RestoreOffer } from '../../../src/protocol/messages.ts';

/** How the talk goes on. */
export type RestoreTalk = 'fork' | 'course' | 'stay';

/** Characters of a message that a label repeats. */
const NAMED = 40;

function nameOf(content: string): string {
  const line = content.trim().replace(/\s+/g, ' ');
  return line.length > NAMED ? `${line.slice(0, NAMED - 1)}…` : line;
}

export const goBackEn = {
  restoreTo: (content: string): string => `Restore to Here: ${nameOf(content)}`,
  edit: (content: string): string => `Edit and Resend: ${nameOf(content)}`,
  title: 'Restore to Here',
  editTitle: 'Edit and Resend',
  looking: 'Looking at what changed since…',
  filesOf: (count: number): string => (count === 0 ? 'Restore files (none changed since)' : `Restore files (${count})`),
  talk: 'The talk',
  talks: { fork: 'Goes on in a fork', course: 'Goes on in a new course', stay: 'Stays' } as Readonly<
    Record<RestoreTalk, string>
  >,
  about: {
    fork: 'The fork ends before this message. This dialog stays as it is.',
    course: 'The new course opens with the facts from before this message.',
    stay: 'Only files change.',
  } as Readonly<Record<RestoreTalk, string>>,
  fates: { changed: '', created: 'comes back', deleted: 'is deleted' } as Readonly<
    Record<RestoredFile['action'], string>
  >,
  stays: {
    'as-written': '',
    'changed-since': 'stays: changed since',
    mixed: 'stays: something else changed it in between',
    'not-kept': 'stays: what it was is not kept',
    'out-of-reach': 'stays: it cannot be written',
  } as Readonly<Record<RestoredFile['state'], string>>,
  kept: 'you kept it',
  untold: 'Commands changed other files too, which are not known. Those stay as they are.',
  atWork: 'Work that runs is stopped first.',
  copied: 'This message was copied from another dialog. Changes made there stay.',
  ends: ({ questions, calls, queued }: RestoreOffer['ends']): string =>
    `Open work that came after it ends: up to ${questions} questions, ${calls} calls, ${queued} waiting messages.`,
  restore: 'Restore',
  cancel: 'Cancel',
  skipped: 'Some files stay as they are:',
  reverted: (count: number): string => (count === 1 ? '1 file was restored' : `${count} files were restored`),
  redo: 'Redo',
};

export type GoBackWords = typeof goBackEn;

export const goBackZh: GoBackWords = {
  restoreTo: content => `恢复到这里：${nameOf(content)}`,
  edit: content => `编辑并重新发送：${nameOf(content)}`,
  title: '恢复到这里',
  editTitle: '编辑并重新发送',
  looking: '正在查看此后的改动…',
  filesOf: count => (count === 0 ? '恢复文件（此后没有改动）' : `恢复文件（${count}）`),
  talk: '谈话',
  talks: { fork: '在分叉中继续', course: '在新的一程中继续', stay: '不变' },
  about: {
    fork: '分叉到这条消息之前为止。此对话保持不变。',
    course: '新的一程带着这条消息之前的事实开始。',
    stay: '只有文件会变。',
  },
  fates: { changed: '', created: '恢复', deleted: '删除' },
  stays: {
    'as-written': '',
    'changed-since': '保持不变：之后又被改过',
    mixed: '保持不变：其间另有改动',
    'not-kept': '保持不变：没有保存当时的内容',
    'out-of-reach': '保持不变：不能写入',
  },
  kept: '你保留过',
  untold: '命令还改动了其他未知的文件，它们保持不变。',
  atWork: '会先停止正在进行的工作。',
  copied: '这条消息复制自另一个对话。在那里做的改动保持不变。',
  ends: ({ questions, calls, queued }) =>
    `此后未了的事项会结束：最多 ${questions} 个问题、${calls} 个诉请、${queued} 条等待的消息。`,
  restore: '恢复',
  cancel: '取消',
  skipped: '有些文件保持不变：',
  reverted: count => `已恢复 ${count} 个文件`,
  redo: '重做',
};
