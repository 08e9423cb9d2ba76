// The Chinese words for an interruption; the English ones are in `trouble.ts`.
import { type InterruptCode, type Interruption, restartInterruption } from './trouble.ts';

const headings: Record<InterruptCode, [heading: string, remedy: string]> = {
  stopped: ['已由你停止', '选择“继续”即可接着进行。'],
  restart: ['因重启而中断', '选择“继续”，从最后一条记录接着进行。'],
  'not-configured': ['尚未配置模型', '请设置 API 密钥或端点、选择编辑器模型，或试用脚本演示；然后继续。'],
  unreachable: ['无法连接模型服务器', '请检查端点和网络，然后继续。'],
  auth: ['模型服务器拒绝了密钥', '请检查 API 密钥，然后继续。'],
  quota: ['额度已用完', '请充值或换一个模型，然后继续。'],
  'bad-request': ['模型服务器拒绝了请求', '请检查模型和参数，然后继续。'],
  'rate-limited': ['模型服务器要求放慢速度', '请稍候或换一个模型，然后继续。'],
  'server-error': ['模型服务器出错', '请尝试继续，或换一个模型。'],
  'no-reply': [
    '模型服务器没有回复',
    '请在 .minds/llm.yaml 中调大 first_token_s 或 silence_s（0 表示不限），或换一个模型，然后继续。',
  ],
  'too-large': ['回复过大', '模型写出的内容超出可保存的上限：请让它分次少写，然后继续。'],
  'consent-needed': ['编辑器模型需要你的同意', '请在编辑器询问时允许本扩展使用模型，然后继续。'],
  'broken-playbook': ['脚本无法使用', '请改正脚本中的这一处，或配置真实模型，然后继续。'],
  'playbook-exhausted': ['脚本模型没有可用的回复', '请扩充脚本，或配置真实模型。'],
  'lock-lost': ['另一个进程已接管此文件夹', '请在现在驱动它的进程中继续；或先结束它，再在这里驱动。'],
  'stream-error': ['提供方打乱了数据流顺序', '“继续”会再次请求；若反复出现请报告。'],
  'broken-domain': ['领域文件无法使用', '请改正领域文件（`dominds state check` 会列出问题），然后继续。'],
  disk: ['磁盘无法保存记录', '请腾出空间或让文件夹可写，然后继续。'],
  bug: ['内部错误', '这是 Dominds 的缺陷，日志中有详情。“继续”会再试一次。'],
};

/** As `describeInterruption`, in Chinese. */
export function describeInterruptionZh({ code, message }: Interruption): {
  heading: string;
  detail: string;
  remedy: string;
} {
  const [heading, remedy] = headings[code];
  // What the outside said stays as it was said; this one is ours.
  const detail = message === restartInterruption.message ? '此对话还在工作时，它的进程结束了' : message;
  return { heading, detail: code === 'stopped' ? '' : detail, remedy };
}
