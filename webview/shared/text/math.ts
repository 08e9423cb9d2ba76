// Formulas in Markdown: `$…$`, `$$…$$`, `\(…\)` and `\[…\]`. They are found here, and set once KaTeX is loaded. Pure.
import type { MarkdownIt, StateInline } from 'markdown-it';

/** Sets a formula: MathML, or `undefined` for what cannot be read. */
export type SetMath = (formula: string, display: boolean) => string | undefined;

/** True where a text may hold a formula. */
export function mayHoldMath(text: string): boolean {
  return /\$\S|\\[([]/.test(text);
}

interface Form {
  readonly open: string;
  readonly close: string;
  readonly display: boolean;
}

const forms: readonly Form[] = [
  { open: '$$', close: '$$', display: true },
  { open: '\\[', close: '\\]', display: true },
  { open: '\\(', close: '\\)', display: false },
  { open: '$', close: '$', display: false },
];

/** Teaches a renderer to find formulas; what they become is for the rules `math` and `math_display`. */
export function findMath(markdown: MarkdownIt): void {
  markdown.inline.ruler.before('escape', 'math', (state, silent) => {
    const first = state.src[state.pos];
    if (first !== '$' && first !== '\\') return false;
    const form = forms.find(({ open }) => state.src.startsWith(open, state.pos));
    const end = form && endOf(state, form);
    if (!form || end === undefined) return false;
    if (!silent) {
      const token = state.push(form.display ? 'math_display' : 'math', 'math', 0);
      token.markup = state.src.slice(state.pos, end + form.close.length);
      token.content = state.src.slice(state.pos + form.open.length, end).trim();
    }
    state.pos = end + form.close.length;
    return true;
  });
}

/** Where a formula closes. Amounts of money and variables of a shell are none. */
function endOf({ src, pos, posMax }: StateInline, { open, close }: Form): number | undefined {
  const from = pos + open.length;
  const end = src.indexOf(close, from);
  if (end <= from || end + close.length > posMax) return undefined;
  if (open !== '$') return end;
  const inside = src.slice(from, end);
  const isClean = !/^\s|\s$|\n/.test(inside) && !/\w/.test(src.charAt(end + 1)) && !/\w/.test(src.charAt(pos - 1));
  return isClean ? end : undefined;
}
