// The Chinese words for why a slot or a flow refuses what it is given, by their English ones: those are for models too. Pure.
import { inChinese, type TextTable } from './text-table.ts';

/** A test holds that none is missing. */
const words: TextTable = {
  'there is no value': '没有值',
  'the value is no JSON, or is nested too deeply': '值不是 JSON，或嵌套过深',
  'the number is not finite': '数字不是有限数',
  'one value is needed: a text, a number, true or false': '需要一个值：文本、数字、true 或 false',
  'a text or a list of texts is needed, none of them empty': '需要文本或文本列表，且都不能为空',
  'a number is needed': '需要一个数字',
  '{0} is below {1}': '{0} 小于 {1}',
  '{0} is above {1}': '{0} 大于 {1}',
  '{start, stop} or {unit, length} is needed': '需要 {start, stop} 或 {unit, length}',
  '{0} does not belong in a range': '范围中不能有 {0}',
  'either {start, stop} or {unit, length} is needed': '需要 {start, stop} 与 {unit, length} 之一',
  'start and stop must both be numbers or both be texts': 'start 和 stop 必须都是数字或都是文本',
  'start {0} is after stop {1}': 'start {0} 在 stop {1} 之后',
  'the unit must be a text': '单位必须是文本',
  'the length must be a number': '长度必须是数字',
  'the length is below 0': '长度小于 0',
  'a text is needed': '需要文本',
  'the text is longer than {0} characters': '文本超过 {0} 个字符',
  'the pattern {0} cannot be used: {1}': '无法使用模式 {0}：{1}',
  '{0} does not match {1}': '{0} 不符合 {1}',
  'an object is needed': '需要一个对象',
  '{0} is none of {1}': '{0} 不在可选项之中：{1}',
  'an option or a list of options is needed': '需要一个选项或选项列表',
  'there is no candidate': '没有候选',
  'a list of items or of {item, checked} is needed': '需要条目列表，或 {item, checked} 的列表',
  '{0} is there twice': '{0} 出现了两次',
  'a formula is a text': '公式必须是文本',
  '{type, x, y} is needed': '需要 {type, x, y}',
  'the type of the chart is missing': '缺少图表类型',
  '{0} does not belong in a chart': '图表中不能有 {0}',
  'x and y are names, or lists of names': 'x 和 y 是名称或名称列表',
  '{0} is none of the candidates': '{0} 不在候选之中',
  'a list of names or of {name, …} is needed': '需要名称列表，或 {name, …} 的列表',
  '{0} {1} not exist': '{0} 不存在',
  '{0} has no slot {1}': '{0} 没有槽位 {1}',
  '{0} at {1} does not belong in a formula': '公式中第 {1} 个字符处不能有 {0}',
  'a closing {0} is missing': '缺少右括号 {0}',
  '{0} is internal; it runs in the background only': '{0} 是内部流程，只在后台运行',
  '{0} flows are on the stack already': '栈上已有 {0} 个流程',
  '{0} is not internal; it waits for its turn': '{0} 不是内部流程，它在等待轮到自己',
  '{0} is not live': '{0} 已不在进行中',
  'there is no flow {0}': '没有流程 {0}',
  '{0} is {1}; it cannot become {2}': '{0} 现在是 {1}，不能变为 {2}',
  '{0} is internal; it is no step of a plan': '{0} 是内部流程，不能作为计划的一步',
  'a stack of more than {0} flows is too deep': '超过 {0} 个流程的栈太深',
};

const byTable = inChinese(words);

/** Such a reason in Chinese, behind the name of its slot and with a capital or not; as it is when there are no words for it. */
export function beliefRefusalInChinese(text: string): string {
  const [, slot = '', reason = ''] = /^([\w-]+): (.+)$/s.exec(text) ?? [];
  const why = wordsFor(reason);
  return why === undefined ? (wordsFor(text) ?? text) : `${slot}：${why}`;
}

function wordsFor(text: string): string | undefined {
  const forms = [text, `${text.charAt(0).toLowerCase()}${text.slice(1)}`];
  return forms.map(form => [form, byTable(form)]).find(([form, chinese]) => form !== chinese)?.[1];
}

/** Every English text that has Chinese words, placeholders as `{0}`. */
export function translatedBeliefRefusals(): readonly string[] {
  return Object.keys(words);
}
