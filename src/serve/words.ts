// What the server itself says on its pages. The panels bring their own words.

const en = {
  overview: 'Overview',
  newDialog: 'New dialog',
  newAddress: 'Another device',
  message: 'What should your team do?',
  responder: 'Responder',
  start: 'Start',
  lost: 'Connection lost. Trying again…',
  viewOnly: 'Read only: this address lets you look, not act.',
  drivenElsewhere: 'Another window or terminal drives this folder: what you send goes to it.',
  drivenByNobody: 'Nothing drives this folder now: what you send waits until a window or a terminal does.',
  failed: { message: 'This could not be done.', remedy: 'The log of the server has details.' },
  completeAnyway:
    'Complete this dialog although work is pending? Generations stop, and open questions leave the inbox.',
  noQuestion: 'No other question is waiting for you.',
  inEditor: 'Files are opened in the editor.',
  mendElsewhere: 'Do this in the editor, or in .minds/llm.yaml.',
  proposal: 'What the call would change',
  before: 'Now',
  after: 'After',
  copied: 'Copied',
  otherDevice: 'This address lets one browser in, once:',
  dialog: 'Dialog',
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
  completeAnyway: '还有未完成的工作，仍要完成此对话吗？生成会停止，未回答的问题会离开收件箱。',
  noQuestion: '没有其他问题在等你。',
  inEditor: '文件在编辑器中打开。',
  mendElsewhere: '请在编辑器中或在 .minds/llm.yaml 中进行。',
  proposal: '此调用会做的更改',
  before: '现在',
  after: '之后',
  copied: '已复制',
  otherDevice: '此地址可让一个浏览器进入一次：',
  dialog: '对话',
};

/** The server's words in a language. */
export function serveWords(language: 'en' | 'zh'): ServeWords {
  return language === 'zh' ? zh : en;
}

/** The language that a browser asks for first, of those there are. */
export function languageOf(acceptLanguage: string | undefined): 'en' | 'zh' {
  return /^\s*zh/i.test(acceptLanguage ?? '') ? 'zh' : 'en';
}
