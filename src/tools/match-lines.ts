// Finds a text or an expression of a model in lines. An expression may be catastrophic: it runs under a time limit that ends
// it from outside, since nothing within the language can.
import * as vm from 'node:vm';

/** A line that matches: its number from 1, and where in it. */
export interface LineMatch {
  readonly line: number;
  readonly column: number;
  readonly text: string;
}

/** The matches in a text, at most `limit`; `undefined` when it took longer than `budgetMs`. */
export type MatchLines = (text: string, limit: number, budgetMs: number) => readonly LineMatch[] | undefined;

/** Characters of a line that are looked at. */
const MAX_LINE = 10_000;

/** Makes the matcher of a query; `problem` when it is no expression. */
export function createMatcher(
  query: string,
  isExpression: boolean,
): { readonly ok: true; readonly match: MatchLines } | { readonly ok: false; readonly problem: string } {
  if (!isExpression) return { ok: true, match: (text, limit) => matchEach(text, limit, line => line.indexOf(query)) };
  try {
    const expression = new RegExp(query, 'u');
    return { ok: true, match: matcherOf(expression) };
  } catch {
    return tryPlainExpression(query);
  }
}

// Models write `\-` and the like, which only the older syntax takes.
function tryPlainExpression(query: string): ReturnType<typeof createMatcher> {
  try {
    return { ok: true, match: matcherOf(new RegExp(query)) };
  } catch (error) {
    return { ok: false, problem: (error as Error).message };
  }
}

function matcherOf(expression: RegExp): MatchLines {
  const within = createTimeLimit();
  return (text, limit, budgetMs) => within(budgetMs, () => matchEach(text, limit, line => line.search(expression)));
}

function matchEach(text: string, limit: number, find: (line: string) => number): readonly LineMatch[] {
  const matches: LineMatch[] = [];
  let line = 0;
  for (let start = 0; start <= text.length && matches.length < limit; ) {
    const end = text.indexOf('\n', start);
    const content = text.slice(start, end < 0 ? undefined : end).replace(/\r$/, '');
    start = end < 0 ? text.length + 1 : end + 1;
    line += 1;
    if (end < 0 && content === '') break;
    const column = find(content.slice(0, MAX_LINE));
    if (column >= 0) matches.push({ line, column, text: content });
  }
  return matches;
}

/** A function that runs work in this process and ends it when it takes too long; it gives `undefined` then. */
function createTimeLimit(): <T>(budgetMs: number, work: () => T) => T | undefined {
  let current = () => {};
  const frame = vm.createContext({ work: () => current() });
  return <T>(budgetMs: number, work: () => T) => {
    let value: T | undefined;
    current = () => {
      value = work();
    };
    try {
      vm.runInContext('work()', frame, { timeout: Math.max(1, Math.ceil(budgetMs)) });
      return value;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return undefined;
      throw error;
    }
  };
}
