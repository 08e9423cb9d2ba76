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
  changes: 'Changed files',
  noChanges: 'Nothing has changed, or all of it was kept.',
  noText: 'This is no text, or what it was before is not known.',
  undoEdits: 'Revert all changes of this dialog and its subdialogs? Files that were changed since are skipped.',
  notUndone: (files: string): string => `Skipped, changed since or not kept: ${files}`,
  before: 'Now',
  after: 'After',
  copied: 'Copied',
  otherDevice: 'This address lets one browser in, once:',
  hereOnly:
    'It works on this machine only. For other devices, use `dominds serve` with `--host` or `--behind-proxy`, or set base_url in .minds/notify.yaml.',
  dialog: 'Dialog',
  noPage: 'There is no such page.',
  answer: 'Answer a question',
  answerWith: (option: string): string => `Answer: ${option}`,
  answered: (option: string): string => `Answered: ${option}`,
  /** `place` may be ''. */
  answeredMeanwhile: (place: string, content: string): string =>
    `This question was answered meanwhile${place && ` ${place}`}: ${content}`,
  questionGone: 'This question is not open any more.',
  notices: {
    title: 'Notices',
    about:
      'This browser can tell you when a question has waited for a minute, and when a dialog has ended or failed, also while no page is open. Notices go through the push service of the maker of the browser. They are encrypted: the service sees when something comes, not what.',
    insecure:
      'This address is not secure, so the browser allows no notices here. Open the pages by https, or on this machine by http://localhost.',
    unable:
      'This browser cannot show notices. On an iPhone or iPad, add the page to the home screen first and open it from there.',
    denied: 'Notices of this page are blocked. Allow them in the settings of the browser, then reload the page.',
    isOff: 'Notices are off in this browser.',
    isOn: 'Notices are on in this browser. Open an address of this server once a month to keep them on.',
    turnOn: 'Turn On Notices',
    turnOff: 'Turn Off Notices',
    /** `why` is a clause. */
    notTold: (why: string): string => `Notices could not be turned on: ${why}.`,
  },
  turnedAway: {
    noAccess: {
      message: 'This browser has no access.',
      remedy:
        'Open the address that `dominds serve` printed last, or run “Open in Browser” in the editor. Each address lets one browser in, once. A browser with access makes a new one under “Another device”.',
    },
    wrongToken: {
      message: 'This address was already used, or is wrong.',
      remedy:
        'After each visit, `dominds serve` prints a new address: open that one, or run “Open in Browser” in the editor again. A browser with access makes a new one under “Another device”.',
    },
    tooManyTokens: {
      message: 'Too many wrong addresses were tried.',
      remedy: 'Wait a minute, then open the address that `dominds serve` printed last.',
    },
    otherName: {
      message: 'This server is not reached by this name.',
      remedy:
        'Open the address that `dominds serve` printed. To use another name, set base_url in .minds/notify.yaml, or start `dominds serve` with `--behind-proxy` or a certificate for that name.',
    },
    otherSite: {
      message: 'Another site may not call this server.',
      remedy: 'Open the page from its own address.',
    },
    tooLarge: { message: 'This is too large.', remedy: 'Go back and send a shorter text.' },
    notOurs: {
      message: 'This address does not belong to this server.',
      remedy: 'Open the link of the notice again, or answer the question in the editor or in Dominds in the browser.',
    },
    malformed: { message: 'This is not an address of this server.', remedy: '' },
  },
};

export type ServeWords = typeof en;

/** Why a request is not answered, in sentences. */
export interface TurnedAway {
  readonly message: string;
  /** May be ''. */
  readonly remedy: string;
}

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
  changes: '改动的文件',
  noChanges: '没有改动，或都已保留。',
  noText: '这不是文本，或之前的内容未知。',
  undoEdits: '还原此对话及其子对话的全部改动吗？之后又被改过的文件会跳过。',
  notUndone: files => `已跳过（之后被改过，或没有保存内容）：${files}`,
  before: '现在',
  after: '之后',
  copied: '已复制',
  otherDevice: '此地址可让一个浏览器进入一次：',
  hereOnly:
    '此地址只能在本机使用。要从其他设备打开，请在 `dominds serve` 中使用 `--host` 或 `--behind-proxy`，或在 .minds/notify.yaml 中设置 base_url。',
  dialog: '对话',
  noPage: '没有此页面。',
  answer: '回答问题',
  answerWith: option => `回答：${option}`,
  answered: option => `已回答：${option}`,
  answeredMeanwhile: (place, content) => `此问题已${place}被回答：${content}`,
  questionGone: '此问题已不再等待回答。',
  notices: {
    title: '通知',
    about:
      '当问题已等待一分钟，或对话结束或失败时，此浏览器可以通知你，没有打开页面时也可以。通知经过浏览器厂商的推送服务，并已加密：该服务知道何时有通知，但不知道内容。',
    insecure: '此地址不安全，浏览器不允许在此显示通知。请通过 https 打开页面，或在本机通过 http://localhost 打开。',
    unable: '此浏览器无法显示通知。在 iPhone 或 iPad 上，请先将页面添加到主屏幕，再从主屏幕打开。',
    denied: '此页面的通知已被阻止。请在浏览器设置中允许，然后重新加载页面。',
    isOff: '此浏览器中的通知已关闭。',
    isOn: '此浏览器中的通知已开启。请每月打开一次此服务器的地址以保持开启。',
    turnOn: '开启通知',
    turnOff: '关闭通知',
    notTold: why => `无法开启通知：${why}。`,
  },
  turnedAway: {
    noAccess: {
      message: '此浏览器没有访问权限。',
      remedy:
        '请打开 `dominds serve` 最后输出的地址，或在编辑器中运行“在浏览器中打开”。每个地址只能让一个浏览器进入一次。已有访问权限的浏览器可以在“其他设备”中生成新的地址。',
    },
    wrongToken: {
      message: '此地址已用过，或不正确。',
      remedy:
        '每次有浏览器进入后，`dominds serve` 都会输出新的地址：请打开新的地址，或在编辑器中再次运行“在浏览器中打开”。已有访问权限的浏览器可以在“其他设备”中生成新的地址。',
    },
    tooManyTokens: {
      message: '尝试的错误地址太多。',
      remedy: '请等一分钟，再打开 `dominds serve` 最后输出的地址。',
    },
    otherName: {
      message: '不能通过这个名称访问此服务器。',
      remedy:
        '请打开 `dominds serve` 输出的地址。要使用其他名称，请在 .minds/notify.yaml 中设置 base_url，或在启动 `dominds serve` 时使用 `--behind-proxy`，或使用此名称的证书。',
    },
    otherSite: { message: '其他网站不能调用此服务器。', remedy: '请从页面自己的地址打开。' },
    tooLarge: { message: '内容太大。', remedy: '请返回并缩短内容后再发送。' },
    notOurs: {
      message: '此地址不属于此服务器。',
      remedy: '请重新打开通知中的链接，或在编辑器或浏览器的 Dominds 中回答问题。',
    },
    malformed: { message: '这不是此服务器的地址。', remedy: '' },
  },
};

/** The server's words in a language. */
export function serveWords(language: 'en' | 'zh'): ServeWords {
  return language === 'zh' ? zh : en;
}

/** The language that a browser asks for first, of those there are. */
export function languageOfRequest(acceptLanguage: string | undefined): 'en' | 'zh' {
  return /^\s*zh/i.test(acceptLanguage ?? '') ? 'zh' : 'en';
}
