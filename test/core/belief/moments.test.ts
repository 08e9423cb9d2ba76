// Which of two ends of a range comes first, in the ways people write dates and times.
import assert from 'node:assert/strict';
import { isAfter } from '../../../src/core/belief/values/moments.ts';

type Ends = readonly [string | number, string | number];

const inOrder: readonly Ends[] = [
  ['March 30', 'April 2'],
  ['30 March', '2 April'],
  ['the 30th of March', '2nd of April'],
  ['Mar 30, 2026', 'apr. 2 2026'],
  ['Saturday, March 30', 'Tuesday April 2nd'],
  ['2026-03-30', '2026-04-02'],
  ['2026-03-30T23:00:00Z', '2026-03-30T23:30:00-02:00'],
  ['2026-03-30 09:00', '2026-03-30 17:00'],
  ['March 30 at 9 am', 'March 30 at 5 pm'],
  ['9 am on March 30', '11 am on March 30'],
  ['30.3.2026', '2.4.2026'],
  ['3/30', '4/2'],
  ['30/3/2026', '2/4/2026'],
  ['11 am', '2 pm'],
  ['11:00', '2:00'],
  ['9 in the morning', '8 in the evening'],
  ['11 a.m.', 'noon'],
  ['9 pm', 'midnight'],
  ['12 am', '1 am'],
  ['3月30日', '4月2日'],
  ['上午11点', '下午2点半'],
  [9, 10],
  ['9', '10'],
  ['1,000', 2000],
];

const overTheTurn: readonly Ends[] = [
  ['December 28', 'January 3'],
  ['10 pm', '2 am'],
  ['22:00', '06:00'],
];

const reversed: readonly Ends[] = [
  ['5 pm', '11 am'],
  ['15:00', '11:00'],
  ['2026-03-30 17:00', '2026-03-30 09:00'],
  ['April 2', 'March 30'],
];

const notComparable: readonly Ends[] = [
  ['tomorrow', 'next week'],
  ['Friday', 'Monday'],
  ['March 30', 'next week'],
  ['March 30', '2025-01-01'],
  ['zebra', 'ant'],
  [5, 'a'],
  ['v1.10', 'v1.9'],
];

describe('the ends of a range', () => {
  it('are in order when they are so in the usual reading of dates, times and numbers', () => {
    for (const [start, stop] of [...inOrder, ...overTheTurn, ...notComparable]) {
      assert.equal(isAfter(start, stop), false, `${start} – ${stop}`);
    }
  });

  it('are out of order when they are so in every reading', () => {
    for (const [start, stop] of reversed) assert.equal(isAfter(start, stop), true, `${start} – ${stop}`);
    for (const [start, stop] of inOrder) {
      // April 2 or February 4; 2 am or 2 pm; the midnight before or after.
      const isAmbiguous = /\/|^\d:\d\d$|midnight/.test(String(stop));
      if (!isAmbiguous) assert.equal(isAfter(stop, start), true, `${stop} – ${start}`);
    }
  });

  it('are taken as they are when they are alike', () => {
    for (const [start] of [...inOrder, ...reversed]) assert.equal(isAfter(start, start), false, String(start));
  });
});
