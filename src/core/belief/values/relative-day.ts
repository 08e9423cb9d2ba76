// Days that are told from today, as dates (SPEC 16.20): "tomorrow at 3 pm", "next Friday", "三天后". A bare weekday stays
// as it is: it may mean every such day. Pure, never throws.
import { isPlainObject } from '../../base/plain-object.ts';
import type { SlotSpec } from '../domain/domain.ts';
import type { Json } from './json.ts';

/** The day that relative dates are told from: `2026-11-28`, and its weekday from 0, Sunday. */
export interface DayNow {
  readonly date: string;
  readonly weekday: number;
}

const DAY = 86_400_000;

/** A value of a slot with its relative dates resolved; a slot of plain text, a choice or a number has none. */
export function withDates(
  { behaviour }: Pick<SlotSpec, 'behaviour'>,
  value: unknown,
  today: DayNow | undefined,
): unknown {
  if (today === undefined) return value;
  const dated = (part: unknown) => (typeof part === 'string' ? dateFor(part, today) : part);
  if (behaviour === 'BaseSlot' || behaviour === 'ExactSlot') return dated(value);
  if (behaviour !== 'RangeSlot' && behaviour !== 'DictionarySlot') return value;
  if (Array.isArray(value)) return value.map(dated);
  if (!isPlainObject<Json>(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, dated(part)]));
}

/** `tomorrow at 3 pm` as `2026-11-29 3 pm`; any other text as it is. */
export function dateFor(text: string, today: DayNow): string {
  const said = text.trim();
  if (said.length > 60) return text;
  const [, day = '', time = ''] = english.exec(said) ?? chinese.exec(said) ?? [];
  const ahead = day === '' ? undefined : (daysIn(day.toLowerCase(), today) ?? daysInChinese(day, today));
  if (ahead === undefined) return text;
  const date = new Date(Date.parse(`${today.date}T00:00:00Z`) + ahead * DAY).toISOString().slice(0, 10);
  const partOfDay = day.toLowerCase() === 'tonight' ? 'evening' : day === '今晚' ? '晚上' : '';
  return [date, partOfDay, time].filter(part => part !== '').join(' ');
}

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const numbers = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const count = `\\d{1,3}|a|${numbers.join('|')}`;
const named = '(?:the )?day after tomorrow|(?:the )?day before yesterday|today|tonight|tomorrow|yesterday';
const counted = `in (?:${count}) (?:days?|weeks?)|(?:${count}) (?:days?|weeks?) ago`;
const time =
  "(?:early |late )?(?:in the )?(?:morning|noon|midday|afternoon|evening|night|midnight)|\\d{1,2}(?:[:.]\\d\\d)? ?(?:a\\.?m\\.?|p\\.?m\\.?|o'?clock|h)?";
const english = new RegExp(
  `^(?:on |by |for |from )?(${named}|${counted}|(?:this|next|last|coming) (?:${weekdays.join('|')}))(?:,? (?:at )?(${time}))?$`,
  'i',
);

function daysIn(day: string, { weekday }: DayNow): number | undefined {
  const plain = day.replace(/^the /, '');
  const fixed = new Map([
    ['today', 0],
    ['tonight', 0],
    ['tomorrow', 1],
    ['yesterday', -1],
    ['day after tomorrow', 2],
    ['day before yesterday', -2],
  ]).get(plain);
  if (fixed !== undefined) return fixed;
  const [, howMany = '', unit = ''] = /^(?:in )?(\w+) (day|week)s?(?: ago)?$/.exec(plain) ?? [];
  if (unit !== '') {
    const number = howMany === 'a' ? 1 : numbers.includes(howMany) ? numbers.indexOf(howMany) : Number(howMany);
    return number * (unit === 'week' ? 7 : 1) * (plain.endsWith(' ago') ? -1 : 1);
  }
  const [which = '', name = ''] = plain.split(' ');
  const index = weekdays.indexOf(name);
  if (index < 0) return undefined;
  const ahead = (index - weekday + 7) % 7;
  if (which === 'this') return ahead;
  if (which === 'coming') return ahead || 7;
  if (which === 'last') return ahead - 7;
  return inWeek(index, weekday, 1);
}

const dayZh = '大后天|后天|明天|今天|今晚|大前天|前天|昨天';
const countZh = '[\\d一二两三四五六七八九十]{1,3}';
const timeZh = '(?:凌晨|早上|上午|中午|下午|晚上)?(?:[\\d一二两三四五六七八九十]{1,3}(?:点半?|[:：]\\d\\d|时))?';
const chinese = new RegExp(
  `^(${dayZh}|${countZh}(?:天|周|个星期)[后前]|[上这本下]个{0,1}(?:周|星期|礼拜)[一二三四五六日天])的{0,1}(${timeZh})$`,
  'u',
);

const digitsZh = [...'零一二三四五六七八九十'];

function daysInChinese(day: string, { weekday }: DayNow): number | undefined {
  const fixed = ['大前天', '前天', '昨天', '今天', '明天', '后天', '大后天'].indexOf(day === '今晚' ? '今天' : day);
  if (fixed >= 0) return fixed - 3;
  const [, howMany, unit, side] = /^(.+?)(天|周|个星期)([后前])$/u.exec(day) ?? [];
  if (howMany !== undefined) {
    // "三四天后" is no day.
    const number = /^\d+$/.test(howMany) ? Number(howMany) : digitsZh.indexOf(howMany.replace('两', '二'));
    return number < 0 ? undefined : number * (unit === '天' ? 1 : 7) * (side === '后' ? 1 : -1);
  }
  const [, which = '', name = ''] = /^([上这本下])个{0,1}(?:周|星期|礼拜)(.)$/u.exec(day) ?? [];
  const index = name === '天' ? 0 : '日一二三四五六'.indexOf(name);
  return index < 0 ? undefined : inWeek(index, weekday, which === '下' ? 1 : which === '上' ? -1 : 0);
}

/** Days until a weekday of this week (0), the next (1) or the last (-1); weeks begin on Monday. */
function inWeek(index: number, weekday: number, week: number): number {
  const fromMonday = (day: number) => (day + 6) % 7;
  return fromMonday(index) - fromMonday(weekday) + 7 * week;
}
