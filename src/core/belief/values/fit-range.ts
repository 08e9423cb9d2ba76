// The value of a RangeSlot (SPEC 16.2, 16.12): two ends, or a unit and a length.

import { isPlainObject } from '../../base/plain-object.ts';
import type { Fit } from './fit.ts';
import { isText, type Json, presentIn } from './json.ts';
import { isAfter } from './moments.ts';
import { numberIn } from './plain-value.ts';
import { refusedFor } from './reasons.ts';

/** Checks a range; a list of two ends and a text like `May 3 to May 5` are read as `{start, stop}`. */
export function fitRange(value: unknown): Fit {
  const given = typeof value === 'string' ? endsIn(value) : Array.isArray(value) ? endsOf(value) : value;
  if (!isPlainObject<Json>(given)) return refusedFor({ id: 'needs-range' });
  const { start, stop, unit, length, ...rest } = presentIn(given);
  const strange = Object.keys(rest)[0];
  if (strange !== undefined) return refusedFor({ id: 'not-in-range', key: strange });
  const isByEnds = start !== undefined || stop !== undefined;
  const isByLength = unit !== undefined || length !== undefined;
  if (isByEnds === isByLength) return refusedFor({ id: 'needs-one-range' });
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
  if (!isEnd(start) || !isEnd(stop)) return refusedFor({ id: 'needs-ends' });
  if (isAfter(start, stop)) return refusedFor({ id: 'start-after-stop', start: `${start}`, stop: `${stop}` });
  return { ok: true, value: { start, stop } };
}

function fitLength(unit: unknown, given: unknown): Fit {
  const length = numberIn(given);
  if (!isText(unit)) return refusedFor({ id: 'needs-unit' });
  if (length === undefined) return refusedFor({ id: 'needs-length' });
  return length < 0 ? refusedFor({ id: 'negative-length' }) : { ok: true, value: { unit, length } };
}

function isEnd(end: unknown): end is Json & (string | number) {
  return isText(end) || (typeof end === 'number' && Number.isFinite(end));
}
