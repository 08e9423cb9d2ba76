// What a value from a file must be, put together from small checks. Pure, and quick: they run on every stored record.

export type Check = (value: unknown) => boolean;

/** A check for every field of `T`, optional ones included. */
export type Fields<T> = { readonly [K in Exclude<keyof T, 'kind'>]-?: Check };

/** As `toISOString` writes it: all instants of ours are, and parsing each is what takes longest. */
const ownInstant = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;

export const text: Check = value => typeof value === 'string';
export const number: Check = value => typeof value === 'number';
/** A whole number from 0. */
export const count = (value: unknown): value is number => Number.isInteger(value) && (value as number) >= 0;
export const flag: Check = value => typeof value === 'boolean';
/** Anything but nothing. */
export const given: Check = value => value !== undefined;
/** An instant as ISO text. */
export const instant: Check = value =>
  typeof value === 'string' && (ownInstant.test(value) || !Number.isNaN(Date.parse(value)));

/** Nothing, or what passes. */
export const maybe =
  (check: Check): Check =>
  value =>
    value === undefined || check(value);

/** Null, or what passes. */
export const orNull =
  (check: Check): Check =>
  value =>
    value === null || check(value);

/** A list of what passes. */
export const list =
  (check: Check): Check =>
  value =>
    Array.isArray(value) && value.every(check);

/** One of these. */
export const someOf =
  (...words: readonly unknown[]): Check =>
  value =>
    words.includes(value);

/** An object of which these fields pass; further ones are those of later versions. */
export function object<T>(fields: Fields<T>): (value: unknown) => value is T {
  const keys = Object.keys(fields);
  const checks = Object.values<Check>(fields);
  return (value): value is T => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
    // A plain loop: nothing else runs as often before a long dialog is shown.
    for (let at = 0; at < keys.length; at++) {
      if (!checks[at]?.((value as Readonly<Record<string, unknown>>)[keys[at] ?? ''])) return false;
    }
    return true;
  };
}
