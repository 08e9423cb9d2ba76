// What JSON can carry, and looking at values of unknown shape. Nothing here throws.
import { isPlainObject } from '../../base/plain-object.ts';

/** Any value that JSON can carry. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** The entries of an object that are not null: JSON also writes an absent one as null. */
export function presentIn(value: { readonly [key: string]: Json }): { readonly [key: string]: Json } {
  return Object.fromEntries(Object.entries(value).filter(([, entry]) => entry !== null));
}

/** A text with something in it. */
export function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

/** A list whose every entry passes; undefined for anything else. */
export function listOf<T>(value: unknown, passes: (entry: unknown) => entry is T): (T & Json)[] | undefined {
  return Array.isArray(value) && value.every(passes) ? (value as (T & Json)[]) : undefined;
}

/** True if a value is nested no deeper than comparing and printing can handle. */
function isShallow(value: unknown, levels = 32): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return levels > 0 && Object.values(value).every(entry => isShallow(entry, levels - 1));
}

/** The same value as JSON keeps it (no -0, no undefined); undefined when it is none or nested too deeply. */
export function asJson(value: unknown): Json | undefined {
  if (!isShallow(value)) return undefined;
  try {
    const text: string | undefined = JSON.stringify(value);
    return text === undefined ? undefined : (JSON.parse(text) as Json);
  } catch {
    return undefined;
  }
}

/** True if two values are the same JSON, in any order of keys. */
export function isSameJson(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true;
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
    return a.every((entry, index) => isSameJson(entry, b[index]));
  }
  if (!isPlainObject(a) || !isPlainObject(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length && keys.every(key => Object.hasOwn(b, key) && isSameJson(a[key], b[key]))
  );
}

/** A value in one line, for people. */
export function lineOf(value: Json): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(lineOf).join(', ');
  if (!isPlainObject(value)) return JSON.stringify(value);
  const { name, item } = value;
  if (typeof name === 'string') return name;
  if (typeof item === 'string') return item;
  return entryLines(value).join(', ');
}

/** The entries of an object, each as a line for people. */
export function entryLines(value: { readonly [key: string]: Json }): string[] {
  return Object.entries(value).map(([key, each]) => `${key}: ${lineOf(each)}`);
}
