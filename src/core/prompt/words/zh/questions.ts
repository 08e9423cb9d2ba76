// Questions to the person, in Chinese.

import type { MissWords, PermissionTexts } from '../en/questions.ts';
import {
  type AmountWords,
  aboutWord,
  amountText,
  branchLines,
  type CapQuestion,
  callForms,
  type FormTexts,
  hasEstimate,
  type LongWaitQuestion,
  leftText,
  longTime,
  missOptions,
  quotedWords,
  spendingText,
  unitText,
  usedText,
  waitOptions,
} from '../questions.ts';

export const permissionZh: PermissionTexts = {
  edit: path => `编辑 ${path}`,
  create: path => `新建 ${path}`,
  replace: path => `替换 ${path}`,
  delete: path => `删除 ${path}`,
  move: (from, to) => `把 ${from} 移到 ${to}`,
  read: path => `读取 ${path}`,
  run: command => `运行：${command}`,
  useEditorTool: tool => `使用编辑器的工具 ${tool}`,
  useServerTool: (server, tool) => `使用 MCP 服务器 ${server} 的 ${tool}`,
  readWith: (tool, path) => `对 \`${path}\` 使用 ${tool}。`,
  inFolder: (path, seconds) => `运行位置：${folderZh(path)}${seconds === undefined ? '' : `，最多 ${seconds} 秒`}`,
  inBackground: path => `运行位置：${folderZh(path)}，在后台运行直到结束`,
  emptyFolder: '一个空文件夹。',
  noPlainFile: '不是普通文件，或超过 10 MB。',
  binaryFile: bytes => `一个 ${bytes} 字节的二进制文件。`,
  emptyFile: '一个空文件。',
  noChange: '没有一行改变。',
  linesReplaced: (before, after) => `${before} 行被替换为 ${after} 行：`,
  notShown: (characters, mark) => `…… 还有 ${characters} 个字符未显示（${mark}）`,
  alwaysCommand: '始终允许（always）：在此文件夹中运行这一条命令，一字不差；对这棵对话树的所有对话有效。',
  alwaysCommands: commands =>
    `始终允许（always）：在此文件夹中运行 ${commands.map(each => `\`${each}\``).join('、')}；对这棵对话树的所有对话有效。`,
  alwaysHere: '在此工作区始终允许（always here）：对此工作区的所有任务同样有效；保存在这台电脑上。',
  alwaysTool: tool => `始终允许（always）：以任何参数使用 ${tool}；对这棵对话树的所有对话有效。`,
  alwaysIn: (tool, places) =>
    `始终允许（always）：使用 ${tool}，范围：${places.join('、')}；对这棵对话树的所有对话有效。`,
  andBelow: folder => (folder === './' ? '整个工作区文件夹' : `${folder} 及其下`),
};

function folderZh(path: string): string {
  return path === '.' ? '工作区文件夹' : `\`${path}\``;
}

export const formZh: FormTexts = {
  serverAsks: (server, message) => `MCP 服务器 ${server} 询问：${message}`,
  howTo: '请为每个字段写一行：`名称：值`。',
  howToOne: '请直接回答这个值。',
  required: '必填',
  oneOf: choices => `以下之一：${choices.join(' | ')}`,
  someOf: choices => `以下若干项，用逗号分隔：${choices.join(' | ')}`,
  type: { text: '文本', number: '数字', integer: '整数', boolean: '是或否' },
  format: {
    email: '电子邮件地址',
    uri: '网址，例如 https://example.com',
    date: '日期，例如 2026-01-31',
    'date-time': '时间，例如 2026-01-31T14:00:00Z',
  },
  between: (least, most) =>
    least === undefined ? `最多 ${most}` : most === undefined ? `至少 ${least}` : `${least} 到 ${most}`,
  length: (least, most) =>
    least === undefined
      ? `最多 ${most} 个字符`
      : most === undefined
        ? `至少 ${least} 个字符`
        : `${least} 到 ${most} 个字符`,
  initially: value => `不填则为 ${value}`,
  noLongerWaits: '服务器不再等待回答',
};

export const capQuestionZh: CapQuestion = report => ({
  headline: '已达上限，要继续吗？',
  body: [
    ...report.reached.map(({ agentId, spent, cap, left }) => {
      const who = agentId === undefined ? '这棵对话树' : `这棵树里的 @${agentId} `;
      const used = usedText(spent, cap, amountZh);
      return `${who}已用${aboutWord(spent, '约')} ${used}，还可以用 ${leftText(left, amountZh)}。`;
    }),
    ...(hasEstimate(report) ? ['有的模型不报告用量：这部分按请求和回复的大小估算。'] : []),
    ...(report.unattended
      ? [
          `从你上次说话以来，这棵对话树已生成 ${amountText(report.unattended.made)} 次（上限 ${amountText(report.unattended.cap)}）。`,
        ]
      : []),
    ...(report.atWork.count > 0
      ? [`正在进行的生成：${report.atWork.count} 次，预计还要用 ${spendingText(report.atWork, amountZh)}。`]
      : []),
    ...branchLines(report, '各分支用量：', amountZh, '本根对话'),
    '\n选 continue 再给同样的额度，写别的话也一样；选 stop 则停下。',
  ].join('\n'),
  options: ['continue', 'stop'],
});

const amountZh: AmountWords = {
  tokens: tokens => `${tokens} 个词元`,
  cost: cost => `费用 ${cost}`,
  limit: limit => `（上限 ${limit}）`,
  and: '、',
};

export const longWaitQuestionZh: LongWaitQuestion = ({ ms, message }) => ({
  headline: `模型服务器要求等待 ${longTime(ms, { minutes: ' 分钟', hours: ' 小时', days: ' 天' })}`,
  body: `${message}\n\n要换一个模型继续，请先选择模型。`,
  options: waitOptions,
});

export const missWordsZh: MissWords = {
  ranAway: ({ in: where, unit, times, tool = '' }) =>
    `【回复被中断】${
      { saying: '你的回复', thinking: '你的思考', arguments: `你调用 ${tool} 的参数` }[where]
    }把${unitText(unit, '空白')}重复了 ${times} 次，因此这条回复被中断，没有任何部分生效。换一种方式走下一步，话要少。`,
  noCalls: (missed, form) =>
    [
      missed === 'repeats'
        ? '【没有调用】你重复了读到的文字。没有运行任何工具，什么也没有做。'
        : '【没有调用】你的回复讲述了工作，但这个对话里没有运行过任何工具。只有调用工具才能读取、运行或修改，结果会在下一条消息里给出。',
      form
        ? `现在就调用需要的工具。以调用结束回复，用这种形式，后面不要再写：\n\n${callForms[form]}`
        : '现在就调用需要的工具；如果不需要，就用自己的话回答请求。',
    ].join('\n\n'),
  ranAwayQuestion: (who, { unit, times }) => ({
    headline: `${who} 的模型不断重复自己，接下来怎么办？`,
    body: `最近两次回复都被中断。最新一次把${unitText(unit, '空白')}重复了 ${times} 次。\n\n先选择另一个模型，再回答 other model。选 continue 让这个模型再试，选 stop 让对话停下。`,
    options: missOptions,
  }),
  noCallsQuestion: (who, last) => ({
    headline: `${who} 的模型不使用工具，接下来怎么办？`,
    body: `最近几次回复没有运行任何工具。模型可能太小，胜任不了这项工作，或者它的服务器不支持工具调用。\n\n它最后的话：\n\n${quotedWords(last)}\n\n先选择另一个模型，再回答 other model。选 continue 让这个模型再试，选 stop 让对话停下。`,
    options: missOptions,
  }),
};
