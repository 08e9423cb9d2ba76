// The Chinese words for refusals, by their English ones: a refusal is made where nobody knows the reader's language. Pure.
import { once } from './once.ts';

/** English → Chinese, placeholders in the order in which the English text has them. A test holds that none is missing. */
const words: Readonly<Record<string, string>> = {
  'Another process took over driving this folder': '另一个进程已接管此文件夹',
  'go on there, or end it first': '请在那里继续，或先结束它',
  'free space or make the folder writable, then try again': '请腾出空间或让文件夹可写，然后重试',
  'see `state history` for the turns': '轮次见“轮次”一栏或 `state history`',
  'Your last message has drafts that wait for you': '上一条消息还有草稿等你选择',
  'accept one of them first': '请先接受其中一份',
  'Your last message has no draft yet': '上一条消息还没有草稿',
  'let the mind run until there is one, and accept it': '请让思维运行到有草稿，再接受它',
  'No message waits for a draft': '没有等待草稿的消息',
  'send a message first': '请先发送一条消息',
  'There is no draft yet': '还没有草稿',
  'let the mind run until there is one': '请让思维运行到有草稿为止',
  'There is no draft {0}': '没有草稿 {0}',
  'Draft {0} is {1} now, not {2}': '草稿 {0} 现在是 {1}，不是 {2}',
  'look at the drafts again': '请再看一遍草稿',
  'The draft {0} is no longer there': '草稿 {0} 已不在了',
  '{0} images are too many': '{0} 张图片太多了',
  'attach at most {0} to a message': '每条消息最多附 {0} 张',
  '{0} is no image that models take': '{0} 不是模型可用的图片',
  'attach a PNG, JPEG, GIF or WebP': '请附 PNG、JPEG、GIF 或 WebP',
  '{0} has {1} MB': '{0} 有 {1} MB',
  'attach images of up to {0} MB: make it smaller': '图片最大 {0} MB，请缩小后再附',
  'This root dialog is completed': '这个根对话已完成',
  'This root dialog is archived': '这个根对话已归档',
  'This root dialog is {0}': '这个根对话的状态是 {0}',
  'reopen it first': '请先重新打开',
  'This dialog has no dialogue state': '这个对话没有对话状态',
  'start one with `--domain`': '请用“启动根对话（领域）”或 `--domain` 新建一个',
  'correct the domain file': '请改正领域文件',
  'see `state show` for flows and slots': '流程和槽位见对话状态一栏或 `state show`',
  'No generation {0} in course {1}': '第 {1} 程中没有第 {0} 次生成',
  'choose one that is recorded': '请选择有记录的一次',
  'This dialog has no drafts': '这个对话没有草稿',
  'start one with `--mode draft`': '请用“启动草稿对话”或 `--mode draft` 新建一个',
  'The message is empty': '消息是空的',
  'write something first': '请先写点内容',
  '{0} is no number of steps': '{0} 不是步数',
  'give a whole number from 1': '请给出从 1 起的整数',
  'send a message first, or set `idle_thinking: true`': '请先发送一条消息，或设置 `idle_thinking: true`',
  '{0} is no number of exchanges': '{0} 不是来回数',
  'There is no exchange to prune': '没有可删减的来回',
  'accept a draft first': '请先接受一份草稿',
  'A draft dialogue takes no images': '草稿对话不接受图片',
  'describe the image in words, or start a root dialog without drafts': '请用文字描述图片，或启动不带草稿的根对话',
  'The answer is empty': '回答是空的',
  'write an answer or choose an option': '请写下回答或选择一个选项',
  'This root dialog is not running': '这个根对话不在运行',
  'Work is pending: {0}': '还有未完成的工作：{0}',
  'finish it, or confirm to end it': '请完成它，或确认结束',
  'No open call {0}': '没有未完成的调用 {0}',
  'see `tree` for the calls that are pending': '等待中的调用见对话树',
  'This dialog is not interrupted while somebody waits for it': '这个对话并没有在有人等待时中断',
  'use Continue or Stop': '请用“继续”或“停止”',
  'A draft dialogue has one course': '草稿对话只有一程',
  'prune old exchanges instead': '请改为删减旧的来回',
  'This question is answered already': '这个问题已经回答过了',
  'say what you want to add as a message': '要补充的话请作为消息发送',
  'No open question {0}': '没有未答的问题 {0}',
  'see `q4h` for the open ones': '未答的问题见 Q4H',
  'answer it: the model is told': '请回答它：模型会得知',
  'This question is not about the text of a file': '这个问题与文件内容无关',
  'read it as it is': '请照原样阅读',
  'There is no course {0} that can be read': '没有可读的第 {0} 程',
  'the newest is {0}': '最新的是第 {0} 程',
  '{0} names {1} dialogs': '{0} 对应 {1} 个对话',
  'write more of the id': '请把 id 写得更完整',
  'There is no dialog {0}': '没有对话 {0}',
  'see `list` and `tree` for the dialogs of this folder': '此文件夹的对话见对话树',
  'name goals, constraints or progress, and a text': '请指明 goals、constraints 或 progress，并给出文字',
  'This image is gone': '这张图片不见了',
  'restore the `images` folder of the dialog from a copy': '请从备份恢复该对话的 `images` 文件夹',
  'This process only reads the folder': '这里只读取此文件夹',
  'use the process that drives it': '请到驱动它的进程中操作',
  'There is no member {0}': '没有成员 {0}',
  'choose one of: {0}': '可选：{0}',
  'The task is empty': '任务是空的',
  'say what is to be done': '请说明要做什么',
  'name a package like `tasks/feature.tsk`': '请写成 `tasks/feature.tsk` 这样的包名',
  'A draft dialogue has no dialogue state': '草稿对话没有对话状态',
  'leave out the mode or the domain': '请去掉模式或领域',
  'No process drives this folder now': '现在没有进程驱动此文件夹',
  'open it to drive it here': '请打开它并在这里驱动',
  'It could not be handed over: {0}': '无法转交：{0}',
  'make the folder writable': '请让文件夹可写',
  'The disk refused it: {0}': '磁盘拒绝了：{0}',
  '{0} cannot be edited: its YAML is broken.': '无法编辑 {0}：YAML 有错误',
  '{0} cannot be edited: its YAML is broken': '无法编辑 {0}：YAML 有错误',
  'Correct it first.': '请先改正它',
  'correct it first': '请先改正它',
  'The folder is closed here': '此文件夹在这里已关闭',
  'open it again': '请重新打开',
  'Another process drives this folder': '另一个进程正在驱动此文件夹',
  'delete in the process that drives': '请在驱动它的进程中删除',
  'The dialog {0} is not archived': '对话 {0} 没有归档',
  'archive it first': '请先归档',
  'A dialog could not be deleted: {0}': '无法删除一个对话：{0}',
  'make its folder writable': '请让它的文件夹可写',
  'Process {0} on {1} drives this folder': '{1} 上的进程 {0} 正在驱动此文件夹',
  'use that one, or end it first': '请用那一个，或先结束它',
  '{0} cannot be written: {1}': '无法写入 {0}：{1}',
  'This dialog left {0} as it was': '这个对话没有改动 {0}',
  'name a file that it changed': '请指明它改动过的文件',
  'It is still at work': '它还在工作',
  'stop it and answer what it asks first': '请先停止它，并回答它的问题',
  'There is no folder {0}': '没有文件夹 {0}',
  'open an existing folder': '请打开已有的文件夹',
};

interface Pattern {
  readonly english: RegExp;
  readonly chinese: string;
}

/** Those with the fewest placeholders first: they say more. */
const patterns = once((): readonly Pattern[] =>
  Object.entries(words)
    .filter(([english]) => english.includes('{0}'))
    .sort(([a], [b]) => a.split('{').length - b.split('{').length)
    .map(([english, chinese]) => ({ english: patternOf(english), chinese })),
);

/** A refusal's message or remedy in Chinese; as it is when there are no words for it. */
export function refusalInChinese(text: string): string {
  const exact = Object.hasOwn(words, text) ? words[text] : undefined;
  if (exact !== undefined) return exact;
  for (const { english, chinese } of patterns()) {
    const found = english.exec(text);
    if (found) return chinese.replace(/\{(\d)\}/g, (_, index) => found[Number(index) + 1] ?? '');
  }
  return text;
}

/** Every English text that has Chinese words, placeholders as `{0}`. */
export function translatedRefusals(): readonly string[] {
  return Object.keys(words);
}

function patternOf(template: string): RegExp {
  const parts = template.split(/\{\d\}/).map(part => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('(.+?)')}$`, 's');
}
