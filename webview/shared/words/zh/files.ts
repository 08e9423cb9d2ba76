// Chinese words about files: changed ones, those that are restored, and images of messages.
import { MAX_IMAGE_BYTES, MAX_IMAGES } from '../../../../src/core/base/image.ts';
import type { ChangesWords, GoBackWords, imagesEn } from '../en/files.ts';
import { shortLabel } from '../figures.ts';

export const changesZh: ChangesWords = {
  title: '改动的文件',
  files: (count, untold) => `${untold ? { some: '不止 ', all: '至少 ' }[untold] : ''}${count} 个文件`,
  review: '查看',
  keep: '保留',
  revert: '还原',
  created: '新建',
  deleted: '已删除',
  show: path => `查看 ${path} 的改动`,
  unsaved: '在你未保存的编辑器里，命令还看不到',
  save: '保存',
  more: count => `还有 ${count} 个`,
  untold: {
    some: '改动的文件比列出的更多。',
    all: '改动了哪些文件未知：文件夹里的文件太多、比较用时过长，或程序已关闭。',
  },
  unsure: {
    beside: '同时还有其他命令或工具在运行，其中一些改动可能是它们做的。',
    meanwhile: '比较的是整个运行期间，其中可能有其他人在此期间的编辑。',
  },
  elsewhere: '同时进行的其他工作也改动了这些文件，改动列在那里。',
};

export const goBackZh: GoBackWords = {
  restoreTo: content => `恢复到这里：${shortLabel(content)}`,
  edit: content => `编辑并重新发送：${shortLabel(content)}`,
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

export const imagesZh: typeof imagesEn = {
  attach: '附上图片',
  attached: '随消息发送的图片',
  mentioned: '消息提到的文件',
  remove: name => `移除 ${name}`,
  gone: name => `${name}：这张图片的文件已不在`,
  textOnly: model => `不确定 ${model} 能否接收图片，图片不会发送。如果它能，请在 .minds/llm.yaml 里写 images: true。`,
  leftOut: count =>
    `有 ${count} 张图片没有发送：不确定这个模型是否收图片。如果它收，请在 .minds/llm.yaml 里写 images: true。`,
  refused: {
    'unknown-kind': names => ({
      message: `不支持的图片：${names.join('、')}。`,
      remedy: '请附 PNG、JPEG、GIF 或 WebP。',
    }),
    'too-large': names => ({
      message: `图片太大：${names.join('、')}。`,
      remedy: `图片最大 ${MAX_IMAGE_BYTES / 1024 / 1024} MB：请缩小后再附。`,
    }),
    unreadable: names => ({ message: `无法读取：${names.join('、')}。`, remedy: '请选择你有权读取的文件。' }),
    'too-many': names => ({
      message: `一条消息最多附 ${MAX_IMAGES} 张图片，未附上：${names.join('、')}。`,
      remedy: '请先发送这些，或移除几张。',
    }),
  },
  notAttached: names => ({
    message: `无法附上 ${names.join('、')}。`,
    remedy: '请放进文件夹，再用 @ 提及。',
  }),
  seeThem: '见图片。',
  notInAnswers: { message: '这个回答不能附图片。', remedy: '请在输入框上方选择“消息”，再附上图片。' },
  notInDrafts: { message: '草稿对话不收图片。', remedy: '请用文字描述图片，或开一个不用草稿的根对话。' },
};
