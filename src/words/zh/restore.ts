// Chinese words of the command line that goes back to a message.
import type { RestoreWords } from '../en/restore.ts';

export const restoreCommandZh: RestoreWords = {
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
