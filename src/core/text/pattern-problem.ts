// Why a pattern cannot be used, and the English words for it: apart from the engine, which pages do not need.

/** Why a pattern cannot be used. `found` is the offending part; `told` is the engine's message. */
export type PatternProblem =
  | { readonly kind: 'tooLong'; readonly length: number; readonly most: number }
  | { readonly kind: 'looksAhead' | 'refersBack'; readonly found: string }
  | { readonly kind: 'told'; readonly text: string };

/** A problem in English: models read it. Both are sentences without their period. */
export function patternProblemText(problem: PatternProblem): { readonly what: string; readonly remedy: string } {
  switch (problem.kind) {
    case 'tooLong':
      return {
        what: `it has ${problem.length} characters, more than ${problem.most}`,
        remedy: 'Shorten the pattern',
      };
    case 'looksAhead':
      return {
        what: `${problem.found}…) looks ahead, which is not supported`,
        remedy: 'Match the text that follows instead',
      };
    case 'refersBack':
      return {
        what: `${problem.found} refers back to a group, which is not supported`,
        remedy: 'Write the repeated text out',
      };
    case 'told':
      return { what: problem.text, remedy: 'Correct the pattern' };
  }
}
