// The words of the dialogue state's view, in two languages.

import type { SlotSpec } from '../../../src/core/belief/domain/domain.ts';
import type { Difference } from '../../../src/core/belief/history/changes-in-words.ts';
import type { Awaited, Flags, FlowStatus } from '../../../src/core/belief/state.ts';
import { type Reason, reasonText } from '../../../src/core/belief/values/reasons.ts';
import { formOf } from '../../../src/core/belief/values/slot-form.ts';
import { reasonText as reasonTextInChinese } from '../../../src/core/prompt/reasons-zh.ts';
import { usePanel } from '../panel-context.ts';
import { lineOf } from './slot-draft.ts';

/** The words of one language. */
export type BeliefWords = typeof en;

/** The words for the panel's language. */
export function useBeliefWords(): BeliefWords {
  return usePanel().view.value?.language === 'zh' ? zh : en;
}

type DifferenceWords = { readonly [K in Difference['kind']]: (difference: Extract<Difference, { kind: K }>) => string };

const statuses: Record<FlowStatus, string> = {
  Pending: 'Pending',
  Active: 'Active',
  Completed: 'Completed',
  Invalid: 'Invalid',
};

const flags: Record<keyof Flags, string> = {
  keep_going: 'keeps going',
  has_issues: 'has issues',
  has_plan: 'has a plan',
  natural_birth: 'from your message',
};

const differences: DifferenceWords = {
  intent: ({ from, to }) => `Intent: ${from} → ${to}`,
  flowAdded: ({ flow }) => `${flow} begins`,
  flowGone: ({ flow }) => `${flow} removed`,
  status: ({ flow, from, to }) => `${flow}: ${statuses[from]} → ${statuses[to]}`,
  slot: ({ flow, slot, from, to }) =>
    `${flow} · ${slot}: ${from === null ? '—' : lineOf(from)} → ${to === null ? '—' : lineOf(to)}`,
  flag: ({ flag, to }) => `${flags[flag]}: ${to ? 'yes' : 'no'}`,
  requested: ({ flow, slot }) => `Asked for: ${flow} · ${slot}`,
  finding: ({ text }) => `Found out: ${text}`,
};

const en = {
  title: 'Dialogue state',
  turn: (turn: number): string => (turn === 0 ? 'Before the first turn' : `Turn ${turn}`),
  open: 'under way',
  noFlow: 'No active flow. Say what you want, or start a flow.',
  status: (status: FlowStatus): string => statuses[status],
  flag: (flag: keyof Flags): string => flags[flag],
  missing: (names: readonly string[]): string => `missing: ${names.join(', ')}`,
  oneOf: (names: readonly string[]): string => `missing: at least one of ${names.join(', ')}`,
  ready: 'complete',
  required: 'required',
  elective: 'at least one',
  optional: 'optional',
  unset: 'not set',
  byDefault: 'default',
  noPreference: 'No preference',
  carriedOver: (from: string): string => `from ${from}`,
  hidden: 'not used',
  asked: 'always asked',
  setByAgent: 'set by the agent',
  agentSets: 'the agent sets it',
  again: 'another result',
  awaited: {
    approval: 'waits for approval',
    resume: 'waits to go on',
    confirm: 'waits for confirmation',
  } satisfies Record<Awaited, string> as Readonly<Record<Awaited, string>>,
  requested: 'Asked for',
  verified: 'exists',
  set: (slot: string): string => `Set ${slot}`,
  save: 'Save',
  clear: 'Clear',
  cancel: 'Cancel',
  cancelFlow: (flow: string): string => `Cancel ${flow}`,
  startFlow: 'Start a flow…',
  fields: { start: 'from', stop: 'to', unit: 'unit', length: 'length', type: 'type' } as Readonly<
    Record<string, string>
  >,
  choose: '(choose)',
  hint: (spec: SlotSpec): string => formOf(spec),
  plan: 'Plan',
  ofPlan: 'step of the plan',
  predictions: 'Understood as',
  predictionsHint: 'How the model read your message. Nothing is done by this alone.',
  refused: (why: Reason): string => `Refused: ${reasonText(why)}`,
  lacks: reasonText,
  scratchpad: (count: number): string => `Findings (${count})`,
  background: 'In the background',
  turns: 'Turns',
  newest: 'Back to now',
  earlier: 'Earlier turn',
  later: 'Later turn',
  byPerson: 'by hand',
  byAgent: 'continued automatically',
  branch: 'on an abandoned branch',
  whatChanged: 'What changed',
  compared: 'compared with',
  same: 'Nothing changed.',
  ended: (flow: string, status: FlowStatus): string => `${flow}: ${statuses[status]}`,
  rollBack: 'Roll back to here',
  rollBackNote: 'Only the dialogue state is rolled back. The conversation and files stay as they are.',
  rolledBack: (from: number, to: number): string => `Rolled back from turn ${from} to turn ${to}`,
  difference: (difference: Difference): string => wordsOf(differences, difference),
};

const zhStatuses: Record<FlowStatus, string> = {
  Pending: '待续',
  Active: '进行中',
  Completed: '已完成',
  Invalid: '已作废',
};

const zhFlags: Record<keyof Flags, string> = {
  keep_going: '自行继续',
  has_issues: '有问题',
  has_plan: '有计划',
  natural_birth: '来自你的消息',
};

const zhDifferences: DifferenceWords = {
  intent: ({ from, to }) => `意图：${from} → ${to}`,
  flowAdded: ({ flow }) => `${flow} 开始`,
  flowGone: ({ flow }) => `${flow} 已移除`,
  status: ({ flow, from, to }) => `${flow}：${zhStatuses[from]} → ${zhStatuses[to]}`,
  slot: ({ flow, slot, from, to }) =>
    `${flow} · ${slot}：${from === null ? '—' : lineOf(from)} → ${to === null ? '—' : lineOf(to)}`,
  flag: ({ flag, to }) => `${zhFlags[flag]}：${to ? '是' : '否'}`,
  requested: ({ flow, slot }) => `询问：${flow} · ${slot}`,
  finding: ({ text }) => `发现：${text}`,
};

const zhHints: Record<SlotSpec['behaviour'], string> = {
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

const zh: BeliefWords = {
  title: '对话状态',
  turn: turn => (turn === 0 ? '第一轮之前' : `第 ${turn} 轮`),
  open: '进行中',
  noFlow: '没有进行中的流程：说出你想做的事，或直接开始一个。',
  status: status => zhStatuses[status],
  flag: flag => zhFlags[flag],
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
  awaited: { approval: '等待批准', resume: '等待继续', confirm: '等待确认' },
  requested: '询问',
  verified: '存在',
  set: slot => `设置 ${slot}`,
  save: '保存',
  clear: '清除',
  cancel: '取消',
  cancelFlow: flow => `取消 ${flow}`,
  startFlow: '开始一个流程…',
  fields: { start: '起', stop: '止', unit: '单位', length: '长度', type: '类型' },
  choose: '（请选择）',
  hint: ({ behaviour, options, items, keys }) => {
    const given = options ?? items ?? keys;
    return given ? `${zhHints[behaviour]}：${given.join('、')}` : zhHints[behaviour];
  },
  plan: '计划',
  ofPlan: '计划中的一步',
  predictions: '理解为',
  predictionsHint: '模型对你的话的理解；它本身不决定任何事。',
  refused: why => `未采纳：${reasonTextInChinese(why)}`,
  lacks: reasonTextInChinese,
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
  ended: (flow, status) => `${flow}：${zhStatuses[status]}`,
  rollBack: '回滚到这里',
  rollBackNote: '只有状态回滚。对话、文件以及其他已做的事保持原样。',
  rolledBack: (from, to) => `已从第 ${from} 轮回滚到第 ${to} 轮`,
  difference: difference => wordsOf(zhDifferences, difference),
};

function wordsOf(words: DifferenceWords, difference: Difference): string {
  return (words[difference.kind] as (difference: Difference) => string)(difference);
}
