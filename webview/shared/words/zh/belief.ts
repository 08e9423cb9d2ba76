// Chinese words of the dialogue state's view.
import type { SlotSpec } from '../../../../src/core/belief/domain/domain.ts';
import type { Awaited } from '../../../../src/core/belief/missing.ts';
import type { Flags } from '../../../../src/core/belief/state.ts';
import type { FlowStatus } from '../../../../src/core/belief/values/flow-status.ts';
import { lineOf } from '../../../../src/core/belief/values/json.ts';
import { reasonTextZh } from '../../../../src/core/prompt/words/zh/reasons.ts';
import type { BeliefWords } from '../en/belief.ts';
import { type DifferenceWords, differenceText } from '../figures.ts';

const statuses: Record<FlowStatus, string> = {
  Pending: '待续',
  Active: '进行中',
  Completed: '已完成',
  Invalid: '已作废',
};

const flags: Record<keyof Flags, string> = {
  keep_going: '自行继续',
  has_issues: '有问题',
  has_plan: '有计划',
  natural_birth: '来自你的消息',
};

const awaited: Readonly<Record<Awaited, string>> = { approval: '等待批准', resume: '等待继续', confirm: '等待确认' };

const differences: DifferenceWords = {
  intent: ({ from, to }) => `意图：${from} → ${to}`,
  flowAdded: ({ flow }) => `${flow} 开始`,
  flowGone: ({ flow }) => `${flow} 已移除`,
  status: ({ flow, from, to }) => `${flow}：${statuses[from]} → ${statuses[to]}`,
  slot: ({ flow, slot, from, to }) =>
    `${flow} · ${slot}：${from === null ? '—' : lineOf(from)} → ${to === null ? '—' : lineOf(to)}`,
  flag: ({ flag, to }) => `${flags[flag]}：${to ? '是' : '否'}`,
  awaits: ({ flow, from, to }) => `${flow}：${from ? awaited[from] : '—'} → ${to ? awaited[to] : '—'}`,
  again: ({ flow, from, to }) => `${flow} 再次索取结果的次数：${from} → ${to}`,
  requested: ({ flow, slot }) => `询问：${flow} · ${slot}`,
  requestedGone: ({ flow, slot }) => `不再询问：${flow} · ${slot}`,
  finding: ({ text }) => `发现：${text}`,
  findingGone: ({ text }) => `已移除的发现：${text}`,
};

const hints: Record<SlotSpec['behaviour'], string> = {
  BaseSlot: '一个值',
  GroupSlot: '每行一个名称',
  SourceSlot: '每行一个，须已存在',
  TargetSlot: '每行一个，可尚不存在',
  RemovalSlot: '每行一个，须已存在',
  FreeTextSlot: '文字',
  LevelSlot: '数字',
  RangeSlot: '起止，或单位与长度',
  ExactSlot: '精确文字',
  DictionarySlot: '每行一条：key: value',
  CategorySlot: '选择一项',
  ChecklistSlot: '选择若干项',
  FormulaSlot: '表达式',
  ChartSlot: '图表类型与坐标轴',
  ProposalSlot: '选定的方案',
  ScoreSlot: '数字',
};

export const beliefsZh: BeliefWords = {
  part: 'beliefs',
  title: '对话状态',
  turn: turn => (turn === 0 ? '第一轮之前' : `第 ${turn} 轮`),
  open: '进行中',
  noFlow: '没有进行中的流程：说出你想做的事，或直接开始一个。',
  status: status => statuses[status],
  flag: flag => flags[flag],
  missing: names => `还缺：${names.join('、')}`,
  oneOf: names => `至少还缺一项：${names.join('、')}`,
  ready: '已齐备',
  required: '必填',
  elective: '至少一项',
  optional: '可选',
  unset: '未设',
  byDefault: '默认',
  noPreference: '无偏好',
  carriedOver: from => `沿用 ${from}`,
  hidden: '不计入',
  asked: '必定询问',
  setByAgent: '由智能体填写',
  agentSets: '将由智能体填写',
  again: '另一个结果',
  awaited,
  requested: '询问',
  verified: '存在',
  set: slot => `设置 ${slot}`,
  save: '保存',
  clear: '清除',
  cancel: '取消',
  cancelFlow: flow => `取消 ${flow}`,
  startFlow: '开始一个流程…',
  startChosen: '开始',
  fields: { start: '起', stop: '止', unit: '单位', length: '长度', type: '类型' },
  choose: '（请选择）',
  hint: ({ behaviour, options, items, keys }) => {
    const given = options ?? items ?? keys;
    return given ? `${hints[behaviour]}：${given.join('、')}` : hints[behaviour];
  },
  plan: '计划',
  ofPlan: '计划中的一步',
  predictions: '理解为',
  predictionsHint: '模型对你的话的理解；它本身不决定任何事。',
  refused: why => `未采纳：${reasonTextZh(why)}`,
  lacks: reasonTextZh,
  scratchpad: count => `发现（${count}）`,
  background: '后台',
  turns: '各轮',
  newest: '回到现在',
  earlier: '前一轮',
  later: '后一轮',
  byPerson: '手动',
  byAgent: '自动继续',
  branch: '在已放弃的分支上',
  whatChanged: '查看变化',
  compared: '对比',
  same: '没有变化。',
  ended: (flow, status) => `${flow}：${statuses[status]}`,
  rollBack: '回滚到这里',
  rollBackNote: '只有状态回滚。对话、文件以及其他已做的事保持原样。',
  rolledBack: (from, to) => `已从第 ${from} 轮回滚到第 ${to} 轮`,
  difference: difference => differenceText(differences, difference),
};
