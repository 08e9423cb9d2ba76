// Parses numbers, dates and times as people write them, to tell which of two comes first (SPEC 16.12). A text may have
// several readings: `3/4` is in March or in April. Pure, never throws.
import { numberIn } from './plain-value.ts';

/** `day` and `dayTime` name no year, `time` no day: they come around again. */
type MomentKind = 'number' | 'date' | 'dateTime' | 'instant' | 'day' | 'dayTime' | 'time';

/** One reading of a text. `at` is a number, or milliseconds; it is comparable within its kind only. */
interface Moment {
  readonly kind: MomentKind;
  readonly at: number;
}

const DAY = 86_400_000;
const HOUR = 3_600_000;
/** Longer texts are no dates. */
const LONGEST = 60;

/** After how long a kind comes around again. */
const periods: Partial<Record<MomentKind, number>> = { day: 366 * DAY, dayTime: 366 * DAY, time: DAY };

/**
 * True if `start` is certainly after `stop`: both are of the same kind, and out of order in every reading. A span over
 * midnight or New Year that is shorter than half the period is in order. Anything else keeps its given order.
 */
export function isAfter(start: unknown, stop: unknown): boolean {
  const pairs = momentsIn(start).flatMap(from =>
    momentsIn(stop).flatMap(to => (from.kind === to.kind ? [{ ...from, ahead: from.at - to.at }] : [])),
  );
  return pairs.length > 0 && pairs.every(({ kind, ahead }) => ahead > 0 && ahead <= (periods[kind] ?? Infinity) / 2);
}

/** All readings of a value; none for words that are no number, date or time. */
function momentsIn(value: unknown): readonly Moment[] {
  const number = numberIn(value);
  if (number !== undefined) return [{ kind: 'number', at: number }];
  if (typeof value !== 'string' || value.length > LONGEST) return [];
  const instant = instantIn(value);
  if (instant) return [instant];
  const text = plainText(value);
  const dates = datesIn(text);
  if (dates.length > 0) return dates;
  const times = timesIn(text);
  return times.length > 0 ? times.map(at => ({ kind: 'time', at })) : dateTimesIn(text);
}

/** An ISO instant with its zone. */
function instantIn(text: string): Moment | undefined {
  if (!/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)$/i.test(text.trim())) return undefined;
  const at = Date.parse(text.trim().replace(' ', 'T'));
  return Number.isNaN(at) ? undefined : { kind: 'instant', at };
}

/** Lower case, without weekdays and little words. */
function plainText(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/(?<=\d)t(?=\d)/, ' ')
    .replace(/\b(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\b|(?:星期|周)[一二三四五六日天]/g, ' ')
    .replace(/\b(?:on|at|the)\b/g, ' ')
    .replace(/\bin\s+morning\b/g, 'am')
    .replace(/\bin\s+(?:afternoon|evening)\b/g, 'pm')
    .replace(/[\s,]+/g, ' ')
    .trim();
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const month =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?';
const day = '(\\d{1,2})(?:st|nd|rd|th)?';
const isoDate = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/;
const monthFirst = new RegExp(`^${month} ${day}(?: (\\d{4}))?$`);
const dayFirst = new RegExp(`^${day} (?:of )?${month}(?: (\\d{4}))?$`);
const numeric = /^(\d{1,2})(?:\/(\d{1,2})(?:\/(\d{2}|\d{4}))?|\.(\d{1,2})\.(\d{4})?)$/;
const chinese = /^(?:(\d{4})年)?(\d{1,2})月(\d{1,2})[日号]$/;

function datesIn(text: string): readonly Moment[] {
  const [, isoYear, isoMonth, isoDay] = isoDate.exec(text) ?? [];
  if (isoYear !== undefined) return dateOf(isoYear, Number(isoMonth), isoDay);
  const [, firstMonth, laterDay, year] = monthFirst.exec(text) ?? [];
  if (firstMonth !== undefined) return dateOf(year, monthNumber(firstMonth), laterDay);
  const [, firstDay, laterMonth = '', ofYear] = dayFirst.exec(text) ?? [];
  if (firstDay !== undefined) return dateOf(ofYear, monthNumber(laterMonth), firstDay);
  const [, zhYear, zhMonth, zhDay] = chinese.exec(text) ?? [];
  if (zhMonth !== undefined) return dateOf(zhYear, Number(zhMonth), zhDay);
  const [, first, slashed, slashedYear, dotted, dottedYear] = numeric.exec(text) ?? [];
  if (first === undefined) return [];
  if (dotted !== undefined) return dateOf(dottedYear, Number(dotted), first);
  const inYear = slashedYear?.length === 2 ? `20${slashedYear}` : slashedYear;
  return [...dateOf(inYear, Number(first), slashed), ...dateOf(inYear, Number(slashed), first)];
}

function monthNumber(name: string): number {
  return months.indexOf(name.slice(0, 3)) + 1;
}

/** A missing year counts as a leap year. Undefined for a day that no month has. */
function dateOf(year: string | undefined, inMonth: number, dayText: string | undefined): readonly Moment[] {
  const onDay = Number(dayText);
  if (!(inMonth >= 1 && inMonth <= 12 && onDay >= 1 && onDay <= 31)) return [];
  return [{ kind: year === undefined ? 'day' : 'date', at: Date.UTC(Number(year ?? 2000), inMonth - 1, onDay) }];
}

const clock = /^(\d{1,2})(?:[:.](\d{2})(?::\d{2}(?:\.\d+)?)?)? ?(a\.?m\.?|p\.?m\.?|o'?clock)?$/;
const chineseClock = /^(凌晨|早上|上午|中午|下午|晚上)?(\d{1,2})(?:点(?:(半)|(\d{1,2})分?)?|:(\d{2}))$/;

/** Times of a day in milliseconds. `2:30` may be in the morning or in the afternoon; `02:30` and `14:30` are plain. */
function timesIn(text: string): readonly number[] {
  if (text === 'noon' || text === 'midday') return [12 * HOUR];
  if (text === 'midnight') return [0, DAY];
  const [, zhHalf, zhHour, half, zhMinute = '0', zhColon] = chineseClock.exec(text) ?? [];
  if (zhHour !== undefined && (zhHalf !== undefined || zhColon === undefined)) {
    const marker = zhHalf === undefined ? 'oclock' : /[中下晚]/.test(zhHalf) ? 'pm' : 'am';
    return timeOf(Number(zhHour), half === undefined ? Number(zhColon ?? zhMinute) : 30, marker);
  }
  const [, hour, minute, marker] = clock.exec(text) ?? [];
  if (hour === undefined || (minute === undefined && marker === undefined)) return [];
  const isPlain = marker === undefined && hour.length === 2;
  return timeOf(Number(hour), Number(minute ?? 0), isPlain ? undefined : (marker ?? 'oclock'));
}

function timeOf(hour: number, minute: number, marker: string | undefined): readonly number[] {
  if (hour > 24 || minute > 59) return [];
  const at = (hours: number) => hours * HOUR + (minute * HOUR) / 60;
  if (marker === undefined || hour > 12) return [at(hour)];
  if (marker.startsWith('a')) return [at(hour % 12)];
  if (marker.startsWith('p')) return [at((hour % 12) + 12)];
  return [at(hour % 12), at((hour % 12) + 12)];
}

/** A date and a time in either order. */
function dateTimesIn(text: string): readonly Moment[] {
  for (let at = text.indexOf(' '); at > 0; at = text.indexOf(' ', at + 1)) {
    const [head, tail] = [text.slice(0, at), text.slice(at + 1)];
    for (const [dateText, timeText] of [[head, tail] as const, [tail, head] as const]) {
      const times = timesIn(timeText);
      const dates = times.length === 0 ? [] : datesIn(dateText);
      if (dates.length > 0) return dates.flatMap(date => times.map(time => withTime(date, time)));
    }
  }
  return [];
}

function withTime({ kind, at }: Moment, time: number): Moment {
  return { kind: kind === 'day' ? 'dayTime' : 'dateTime', at: at + time };
}
