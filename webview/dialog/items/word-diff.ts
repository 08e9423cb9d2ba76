// The changes between two drafts, word by word. Pure.
import { diffArrays } from 'diff';

/** A run of text that both have, or that only the older or only the newer one has. */
export interface DiffPart {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

/** Changes beyond this number are not searched for: two such texts have little in common. */
const MAX_CHANGES = 4000;

/** The parts from the older to the newer text, in order. Texts that have little in common are two parts. */
export function diffWords(older: string, newer: string, locale: string): readonly DiffPart[] {
  const changes = diffArrays(wordsOf(older, locale), wordsOf(newer, locale), { maxEditLength: MAX_CHANGES });
  const parts = changes?.map(({ added, removed, value }): DiffPart => {
    return { kind: added ? 'added' : removed ? 'removed' : 'same', text: value.join('') };
  });
  const whole: DiffPart[] = [
    { kind: 'removed', text: older },
    { kind: 'added', text: newer },
  ];
  return (parts ?? whole).filter(({ text }) => text !== '');
}

/** Words with the space behind them, in every script that the browser knows the words of. */
function wordsOf(text: string, locale: string): string[] {
  const words: string[] = [];
  for (const { segment } of segmenterFor(locale).segment(text)) {
    if (words.length > 0 && /^\s+$/.test(segment)) words[words.length - 1] += segment;
    else words.push(segment);
  }
  return words;
}

/** Making one costs far more than using it. */
const segmenters = new Map<string, Intl.Segmenter>();

function segmenterFor(locale: string): Intl.Segmenter {
  const segmenter = segmenters.get(locale) ?? new Intl.Segmenter(locale, { granularity: 'word' });
  segmenters.set(locale, segmenter);
  return segmenter;
}
