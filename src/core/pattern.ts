// Regular expressions that people and models write: of slots and of searches. The one place where such a pattern is run. The
// engine takes time in proportion to the text, so no pattern can hold the process (SPEC 16.17). Pure, never throws.
import { RE2JS } from 're2js';

/** A pattern in the syntax of JavaScript, without flags. Both functions are linear in the text. */
export interface Pattern {
  /** Whether the pattern matches a text as a whole. */
  isWhole(text: string): boolean;
  /** Where the first match begins, -1 when there is none. */
  search(text: string): number;
}

/** A pattern, or what is wrong with it and what to write instead; both are sentences without their period. */
export type CompiledPattern =
  | { readonly ok: true; readonly pattern: Pattern }
  | { readonly ok: false; readonly problem: string; readonly remedy: string };

/** Characters of a pattern; the engine's work grows with them. */
export const MAX_PATTERN = 1_000;

/** Compiles a pattern. Lookaheads and backreferences, which cannot be matched in linear time, are problems. */
export function compilePattern(source: string): CompiledPattern {
  if (source.length > MAX_PATTERN) {
    return wrong(`it has ${source.length} characters, more than ${MAX_PATTERN}`, 'Shorten the pattern');
  }
  const unsupported = unsupportedIn(source);
  if (unsupported) return unsupported;
  try {
    const engine = RE2JS.compile(RE2JS.translateRegExp(source), RE2JS.LOOKBEHINDS);
    return { ok: true, pattern: patternOf(engine) };
  } catch (error) {
    return wrong((error as Error).message.replace(/^error parsing regexp: /, ''), 'Correct the pattern');
  }
}

function patternOf(engine: RE2JS): Pattern {
  return {
    isWhole: text => engine.testExact(text),
    search(text) {
      // Whether there is a match is found several times quicker than where.
      if (!engine.test(text)) return -1;
      const matcher = engine.matcher(text);
      return matcher.find() ? matcher.start() : -1;
    },
  };
}

/** Escapes and character classes are stepped over, so that `\\1` and `[(?=]` are no finds. */
const notable = /\\(?:[1-9]|k<)|\\[\s\S]|\[(?:\\[\s\S]|[^\]\\])*\]|\(\?[=!]/g;

function unsupportedIn(source: string): Extract<CompiledPattern, { ok: false }> | undefined {
  for (const [found] of source.matchAll(notable)) {
    if (found.startsWith('(?'))
      return wrong(`${found}…) looks ahead, which is not supported`, 'Match the text that follows instead');
    if (/^\\(?:[1-9]|k<)/.test(found))
      return wrong(`${found} refers back to a group, which is not supported`, 'Write the repeated text out');
  }
  return undefined;
}

function wrong(problem: string, remedy: string): Extract<CompiledPattern, { ok: false }> {
  return { ok: false, problem, remedy };
}
