// What is wrong with a domain file, and what to do.

import type { WordsFor } from '../../core/base/fact.ts';
import { limits, universalIntents } from '../../core/belief/domain/domain.ts';
import type { ConditionPart, ConditionProblem, DomainFaults } from '../../core/belief/domain-faults.ts';
import { patternProblemZh, reasonTextZh } from '../../core/prompt/words/zh/reasons.ts';
import type { Clauses } from '../words.ts';

const nameForm = '请使用字母、数字、_、- 和 .，并以字母开头。';
const intentsForm = '请写四个自己的意图，例如 {Read: read, Clean: prepare, Change: transform, Report: schedule}。';
const typesForm =
  '请写一个四项的列表，例如 [FormulaSlot, ChartSlot, {name: PlaceSlot, base: DictionarySlot}, ScoreSlot]。';
const nextForm = '请写 next: [{if: condition, start: flow}]。';
const conditionForm = '请写一个比较，例如 kind == "return" and filled(order)。';
const nameKinds = { domain: '领域', flow: '流程', intent: '意图', slot: '槽位' };

export const domainFaultsZh: WordsFor<DomainFaults, Clauses> = {
  'domain-not-a-map': ['领域文件必须是含有 name、intents、slot_types 和 flows 的映射', '请写出这四个键。'],
  'domain-unknown-key': ({ name, known }) => [`未知的键 ${name}`, `可用的键：${known.join(', ')}。`],
  'name-missing': ({ of }) => [`${nameKinds[of]}没有名称`, nameForm],
  'bad-name': ({ of, given }) => [`${shown(given)} 不能作为${nameKinds[of]}的名称`, nameForm],

  'intents-not-a-map': ['intents 必须是四个自己的意图及其角色的映射', intentsForm],
  'intent-count': ({ count }) => [
    `有 ${count + universalIntents.length} 个意图；必须正好 ${limits.ownIntents + universalIntents.length} 个，其中 ${limits.ownIntents} 个是自己的`,
    intentsForm,
  ],
  'role-twice': ({ role }) => [`两个意图都有角色 ${role}`, '请让每个角色只属于一个意图。'],
  'universal-intent': ({ name }) => [`每个领域都已有意图 ${name}`, '请在此处删去。'],
  'bad-role': ({ given, roles }) => [`${shown(given)} 不是意图的角色`, oneOf(roles)],

  'types-not-a-list': ['slot_types 必须是四个自己的槽位类型的列表', typesForm],
  'type-count': ({ count }) => [`有 ${count} 个自己的槽位类型；必须正好 ${limits.ownTypes} 个`, typesForm],
  'type-twice': ({ name }) => [`槽位类型 ${name} 出现了两次`, '请给其中一个改名。'],
  'bad-own-type': ['自己的槽位类型是一个名称，或 {name, base}', nameForm],
  'universal-type': ({ name }) => [`每个领域都已有槽位类型 ${name}`, '请改写一个自己的类型。'],
  'type-without-base': ({ name, near }) => [
    `槽位类型 ${name} 没有 base，因此不检查任何内容`,
    `你是想写 \`${near}\` 吗？否则请给它一个 base：{name: ${name}, base: BaseSlot}。`,
  ],
  'bad-base': ({ given, bases }) => [`${shown(given)} 不能作为槽位类型的 base`, oneOf(bases)],

  'flows-not-a-list': ['flows 必须是列表', '请把流程写成 - {name, intent, description, slots}。'],
  'too-many-flows': ({ count, most }) => [`有 ${count} 个流程；最多 ${most} 个`, '请合并或删去一些。'],
  'flow-twice': ({ name }) => [`流程 ${name} 出现了两次`, '请给其中一个改名。'],
  'flow-not-a-map': ['流程必须是映射', '请写 {name, intent, description, slots}。'],
  'bad-intent': ({ given, intents }) => [
    given === null ? '这个流程没有意图' : `${shown(given)} 不是此领域的意图`,
    oneOf(intents),
  ],
  'bad-entity': ({ entity }) => [`entity ${entity} 不是这个流程的槽位`, '请写出说明流程对象的槽位。'],
  'slots-not-a-map': ['slots 必须是映射', '请写 name: {type, priority}。'],
  'lone-elective': ({ slot }) => [
    `${slot} 是唯一的 elective 槽位；要么没有，要么至少两个`,
    '请改为 required 或 optional，或再加一个 elective 槽位。',
  ],
  'next-not-a-list': ['next 必须是列表', nextForm],
  'next-without-start': ['next 的每一项都必须指明要开始的流程', nextForm],
  'unknown-next': ({ flow, near }) => [`没有流程 ${flow}`, `请写一个流程${meant(near)}。`],
  'internal-next': ({ flow }) => [`${flow} 是内部流程`, '请写一个意图不是 Internal 的流程。'],

  'bad-type': ({ given, types }) => [
    given === null ? '这个槽位没有类型' : `${shown(given)} 不是此领域的槽位类型`,
    oneOf(types),
  ],
  'bad-priority': ({ given, priorities }) => [
    given === null ? '这个槽位没有优先级' : `${shown(given)} 不是优先级`,
    oneOf(priorities),
  ],
  'bad-slot-number': ({ given }) => [`${shown(given)} 不是此处可用的数字`, '请写一个合适的数字。'],
  'min-above-max': ({ min, max }) => [`max ${max} 小于 min ${min}`, '请让 max 不小于 min。'],
  'pattern-not-text': ({ given }) => [`${shown(given)} 不是正则表达式`, '请改正这个模式。'],
  'unusable-pattern': ({ problem }) => {
    const [what, remedy] = patternProblemZh(problem);
    return [`无法使用这个正则表达式：${what}`, remedy];
  },
  'bad-name-list': ({ key }) => [`${key} 必须是互不相同的名称的列表`, `请写 ${key}: [first, second]。`],
  'candidates-not-a-list': ['candidates 必须是列表', '请写 candidates: [first, second]。'],
  'default-not-optional': ['只有 optional 槽位可以有默认值；这里的会被忽略', '请把槽位改为 optional。'],
  'bad-default': ({ why }) => [`默认值不符合它的类型：${reasonTextZh(why)}`, '请写这个类型的值。'],
  'asked-and-set': ['由智能体设置的槽位不会询问用户', '请删去 ask 或 set_by。'],
  'sources-not-a-list': ['from 必须是流程槽位的列表', '请写 from: [flow.slot]。'],
  'unknown-source': ({ flow, slot, near }) => [
    slot === null ? `没有流程 ${flow}` : `${flow} 没有槽位 ${slot}`,
    `请写此领域中流程的 flow.slot${meant(near)}。`,
  ],

  'bad-word': ({ given, words }) => [
    `此处不能写 ${shown(given)}`,
    words.length === 1 ? `请写 ${words[0]}，或删去。` : oneOf(words),
  ],
  'condition-not-text': ['条件必须是文本', conditionForm],
  'unreadable-condition': ({ problem }) => [`无法读取这个条件：${conditionText(problem)}`, conditionForm],
  'circular-condition': ({ slot }) => [`${slot} 是否有效取决于 ${slot} 自身`, '请改用别的槽位。'],
  'unknown-condition-slot': ({ flow, slot, near }) => [
    `${flow} 没有槽位 ${slot}`,
    `请写 ${flow} 的槽位${meant(near)}；文本要加引号。`,
  ],
};

const parts: Readonly<Record<ConditionPart, string>> = {
  operand: '槽位或值',
  comparison: '`==`、`!=`、`<` 或 `in`',
  bracket: '`)`',
  listEnd: '`,` 或 `]`',
  end: '`and`、`or` 或结尾',
};

function conditionText(problem: ConditionProblem): string {
  switch (problem.kind) {
    case 'tooLong':
      return `它有 ${problem.length} 个字符，超过 ${problem.most} 个`;
    case 'ends':
      return `在应有${parts[problem.expected]}的地方就结束了`;
    case 'stray':
      return `第 ${problem.at} 个字符处是 ${problem.found}，应为${parts[problem.expected]}`;
  }
}

function shown(given: unknown): string {
  return JSON.stringify(given);
}

function oneOf(options: readonly (string | boolean)[]): string {
  return `可选：${options.join(', ')}。`;
}

function meant(near: string | null): string {
  return near === null ? '' : `（你是想写 \`${near}\` 吗？）`;
}
