// What a person's words decide about a flow (SPEC 16.4, 16.5), in every language of the product: people answer in their
// own, whatever language the question was asked in. Pure.

/** Words that decide: carry it out, end it, or, whatever was asked, drop the current flow. */
const decisions = {
  approve: [
    /^(?:approved?|yes|yep|ok(?:ay)?|sure|go (?:ahead|on)|continue|confirm(?:ed)?)$/,
    oneOf('批准', '同意', '可以', '继续', '确认', '是', '是的', '好', '好的', '行'),
  ],
  reject: [
    /^(?:drop(?: (?:it|that))?|reject(?:ed)?|no)$/,
    oneOf('放弃', '算了', '拒绝', '不同意', '不行', '不要', '不'),
  ],
  cancel: [
    /^(?:cancel(?: (?:it|that))?|forget (?:it|about it|that)|never ?mind|drop (?:it|that))$/,
    oneOf('算了', '取消', '放弃', '不用了'),
  ],
} as const satisfies Readonly<Record<string, readonly RegExp[]>>;

/** True if an answer lets a plan, or values, be carried out. */
export function approves(answer: string): boolean {
  return decides('approve', answer);
}

/** True if an answer ends what was to be carried out. */
export function rejects(answer: string): boolean {
  return decides('reject', answer);
}

/** True if words drop the current flow, whatever was asked. */
export function cancels(words: string): boolean {
  return decides('cancel', words);
}

/** A pattern of one of these words, and of nothing else. */
function oneOf(...words: readonly string[]): RegExp {
  return new RegExp(`^(?:${words.join('|')})$`);
}

const ends: readonly string[] = ['.', '!', '。', '！'];

/** Case, surrounding space and one mark at the end do not count. */
function decides(what: keyof typeof decisions, words: string): boolean {
  const trimmed = words.trim();
  const said = (ends.includes(trimmed.slice(-1)) ? trimmed.slice(0, -1) : trimmed).toLowerCase();
  return decisions[what].some(pattern => pattern.test(said));
}
