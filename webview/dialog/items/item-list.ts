// A list of items that is being made: found by key, call or question, and changed in place.
import type { CourseRecord } from '../../../src/core/dialog/record.ts';
import { type AsideNotes, newAsideNotes } from './aside-notes.ts';
import type { Item } from './item.ts';

/** Where a run of records begins: its course, and the number of earlier records in that course. */
export interface RunStart {
  readonly course: number;
  readonly earlier: number;
}

/**
 * `index`: key, call id or question id → position, counted from the list's first item at its creation: prepended items
 * have negative ones. `key` and `at` are those of the record being added.
 */
export interface List {
  items: Item[];
  readonly index: Map<string, number>;
  /** Items that were prepended. */
  prepended: number;
  readonly openQuestions: Set<string>;
  readonly asides: AsideNotes;
  /** Records that mean an item which is not here, by what they call it. */
  readonly missed: { readonly id: string; readonly record: CourseRecord }[];
  /** True if a course has begun here: its beginning closes the questions before it. */
  hasBegin: boolean;
  course: number;
  ordinal: number;
  /** Images of the course that the person knows were not sent. */
  leftOut: number;
  key: string;
  record: CourseRecord | undefined;
  at: string;
}

/** A list for records from `place` on. */
export function emptyList({ course, earlier }: RunStart): List {
  const state = {
    prepended: 0,
    leftOut: 0,
    hasBegin: false,
    course,
    ordinal: earlier,
    key: '',
    record: undefined,
    at: '',
  };
  return { items: [], index: new Map(), openQuestions: new Set(), asides: newAsideNotes(), missed: [], ...state };
}

/** Key and time of an item, and where a person did it, made of the record being added. */
export function stamp(list: List): Pick<Item, 'key' | 'at' | 'askedBy'> {
  const askedBy = list.record?.askedBy;
  return { key: list.key, at: list.at, ...(askedBy && { askedBy }) };
}

/** The same, for what the responder does. */
export function byResponder(list: List): ReturnType<typeof stamp> & { opens: boolean } {
  return { ...stamp(list), opens: opensAfter(list.items.at(-1)) };
}

/** Whether the responder's actions after `last` show its name. */
export function opensAfter(last: Item | undefined): boolean {
  return !(last && (last.kind === 'meta' || 'opens' in last));
}

/** Adds an item, to be found by `id`. */
export function append(list: List, item: Item, id: string = item.key): void {
  const placed: Item = list.asides.open.length > 0 ? { ...item, inAside: true } : item;
  list.index.set(id, list.items.push(placed) - 1 - list.prepended);
}

/** The present position of an item; a failed lookup is recorded. */
export function positionOf(list: List, id: string): number | undefined {
  const position = list.index.get(id);
  if (position !== undefined) return position + list.prepended;
  if (list.record) list.missed.push({ id, record: list.record });
  return undefined;
}

/** The item of this id. */
export function find(list: List, id: string): Item | undefined {
  const position = positionOf(list, id);
  return position === undefined ? undefined : list.items[position];
}

/** Puts another item in its place, if there is one and `replace` gives one. */
export function changeItem(list: List, id: string, replace: (item: Item) => Item | false): void {
  const position = positionOf(list, id);
  const item = position === undefined ? undefined : list.items[position];
  const replaced = item && replace(item);
  if (replaced && position !== undefined) list.items[position] = replaced;
}
