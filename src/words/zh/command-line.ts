// What the command line says.

import { wordsOf } from '../../core/base/fact.ts';
import type { Difference } from '../../core/belief/history/changes-in-words.ts';
import type { Awaited } from '../../core/belief/missing.ts';
import type { Json } from '../../core/belief/values/json.ts';
import { questionClosingText } from '../../core/dialog/view/question-closing.ts';
import { reasonTextZh } from '../../core/prompt/words/zh/reasons.ts';
import { sayEvidenceZh, sayFactsZh, untoldZh } from '../../core/prompt/words/zh/work.ts';
import type { CommandLineWords } from '../command-line.ts';
import { brokenOffZh, questionClosingsZh } from './dialogs.ts';
import { helpZh } from './help.ts';
import { restoreCommandZh } from './restore.ts';

/** 导入时略过文件的原因。 */
const notTaken = {
  'not-plain': '是链接，或不是普通文件',
  'too-large': '过大',
  unreadable: '无法读取',
};

const states = {
  generating: '工作中',
  'awaiting-q4h': '等你处理',
  'awaiting-subdialogs': '等待中',
  interrupted: '已暂停',
  idle: '空闲',
  completed: '已完成',
  archived: '已归档',
};

const statuses = { running: '正在运行', completed: '已完成', archived: '已归档' };

export const commandLineZh: CommandLineWords = {
  usage: {
    told: ({ text }) => text,
    'no-command': '没有给出命令',
    'unknown-command': ({ name }) => `未知的命令 ${name}`,
    'unknown-action': ({ command, action }) => `${command} 没有操作 ${action}`,
    'unknown-flag': ({ flag, inCommand }) =>
      `未知的选项 ${flag}${inCommand ? '（以 - 开头的文本请写在 -- 之后）' : ''}`,
    'flag-needs-value': ({ flag, dashed }) => `${flag} 需要一个值${dashed ? '；以 - 开头的值请用 = 连接' : ''}`,
    'flag-takes-no-value': ({ flag }) => `${flag} 不接受值`,
    'flag-of-actions': ({ flag, actions }) => `${flag} 只用于 ${actions.join('、')}`,
    'missing-argument': ({ name }) => `缺少 <${name}>`,
    'unexpected-argument': ({ argument, several }) =>
      `多余的参数“${argument}”${several ? '（由多个词组成的文本请加引号）' : ''}`,
    'one-of': ({ what, options, given }) =>
      `${what} 应为 ${options.join('、')}${options.length > 1 ? ' 之一' : ''}，而不是 ${given}`,
    'section-of': ({ options, given }) => `章节应为 ${options.join('、')} 之一，而不是 ${given}`,
    'shell-of': ({ options, given }) => `shell 应为 ${options.join('、')} 之一，而不是 ${given}`,
    'served-twice': ({ name }) => `--serve 两次指定了 ${name}：一个工作区只从一个文件夹提供`,
    'number-from-1': ({ flag, given }) => `${flag} 应为从 1 起的数字，而不是 ${given}`,
    'dialog-and-all': '对话和 --all 不能同时给出',
    'unclear-permission': '不清楚要对权限做什么',
    'unclear-reminders': '不清楚要对提醒做什么',
    'unclear-restore': '参数没有说清要恢复什么',
    'unknown-origin': ({ given }) => `--from 指的不是已知的来源：“${given}”`,
    'content-without-otlp': '--content 需要 --format otlp',
    'no-days': '--older-than 需要天数，例如 90d',
    'not-a-workspace': ({ given }) => `--serve 应为 name=path，而不是 ${given}`,
    'not-a-port': '--port 应为 0 到 65535 之间的数字',
    'not-a-turn': ({ given }) => `${given} 不是轮的编号`,
    'draft-by-number': '草稿用编号指明',
    'action-takes-number': ({ action, optional }) =>
      `${action} 接受一个${countedBy[action]}${optional ? '，也可不写' : ''}`,
  },
  labels: {
    'not-json': '不是 JSON',
    'not-an-object': '不是对象',
    'bad-turn': 'turn 必须是从 0 起的数字',
    'turn-not-after': ({ turn, last }) => `第 ${turn} 轮写在了第 ${last} 轮之后`,
    'not-a-list': ({ key }) => `${key} 必须是列表`,
    'bad-gold': 'gold 必须是 {flow: {slot: value}}',
    'late-state': '保存的状态必须在第一轮之前',
    'bad-state': ({ why }) => reasonTextZh(why),
  },
  help: helpZh,
  restore: restoreCommandZh,
  live: {
    thinks: '思考中',
    writes: '书写中',
    uses: tool => `使用${tool === '' ? '工具' : ` ${tool}`}`,
    triesAgain: seconds => `${seconds} 秒后重试`,
    noReply: seconds => `等待中：${seconds} 秒没有回复`,
    by: (name, activity) => `${name} ${activity}`,
    scripted: '（回复来自脚本，不使用模型）',
    imagesLeftOut: (name, count) =>
      `不确定 ${name} 的模型能否接收图片：${count} 张未发送（若能接收，请在 .minds/llm.yaml 中写 \`images: true\`）`,
    usageEstimated: name => `${name} 的模型不报告用量：上限按请求和回复的大小估算`,
    streamError: (name, message) => `${name}：数据流出错：${message}`,
    courseBegins: (name, course) => `${name} 开始第 ${course} 程`,
    isDone: name => `${name} 已完成`,
    isInterrupted: (name, why) => `${name} 已中断：${why}`,
    saysNothing: name => `${name} 的回复是空的`,
    isBrokenOff: (name, why) => `${name} 的回复不完整：${brokenOffZh[why]}`,
    isRefused: (name, why) => `${name} 被拒绝：${why}`,
    exits: (name, exitCode) => `${name} 的命令退出码为 ${exitCode}`,
    asks: (caller, name, what) => `${caller} 诉请 ${name}：${what}`,
    asksInVain: (name, why) => `${name} 的诉请被拒绝：${why}`,
    answers: (callee, name, ok) => `${callee} ${ok ? '回答了' : '未能回答'} ${name}`,
    callEnded: callee => `给 ${callee} 的诉请已撤回`,
    asksYou: (name, isPermission, what) => `${name} ${isPermission ? '请求许可' : '在问你'}：${what}`,
    questionClosed: (name, closing) => `${name} 的一个问题已关闭：${questionClosingText(questionClosingsZh, closing)}`,
    keepGoing: (name, left) => `已提醒 ${name} 继续推进（再有 ${left} 次就会问你）`,
    offersDraft: (name, draft) => `${name} 提出草稿 ${draft}`,
    thinksOn: (name, thoughts) => `${name} 继续思考（${thoughts} 条新想法）`,
    turn: (name, turn, commands) => `${name} 的第 ${turn} 轮：${commands}`,
    predictionUnread: (name, why) => `无法读取对 ${name} 的一个预测：${why}`,
    goesOnAlone: (name, round, most) => `${name} 自行继续（${round}/${most}）`,
    automatic: (name, reason) => `自动告知 ${name}：${reason}`,
  },
  belief: {
    turn: turn => `第 ${turn} 轮`,
    anotherResult: '再来一个结果',
    awaits: { approval: '等待批准其步骤', resume: '等你说继续', confirm: '等你确认' },
    missing: what => `还缺：${what.join('；')}`,
    oneOf: slots => `${slots.join('、')} 之一`,
    askedFor: slot => `已询问：${slot}`,
    predicted: (flow, percent) => `预测：${flow} ${percent} %`,
    ended: (flow, status) => `已结束：${flow} · ${status}`,
    refused: (command, why) =>
      command === undefined ? reasonTextZh(why) : `已拒绝：${command} · ${reasonTextZh(why)}`,
    lacks: reasonTextZh,
    foundOut: (flow, text) => `${flow} 查明：${text}`,
    unset: '未设置',
    noPreference: '无偏好',
    isDefault: '默认值',
    from: slot => `来自 ${slot}`,
    doesNotCount: '不计入',
    askedAlways: '总会询问',
    setByAgent: '由智能体设置',
    beginning: '开头',
    by: { person: '由用户', agent: '由智能体', internal: '由内部流程' },
    rolledBack: (from, to) => `从第 ${from} 轮回退到第 ${to} 轮`,
    difference: differenceText,
    sound: (file, domain, flows) => `${file}：领域 ${domain} 没有问题，共 ${flows} 个流程`,
    notUsable: file => `${file}：无法使用`,
  },
  store: {
    migrated: (version, applied) =>
      applied.length === 0 ? `版本 ${version}，无需更新` : `版本 ${version}：${applied.join('；')}`,
    status: (version, { running, waiting, due }) =>
      `版本 ${version} · 对话树：${running} 棵运行，${waiting} 棵等待，${due} 棵到期`,
    worker: (name, serves, trees) => `工作进程 ${name} · 服务于 ${serves.join('、') || '无'} · ${trees} 棵树`,
    unserved: (workspace, dialogs) => [
      `${dialogs} 个对话在等待服务于 ${workspace} 的工作进程`,
      `请运行：dominds work --serve ${workspace}=<folder>`,
    ],
    copied: (way, dialogs, records) =>
      `已${way === 'export' ? '导出' : '导入'} ${dialogs} 个对话，共 ${records} 条记录`,
    present: dialogs => `${dialogs} 个对话已存在，未改动`,
    leftOut: (place, why) => [`${place} ${notTaken[why]}`, '已略过'],
    incomplete: rootId => [`对话 ${rootId} 未导入：它的部分记录被略过`, '请换成普通文件，然后重新导入'],
    badRecord: place => [`${place} 不是记录`, '已略过'],
    pruned: dialogs => `已删除 ${dialogs} 个已归档对话`,
    events: { claimed: '接手', released: '放下', lost: '失去' },
  },
  metrics: {
    roots: { name: '根对话', parts: { running: '运行', completed: '完成', archived: '归档' } },
    dialogs: { name: '对话', parts: { created: '创建', completed: '完成' } },
    registry: '已注册的子对话',
    questions: { name: '问题', parts: { pending: '未答', answered: '已答' } },
    generations: '生成次数',
    tokens: { name: '词元', parts: { prompt: '输入', completion: '输出', cached: '缓存' } },
    cacheHitRate: '缓存命中率',
    cost: '费用',
    generationMs: '生成用时（毫秒）',
    retries: '重试次数',
    diligence: { name: '继续推进', parts: { pushes: '次提醒', disabledByEmptyFile: '个因文件为空而停用' } },
    storageBytes: '存储（字节）',
    residentBytes: '内存（字节）',
    openHandles: '打开的文件和连接',
  },
  usageLine: line => `用法：${line}`,
  helpListsCommands: 'dominds --help 列出所有命令',
  notWritten: reason => [`输出不完整：${reason}`, '请在输出的目标位置腾出空间，然后重新运行该命令'],
  notRead: reason => [`无法读取标准输入：${reason}`, '请传入文件（如 < labels.txt）或管道'],
  bug: problem => [`内部错误：${problem}`, '这是 Dominds 的缺陷，请报告'],
  remedies: {
    'not-configured':
      '请设置 OPENAI_API_KEY，或用 OPENAI_BASE_URL 指定其他服务器，或在 .minds/llm.yaml 中描述一个（DOMINDS_PROVIDER=playbook 播放演示：请说“给我看看团队怎样工作。”）',
    untrusted: '加上 --trust 才会把对话发到那里，或指定其他服务器（OPENAI_BASE_URL、DOMINDS_PROVIDER）',
    unreachable: '请检查地址（OPENAI_BASE_URL 或 .minds/llm.yaml 中的 base_url）和网络',
    'no-key': '请设置密钥：OPENAI_API_KEY，或该提供方的变量（OPENROUTER_API_KEY 等）',
    auth: '请检查密钥：OPENAI_API_KEY，或该提供方的变量（OPENROUTER_API_KEY 等）',
    quota: '请充值，或换一个模型（DOMINDS_MODEL、DOMINDS_PROVIDER、.minds/llm.yaml）',
    'bad-request': '请检查模型、地址和参数（DOMINDS_MODEL、OPENAI_BASE_URL、.minds/llm.yaml）',
    'context-full':
      '请用 dominds clear-mind 清理它的头脑，或换一个上下文更大的模型，并在 .minds/llm.yaml 中设置 context_length',
    blocked: '服务器的内容过滤不接受此对话中的某些内容：请用 dominds clear-mind 清理它的头脑，或换一个模型',
    'no-tools':
      '请换一个支持工具调用的模型，或在启动其服务器时开启工具调用（vLLM：--enable-auto-tool-choice 和 --tool-call-parser，llama.cpp：--jinja），或在 .minds/llm.yaml 中写 `tools: false`，只用文字和诉请工作',
    'rate-limited': '请稍候，或换一个模型',
    'server-error': '请重试，或换一个模型',
    'no-reply': '请在 .minds/llm.yaml 中调大 first_token_s 或 silence_s（0 表示不限），或换一个模型',
    'too-large': '请让模型分次少写',
    'broken-settings': '请改正文件中的这一处；在此之前无法得知其中的限额',
    'broken-playbook': '请改正脚本中的这一处，或配置真实模型',
    'agent-failed': '请检查 .minds/team.yaml 中此成员的命令（acp），并在终端中试运行',
    'agent-login': '请用该智能体自己的命令登录',
    store: '请在数据库上排除原因（详见其日志）',
    'consent-needed': '请换一个模型（DOMINDS_MODEL、DOMINDS_PROVIDER、.minds/llm.yaml），或使用编辑器',
    'broken-domain': '请改正领域文件（dominds state check 会列出其中的问题）',
    disk: '请腾出空间、让文件夹可写，或恢复缺失的文件',
    'lock-lost': '请使用正在驱动的进程，或先结束它',
    bug: '详情见 .dialogs/dominds.log；这是 Dominds 的缺陷，请反馈',
    'playbook-exhausted': '请在脚本中加入合适的回复，或配置真实模型',
  },
  goOn: dialog => `用 dominds continue ${dialog} 继续`,
  thenGoOn: (remedy, dialog) => `${remedy}；然后用 dominds continue ${dialog} 继续`,
  finishOrEnd: rootId => `请完成它，或结束它：dominds done ${rootId} --force`,
  serves: workspaces => `服务于 ${workspaces.join('、')}`,
  storeAway: reason => [`存储不可用：${reason}`, '对话会等到它恢复'],
  storeBack: '存储已恢复',
  storeUnread: reason => [`无法读取存储中的对话：${reason}`, '请在数据库上排除原因'],
  storeReadAgain: '又可以读取存储中的对话',
  noFile: file => [`没有文件 ${file}`, '请检查路径；它从工作区开始'],
  unusableDomain: file => [`${file} 无法使用`, `dominds state check ${file} 会列出其问题`],
  brokenLabels: (line, fault) => [
    `标注的第 ${line} 行：${wordsOf(commandLineZh.labels, fault)}`,
    '请写 {"turn": n, "predictions": […], "commands": […]}，轮的编号递增',
  ],
  changedMeanwhile: file => [`${file} 在此期间已变动，未改写`, '请重新导入'],
  trustNotKept: [
    '无法记住此文件夹受信任',
    '请让 $XDG_CONFIG_HOME 或 ~/.config 下的 dominds 文件夹可写，或每次加上 --trust',
  ],
  withheld: (files, what) => [
    `此文件夹不受信任：未启用 ${files.join('、')} 所允许的内容（${what}）`,
    '加上 --trust 即可允许',
  ],
  changedSince: (file, what) => [
    `此文件夹在此命令开始之后变动了：未启用 ${file} 所允许的内容（${what}）`,
    '在其中运行 dominds doctor --trust 即可允许',
  ],
  acts: {
    starts: (server, command) => `启动 ${server}：${command}`,
    sends: (server, url) => `发送到 ${server}：${url}`,
    asks: (url, isClear) => `把对话${isClear ? '不加密地' : ''}发送到模型服务器 ${url}`,
    notifies: to => `把通知发送到 ${to}`,
    tells: ({ content, baseUrl }) =>
      `让所有通知${[...(content ? [`包含 ${content}`] : []), ...(baseUrl ? [`指向 ${baseUrl}`] : [])].join('并')}`,
    begins: (schedule, cron) => `按计划 ${schedule}（${cron}）启动对话`,
    allows: (member, uses, paths) =>
      `让 ${member} 不经询问${paths.length === 0 ? '' : `在 ${paths.join('、')} 中`}使用${uses.length === 0 ? '它的所有工具' : ` ${uses.join('、')}`}`,
  },
  askTrust: (folder, acts, more) =>
    [
      `文件夹 ${folder} 想不经询问做这些事：`,
      ...acts,
      ...(more > 0 ? [`  …… 还有 ${more} 项`] : []),
      '你信任它吗？y：是，记住，直到内容变动。n：否。[y/n] ',
    ].join('\n'),

  noDialogsOf: status => `没有${statuses[status]}的对话`,
  noDialogs: '还没有对话；dominds start "…" 可开始一个',
  noQuestions: '没有未答的问题',
  changed: (files, added, removed) => `${files} 个文件 +${added} −${removed}`,
  untold: untoldZh,
  unsureMakers: '* 同时还有其他工作在进行，其中一些改动可能是它们做的。',
  lineIs: ({ kind, state, by, dropped, changedChecks }) =>
    [
      kind === 'goal'
        ? '文字目标，不检查'
        : { verified: '已验证', failed: '未通过', stale: '已过期', open: '未检查' }[state],
      ...(dropped ? ['被成员删除'] : []),
      ...(by ? ['由成员写下'] : []),
      ...(changedChecks ? [`通过，但成员修改了 ${changedChecks.join('、')}`] : []),
    ].join(' · '),
  evidenceIs: sayEvidenceZh,
  notVerified: state => [state === undefined ? '没有验收条目' : '对话没有通过验证', '查看验收条目：dominds evidence'],
  noPermissions: '这里没有始终允许的操作',
  permissionModes: {
    ask: '操作按规则和默认设置征求许可',
    edits: '普通文件的编辑不再询问',
    all: '除被拒绝的以外，一切不再询问',
  },
  noReminders: '没有提醒',
  noRegistered: '没有已注册的子对话',
  noRules: '这里没有其他工具的规则',
  noExchange: '还没有接受的来回',
  nothingChanged: '没有变化',
  nothingLeft: '没有剩下要做的事',
  staysInterrupted: rootId => `${rootId} 无法继续：用 dominds doctor 查找原因`,
  asleepStill: count =>
    `有 ${count} 个对话在休眠：dominds list 显示休眠到何时，dominds continue <对话> 会一直等到它醒来`,
  goesOnWith: count => `正在继续之前的进程留下的 ${count} 个对话`,
  nobodyRuns: count => `有 ${count} 个对话还有工作要做，但没有进程在运行：用 dominds continue 继续`,
  questionsWait: count => `无法继续：有 ${count} 个问题等待你回答（dominds q4h）`,
  nothingRan: '没有正在运行的对话',
  nothingWrong: '一切正常',
  nobodyDrives: '没有进程驱动此文件夹',
  nothingRuns: '此文件夹中没有正在运行的对话',
  settled: (rootId, state) => `对话 ${rootId} · ${states[state]}`,
  facts: sayFactsZh,
  repaired: { yes: '已修复', no: '问题', note: '提示' },
  serving: (url, viewOnly) => (viewOnly ? `仅供查看：${url}` : `请在一个浏览器中打开：${url}`),
  noNotices: '没有发送过通知；在 .minds/notify.yaml 中设置通知谁',
  noticeSent: '已发送',
  noticeFailed: error => `失败：${error}`,
  noSchedules: '没有计划；计划写在 .minds/schedules.yaml 中',
  scheduled: (next, missedOnce) =>
    `${next === null ? '永不到期' : `下次 ${next}`}${missedOnce ? '  错过的：补一次' : ''}`,
  registered: { working: '工作中' },
  imported: (isDry, isNew) => {
    if (isDry) return isNew ? '将写入' : '将扩充';
    return isNew ? '已写入' : '已扩充';
  },
  step: (draft, thoughts) => [
    ...(draft ? [`草稿 ${draft.id}：${draft.text}`] : []),
    ...(thoughts > 0 ? [`${thoughts} 条想法`] : []),
  ],
  stepWith: brought => `一步 · ${brought.join(' · ') || '没有新内容'}`,
  closingPart: '（结尾部分，每次请求重新生成）',
  tools: '工具',
  calls: (tool, args) => `[调用 ${tool} ${args}]`,
  statusIs: (rootId, status) => `${rootId} ${statuses[status]}`,
  dismissed: callId => `诉请 ${callId} 已取消`,
  toldCallee: callId => `已告知处理诉请 ${callId} 的成员`,
  stopped: dialog => `已停止 ${dialog}`,
  retried: dialog => `正在立即重试 ${dialog}`,
  replaced: section => `已替换 ${section}`,
  courseBegins: course => `第 ${course} 程开始`,
  courseOf: (course, newest) => `第 ${course} 程，共 ${newest} 程`,
  segments: {
    prose: '正文文字',
    tellask: '诉请',
    session: '会话名',
    malformed: '格式有误：',
    headline: '标题',
    body: '正文',
    rest: '其余',
  },

  asleep: {
    fileChanges: path => `${path} 有变化`,
    dialogEnds: rootId => `对话 ${rootId} 结束`,
    waitingUntil: first => `等待直到 ${first.join(' 或 ')}`,
  },
  pause: pause => {
    if (pause.kind === 'retry') return `将于 ${pause.clock} 重试`;
    return pause.kind === 'left' ? '未在运行' : '排队等待模型';
  },
  asks: (agentId, kind) => (kind === 'ask' ? `${agentId} 在问：` : `${agentId} 在问（${kind}）：`),
  options: options => `选项：${options.join(' | ')}`,
  states,
  inAside: '（插话中）',
  waitsForWorker: workspace => `等待服务 ${workspace} 的工作进程`,
  leftUnserved: (rootId, workspace) => [
    `${rootId}：已没有工作进程服务于 ${workspace}，对话尚未完成`,
    `请启动工作进程（dominds work），或在此继续：dominds continue ${rootId}`,
  ],
  dialogOf: (rootId, agentId) => `对话 ${rootId} · ${agentId}`,
  moreLines: count => `…… 还有 ${count} 行`,
  works: '工作中',
  rests: '休息',
  atRest: count => `${count} 个在休息`,
  interrupted: '已中断',
  ended: { completed: '已完成', archived: '已归档' },
  asksYou: (headline, isPermission, others) =>
    `${isPermission ? '请求许可' : '在问你'}：${headline}${others === 0 ? '' : `（还有 ${others} 个）`}`,
  waitsFor: agentIds => `等待 ${agentIds.join('、')}`,

  you: '你',
  mind: '心智',
  draft: n => `草稿 ${n}`,
  unseen: '未看',
  newestStep: warning => `最新一步：${warning}`,
  leftOver: rest => `最新一步余下的内容：${rest}`,
  iteration: n => `第 ${n} 次迭代`,
  moreToDo: '心智还有要做的事',
  waitsForAnswer: '等待你的回答',
  draftPauses: {
    'not-asked': '没有让心智继续',
    idle: '没有等待的消息',
    drafted: '有了新草稿',
    'steps-made': '步数已完成',
    limit: '已达到迭代上限',
    quiet: '心智没有新内容',
  },
};

const countedBy = { run: '从 1 起的步数', accept: '草稿编号', prune: '从 1 起的来回数' };

function differenceText(difference: Difference): string {
  switch (difference.kind) {
    case 'intent':
      return `意图：${difference.from} → ${difference.to}`;
    case 'slot':
      return `${difference.flow}.${difference.slot}：${valueText(difference.from)} → ${valueText(difference.to)}`;
    case 'status':
      return `${difference.flow}（${difference.flowId}）：${difference.from} → ${difference.to}`;
    case 'flag':
      return `${difference.flag}：${difference.to ? '开' : '关'}`;
    case 'awaits':
      return `${difference.flow}（${difference.flowId}）等待：${awaitedText(difference.from)} → ${awaitedText(difference.to)}`;
    case 'again':
      return `${difference.flow}（${difference.flowId}）再次索取结果的次数：${difference.from} → ${difference.to}`;
    case 'requested':
      return `已询问：${difference.flow}.${difference.slot}`;
    case 'requestedGone':
      return `不再询问：${difference.flow}.${difference.slot}`;
    case 'finding':
      return `查明：${difference.text}`;
    case 'findingGone':
      return `已移除的发现：${difference.text}`;
    case 'flowAdded':
    case 'flowGone':
      return `${difference.kind === 'flowAdded' ? '+' : '-'} ${difference.flow}（${difference.flowId}）`;
  }
}

function awaitedText(awaited: Awaited | null): string {
  return awaited === null ? '无' : { approval: '批准', resume: '继续', confirm: '确认' }[awaited];
}

function valueText(value: Json): string {
  return value === null ? '未设置' : typeof value === 'string' ? value : JSON.stringify(value);
}
