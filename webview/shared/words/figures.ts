// What the words of every language share.
import type { Difference } from '../../../src/core/belief/history/changes-in-words.ts';

/** A span in its largest whole unit, the units being named: now, minutes, hours, days. */
export function ageIn(ms: number, [now, minute, hour, day]: readonly [string, string, string, string]): string {
  const count = Math.floor(ms / 60_000);
  if (count < 1) return now;
  if (count < 60) return `${count} ${minute}`;
  return count < 60 * 24 ? `${Math.floor(count / 60)} ${hour}` : `${Math.floor(count / 60 / 24)} ${day}`;
}

/** A share as whole percent: `83%`; of nothing it is none. */
export function percentOf(part: number, whole: number): string {
  return `${Math.round((100 * Math.min(part, whole)) / Math.max(whole, 1))}%`;
}

/** Characters of a message that a label repeats. */
const NAMED = 40;

/** The beginning of a message, on one line. */
export function shortLabel(content: string): string {
  const line = content.trim().replace(/\s+/g, ' ');
  return line.length > NAMED ? `${line.slice(0, NAMED - 1)}…` : line;
}

/** What to say of a difference, by its kind. */
export type DifferenceWords = {
  readonly [K in Difference['kind']]: (difference: Extract<Difference, { kind: K }>) => string;
};

/** A difference in words. */
export function differenceText(words: DifferenceWords, difference: Difference): string {
  return (words[difference.kind] as (difference: Difference) => string)(difference);
}
