// The server's own texts on its pages. The panels bring their own.

const en = {
  overview: 'Overview',
  newDialog: 'New dialog',
  newAddress: 'Another device',
  message: 'What should your team do?',
  responder: 'Responder',
  start: 'Start',
  lost: 'Connection lost. Trying again…',
  viewOnly: 'This address is view-only: it cannot change anything.',
  drivenElsewhere: 'Another window or terminal drives this folder: your messages are sent there.',
  drivenByNobody: 'No process drives this folder now: your messages wait until a window or a terminal does.',
  failed: { message: 'This could not be done.', remedy: 'The log of the server has details.' },
  completeAnyway:
    'Complete this dialog although work is pending? Running work stops, and open questions are withdrawn.',
  noQuestion: 'No other question is waiting for you.',
  inEditor: 'Files are opened in the editor.',
  mendElsewhere: 'Do this in the editor, or in .minds/llm.yaml.',
  proposal: 'What the call would change',
  before: 'Now',
  after: 'After',
  copied: 'Copied',
  otherDevice: 'This address lets one browser in, once:',
  dialog: 'Dialog',
  answer: 'Answer a question',
  answerWith: (option: string): string => `Answer: ${option}`,
  answered: (option: string): string => `Answered: ${option}`,
  /** `place` may be ''. */
  answeredMeanwhile: (place: string, content: string): string =>
    `This question was answered meanwhile${place && ` ${place}`}: ${content}`,
  questionGone: 'This question is not open any more.',
  turnedAway: {
    noAccess: 'Open the address that `dominds serve` printed. Each address lets one browser in, once.',
    wrongToken: 'This address was used already, or is wrong. `dominds serve` prints a new one.',
    tooManyTokens: 'Too many wrong addresses. Wait a minute, then open the printed one.',
    otherName: 'This server has another name.',
    otherSite: 'Another site may not call this server.',
    tooLarge: 'This is too large.',
  },
};

export type ServeWords = typeof en;

const zh: ServeWords = {
  overview: '总览',
  newDialog: '新对话',
  newAddress: '其他设备',
  message: '团队要做什么？',
  responder: '负责人',
  start: '开始',
  lost: '连接已断开，正在重试…',
  viewOnly: '只读：此地址只能查看，不能操作。',
  drivenElsewhere: '另一个窗口或终端正在驱动此文件夹：你发送的内容会交给它。',
  drivenByNobody: '现在没有进程驱动此文件夹：你发送的内容会等到有窗口或终端驱动它。',
  failed: { message: '无法完成此操作。', remedy: '详情见服务器日志。' },
  completeAnyway: '还有未完成的工作，仍要完成此对话吗？正在进行的工作会停止，未回答的问题会撤回。',
  noQuestion: '没有其他问题在等你。',
  inEditor: '文件在编辑器中打开。',
  mendElsewhere: '请在编辑器中或在 .minds/llm.yaml 中进行。',
  proposal: '此调用会做的更改',
  before: '现在',
  after: '之后',
  copied: '已复制',
  otherDevice: '此地址可让一个浏览器进入一次：',
  dialog: '对话',
  answer: '回答问题',
  answerWith: option => `回答：${option}`,
  answered: option => `已回答：${option}`,
  answeredMeanwhile: (place, content) => `此问题已${place}被回答：${content}`,
  questionGone: '此问题已不再等待回答。',
  turnedAway: {
    noAccess: '请打开 `dominds serve` 输出的地址。每个地址只能让一个浏览器进入一次。',
    wrongToken: '此地址已用过，或不正确。`dominds serve` 会输出新的地址。',
    tooManyTokens: '错误的地址太多。请等一分钟，再打开输出的地址。',
    otherName: '此服务器不是这个名称。',
    otherSite: '其他网站不能调用此服务器。',
    tooLarge: '内容太大。',
  },
};

/** The server's words in a language. */
export function serveWords(language: 'en' | 'zh'): ServeWords {
  return language === 'zh' ? zh : en;
}

/** The language that a browser asks for first, of those there are. */
export function languageOf(acceptLanguage: string | undefined): 'en' | 'zh' {
  return /^\s*zh/i.test(acceptLanguage ?? '') ? 'zh' : 'en';
}
