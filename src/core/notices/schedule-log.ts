// What is known of schedules besides the roots that they began, which may be removed (SPEC 21.4): since when a rule
// counts, and which due times were served. Pure.
import { instant, maybe, objectOf, text } from '../base/shape.ts';

/** A line of the log; lines of one schedule add up. */
export type ScheduleLine = RuleLine | ServedLine;

/** From `since` (ISO) on the schedule has this rule; what was due before was not missed. The newest line counts. */
export interface RuleLine {
  readonly name: string;
  readonly cron: string;
  readonly zone?: string;
  readonly since: string;
}

/** A root was begun for this due time (ISO). */
export interface ServedLine {
  readonly name: string;
  readonly due: string;
}

/** The lines of one schedule. */
export interface ScheduleMark {
  readonly rule?: RuleLine;
  /** Epoch milliseconds. */
  readonly served: ReadonlySet<number>;
}

/**
 * Due times that are remembered of a schedule: as far back as they reach, a clock may be set back, and the root of none
 * is begun twice.
 */
const REMEMBERED = 500;

const isRuleLine = objectOf<RuleLine>({ name: text, cron: text, zone: maybe(text), since: instant });
const isServedLine = objectOf<ServedLine>({ name: text, due: instant });

/** True if a stored value is a line. */
export function isScheduleLine(value: unknown): value is ScheduleLine {
  return isServedLine(value) || isRuleLine(value);
}

/** What the lines say of each schedule, by its name. */
export function marksOfSchedules(lines: readonly ScheduleLine[]): ReadonlyMap<string, ScheduleMark> {
  const marks = new Map<string, { rule?: RuleLine; served: Set<number> }>();
  for (const line of lines) {
    const mark = marks.get(line.name) ?? { served: new Set() };
    if ('due' in line) mark.served.add(Date.parse(line.due));
    else mark.rule = line;
    marks.set(line.name, mark);
  }
  return marks;
}

/**
 * The due times to remember of those that were served, in order: the newest up to `now`, and all later ones, which are
 * left of a clock that was ahead. Epoch milliseconds.
 */
export function remembered(served: Iterable<number>, now: number): readonly number[] {
  const dues = [...new Set(served)].sort((a, b) => a - b);
  const past = dues.filter(due => due <= now).length;
  return dues.slice(Math.max(0, past - REMEMBERED));
}

/** The same log without what it need not remember; undefined: it is short enough. */
export function shortenedLog(lines: readonly ScheduleLine[], now: number): readonly ScheduleLine[] | undefined {
  const left = new Map(
    [...marksOfSchedules(lines)].map(([name, { rule, served }]) => [
      name,
      { rule, dues: new Set(remembered(served, now)) },
    ]),
  );
  // Each due time once.
  const kept = lines.filter(line => {
    const mark = left.get(line.name);
    return 'due' in line ? mark?.dues.delete(Date.parse(line.due)) : mark?.rule === line;
  });
  return lines.length > 2 * kept.length + REMEMBERED ? kept : undefined;
}

/**
 * The lines of another log that this one lacks: its due times, and the rules of schedules that this one does not know.
 */
export function missingLines(other: readonly ScheduleLine[], own: readonly ScheduleLine[]): readonly ScheduleLine[] {
  const marks = marksOfSchedules(own);
  return other.filter(line => {
    const mark = marks.get(line.name);
    return 'due' in line ? !mark?.served.has(Date.parse(line.due)) : !mark?.rule;
  });
}
