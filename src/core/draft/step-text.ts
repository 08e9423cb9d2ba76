// The words of a step of a draft dialogue. Pure.
import type { DraftStep } from './record.ts';

/** The texts of a step. */
export type StepTexts = Pick<DraftStep, 'earlier' | 'draft' | 'note' | 'thoughts' | 'rest' | 'output'>;

/** All texts of a step, one below the other. */
export function stepText({ earlier = [], draft, note = '', thoughts, rest = '', output = '' }: StepTexts): string {
  const texts = [...earlier, ...(draft ? [draft] : [])].map(({ text }) => text);
  return [...texts, note, ...thoughts.map(({ text }) => text), rest, output].join('\n');
}
