// The Chinese words of `words.ts`.

import { MAX_IMAGE_BYTES, MAX_IMAGES } from '../../../src/core/base/image.ts';
import { placeOf } from '../../../src/core/dialog/answered-by.ts';
import type { GenerationOutcome } from '../../../src/core/dialog/record.ts';
import type { QuestionKind } from '../../../src/core/dialog/record-parts.ts';
import { questionClosingText } from '../../../src/core/dialog/view/question-closing.ts';
import { type Need, type Standing, standingOf } from '../../../src/core/dialog/view/standing.ts';
import type { EvidenceState } from '../../../src/core/evidence/evidence.ts';
import { formZh } from '../../../src/core/prompt/words/zh/questions.ts';
import { sayEvidenceZh, sayFactsZh } from '../../../src/core/prompt/words/zh/work.ts';
import { formatCost } from '../../../src/core/spending/cost.ts';
import { troubleText } from '../../../src/words/trouble-text.ts';
import {
  answerWordsZh,
  brokenOffZh,
  permissionModeNamesZh,
  questionClosingsZh as questionClosings,
} from '../../../src/words/zh/dialogs.ts';
import { troublesZh as troubles } from '../../../src/words/zh/troubles.ts';
import type { AutomaticReason } from '../../dialog/items/item.ts';
import { changesZh } from './changes-words.ts';
import { overviewZh } from './overview-words-zh.ts';
import { goBackZh } from './restore-words.ts';
import { ageIn, percentOf, type Words } from './words.ts';

const standingWords: Record<Standing, string> = {
  needsYou: '等你处理',
  working: '工作中',
  waiting: '等待中',
  paused: '已暂停',
  idle: '空闲',
  completed: '已完成',
  archived: '已归档',
};

const needWords: Record<Need, string> = {
  question: '问题',
  trouble: '因故障停止',
  draft: '草稿待接受',
  ended: '已结束',
};

const optionNames: Readonly<Record<string, string>> = {
  'allow once': '允许一次',
  'always here': '在此工作区始终允许',
  always: '始终允许',
  deny: '拒绝',
  continue: '继续',
  stop: '停止',
  'stop reminding': '不再提醒',
  wait: '等待',
  'other model': '换一个模型',
  'take all': '全部采用',
  'send back': '退回',
  drop: '丢弃',
  decline: '拒绝',
  accept: '接受',
  reject: '不接受',
};

const questionHeadings: Record<QuestionKind, string> = {
  ask: '向你提问',
  diligence: '继续推进吗？',
  repeat: '是否在原地打转？',
  provider: '模型出现问题',
  permission: '需要许可',
  cap: '已到上限',
  plan: '需要你批准',
  clarify: '缺少信息',
  acceptance: '需要你验收',
  merge: '是否采用这些更改？',
};

const evidenceStates: Record<EvidenceState, string> = {
  verified: '已验证',
  claimed: '仅为声称',
  failed: '检查未通过',
  open: '尚未验证',
};

const automaticReasons: Record<AutomaticReason, string> = {
  ownPlace: '自己的副本',
  work: '队友的工作',
  diligence: '继续推进',
  clear_mind: '新一程的开场',
  change_mind: '新一程的开场',
  full: '新一程的开场：上一程的记录过大',
  fork: '分叉的开场',
  restore: '你回到了较早的消息',
  undone: '你还原了修改',
  redone: '你恢复了修改',
  belief: '你改了对话状态',
  keepGoing: '不等你就继续',
  asideCleared: '插话已清空',
  'empty-output': '没有输出，再次请求',
  misread: '诉请未能识别，再次请求',
  notCalls: '未识别为诉请',
  'context-caution': '上下文偏满',
  'context-critical': '上下文将满',
  'process-ended': '后台命令已结束',
  'ran-away': '回复不断重复，已中断',
  'no-calls': '回复没有调用工具',
  checkPassed: '验收检查通过',
  checkFailed: '验收检查未通过',
  reviewAsked: '已请求评审',
};

const finishes: Readonly<Record<string, string>> = {
  ...brokenOffZh,
  refusal: '模型拒绝作答',
};

const outcomes: Record<GenerationOutcome, string> = {
  complete: '',
  cut: '回复中断',
  stopped: '已停止',
  failed: '失败',
  'stream-error': '回复中断',
  'ran-away': '不断重复，已中断',
};

export const zh: Words = {
  locale: 'zh-CN',
  loading: '正在打开对话…',
  conversation: '对话内容',
  standing: standing => standingWords[standing],
  state: state => standingWords[standingOf({ state })],
  need: need => needWords[need],
  you: '你',
  queued: '排队中，本轮结束后发送',
  queuedBehindQuestion: '排队中，你回答问题后发送',
  queuedMessage: {
    label: '排队中的消息',
    sendAsAnswer: '作为回答发送',
    edit: '编辑',
    remove: '移除',
    save: '保存',
    deliveredFirst: { message: '保存修改之前，这条消息已经送达。', remedy: '你的文字已放入消息框。' },
  },
  sending: '发送中…',
  inAside: '插话中',
  automatic: '自动',
  automaticReason: reason => automaticReasons[reason],
  reminded: '已提醒继续',
  remindedOf: (nth, all) => `已提醒继续，第 ${nth} 次，共 ${all} 次`,
  thinking: '思考中',
  thought: '思考',
  copyReply: '复制回复',
  steps: count => `${count} 步`,
  cut: '在此中断。这一部分不会保留在模型的上下文中。',
  showMore: '展开',
  showLess: '收起',
  copy: '复制代码',
  insertCode: '插入到编辑器',
  openCode: '作为文件打开',
  copied: '已复制',
  image: '图片',
  taskDone: '已完成',
  taskOpen: '待办',
  course: course => `第 ${course} 程`,
  survived: {
    title: '从上一段上下文带来的内容',
    always: 'Taskdoc、已注册的子对话和以前各程都保持不变。',
    reminders: '提醒',
    calls: '未回答的诉请',
    queued: '尚未送达的消息',
  },
  courses: '程',
  olderCourse: course => `你正在阅读已结束的第 ${course} 程。`,
  backToCourse: course => `转到第 ${course} 程`,
  previousCourse: course => `查看第 ${course} 程`,
  earlier: count => `更早的 ${count} 条记录`,
  newest: '跳到最新',
  root: '根对话',
  newDialog: '新对话',
  welcome: {
    title: who => `想让 ${who} 做什么？`,
    text: '在下方描述任务。其中的部分可以交给队友，需要你决定时会向你提问。',
    team: '队友',
    more: count => `还有 ${count} 位`,
    taskdoc: path => `Taskdoc：${path}`,
    domain: name => `领域：${name}`,
  },
  newDraft: '有了新草稿。',
  scripted: '脚本模型',
  markDone: '标记完成',
  reopen: '重新打开',
  tokens: count => `${short(count)} 词元`,
  context: (used, all) => `上下文：${short(used)} / ${short(all)} 词元`,
  cost: cost => `费用 ${formatCost(cost)}`,
  treeUsage: ({ tokens, cost, isEstimated }) =>
    `整棵树：${isEstimated ? '约 ' : ''}${short(tokens)} 词元${cost > 0 ? ` · 费用 ${formatCost(cost)}` : ''}`,
  usage: (prompt, completion, cached) => {
    const kept = cached === undefined ? '' : `（${percentOf(cached, prompt)} 来自缓存）`;
    return `输入 ${short(prompt)}${kept} · 输出 ${short(completion)}`;
  },
  generations: count => `${count} 次生成`,
  unknownUsage: (estimate, count) =>
    `${count === undefined ? '' : `其中 ${count} 次`}用量未知${estimate === undefined ? '' : ` · 上限按约 ${short(estimate)} 词元计`}`,
  duration: ms => (ms < 950 ? `${ms} 毫秒` : ms < 59_500 ? `${(ms / 1000).toFixed(1)} 秒` : minutes(ms)),
  outcome: outcome => outcomes[outcome],
  finish: finish => finishes[finish] ?? '',
  assignmentFrom: who => `来自 ${who} 的任务`,
  asksBack: who => `${who} 回问`,
  tellaskerName: '调用方',
  selfName: '自己',
  openCaller: '打开调用方',
  openSubdialog: '打开子对话',
  unfoldSubdialog: '在此展开',
  foldSubdialog: '收起',
  nested: '子对话的内容',
  find: {
    open: '在对话中查找（Ctrl+F）',
    label: '在本程中查找',
    count: (at, all) => (all === 0 ? '无结果' : at === 0 ? `${all} 项` : `第 ${at} 项，共 ${all} 项`),
    previous: '上一个匹配（Shift+Enter）',
    next: '下一个匹配（Enter）',
    close: '关闭（Esc）',
  },
  dismissCall: '取消请求',
  tellask: {
    to: who => `诉请 ${who}`,
    writing: '书写中…',
    said: '即将发出',
    void: '未发出',
    dismissed: '已撤回',
    reassigned: '已换人',
    waiting: (open, all) => (all > 1 ? `等待中，${all} 个中已答 ${all - open} 个` : '等待中'),
    answered: '已回答',
    failed: '失败',
    refused: '被拒绝',
    malformed: '无法理解',
  },
  answerFrom: who => `${who} 的回答`,
  dismissedFrom: who => `给 ${who} 的诉请已撤回`,
  failedAnswerFrom: who => `${who} 的失败回答`,
  callSite: '显示请求',
  gaveAnswer: who => `已回答 ${who}`,
  gaveFailure: who => `已向 ${who} 报告失败`,
  facts: sayFactsZh,
  changes: changesZh,
  restore: goBackZh,
  evidence: sayEvidenceZh,
  todo: {
    title: '待办',
    count: (done, all) => `已完成 ${done}/${all}`,
    states: { open: '待办', done: '已完成', failed: '未通过' },
  },
  evidenceState: state => evidenceStates[state],
  tool: {
    called: '尚未开始',
    running: '运行中',
    ok: '完成',
    failed: '失败',
    exits: code => `退出码 ${code}`,
    args: '参数',
    result: '结果',
    output: '目前输出',
    empty: '（空）',
    stop: '停止',
    runOn: '让它继续运行',
    runOnTitle: '命令在后台继续运行，对话继续',
  },
  form: formZh,
  question: {
    heading: kind => questionHeadings[kind],
    open: '等待你',
    answered: '已回答',
    closed: '已关闭',
    answer: '回答',
    givenAnswer: by => `${by?.kind === 'policy' ? '你的规则' : '你'}${placeOf(by, answerWordsZh)}的回答`,
    options: '选项',
    form: '字段',
    choose: '请选择…',
    chooseOne: '请选择一项',
    chooseSome: '请从中选择',
    yesOrNo: value => (value ? '是' : '否'),
    option: option => optionNames[option] ?? option,
    allowed: '已允许',
    denied: '已拒绝',
    denyWithWord: '拒绝并说明原因…',
    backPlaceholder: '告诉智能体要改什么：文字会退回它的工作…',
    denyPlaceholder: '告诉智能体原因，或应当怎么做…',
    showDiff: '查看差异',
    files: '更改的文件',
    hunk: (number, path) => `${path} 的第 ${number} 处更改`,
    takeSelected: (count, of) => `采用所选（${count}/${of}）`,
    actions: count => `本次回复有 ${count} 项操作请求许可`,
    allowAll: '全部允许一次',
    denyAll: '全部拒绝',
    pending: count => `有 ${count} 个问题等待你回答`,
    aim: '写回答还是消息',
    answering: who => `回答${who}`,
    show: '显示问题',
    next: '下一个',
    asksYou: who => `${who} 问你：`,
    needsYou: who => `等你处理（${who}）`,
    jump: '转到下一个问题（F8）',
  },
  interruption: why => troubleText(troubles, why),
  questionClosing: closing => questionClosingText(questionClosings, closing),
  pause: {
    left: '已暂停：未在运行',
    retry: time => `将于 ${time} 重试`,
    inLine: '等待模型空位',
    asleep: {
      fileChanges: path => `${path} 有变化`,
      dialogEnds: rootId => `对话 ${rootId} 结束`,
      waitingUntil: first => `等待直到 ${first.join(' 或 ')}`,
    },
  },
  left: '此对话还有工作要做，但没有进程在运行它。',
  mend: { chooseModel: '选择模型', setApiKey: '设置 API 密钥', testConnection: '测试连接', tryDemo: '试用演示' },
  continue: '继续',
  answerAsFailed: '报告失败',
  waitingFor: who => `等待 ${who}`,
  retrying: (seconds, attempt) =>
    attempt === 0 ? `${seconds} 秒后请求模型` : `${seconds} 秒后重试（第 ${attempt} 次）`,
  retryNow: '立即重试',
  noReply: seconds => `已 ${seconds} 秒没有回复`,
  place: by => placeOf(by, answerWordsZh).trim(),
  milestone: {
    completed: by => (by === 'agent' ? '由智能体标记完成' : '由你标记完成'),
    archived: '已归档',
    reopened: '已重新打开',
    continued: '已继续',
    retried: by => `你${placeOf(by, answerWordsZh)}重试`,
    dropped: '任务已撤回',
    rolledBack: (from, to) => `对话状态从第 ${from} 轮回退到第 ${to} 轮`,
  },
  composer: {
    label: '消息',
    member: '成员',
    mentions: '队友和文件',
    commandsAndPrompts: '命令和提示词',
    answerLabel: '你的回答',
    placeholder: who => `给 ${who} 发消息…`,
    answerPlaceholder: who => `回答 ${who}…`,
    afterAnswerPlaceholder: who => `给 ${who} 的消息（你回答后发送）…`,
    queuePlaceholder: who => `消息（${who} 的这一轮结束后发送）…`,
    send: '发送',
    sendAnswer: '发送回答',
    queue: '排队',
    stop: '停止',
    hint: 'Enter 发送，Shift+Enter 换行',
    empty: '请先输入消息。',
    emptyAnswer: '请先输入回答。',
    completed: '已完成。发送消息即可重新打开。',
    archived: '此对话已归档，重新打开后可继续。',
  },
  commands: {
    stop: '停止此对话',
    continue: '继续此对话',
    done: '将此对话标记为完成',
    clear: '清理头脑，在新的一程中继续',
    changes: '查看此对话的更改',
    model: '选择模型',
    reminders: '显示或隐藏提醒',
    find: '在此对话中查找',
  },
  images: {
    attach: '附上图片',
    attached: '随消息发送的图片',
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
  },
  age: ms => ageIn(ms, ['刚刚', '分钟', '小时', '天']),
  overview: overviewZh,
  wait: {
    question: what => `等待你的回答：${what}`,
    call: who => `等待 ${who}`,
    interrupted: (heading, detail) => (detail === '' ? heading : `${heading}：${detail}`),
  },
  dismiss: '关闭',
  cancel: '取消',
  reminders: {
    title: '提醒',
    add: '添加提醒',
    save: '保存',
    cancel: '取消',
    edit: no => `编辑第 ${no} 条提醒`,
    remove: no => `删除第 ${no} 条提醒`,
    none: '还没有提醒。提醒会随每次请求发送。',
  },
  permissions: {
    mode: '许可',
    modes: permissionModeNamesZh,
    allowed: count => `已允许 ${count} 项`,
    allowedTitle: '本任务中始终允许',
    revoke: what => `重新询问：${what}`,
  },
  diligence: {
    label: '自动继续',
    left: left => `（剩余 ${left} 次）`,
    hint: '工作未完时提醒智能体继续',
    refill: '重置',
  },
};

function short(count: number): string {
  if (count < 10_000) return String(count);
  return `${(count / 10_000).toFixed(1).replace(/\.0$/, '')} 万`;
}

function minutes(ms: number): string {
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} 分 ${seconds % 60} 秒`;
}
