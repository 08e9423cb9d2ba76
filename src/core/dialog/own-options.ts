// The options of the product's own questions, and what a person wrote as one of them (SPEC 5.1, 7.1, 10.3, 10.10).
// Pure.

const writings = {
  continue: ['continue', '继续'],
  stop: ['stop', '停止'],
  'stop reminding': ['stop reminding', '不再提醒'],
  wait: ['wait', '等待'],
  'other model': ['other model', '换一个模型'],
  'take all': ['take all', '全部采用'],
  'send back': ['send back', '退回'],
  drop: ['drop', '丢弃'],
} as const;

export type OwnOption = keyof typeof writings;

/** The option that an answer names, in whichever language it is written; `undefined` for any other text. */
export function ownOption(answer: string): OwnOption | undefined {
  const said = answer.trim().toLowerCase();
  const names = Object.keys(writings) as OwnOption[];
  return names.find(name => (writings[name] as readonly string[]).includes(said));
}

/** True if an answer names the option to wait, with further words or without. */
export function agreesToWait(answer: string): boolean {
  return ownOption(answer) === 'wait' || /^\s*wait/i.test(answer) || answer.trimStart().startsWith('等');
}

/** True for yes and false for no, in either language; `undefined` for any other text. */
export function yesOrNo(answer: string): boolean | undefined {
  const said = answer.trim().toLowerCase();
  if (['y', 'yes', '是'].includes(said)) return true;
  return ['n', 'no', '否'].includes(said) ? false : undefined;
}
