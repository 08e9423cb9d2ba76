// The Chinese words for what is wrong in the files of `.dialogs/`, by the English ones: what a health check finds, and what is
// said while they are read. Pure.
import type { HealthKind } from './health.ts';
import { problemInChinese } from './problem-zh.ts';
import { inChinese, type TextTable } from './text-table.ts';

const words: TextTable = {
  // folders
  'it has no course file': '没有程文件',
  'it holds no course file': '里面没有程文件',
  'it is no folder of a dialog': '这不是对话的文件夹',
  'it was being written when its process ended': '进程结束时正在写它',
  'who said this does not wait for an answer any more': '说这话的人已不再等待回答',
  'this is no message that can be understood': '这不是能理解的消息',
  'it does not belong into the inbox: move it away': '它不属于收件箱：请移走',
  '{0} more files in it are of no use: move them away': '其中还有 {0} 个无用的文件：请移走',
  'it is no kept content of a file from before a dialog wrote it': '它不是对话改写之前保留的文件内容',
  'it is left of a change of drivers': '它是更换驱动进程时留下的',
  'it is stale: the process that drove this folder is gone or asleep': '已失效：驱动此文件夹的进程已不在或在休眠',
  'this root lies at two places; only one of them is used: move one away':
    '这个根对话存在于两处，只会使用其一：请移走一个',
  'a folder lies in the place of this file: move it away': '这个文件的位置上是一个文件夹：请移走它',
  'its records say {0}, but it lies among the {1} ones': '它的记录说是 {0}，却放在 {1} 之中',
  // records
  'this course is missing': '缺少这一程',
  'it is too large to load ({0} bytes)': '太大，无法加载（{0} 字节）',
  'it is too large to load ({0} MB, at most {1})': '太大，无法加载（{0} MB，上限 {1}）',
  'it cannot be read: {0}': '无法读取：{0}',
  'this line is no record': '这一行不是记录',
  'another process ({0}) wrote this while {1} drove this folder': '{1} 驱动此文件夹时，另一个进程（{0}）写下了它',
  'its last line is torn': '最后一行不完整',
  'its first record cannot open a course': '第一条记录不能开启一程',
  'it is empty': '是空的',
  'its first record opens course {0}': '第一条记录开启的是第 {0} 程',
  'its first record is of another dialog, {0}': '第一条记录属于另一个对话 {0}',
  // how dialogs hang together
  'its records name another root, {0}': '它的记录写的是另一个根对话 {0}',
  'its taskdoc {0} is not that of its tree, {1}': '它的 Taskdoc {0} 不是所在树的 {1}',
  'its records say that it is a root dialog, but it lies below one': '它的记录说它是根对话，却放在另一个之下',
  'its supdialog {0} is not there': '它的上位对话 {0} 不存在',
  'its supdialogs do not lead to the root': '它的上位对话通不到根对话',
  'its depth is {0}, not {1}': '它的深度是 {0}，不是 {1}',
  '{0} is registered by {1} already': '{0} 已由 {1} 注册',
  'it was generating when its process ended': '进程结束时它还在工作',
  'it waits for {0} (call {1}), which is not there': '它等待 {0}（诉请 {1}），而那个对话不存在',
  'it works for {0}, which is not there': '它在为 {0} 工作，而那个对话不存在',
  'it works for {0}, which does not wait for it': '它在为 {0} 工作，而那个对话没有在等它',
  'its answer to {0} was not delivered': '它给 {0} 的回答没有送达',
  // what is derived
  'it is missing': '缺失',
  'it cannot be understood': '无法理解',
  'it is left over: nothing of its kind is open': '是残留的：没有这一类未决的事',
  'it does not say what the records say': '与记录不符',
  'it was edited by hand': '被手工改过',
  'this is no JSON list of texts': '这不是由文本组成的 JSON 列表',
  'this is no JSON list of texts; it was kept as {0}': '这不是由文本组成的 JSON 列表；已保留为 {0}',
  'write a list like ["first", "second"]': '请写成 ["first", "second"] 这样的列表',
  '{0} is not there': '{0} 不存在',
  'the line of {0} does not say what its records say': '{0} 的那一行与记录不符',
  '{0} has no line': '{0} 没有对应的行',
  'line {0} is broken': '第 {0} 行已损坏',
  // said while dialogs are read
  'a file lies in the place of this folder: move it away': '这个文件夹的位置上是一个文件：请移走它',
  'a file lies in the place of this folder': '这个文件夹的位置上是一个文件',
  'a folder lies in the place of this file': '这个文件的位置上是一个文件夹',
  'move it away': '请移走它',
  'it belongs to another dialog': '它属于另一个对话',
  'give its folder the name of its dialog back, or remove it': '请把文件夹改回其对话的名字，或将其删去',
  'no course of this dialog can be read': '这个对话没有一程可以读取',
  'restore its course files from a copy': '请从备份恢复它的程文件',
  'move the folder of its root out of .dialogs, or shorten the file by hand':
    '请把它的根对话文件夹移出 .dialogs，或手工缩短这个文件',
  'cannot be read: {0}': '无法读取：{0}',
  'check the permissions of the file': '请检查文件权限',
  'the first record cannot open a course': '第一条记录不能开启一程',
  'it was kept aside; the course before it is used': '已另存一旁；使用前一程',
  'this record does not have the fields of its kind ({0})': '这条记录缺少其类型（{0}）应有的字段',
  'it was kept aside; the rest is used': '已另存一旁；其余照常使用',
  'it is skipped and stays in the file: correct it, or open it with the version that wrote it':
    '已跳过并留在文件中：请改正，或用写下它的版本打开',
  'cannot be mended: {0}': '无法修补：{0}',
  'free space or make the folder writable': '请腾出空间或让这个文件夹可写',
  'it was kept aside; say it again': '已另存一旁；请再说一次',
};

const kinds: Readonly<Record<HealthKind, string>> = {
  hierarchy: '层级',
  records: '记录',
  index: '索引',
  registry: '注册表',
  q4h: 'Q4H',
  lock: '锁',
  orphan: '孤立',
  minds: '.minds',
  taskdoc: 'Taskdoc',
};

const KEPT = /^(.*); what was there is kept as (.+)$/s;

const byTable = inChinese(words);

/** What a health check says, in Chinese; parts without words stay as they are. */
export function healthInChinese(message: string): string {
  const [, before, copy] = KEPT.exec(message) ?? [];
  if (before !== undefined) return `${healthInChinese(before)}；原有内容保留为 ${copy}`;
  const said = byTable(message);
  if (said !== message) return said;
  // Of files that people edit: what is wrong, and what to do.
  return message.split(' — ').map(problemInChinese).join(' — ');
}

/** The kind of a fault in Chinese. */
export function healthKindInChinese(kind: HealthKind): string {
  return kinds[kind];
}

/** Every English text that has Chinese words here, placeholders as `{0}`. */
export function translatedHealth(): readonly string[] {
  return Object.keys(words);
}
