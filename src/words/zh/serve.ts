// The server's own texts on its pages, in Chinese. The panels bring their own.
import { untoldZh } from '../../core/prompt/words/zh/work.ts';
import type { ServeWords } from '../en/serve.ts';

export const serveZh: ServeWords = {
  overview: '总览',
  newDialog: '新对话',
  newAddress: '其他设备',
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
  untold: untoldZh,
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
