// Checks for values from files, built from small checks, and the type of values that pass: a field is written once.
// Pure and fast: they run on every stored record.

/** True if a value is a `T`. */
export type Check<T = unknown> = (value: unknown) => value is T;

/**
 * A check of a field that may be absent. Told apart by its type alone: a mark on the function would make each check a
 * third slower.
 */
export type Maybe<T = unknown> = Check<T | undefined> & { readonly [optional]: true };
declare const optional: unique symbol;

/** The checks of an object's fields, by name. */
export type Checks = Readonly<Record<string, Check>>;

/** The type of what a check lets pass. */
export type Passing<C> = C extends Maybe<infer T> ? Exclude<T, undefined> : C extends Check<infer T> ? T : never;

/** The type of an object with these fields. */
export type FieldsOf<F> = Flat<
  { readonly [K in keyof F as F[K] extends Maybe ? never : K]: Passing<F[K]> } & {
    readonly [K in keyof F as F[K] extends Maybe ? K : never]?: Passing<F[K]>;
  }
>;

/** The same where a field may be given as undefined instead of being absent. */
export type GivenOf<F> = {
  readonly [K in keyof FieldsOf<F>]: K extends keyof F
    ? F[K] extends Maybe
      ? FieldsOf<F>[K] | undefined
      : FieldsOf<F>[K]
    : never;
};
type Flat<T> = { [K in keyof T]: T[K] };

/** A union of facts from the checks of their fields, by kind. */
export type FactsOf<S> = { [K in keyof S]: Flat<{ readonly kind: K } & FieldsOf<S[K]>> }[keyof S];

/** The checks for every field of a `T` that is declared elsewhere; its `kind` is looked at apart. */
export type ChecksFor<T> = {
  readonly [K in Exclude<keyof T, 'kind'>]-?: Record<never, never> extends Pick<T, K>
    ? Maybe<Exclude<T[K], undefined>>
    : Check<T[K]>;
};

/** As `toISOString` writes it: all instants of ours are, and parsing each is what takes longest. */
const ownInstant = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;

export const text = (value: unknown): value is string => typeof value === 'string';
export const number = (value: unknown): value is number => typeof value === 'number';
/** A whole number from 0. */
export const count = (value: unknown): value is number => Number.isInteger(value) && (value as number) >= 0;
export const flag = (value: unknown): value is boolean => typeof value === 'boolean';
/** An instant as ISO text. */
export const instant = (value: unknown): value is string =>
  typeof value === 'string' && (ownInstant.test(value) || !Number.isNaN(Date.parse(value)));

/** A type narrower than its check: ids, and words of which a later version may know more. */
export function typed<T>(check: (value: unknown) => boolean): Check<T> {
  return check as Check<T>;
}

/** A text of that type. */
export const textOf = <T extends string>(): Check<T> => typed<T>(text);
/** Anything but nothing. */
export const given = <T>(): Check<T> => typed<T>(value => value !== undefined);
/** True; absent where it does not hold. */
export const yes: Maybe<true> = maybe(typed<true>(flag));

/** Nothing, or a value that passes. */
export function maybe<T>(check: Check<T>): Maybe<T> {
  return typed<T | undefined>(value => value === undefined || check(value)) as Maybe<T>;
}

/** Null, or what passes. */
export const orNull =
  <T>(check: Check<T>): Check<T | null> =>
  (value): value is T | null =>
    value === null || check(value);

/** A list of what passes. */
export const list =
  <T>(check: Check<T>): Check<readonly T[]> =>
  (value): value is readonly T[] =>
    Array.isArray(value) && value.every(check);

/** One of these. */
export const someOf = <const T>(...words: readonly T[]): Check<T> => typed<T>(value => words.includes(value as T));

/** An object of which these fields pass; further ones are those of later versions. */
export function object<const F extends Checks>(fields: F): Check<FieldsOf<F>> {
  const keys = Object.keys(fields);
  const checks = Object.values(fields);
  return typed(value => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
    // A plain loop: nothing else runs as often before a long dialog is shown.
    for (let at = 0; at < keys.length; at++) {
      if (!checks[at]?.((value as Readonly<Record<string, unknown>>)[keys[at] ?? ''])) return false;
    }
    return true;
  });
}

/** The same for a type that is declared elsewhere. */
export function objectOf<T>(fields: ChecksFor<T>): Check<T> {
  return typed<T>(object(fields as unknown as Checks));
}

/** One of these facts, by its kind. */
export function anyFactOf<const S extends Readonly<Record<string, Checks>>>(rows: S): Check<FactsOf<S>> {
  return typed(value => {
    const { kind } = (value ?? {}) as { readonly kind?: unknown };
    const row = typeof kind === 'string' && Object.hasOwn(rows, kind) ? rows[kind] : undefined;
    return row !== undefined && object(row)(value);
  });
}

/** The fields of a value that these checks name, in their order. */
export function pickFields<F extends Checks>(fields: F, value: GivenOf<F>): FieldsOf<F> {
  const given = value as Readonly<Record<string, unknown>>;
  const named = Object.keys(fields).filter(name => given[name] !== undefined);
  return Object.fromEntries(named.map(name => [name, given[name]])) as FieldsOf<F>;
}
