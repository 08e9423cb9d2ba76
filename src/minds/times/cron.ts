// Computes when a schedule is due from its cron expression and time zone. Daylight saving: a time in the skipped hour
// is due at its end, a time in the repeated hour in its first pass; what is due each hour or in steps goes on through
// both.
import { Cron } from 'croner';
import { errorMessage } from '../../core/base/thrown.ts';
import type { FileFault } from '../../core/facts/file-faults.ts';
import type { Schedule } from '../../core/notices/schedule.ts';
import { isTimeZone } from './time-zone.ts';

type Rule = Pick<Schedule, 'cron' | 'zone'>;

/** The problem of a schedule's expression or time zone; undefined when both are valid. */
export function cronFault(schedule: Rule & Pick<Schedule, 'name'>): FileFault | undefined {
  const { name, cron, zone } = schedule;
  // The library also takes seconds, years, `@daily`, `L`, `W` and `#`.
  if (!fiveFields.test(cron)) return { id: 'cron-form', name, cron };
  if (zone !== undefined && !isTimeZone(zone)) return { id: 'unknown-zone', name, zone };
  try {
    compile(schedule).nextRun(new Date(0));
    return undefined;
  } catch (error) {
    return { id: 'bad-cron', name, reason: errorMessage(error).replace(/^Cron\w*: /, '') };
  }
}

const numbers = String.raw`[\d*,/-]`;
const months = 'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec';
const weekdays = 'sun|mon|tue|wed|thu|fri|sat';
const fiveFields = new RegExp(
  String.raw`^(?:${numbers}+\s+){3}(?:${numbers}|${months})+\s+(?:${numbers}|${weekdays})+$`,
  'i',
);

/** The first due time after that instant, both in epoch milliseconds; undefined when there is none. */
export function dueAfter(rule: Rule, instant: number): number | undefined {
  return compile(rule).nextRun(new Date(instant))?.getTime();
}

/** The last due time after `from` and not after `to`; undefined when there is none. */
export function lastDue(rule: Rule, { from, to }: { readonly from: number; readonly to: number }): number | undefined {
  const cron = compile(rule);
  const next = (instant: number) => cron.nextRun(new Date(instant))?.getTime();
  // Looked for in the newest stretch that holds one, so that a rule for each minute is not counted through for a year.
  for (const stretch of stretches) {
    const start = Math.max(from, to - stretch);
    let due = next(start);
    let last: number | undefined;
    for (; due !== undefined && due <= to; due = next(due)) last = due;
    if (last !== undefined || start === from) return last;
  }
  return undefined;
}

const MINUTE = 60_000;
const stretches = [2 * MINUTE, 120 * MINUTE, 2 * 1_440 * MINUTE, 64 * 1_440 * MINUTE, Number.POSITIVE_INFINITY];

function compile({ cron, zone }: Rule): Cron {
  // Lists and ranges of hours are times of day as well; only `*` and steps are intervals.
  return new Cron(cron, { paused: true, fixedTimeRule: 'no-wildcard', ...(zone !== undefined && { timezone: zone }) });
}
