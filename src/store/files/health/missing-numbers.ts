// Finds records that are missing in a tree: its records are numbered from 1, over all its dialogs and courses (SPEC
// 9.1, 14.2).
import type { Finding } from '../../../core/facts/findings.ts';

/** What is missing among the numbers of the records of a tree; undefined if nothing is, or none has a number. */
export function missingNumbers(numbers: ReadonlySet<number>): Finding | undefined {
  let newest = 0;
  for (const number of numbers) newest = Math.max(newest, number);
  const count = newest - numbers.size;
  if (count === 0) return undefined;
  let first = 1;
  while (numbers.has(first)) first += 1;
  let last = newest;
  while (numbers.has(last)) last -= 1;
  return { id: 'numbers-missing', count, first, last };
}
