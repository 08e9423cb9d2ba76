// A reply that ends by announcing a step (SPEC 23.5): "I'll ask @coder", "let me run the tests". Pure.

/** The sentence that announces a step at the end of a reply without calls; undefined when it ends otherwise. */
export function announcementIn(reply: string): string | undefined {
  const end = reply.trimEnd().slice(-MOST_CHARACTERS);
  if (end.endsWith('```') || end.endsWith('~~~')) return undefined;
  const sentence = lastSentence(end);
  return announces(sentence) ? sentence : undefined;
}

const MOST_CHARACTERS = 600;

// Joined texts rather than pattern literals: the build keeps bundles to ASCII, and escapes only texts.
const sentenceEnd = new RegExp(['(?<=[.!…:])\\s+(?=[A-Z"\'“*@`])', '(?<=[。！：])'].join('|'));
const question = new RegExp(['[?？]', '["\'”*]*$'].join(''));

function lastSentence(text: string): string {
  const line = text.split('\n').findLast(each => each.trim() !== '') ?? '';
  return (
    line
      .trim()
      .split(sentenceEnd)
      .findLast(each => each.trim() !== '') ?? ''
  ).trim();
}

// A step that a member takes by a tool or a call. Words such as "wait", "keep", "remember" or "let me know" take none.
const steps = [
  ...['ask', 'tellask', 'call', 'check', 'look', 'read', 'open', 'run', 'rerun', 'test', 'search', 'find', 'list'],
  ...['inspect', 'examine', 'explore', 'investigate', 'review', 'verify', 'fix', 'edit', 'change', 'update', 'write'],
  ...['create', 'add', 'implement', 'apply', 'make', 'start', 'begin', 'proceed', 'continue', 'delegate', 'assign'],
  ...['hand', 'send', 'gather', 'analy[sz]e', 'try', 'do', 'use', 'go'],
].join('|');
const order = 'now|first|next|then';
const english = new RegExp(
  [
    `^(?:(?:ok(?:ay)?|${order}|so|great|good|alright|sure|understood|got it|perfect)[,.!:]?\\s+)*`,
    "(?:i['’]ll|i will|i['’]m going to|i am going to|i need to|let me|let['’]s|i['’]m about to|i should)\\s+",
    `(?:(?:${order}|also|just|go ahead and|start by|begin by|quickly|take a)\\s+)*`,
    `(?:${steps})(?:ing)?\\b(?!\\s+(?:me know|you know))`,
  ].join(''),
  'i',
);

const stepsInChinese = [
  ...[
    '问',
    '请',
    '叫',
    '让',
    '交给',
    '诉请',
    '检查',
    '查看',
    '看看',
    '看一下',
    '读',
    '打开',
    '运行',
    '执行',
    '跑',
    '测试',
  ],
  ...[
    '搜索',
    '查找',
    '列出',
    '审查',
    '核实',
    '验证',
    '修复',
    '修改',
    '编辑',
    '更新',
    '写',
    '创建',
    '添加',
    '实现',
    '开始',
    '继续',
  ],
  ...['分析', '尝试'],
].join('|');
const orderInChinese = '现在|接下来|下一步|首先|然后';
const chinese = new RegExp(
  [
    `^(?:好的?|明白了?|收到|那么?|${orderInChinese})?[，,、：:]?\\s*(?:${orderInChinese})?[，,]?\\s*`,
    '(?:我(?:这就|来|会|将|先|要|去|现在|马上|需要)+|让我(?:们)?(?:先|来)?|接下来(?:我)?(?:会|将)?)\\s*',
    `(?:先|来|去)?\\s*(?:${stepsInChinese})`,
  ].join(''),
);

function announces(sentence: string): boolean {
  if (question.test(sentence)) return false;
  return english.test(sentence.replace(/^[*_>\s-]+/, '')) || chinese.test(sentence);
}
