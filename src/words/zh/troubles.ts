// The causes of an interruption: a few words, and the remedy. The recorded text of a stop equals its heading.
import type { TroubleWords } from '../trouble-text.ts';

export const troublesZh: TroubleWords = {
  stopped: { heading: '已由你停止', remedy: '选择“继续”即可接着进行。', detail: '' },
  restart: {
    heading: '因重启而中断',
    remedy: '选择“继续”，从最后一条记录接着进行。',
    detail: '此对话还在工作时，它的进程结束了',
  },
  'not-configured': {
    heading: '尚未配置模型',
    remedy: '请设置 API 密钥或端点、选择编辑器模型，或试用脚本演示；然后继续。',
  },
  untrusted: {
    heading: '此文件夹的模型服务器未受信任',
    remedy: '请信任此文件夹（在其中运行 `dominds doctor --trust`）或选择其他模型，然后继续。',
  },
  unreachable: { heading: '无法连接模型服务器', remedy: '请检查端点和网络，然后继续。' },
  'no-key': { heading: '模型服务器需要 API 密钥', remedy: '请设置 API 密钥，然后继续。' },
  auth: { heading: '模型服务器拒绝了密钥', remedy: '请检查 API 密钥，然后继续。' },
  quota: { heading: '额度已用完', remedy: '请充值或换一个模型，然后继续。' },
  'bad-request': { heading: '模型服务器拒绝了请求', remedy: '请检查模型和参数，然后继续。' },
  'context-full': {
    heading: '对话超出了模型的上下文',
    remedy:
      '“清理头脑”会带着提醒开始新的一程；或换一个上下文更大的模型，然后继续。在 .minds/llm.yaml 中写上 `context_length`，对话会及时得到整理。',
  },
  blocked: {
    heading: '模型服务器拦截了请求',
    remedy:
      '服务器的内容过滤不接受此对话中的某些内容。“清理头脑”会带着提醒开始新的一程；“分叉对话”可从那之前继续。或换一个模型，然后继续。',
  },
  'no-tools': {
    heading: '模型不能调用工具',
    remedy:
      '请换一个支持工具调用的模型，或在启动其服务器时开启工具调用，然后继续。若只用文字和诉请与这个模型工作，请在 .minds/llm.yaml 中写 `tools: false`。',
  },
  'rate-limited': { heading: '模型服务器要求放慢速度', remedy: '请稍候或换一个模型，然后继续。' },
  'server-error': { heading: '模型服务器出错', remedy: '请尝试继续，或换一个模型。' },
  'no-reply': {
    heading: '模型服务器没有回复',
    remedy: '请在 .minds/llm.yaml 中调大 first_token_s 或 silence_s（0 表示不限），或换一个模型，然后继续。',
  },
  'too-large': { heading: '回复过大', remedy: '模型写出的内容超出可保存的上限：请让它分次少写，然后继续。' },
  'consent-needed': { heading: '编辑器模型需要你的同意', remedy: '请在编辑器询问时允许本扩展使用模型，然后继续。' },
  'broken-settings': {
    heading: '无法读取模型设置',
    remedy: '请改正文件中的这一处，然后继续。在此之前无法得知其中的限额，因此不会请求任何模型。',
  },
  'broken-playbook': { heading: '脚本无法使用', remedy: '请改正脚本中的这一处，或配置真实模型，然后继续。' },
  'agent-failed': {
    heading: '智能体失败',
    remedy: '请检查 .minds/team.yaml 中此成员的命令（acp），并在终端中试运行，然后继续。',
  },
  'agent-login': { heading: '智能体要求登录', remedy: '请在终端中用该智能体自己的命令登录，然后继续。' },
  'playbook-exhausted': { heading: '脚本模型没有可用的回复', remedy: '请扩充脚本，或配置真实模型。' },
  'stream-error': { heading: '提供方打乱了数据流顺序', remedy: '“继续”会再次请求；若反复出现请报告。' },
  'broken-domain': {
    heading: '领域文件无法使用',
    remedy: '请改正领域文件（`dominds state check` 会列出问题），然后继续。',
  },
  disk: { heading: '磁盘无法保存记录', remedy: '请腾出空间、让文件夹可写，或恢复缺失的文件，然后继续。' },
  store: {
    heading: '存储拒绝或丢失了记录',
    remedy: '请在数据库上排除原因（详见其日志），然后继续：对话从存储中已有的记录接着进行。',
  },
  'lock-lost': {
    heading: '另一个进程已接管此文件夹',
    remedy: '请在现在驱动它的进程中继续；或先结束它，再在这里驱动。',
  },
  bug: { heading: '内部错误', remedy: '这是 Dominds 的缺陷，日志中有详情。“继续”会再试一次。' },
};
