// Why a slot or a flow refuses what it is given, in Chinese. The English table is `core/belief/values/reasons.ts`.
import { type WordsFor, wordsOf } from '../../../base/fact.ts';
import type { Reason, Reasons } from '../../../belief/values/reasons.ts';
import type { PatternProblem } from '../../../text/pattern-problem.ts';

/** A reason in Chinese. */
export function reasonTextZh(why: Reason): string {
  return wordsOf(chinese, why);
}

/** A problem of a pattern in Chinese, and what to do. */
export function patternProblemZh(problem: PatternProblem): readonly [what: string, remedy: string] {
  switch (problem.kind) {
    case 'tooLong':
      return [`它有 ${problem.length} 个字符，超过 ${problem.most} 个`, '请缩短这个模式。'];
    case 'looksAhead':
      return [`${problem.found}…) 是向前查看，不受支持`, '请改为直接匹配后面的文本。'];
    case 'refersBack':
      return [`${problem.found} 引用前面的组，不受支持`, '请把重复的文本写出来。'];
    case 'told':
      return [problem.text, '请改正这个模式。'];
  }
}

const chinese: WordsFor<Reasons, string> = {
  told: ({ text }) => text,
  'no-value': '没有值',
  'not-json': '值不是 JSON，或嵌套过深',
  'not-finite': '数字不是有限数',
  'needs-one-value': '需要一个值：文本、数字、true 或 false',
  'needs-texts': '需要文本或文本列表，且都不能为空',
  'needs-number': '需要一个数字',
  'needs-text': '需要文本',
  'needs-object': '需要一个对象',
  below: ({ value, least }) => `${value} 小于 ${least}`,
  above: ({ value, most }) => `${value} 大于 ${most}`,
  'long-text': ({ most }) => `文本超过 ${most} 个字符`,
  'bad-pattern': ({ pattern, problem }) => `无法使用模式 ${pattern}：${patternProblemZh(problem)[0]}`,
  'no-match': ({ value, pattern }) => `${value} 不符合 ${pattern}`,
  'none-of': ({ value, options }) => `${value} 不在可选项之中：${options.join(', ')}`,
  twice: ({ name }) => `${name} 出现了两次`,
  'needs-range': '需要 {start, stop} 或 {unit, length}',
  'not-in-range': ({ key }) => `范围中不能有 ${key}`,
  'needs-one-range': '需要 {start, stop} 与 {unit, length} 之一',
  'needs-ends': 'start 和 stop 必须都给出，各为数字或文本',
  'start-after-stop': ({ start, stop }) => `start ${start} 在 stop ${stop} 之后`,
  'needs-unit': '单位必须是文本',
  'needs-length': '长度必须是数字',
  'negative-length': '长度小于 0',
  'needs-option': '需要一个选项',
  'needs-options': '需要一个选项或选项列表',
  'no-candidate': '没有候选',
  'needs-items': '需要条目列表，或 {item, checked} 的列表',
  'several-options': ({ value, options }) => `${value} 可能是 ${options.join(' 或 ')}`,
  'no-such-candidate': ({ value }) => `${value} 不在候选之中`,
  'needs-entities': '需要名称列表，或 {name, …} 的列表',
  'missing-entities': ({ names }) => `${names.join(', ')} 不存在`,
  'needs-chart': '需要 {type, x, y}',
  'needs-chart-type': '缺少图表类型',
  'not-in-chart': ({ key }) => `图表中不能有 ${key}`,
  'bad-axes': 'x 和 y 是名称或名称列表',
  'needs-formula': '公式必须是文本',
  'stray-character': ({ character, at }) => `公式中第 ${at} 个字符处不能有 ${character}`,
  'unexpected-token': ({ token, at }) => `公式中第 ${at} 个字符处不应有 ${token}`,
  'missing-bracket': ({ bracket }) => `缺少右括号 ${bracket}`,
  'empty-formula': '公式是空的',
  'unfinished-formula': '公式不完整',
  'unknown-slot': ({ flow, slot }) => `${flow} 没有槽位 ${slot}`,
  'set-by-agent': '由智能体设置，不取自话语',
  slot: ({ slot, why }) => `${slot}：${reasonTextZh(why)}`,
  'internal-flow': ({ flow }) => `${flow} 是内部流程，只在后台运行`,
  'stack-full': ({ most }) => `栈上已有 ${most} 个流程`,
  'not-internal': ({ flow }) => `${flow} 不是内部流程，它在等待轮到自己`,
  'not-live': ({ flow }) => `${flow} 已不在进行中`,
  'unknown-flow': ({ flow }) => `没有流程 ${flow}`,
  'no-transition': ({ flow, from, to }) => `${flow} 现在是 ${from}，不能变为 ${to}`,
  'internal-step': ({ flow }) => `${flow} 是内部流程，不能作为计划的一步`,
  'stack-too-deep': ({ most }) => `超过 ${most} 个流程的栈太深`,
  'needs-command': '命令是只有一个键的对象',
  'unknown-command': ({ command }) => `没有命令 ${command}`,
  'command-needs': ({ command, form }) => `${command} 需要 ${form === 'the name of a flow' ? '流程的名称' : form}`,
  'no-live-flow': ({ flow }) => `没有待处理或进行中的流程 ${flow}`,
  'nobody-told': ({ flow }) => `${flow} 是内部流程，不会告知任何人`,
  'still-lacks': ({ flow, slot }) => `${flow} 还缺 ${slot}`,
  'not-the-active': ({ flow, status }) => `${flow} 现在是 ${status}，只有活动的流程可以被替换`,
  'replaces-itself': ({ flow }) => `${flow} 不能被自己替换`,
  'internal-replaces': ({ flow }) => `${flow} 是内部流程，不能替换其他流程`,
  'none-before': ({ flow }) => `之前没有过 ${flow}`,
  'not-confirmed': ({ flow }) => `${flow} 还没有得到确认`,
  'nothing-active': '没有活动的流程',
  'awaits-approval': ({ flow }) => `${flow} 在等待步骤得到批准`,
  'awaits-resume': ({ flow }) => `还没有得到继续 ${flow} 的确认`,
  'slots-first': ({ slots }) => `必须先用 set_slot 设置 ${slots.join('、')}`,
  'no-plan-active': '没有活动的 Plan 流程',
  'plan-size': ({ most }) => `计划有 1 到 ${most} 步`,
  'no-room': ({ most, room }) => `栈最多容纳 ${most} 个流程，因此这个计划中作为流程的步骤最多 ${room} 个`,
  'no-live-plan': ({ flowId }) => `${flowId} 不是进行中的计划`,
  'has-issue': '这一轮有问题，需要由用户决定',
  'needs-state': '存储的状态或一轮的标注是对象',
  'needs-labels': '标注的形式是 {turn, predictions: […], commands: […]}',
  'unknown-version': ({ version }) => `不认识存储状态的版本 ${version}`,
  'broken-part': ({ part }) => `存储状态中的 ${part} 已损坏`,
  'changes-misfit': ({ turn }) => `到第 ${turn} 轮为止的差异不相符`,
  'no-such-turn': ({ turn, last }) => `没有第 ${turn} 轮，各轮从 0 到 ${last}`,
  'needs-prediction': '预测的形式是 {flow, confidence}，confidence 在 0 到 1 之间',
  'never-predicted': ({ flow }) => `${flow} 是内部流程，从不预测`,
  'unread-prediction': ({ problem }) => `无法读取预测：${problem}`,
  uncertain: ({ values }) => `不确定：${values.join(' 或 ')}`,
  'too-few': ({ size, least }) => `至少要 ${least} 个，现有 ${size} 个`,
  'is-empty': '是空的',
  lacks: ({ names }) => `还缺 ${names.join('、')}`,
};
