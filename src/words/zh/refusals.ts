// The refusals, with their remedies.

import { wordsOf } from '../../core/base/fact.ts';
import { questionClosingText } from '../../core/dialog/view/question-closing.ts';
import type { PendingWork } from '../../core/facts/refusals.ts';
import { reasonTextZh } from '../../core/prompt/words/zh/reasons.ts';
import { dayAndTime } from '../../core/text/clock-time.ts';
import type { WordTables } from '../words.ts';
import { questionClosingsZh as questionClosings } from './dialogs.ts';
import { fileFaultsZh } from './file-faults.ts';

const freeSpace = '请腾出空间或让文件夹可写，然后重试';
const openQuestions = '未答的问题见 Q4H';
const smaller = (most: number) => `图片最大 ${most} MB，请缩小后再附`;
const storeExample = 'postgres://user@host/database?schema=team1';
const addressFaults = {
  form: '它不是 PostgreSQL 地址',
  schema: '模式名最多 48 个小写字母、数字和下划线',
  port: '端口是 1 到 65535 的数字',
  unencrypted: '网络连接总是加密并验证的',
  escape: '% 转义有错误',
};

export const refusalsZh: WordTables['refusals'] = {
  'empty-message': ['消息是空的', '请先写点内容'],
  'empty-answer': ['回答是空的', '请写下回答或选择一个选项'],
  'empty-task': ['任务是空的', '请说明要做什么'],
  'long-text': ({ length, most }) => [
    `文本有 ${length} 个字符`,
    `最多写 ${most} 个，或把它存为此文件夹中的文件并说出文件名`,
  ],
  'too-many-images': ({ count, most }) => [`${count} 张图片太多了`, `每条消息最多附 ${most} 张`],
  'not-an-image': ({ name }) => [`${name} 不是模型可用的图片`, '请附 PNG、JPEG、GIF 或 WebP'],
  'large-image': ({ name, megabytes, most }) => [`${name} 有 ${megabytes} MB`, smaller(most)],
  'image-gone': ['这张图片不见了', '请从备份恢复该对话的 `images` 文件夹'],

  'unknown-dialog': ({ name }) => [`没有对话 ${name}`, '此文件夹的对话见对话树'],
  'ambiguous-dialog': ({ name, count }) => [`${name} 对应 ${count} 个对话`, '请把 id 写得更完整'],
  'unknown-question': ({ questionId }) => [`没有未答的问题 ${questionId}`, openQuestions],
  'question-closed': ({ at, ...closing }) => [
    `此问题已${at === undefined ? '' : `于 ${dayAndTime(at)} `}关闭：${questionClosingText(questionClosings, closing)}`,
    openQuestions,
  ],
  'already-answered': ['这个问题已经回答过了', '要补充的话请作为消息发送'],
  'message-delivered': ['这条消息已经送达', '要补充的话请作为消息发送'],
  'unknown-call': ({ callId }) => [`没有未完成的调用 ${callId}`, '等待中的调用见对话树'],
  'unknown-member': ({ agentId, members }) =>
    members.length > 0
      ? [`没有成员 ${agentId}`, `可选：${members.join(', ')}`]
      : ['所有成员都已隐藏', '请在 .minds/team.yaml 中去掉一个成员的 `hidden: true`'],
  'unknown-course': ({ course, newest }) => [`没有可读的第 ${course} 程`, `最新的是第 ${newest} 程`],
  'unknown-generation': ({ course, genseq }) => [`第 ${course} 程中没有第 ${genseq} 次生成`, '请选择有记录的一次'],

  'root-closed': ({ status }) => [status === 'completed' ? '这个根对话已完成' : '这个根对话已归档', '请先重新打开'],
  'root-not-running': ['这个根对话不在运行', '请先重新打开'],
  'pending-work': ({ work }) => [`还有未完成的工作：${work.map(pendingText).join('；')}`, '请完成它，或确认结束'],
  'not-archived': ({ dialog }) => [`对话 ${dialog} 没有归档`, '请先归档'],
  'permission-gone': ['这项许可已不存在', '无需操作：此类调用会再次询问'],
  'not-retrying': ['没有等待重试的模型请求', '如果对话已中断，请用“继续”'],
  'no-command-runs': ['这个命令已经不在运行', '无需操作：结果在对话中'],
  'not-interrupted': ['这个对话并没有在有人等待时中断', '请用“继续”或“停止”'],
  'nothing-to-redo': ['没有可重做的已还原修改', '请先还原这个对话的修改'],
  'unknown-message': ({ msgId }) => [`此对话中没有你的消息 ${msgId}`, '请选择已发给它的消息'],
  'message-waits': ['这条消息还没有被读到', '请在它等待的地方编辑或移除'],
  'restore-by-fork': ['带对话状态的对话只能在分叉中回到以前', '请选择分叉'],
  'restore-by-course': ['子对话不能分叉', '请选择新的一程，或只恢复文件'],
  'restore-nothing': ['既不恢复文件，也不恢复谈话', '请至少选择一项'],
  'still-at-work': ['它还在工作', '请先停止它，并回答它的问题'],
  'not-deleted': ({ reason }) => [`无法删除一个对话：${reason}`, '请让它的文件夹可写'],

  'permission-elsewhere': [
    '工具调用是否允许，只能在驱动此文件夹的机器上回答',
    '请在那里回答，或等此进程驱动后在此重新回答',
  ],
  'permission-by-model': ['工具调用的许可只能由用户给出', '请到 Q4H 视图中回答'],
  'merge-unfit': ({ unknown, files }) => [
    `没有这样的更改：${unknown.join('、')}`,
    `请用 \`take\` 加上其中的一些来回答：${files.slice(0, 20).join(' ')}。要退回工作，请换一种说法`,
  ],
  'form-unfit': ({ field, fields }) => [
    `回答不符合这个表单：${field}`,
    `请为 ${fields.join('、')} 各写一行“名称：值”，或回答“拒绝”`,
  ],
  'call-would-fail': ({ reason }) => [reason, '请回答它：模型会得知'],
  'question-without-text': ['这个问题与文件内容无关', '请照原样阅读'],
  'hunk-gone': ({ path }) => [`${path} 里已经没有这处改动`, '请重新查看这个文件'],
  'content-not-kept': ({ path }) => [`无法保存 ${path} 的内容`, '请腾出磁盘空间后再试'],
  'unchanged-file': ({ path }) => [`这个对话没有改动 ${path}`, '请指明它改动过的文件'],

  'server-not-allowed': ({ server }) => [
    `你还没有允许 \`.mcp.json\` 中的 MCP 服务器 ${server}`,
    '请用“管理 MCP 服务器”允许它，或在消息中去掉它',
  ],
  'server-changed': ({ server }) => [
    `你还没有信任 MCP 服务器 ${server} 的条目`,
    '请在此文件夹中运行 `dominds doctor --trust`，或在消息中去掉它',
  ],
  'server-refused': ({ server, reason }) => [
    `MCP 服务器 ${server} 没有回应：${reason}`,
    '请在消息中去掉它，或修复这个服务器',
  ],
  'prompt-needs': ({ prompt, argument }) => [`${prompt} 需要 ${argument}`, `请写在提示后面：\`${argument}=…\``],

  'section-refused': ({ reason }) => [reason, '请查看 Taskdoc 的文件'],
  'section-empty': ({ section }) => [`${section} 的文字为空`, '请写明这一章节的内容'],
  'section-single-file': ({ taskdoc, section }) => [
    `${taskdoc} 是单个文件，没有 ${section} 章节`,
    '请更改 goals，它就是全文',
  ],
  'section-unsaved': ({ taskdoc, section }) => [
    `${taskdoc} 的 ${section} 章节有未保存的编辑`,
    '请先保存或放弃这些编辑',
  ],
  'taskdoc-refused': ({ reason }) => [reason, '请写成 `tasks/feature.tsk` 这样的包名'],
  'taskdoc-exists': ({ path }) => [`${path} 已存在`, '请改为打开它'],

  'no-drafts': ['这个对话没有草稿', '请用“启动草稿对话”或 `--mode draft` 新建一个'],
  'draft-one-course': ['草稿对话只有一程', '请改为删减旧的来回'],
  'draft-without-images': ['草稿对话不接受图片', '请用文字描述图片，或启动不带草稿的根对话'],
  'draft-without-domain': ['草稿对话没有对话状态', '请去掉模式或领域'],
  'drafts-wait': ['上一条消息还有草稿等你选择', '请先接受其中一份'],
  'draft-not-ready': ['上一条消息还没有草稿', '请让心智运行到有草稿，再接受它'],
  'nothing-to-add-to': ['没有消息在等草稿', '请先发送一条消息'],
  'nothing-left-over': ['最近一步没有剩下的内容', '请接受一份草稿，或让心智继续'],
  'no-message-for-draft': ['没有等待草稿的消息', '请先发送一条消息'],
  'nothing-to-think': ['没有等待草稿的消息', '请先发送一条消息，或设置 `idle_thinking: true`'],
  'no-draft-yet': ['还没有草稿', '请让心智运行到有草稿为止'],
  'unknown-draft': ({ drafts, count }) => [`没有草稿 ${drafts.join(', ')}`, presentDrafts(count)],
  'draft-moved': ({ n, present, expected }) => [`草稿 ${n} 现在是 ${present}，不是 ${expected}`, '请再看一遍草稿'],
  'draft-gone': ({ draft }) => [`草稿 ${draft} 已不在了`, '请再看一遍草稿'],
  'bad-steps': ({ given }) => [`${given} 不是步数`, '请给出从 1 起的整数'],
  'bad-exchanges': ({ given }) => [`${given} 不是来回数`, '请给出从 1 起的整数'],
  'no-exchange': ['没有可删减的来回', '请先接受一份草稿'],

  'no-belief': ['这个对话没有对话状态', '请用“在领域中新建对话”或 `--domain` 新建一个'],
  'belief-refused': ({ why }) => [reasonTextZh(why), '流程和槽位见对话状态一栏或 `state show`'],
  'turn-refused': ({ why }) => [reasonTextZh(why), '各轮见“各轮”一栏或 `state history`'],
  'domain-broken': ({ reason }) => [reason, '请改正领域文件'],
  'domain-unusable': ({ place, fault }) => {
    const [what, remedy] = wordsOf(fileFaultsZh, fault);
    return [`${place}: ${what}`, remedy];
  },

  'no-driver': ['现在没有进程驱动此文件夹', '请打开它并在这里驱动'],
  'reads-only': ['这里只读取此文件夹', '请到驱动它的进程中操作'],
  'driven-by-process': ({ pid, host }) => [`${host} 上的进程 ${pid} 正在驱动此文件夹`, '请用那一个，或先结束它'],
  'driven-by-other': ['另一个窗口或终端正在驱动此文件夹', '请使用那一个，或关闭它后在此驱动'],
  'driver-changed': ['另一个进程已接管此文件夹', '请在那里继续，或先结束它'],
  'delete-elsewhere': ['另一个进程正在驱动此文件夹', '请在驱动它的进程中删除'],
  'folder-closed': ['此文件夹在这里已关闭', '请重新打开'],
  'no-folder': ({ folder }) => [`没有文件夹 ${folder}`, '请打开已有的文件夹'],
  'not-a-folder': ({ folder }) => [`${folder} 是文件，不是文件夹`, '请打开一个文件夹'],
  'unreadable-folder': ({ folder, reason }) => [`无法打开 ${folder}：${reason}`, '请打开你有权读取的文件夹'],
  'no-folder-open': ['没有打开文件夹', '请打开一个文件夹：对话以文件形式保存在其中'],
  'no-folder-chosen': ['没有选择文件夹', '请重新开始并选择一个'],
  'virtual-folder': ['此文件夹不在磁盘上', '请打开磁盘上的文件夹：对话是文件'],
  untrusted: ['此文件夹不受信任', '请先信任它：之后对话才能运行并使用工具'],
  'lock-not-file': ({ file }) => [`${file} 不是普通文件，因此没有进程能驱动此文件夹`, '请移走它，然后重试'],
  'lock-not-folder': ({ folder }) => [`${folder} 不是文件夹，因此没有进程能驱动此文件夹`, '请移走它，然后重试'],
  'folder-not-writable': ({ folder, reason }) => [`无法写入 ${folder}：${reason}`, freeSpace],
  'not-opened': ({ reason }) => [`无法打开此文件夹：${reason}`, freeSpace],
  'not-stored': ({ reason }) => [`无法保存：${reason}`, freeSpace],
  'not-handed-over': ({ reason }) => [`无法转交：${reason}`, freeSpace],
  'disk-refused': ({ reason }) => [`磁盘拒绝了：${reason}`, freeSpace],
  'access-denied': ({ reason }) => [`系统拒绝访问：${reason}`, '请检查权限以及运行此命令的用户'],
  'unreadable-text': ({ file }) => [`无法编辑 ${file}：它不是可读取的文本`, '请先改正它'],
  'broken-yaml': ({ file }) => [`无法编辑 ${file}：YAML 有错误`, '请先改正它'],

  'serve-in-clear': ({ host }) => [
    `在 ${host} 上提供页面会以明文发送所有内容`,
    '请给出 --tls-cert 和 --tls-key；若前面有支持 TLS 的代理，请给出 --behind-proxy',
  ],
  'port-taken': ({ host, port }) => [`${host} 的端口 ${port} 已被占用`, '请用 --port 指定其他端口，或用 0 任选一个'],
  'cannot-listen': ({ host, port, reason }) => [`无法在 ${host} 的端口 ${port} 上监听：${reason}`, '请指定其他地址'],
  'certificate-alone': ['证书需要它的密钥', '请同时给出 --tls-cert 和 --tls-key'],
  'certificate-unreadable': ({ file, reason }) => [`无法读取 ${file}：${reason}`, '请指定你有权读取的 PEM 文件'],
  'certificate-broken': ({ file, reason }) => [`无法使用 ${file}：${reason}`, '请指定未加密的 PEM 文件'],
  'certificate-of-other-key': ({ cert, key }) => [`证书 ${cert} 与密钥 ${key} 不匹配`, '请指定匹配的证书和密钥'],
  'view-only': ['此地址只能查看，不能操作', '请打开可操作的地址'],
  'no-store': ['没有指明 PostgreSQL 存储', `请将 DOMINDS_STORE 或 --store 设为类似 ${storeExample} 的地址`],
  'store-password': [
    '存储地址中含有密码',
    '请从地址中删去；在编辑器中运行“设置存储密码”，在别处设置 PGPASSWORD 或写入 ~/.pgpass',
  ],
  'store-address': ({ fault }) => [`无法使用此存储地址：${addressFaults[fault]}`, `请写成类似 ${storeExample} 的形式`],
  'store-key': ({ key }) => [`存储地址中有未知的键 ${key}`, `请写成类似 ${storeExample} 的形式`],
  'store-no-database': ({ store, database }) => [
    `存储 ${store} 的数据库 ${database} 不存在`,
    `请在该服务器上创建它（例如：createdb ${database}），或改正地址中的名称`,
  ],
  'store-encoding': ({ encoding }) => [
    `数据库的文字编码是 ${encoding}，存不下大多数语言`,
    '请新建编码为 UTF8 的数据库，并指明它',
  ],
  'store-server-old': ['服务器版本低于 PostgreSQL 15', '请更新它，或指明另一台服务器'],
  'store-not-migrated': ({ version }) => [
    version === 0 ? '存储中还没有表' : `存储的表是较旧的版本 ${version}`,
    '请运行：dominds store migrate',
  ],
  'store-newer': ({ version, known }) => [`存储的表是版本 ${version}，而此程序只支持 ${known}`, '请更新 Dominds'],
  'store-away': ({ store, reason }) => [`无法连接存储 ${store}：${reason}`, '请检查地址和网络'],
  'store-refused': ({ store, reason }) => [
    `存储 ${store} 拒绝了：${reason}`,
    '请检查用户、密码和权限，以及数据库的日志',
  ],
  'store-not-written': ({ reason }) => [`存储没有接受：${reason}`, '请检查数据库是否在运行、其日志说了什么，然后重试'],
  'store-without-tls': ({ store }) => [
    `存储 ${store} 不支持加密连接，而网络连接必须加密`,
    '请在 PostgreSQL 中启用 SSL；服务器就在本机时，请用 127.0.0.1 或 localhost 作为地址',
  ],
  'store-wants-password': ({ store }) => [
    `存储 ${store} 需要密码`,
    '请在编辑器中运行“设置存储密码”，在别处设置 PGPASSWORD 或写入 ~/.pgpass',
  ],
  'driven-by-worker': ['有工作进程正在驱动此对话', '请先停止它，或等它空闲时再试'],

  subdialog: ({ dialog, rootId }) => [`${dialog} 是子对话`, `请指明它的根对话：${rootId}`],
  'empty-reminder': ['提醒是空的', '请给出文字'],
  'unknown-permission': ({ n, count }) => [`没有权限 ${n}`, `共有 ${count} 项，从 1 数起`],
  'permission-not-kept': ['无法更改权限', '请让 $XDG_CONFIG_HOME 或 ~/.config 下的文件夹 dominds 可写'],
  'unknown-reminder': ({ n, count }) => [`没有提醒 ${n}`, `共有 ${count} 条提醒，从 1 数起`],
  'no-image-file': ({ file }) => [`没有文件 ${file}`, '请指明一个图片文件'],
  'image-not-a-file': ({ file, kind }) => [
    `${file} ${kind === 'folder' ? '是文件夹' : '不是普通文件'}`,
    '请指明一个图片文件',
  ],
  'large-image-file': ({ file, most }) => [`${file} 太大`, smaller(most)],
  'unreadable-image-file': ({ file, reason }) => [`无法读取 ${file}：${reason}`, '请指明可以读取的文件'],
};

function pendingText({ agentId, calledId, headline }: PendingWork): string {
  return calledId === undefined ? `@${agentId} 在问你：${headline}` : `@${agentId} 在等待 @${calledId}：${headline}`;
}

function presentDrafts(count: number): string {
  if (count === 0) return '没有草稿';
  return count === 1 ? '只有草稿 1' : `有草稿 1（最新）到 ${count}`;
}
