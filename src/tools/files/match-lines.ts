// Finds a text or an expression of a model in lines, in slices: a large file does not hold the process.

import type { Slices } from '../../core/base/time-slices.ts';
import type { Said } from '../../core/prompt/said.ts';
import { compilePattern } from '../../core/text/pattern.ts';

/** A line that matches: its number from 1, and where in it. */
export interface LineMatch {
  readonly line: number;
  readonly column: number;
  readonly text: string;
}

/** Finds a query in one line. */
export interface Matcher {
  /** The column of the first match in a part of a line; -1 when there is none. */
  readonly find: (part: string) => number;
  /** Characters of a part; longer lines are looked at in parts that overlap by half. */
  readonly longest: number;
  /** What it finds depends on where a line begins or ends, so that of a longer line only the first part counts. */
  readonly isOfFirstPart: boolean;
  /** What it matches may be longer than what two parts share. */
  readonly isExpression: boolean;
}

/** Expressions cost up to a hundred times more than a text. */
const LONGEST_PART = { text: 1_000_000, expression: 2_000 };

/** Makes the matcher of a query; `problem` when it cannot be searched for. */
export function createMatcher(
  query: string,
  isExpression: boolean,
): { readonly ok: true; readonly matcher: Matcher } | { readonly ok: false; readonly problem: Said } {
  if (!isExpression) {
    // It would match nowhere, though the text may be there.
    if (query.includes('\n')) return { ok: false, problem: w => w.severalLines };
    const longest = Math.max(LONGEST_PART.text, query.length * 2);
    return {
      ok: true,
      matcher: { find: part => part.indexOf(query), longest, isOfFirstPart: false, isExpression: false },
    };
  }
  const compiled = compilePattern(query);
  if (!compiled.ok) return { ok: false, problem: w => w.badExpression(compiled.problem) };
  const isOfFirstPart = /[\^$]|\\b|\(\?<[=!]/i.test(query.replaceAll(/\[\^|\\[^b]/gi, ''));
  return {
    ok: true,
    matcher: { find: compiled.pattern.search, longest: LONGEST_PART.expression, isOfFirstPart, isExpression: true },
  };
}

export interface FoundLines {
  readonly matches: readonly LineMatch[];
  /** Of a line only the first part was looked at. */
  readonly isCut: boolean;
  /** A line without a match was looked at in parts by an expression. */
  readonly isInParts: boolean;
}

/** The first lines of a text that match, at most `limit`. Ends early, with what there is, when `signal` aborts. */
export async function matchLines(
  text: string,
  matcher: Matcher,
  { limit, slices, signal }: { readonly limit: number; readonly slices: Slices; readonly signal: AbortSignal },
): Promise<FoundLines> {
  const matches: LineMatch[] = [];
  let isCut = false;
  let isInParts = false;
  let line = 0;
  for (let start = 0; start < text.length && matches.length < limit && !signal.aborted; ) {
    const pause = slices.due();
    if (pause) await pause;
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline;
    const content = text.slice(start, text[end - 1] === '\r' && end > start ? end - 1 : end);
    start = end + 1;
    line += 1;
    isCut ||= matcher.isOfFirstPart && content.length > matcher.longest;
    const column =
      content.length <= matcher.longest ? matcher.find(content) : await columnIn(content, matcher, slices, signal);
    isInParts ||= matcher.isExpression && !matcher.isOfFirstPart && column < 0 && content.length > matcher.longest;
    if (column >= 0) matches.push({ line, column, text: content });
  }
  return { matches, isCut, isInParts };
}

/** The first match in a line of several parts. */
async function columnIn(
  line: string,
  { find, longest, isOfFirstPart }: Matcher,
  slices: Slices,
  signal: AbortSignal,
): Promise<number> {
  for (let start = 0; !signal.aborted; start += longest / 2) {
    const column = find(line.slice(start, start + longest));
    if (column >= 0) return start + column;
    if (isOfFirstPart || start + longest >= line.length) break;
    const pause = slices.due();
    if (pause) await pause;
  }
  return -1;
}
