// Schedules and quiet hours where clocks are changed, against a walk over the minutes by the clocks of `Intl` (SPEC
// 21.2, 21.4).
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { endOfQuiet } from '../../src/core/notices/quiet-hours.ts';
import { dueAfter, lastDue } from '../../src/minds/times/cron.ts';
import { runs } from '../support/properties.ts';

const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;

const zones = [
  'Europe/Berlin',
  'Europe/London',
  'America/St_Johns',
  'America/New_York',
  'America/Santiago',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'Africa/Cairo',
  'Asia/Beirut',
  'America/Havana',
  'Asia/Kathmandu',
];

interface LocalTime {
  readonly month: number;
  readonly day: number;
  readonly weekday: number;
  readonly hour: number;
  readonly minute: number;
}

function clockOf(timeZone: string): (instant: number) => number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  });
  /** The same fields as if they were of UTC, so that a local time is a number. */
  return instant => {
    const of = Object.fromEntries(parts.formatToParts(instant).map(({ type, value }) => [type, Number(value)]));
    return Date.UTC(of.year ?? 0, (of.month ?? 1) - 1, of.day, of.hour, of.minute);
  };
}

function fieldsOf(local: number): LocalTime {
  const date = new Date(local);
  return {
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    weekday: date.getUTCDay(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
  };
}

/** A few days around a change of clocks: each full minute with its local time. */
interface Stretch {
  readonly zone: string;
  readonly start: number;
  readonly locals: readonly number[];
}

const DAYS = 4;

function changesOf(zone: string): readonly number[] {
  const local = clockOf(zone);
  const offset = (instant: number) => local(instant) - instant;
  const changes: number[] = [];
  for (let day = Date.UTC(2026, 0, 1); day < Date.UTC(2028, 0, 1); day += DAY) {
    if (offset(day) === offset(day + DAY)) continue;
    let [before, after] = [day, day + DAY];
    while (after - before > MINUTE) {
      const middle = before + Math.floor((after - before) / 2 / MINUTE) * MINUTE;
      if (offset(middle) === offset(before)) before = middle;
      else after = middle;
    }
    changes.push(after);
  }
  return changes.length > 0 ? changes : [Date.UTC(2026, 2, 29)];
}

function stretchAt(zone: string, change: number): Stretch {
  const local = clockOf(zone);
  const start = change - (DAYS / 2) * DAY;
  const offsets = [change - MINUTE, change].map(instant => local(instant) - instant);
  const locals = Array.from({ length: DAYS * 1_440 }, (_, minute) => {
    const instant = start + minute * MINUTE;
    return instant + (offsets[instant < change ? 0 : 1] ?? 0);
  });
  return { zone, start, locals };
}

let known: readonly Stretch[] | undefined;

function stretches(): readonly Stretch[] {
  known ??= zones.flatMap(zone => changesOf(zone).map(change => stretchAt(zone, change)));
  return known;
}

type Field = { readonly text: string; readonly has: (value: number) => boolean };

const any: Field = { text: '*', has: () => true };
const one = (low: number, high: number) =>
  fc.integer({ min: low, max: high }).map((n): Field => ({ text: `${n}`, has: value => value === n }));
const list = (low: number, high: number) =>
  fc
    .uniqueArray(fc.integer({ min: low, max: high }), { minLength: 2, maxLength: 4 })
    .map((ns): Field => ({ text: ns.join(','), has: value => ns.includes(value) }));
const range = (low: number, high: number) =>
  fc.tuple(fc.integer({ min: low, max: high }), fc.integer({ min: low, max: high })).map(([a, b]): Field => {
    const [from, to] = [Math.min(a, b), Math.max(a, b)];
    return { text: `${from}-${to}`, has: value => from <= value && value <= to };
  });
const step = (of: number) =>
  fc.constantFrom(...[2, 3, 5, 6, 7, 15].filter(n => n < of)).map(
    (n): Field => ({
      text: `*/${n}`,
      has: value => value % n === 0,
    }),
  );

/** Nights are when clocks are changed. */
const minutes = fc.oneof(
  one(0, 59),
  list(0, 59),
  range(0, 59),
  step(60),
  fc.constant(any),
  fc.constantFrom(0, 30, 59).map((n): Field => ({ text: `${n}`, has: value => value === n })),
);
const hours = fc.oneof(one(0, 4), list(0, 5), range(0, 5), one(0, 23), step(24), fc.constant(any));
const weekdays = fc.oneof(fc.constant(any), range(0, 6), list(0, 6));

interface Rule {
  readonly minute: Field;
  readonly hour: Field;
  readonly weekday: Field;
}

const rule: fc.Arbitrary<Rule> = fc.record({ minute: minutes, hour: hours, weekday: weekdays });

const textOf = ({ minute, hour, weekday }: Rule) => `${minute.text} ${hour.text} * * ${weekday.text}`;

/** When a rule is due in a stretch, by what the file on schedules promises. */
function duesOf({ minute, hour, weekday }: Rule, { start, locals }: Stretch): readonly number[] {
  const isDue = (local: number) => {
    const at = fieldsOf(local);
    return minute.has(at.minute) && hour.has(at.hour) && weekday.has(at.weekday);
  };
  const isFixed = !hour.text.includes('*') && !minute.text.includes('*');
  let latest = Number.NEGATIVE_INFINITY;
  return locals.flatMap((local, index) => {
    const before = latest;
    latest = Math.max(latest, local);
    const instant = start + index * MINUTE;
    if (!isFixed) return isDue(local) ? [instant] : [];
    if (local <= before) return [];
    // Minutes that were left out are due now.
    const first = Number.isFinite(before) ? before + MINUTE : local;
    for (let each = first; each <= local; each += MINUTE) if (isDue(each)) return [instant];
    return [];
  });
}

describe('where clocks are changed', () => {
  it('schedules are due when a walk over the minutes says, each time once', () => {
    const all = stretches();
    fc.assert(
      fc.property(fc.nat(all.length - 1), rule, fc.double({ min: 0, max: 0.99, noNaN: true }), (which, each, share) => {
        const stretch = all[which] ?? assert.fail();
        const end = stretch.start + stretch.locals.length * MINUTE;
        const asked = { cron: textOf(each), zone: stretch.zone };
        const dues: number[] = [];
        for (let due = dueAfter(asked, stretch.start); due !== undefined && due < end; due = dueAfter(asked, due))
          dues.push(due);
        const iso = (instants: readonly number[]) => instants.map(instant => new Date(instant).toISOString());
        const expected = duesOf(each, stretch).filter(due => due > stretch.start);
        assert.deepEqual(iso(dues), iso(expected), `${asked.cron} in ${asked.zone}`);
        const middle = stretch.start + Math.floor(share * stretch.locals.length) * MINUTE;
        const last = lastDue(asked, { from: stretch.start, to: middle });
        assert.equal(
          last,
          expected.findLast(due => due <= middle),
        );
      }),
      runs(100),
    );
  }).timeout(60_000);

  it('quiet hours end with the first minute that is not quiet', () => {
    const all = stretches();
    const timeOfDay = fc.oneof(
      fc.integer({ min: 0, max: 1_439 }),
      fc.integer({ min: 0, max: 300 }),
      fc.constantFrom(0, 120, 150, 180),
    );
    fc.assert(
      fc.property(
        fc.nat(all.length - 1),
        timeOfDay,
        timeOfDay,
        fc.double({ min: 0, max: 0.5, noNaN: true }),
        (which, from, to, share) => {
          fc.pre(from !== to);
          const { zone, start, locals } = all[which] ?? assert.fail();
          const isQuiet = (local: number) => {
            const { hour, minute } = fieldsOf(local);
            const at = hour * 60 + minute;
            return from < to ? from <= at && at < to : at >= from || at < to;
          };
          const first = Math.floor(share * locals.length);
          const end = locals.findIndex((local, index) => index >= first && !isQuiet(local));
          const expected = end === first ? undefined : start + end * MINUTE;
          assert.equal(endOfQuiet({ from, to, zone }, start + first * MINUTE + 1_234), expected);
        },
      ),
      runs(1_000),
    );
  }).timeout(60_000);
});
