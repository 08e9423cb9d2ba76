// Whether a step says all that its output does: what it leaves out is kept with it (SPEC 15.14). Pure.
import { mindKeys } from './mind-map.ts';
import { type StepTexts, stepText } from './step-text.ts';

/** Words of an output that may be its form. */
const formWords: ReadonlySet<string> = new Set([...mindKeys, 'true', 'false', 'null', 'yaml', 'yml']);

/**
 * True if every word of an output is in the texts of its step, as often. Text in quotes with `\u` escapes counts as
 * missing.
 */
export function saysAll(step: StepTexts, output: string): boolean {
  const left = new Map<string, number>();
  for (const word of wordsIn(stepText(step))) left.set(word, (left.get(word) ?? 0) + 1);
  return wordsIn(output).every(word => {
    const count = left.get(word) ?? 0;
    left.set(word, count - 1);
    return count > 0 || formWords.has(word.toLowerCase());
  });
}

/** Runs of letters, digits and pictures; the letter of an escape such as `\n` is none. */
function wordsIn(text: string): readonly string[] {
  return text.replace(/\\[abefnrtv0]/g, ' ').match(/[\p{L}\p{M}\p{N}\p{So}]+/gu) ?? [];
}
