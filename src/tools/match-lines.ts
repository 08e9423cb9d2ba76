// Finds a text or an expression of a model in lines, in slices: a large file does not hold the process.

import type { Said } from '../core/prompt/said.ts';
import type { Slices } from '../core/slices.ts';
import { compilePattern } from '../core/text/pattern.ts';

/** A line that matches: its number from 1, and where in it. */
export interface LineMatch {
  readonly line: number;
  readonly column: number;
  readonly text: string;
}

/** Finds a query in one line. */
export interface Matcher {
  /** The column of the first match; -1 when there is none. */
  readonly find: (line: string) => number;
  /** Characters of a line that are looked at. */
  readonly longest: number;
}

/** Expressions cost up to a hundred times more than a text. */
const LONGEST_LINE = { text: 10_000, expression: 2_000 };

/** Makes the matcher of a query; `problem` when it cannot be searched for. */
export function createMatcher(
  query: string,
  isExpression: boolean,
): { readonly ok: true; readonly matcher: Matcher } | { readonly ok: false; readonly problem: Said } {
  if (!isExpression) {
    // It would match nowhere, though the text may be there.
    if (query.includes('\n')) return { ok: false, problem: w => w.severalLines };
    return { ok: true, matcher: { find: line => line.indexOf(query), longest: LONGEST_LINE.text } };
  }
  const compiled = compilePattern(query);
  if (!compiled.ok) return { ok: false, problem: w => w.badExpression(compiled.problem) };
  return { ok: true, matcher: { find: compiled.pattern.search, longest: LONGEST_LINE.expression } };
}

/** The matches in a text; `isCut` when a line was longer than the matcher's limit. */
export interface FoundLines {
  readonly matches: readonly LineMatch[];
  readonly isCut: boolean;
}

/** The first lines of a text that match, at most `limit`. Ends early, with what there is, when `signal` aborts. */
export async function matchLines(
  text: string,
  { find, longest }: Matcher,
  { limit, slices, signal }: { readonly limit: number; readonly slices: Slices; readonly signal: AbortSignal },
): Promise<FoundLines> {
  const matches: LineMatch[] = [];
  let isCut = false;
  let line = 0;
  for (let start = 0; start < text.length && matches.length < limit && !signal.aborted; ) {
    const pause = slices.due();
    if (pause) await pause;
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline;
    const content = text.slice(start, text[end - 1] === '\r' && end > start ? end - 1 : end);
    start = end + 1;
    line += 1;
    isCut ||= content.length > longest;
    const column = find(content.slice(0, longest));
    if (column >= 0) matches.push({ line, column, text: content });
  }
  return { matches, isCut };
}
