// Checks whether a formula parses (FormulaSlot, SPEC 16.2). One pass over tokens with a stack of open brackets: no
// recursion, so deep nesting is harmless. It evaluates nothing.
import { type RefusedFor, refusedFor } from './reasons.ts';

export type FormulaCheck = { readonly ok: true } | RefusedFor;

/**
 * Checks an expression of numbers, names (`total`, `orders.total`, `` `Unit price` ``), texts, calls, brackets and the
 * usual operators; a leading `=` is allowed. The reason names the place, counted from 1.
 */
export function checkFormula(text: string): FormulaCheck {
  const source = text.replace(/^\s*=(?!=)/, match => ' '.repeat(match.length));
  const state: State = { expects: 'operand', open: [] };
  for (let at = skipSpace(source, 0); at < source.length; ) {
    const token = tokenAt(source, at);
    if (token === undefined)
      return refusedFor({ id: 'stray-character', character: source.slice(at, at + 1), at: at + 1 });
    if (!take(state, token)) return refusedFor({ id: 'unexpected-token', token: token.text, at: at + 1 });
    at = skipSpace(source, at + token.text.length);
  }
  if (state.open.length > 0) return refusedFor({ id: 'missing-bracket', bracket: state.open.at(-1)?.closes ?? ')' });
  if (state.expects === 'operand')
    return refusedFor({ id: text.trim() === '' ? 'empty-formula' : 'unfinished-formula' });
  return { ok: true };
}

type TokenKind = 'value' | 'name' | 'operator' | 'opening' | 'closing' | 'comma';
interface Token {
  readonly kind: TokenKind;
  readonly text: string;
}

interface Bracket {
  readonly closes: ')' | ']';
  /** It may contain a comma, and may be empty. */
  readonly isList: boolean;
}

interface State {
  expects: 'operand' | 'operator';
  open: Bracket[];
  /** The last token was a name, so `(` makes a call. */
  afterName?: boolean;
  /** The last token opened a list, so it may close at once. */
  afterOpening?: boolean;
}

const patterns: readonly (readonly [TokenKind, RegExp])[] = [
  ['value', /(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?%?/y],
  ['value', /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/y],
  ['operator', /(?:and|or|in|like)\b/iy],
  ['operator', /not\b/iy],
  ['name', /`[^`]+`|[\p{L}_$][\p{L}\p{N}_$]*(?:\.[\p{L}_$][\p{L}\p{N}_$]*)*/uy],
  ['operator', /\*\*|==|!=|<>|<=|>=|&&|\|\||[-+*/%^<>=!&?:]/y],
  ['opening', /[([]/y],
  ['closing', /[)\]]/y],
  ['comma', /[,;]/y],
];

function tokenAt(source: string, at: number): Token | undefined {
  for (const [kind, pattern] of patterns) {
    pattern.lastIndex = at;
    const text = pattern.exec(source)?.[0];
    if (text !== undefined) return { kind, text };
  }
  return undefined;
}

/** Moves on by one token; false when it is not expected. */
function take(state: State, token: Token): boolean {
  const { afterName = false, afterOpening = false } = state;
  state.afterName = token.kind === 'name';
  state.afterOpening = token.kind === 'opening';
  switch (token.kind) {
    case 'value':
    case 'name':
      if (state.expects !== 'operand') return false;
      state.expects = 'operator';
      return true;
    case 'operator':
      return takeOperator(state, token.text);
    case 'opening':
      return open(state, { text: token.text, afterName });
    case 'closing':
      return close(state, { text: token.text, afterOpening });
    case 'comma':
      if (state.expects !== 'operator' || state.open.at(-1)?.isList !== true) return false;
      state.expects = 'operand';
      return true;
  }
}

function takeOperator(state: State, text: string): boolean {
  if (state.expects === 'operand') return /^(?:[-+!]|not)$/i.test(text);
  if (/^!$/.test(text)) return false;
  // `x not in y`: the second word follows at once.
  state.expects = /^not$/i.test(text) ? 'operator' : 'operand';
  return true;
}

function open(state: State, { text, afterName }: { text: string; afterName: boolean }): boolean {
  const isCall = state.expects === 'operator' && afterName;
  if (state.expects !== 'operand' && !isCall) return false;
  if (text === '[' && isCall) state.open.push({ closes: ']', isList: false });
  else state.open.push({ closes: text === '[' ? ']' : ')', isList: text === '[' || isCall });
  state.expects = 'operand';
  return true;
}

function close(state: State, { text, afterOpening }: { text: string; afterOpening: boolean }): boolean {
  const bracket = state.open.at(-1);
  if (bracket?.closes !== text) return false;
  if (state.expects === 'operand' && !(afterOpening && bracket.isList)) return false;
  state.open.pop();
  state.expects = 'operator';
  return true;
}

function skipSpace(source: string, from: number): number {
  let at = from;
  while (at < source.length && /\s/.test(source.charAt(at))) at += 1;
  return at;
}
