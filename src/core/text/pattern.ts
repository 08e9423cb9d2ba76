// Runs all regular expressions that people and models write, for slots and searches. The engine is linear in the text,
// so no pattern can block the process (SPEC 16.17). Pure, never throws.
import { RE2JS } from 're2js';
import { errorMessage } from '../base/thrown.ts';
import type { PatternProblem } from './pattern-problem.ts';

/** A pattern in the syntax of JavaScript, without flags. Both functions are linear in the text. */
export interface Pattern {
  /** True if the pattern matches the whole text. */
  isWhole(text: string): boolean;
  /** The index of the first match, -1 when there is none. */
  search(text: string): number;
}

export type CompiledPattern =
  | { readonly ok: true; readonly pattern: Pattern }
  | { readonly ok: false; readonly problem: PatternProblem };

/** Characters of a pattern; the engine's work grows with them. */
export const MAX_PATTERN = 1_000;

/** Compiles a pattern. Lookaheads and backreferences, which cannot be matched in linear time, are problems. */
export function compilePattern(source: string): CompiledPattern {
  if (source.length > MAX_PATTERN) {
    return { ok: false, problem: { kind: 'tooLong', length: source.length, most: MAX_PATTERN } };
  }
  const unsupported = unsupportedIn(source);
  if (unsupported) return { ok: false, problem: unsupported };
  try {
    const engine = RE2JS.compile(RE2JS.translateRegExp(source), RE2JS.LOOKBEHINDS);
    return { ok: true, pattern: patternOf(engine) };
  } catch (error) {
    const text = errorMessage(error).replace(/^error parsing regexp: /, '');
    return { ok: false, problem: { kind: 'told', text } };
  }
}

function patternOf(engine: RE2JS): Pattern {
  return {
    isWhole: text => engine.testExact(text),
    search(text) {
      // Testing for a match is several times faster than finding it.
      if (!engine.test(text)) return -1;
      const matcher = engine.matcher(text);
      return matcher.find() ? matcher.start() : -1;
    },
  };
}

/** Escapes and character classes are stepped over, so that `\\1` and `[(?=]` are no finds. */
const notable = /\\(?:[1-9]|k<)|\\[\s\S]|\[(?:\\[\s\S]|[^\]\\])*\]|\(\?[=!]/g;

function unsupportedIn(source: string): PatternProblem | undefined {
  for (const [found] of source.matchAll(notable)) {
    if (found.startsWith('(?')) return { kind: 'looksAhead', found };
    if (/^\\(?:[1-9]|k<)/.test(found)) return { kind: 'refersBack', found };
  }
  return undefined;
}
