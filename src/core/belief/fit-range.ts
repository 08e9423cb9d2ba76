// The value of a RangeSlot (SPEC 16.2, 16.12): two ends, or a unit and a length.
import type { Json } from './domain.ts';
import type { Fit } from './fit-value.ts';
import { isPlainObject, isText } from './json.ts';
import { isAfter } from './moments.ts';
import { numberIn } from './plain-value.ts';

/** Checks a range; a list of two ends and a text like `May 3 to May 5` are read as `{start, stop}`. */
export function fitRange(value: unknown): Fit {
  const given = typeof value === 'string' ? endsIn(value) : Array.isArray(value) ? endsOf(value) : value;
  if (!isPlainObject(given)) return wrong('{start, stop} or {unit, length} is needed');
  const { start, stop, unit, length, ...rest } = given;
  const strange = Object.keys(rest)[0];
  if (strange !== undefined) return wrong(`${strange} does not belong in a range`);
  const isByEnds = start !== undefined || stop !== undefined;
  const isByLength = unit !== undefined || length !== undefined;
  if (isByEnds === isByLength) return wrong('either {start, stop} or {unit, length} is needed');
  return isByEnds ? fitEnds(start, stop) : fitLength(unit, length);
}

function endsOf(ends: readonly unknown[]): unknown {
  const [start, stop] = ends;
  return ends.length === 2 ? { start, stop } : ends;
}

/** Of the ends between `to`, `until`, a dash and the like. A dash inside a date is none. */
function endsIn(text: string): unknown {
  const [, start, stop] =
    /^(?:from |between |从)?\s*(\S.*?)(?: (?:to|until|till|through|and|-) |\s*[–—到至]\s*)(.*\S)$/i.exec(text.trim()) ??
    [];
  return start === undefined ? text : { start, stop };
}

function fitEnds(start: unknown, stop: unknown): Fit {
  if (!isEnd(start) || !isEnd(stop)) return wrong('start and stop must both be set, each a number or a text');
  if (isAfter(start, stop)) return wrong(`start ${start} is after stop ${stop}`);
  return { ok: true, value: { start, stop } };
}

function fitLength(unit: unknown, given: unknown): Fit {
  const length = numberIn(given);
  if (!isText(unit)) return wrong('the unit must be a text');
  if (length === undefined) return wrong('the length must be a number');
  return length < 0 ? wrong('the length is below 0') : { ok: true, value: { unit, length } };
}

function isEnd(end: unknown): end is Json & (string | number) {
  return isText(end) || (typeof end === 'number' && Number.isFinite(end));
}

function wrong(reason: string): Fit {
  return { ok: false, reason };
}
