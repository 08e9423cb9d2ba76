// How a fold adds to, removes from and searches long lists of the state. A state that other code may hold is never
// changed. A whole course is folded through private states: its lists are changed in place, and searched by id, so that
// a course folds in linear time whatever it says (SPEC 18.3).

/** Gives the changed list. */
export interface Lists {
  added<T>(list: readonly T[], item: T): readonly T[];
  without<T>(list: readonly T[], index: number): readonly T[];
  /** Another item in the place of one. */
  replaced<T>(list: readonly T[], index: number, item: T): readonly T[];
  /** The place of the first item of that id; -1 when there is none. All searches of a list ask for ids of one kind. */
  find<T>(list: readonly T[], idOf: IdOf<T>, id: string): number;
  /**
   * The place of the last item with a part of that id; -1 when there is none. All such searches of a list ask for parts
   * of one kind.
   */
  holder<T, P>(list: readonly T[], partsOf: (item: T) => readonly P[], idOf: IdOf<P>, id: string): number;
  /** The item in a place has a part of that id from now on. */
  holds(list: readonly unknown[], index: number, id: string): void;
}

type IdOf<T> = (item: T) => string | undefined;

/** Leaves every list unchanged. */
export const copying: Lists = {
  added: (list, item) => [...list, item],
  without: (list, index) => list.toSpliced(index, 1),
  replaced: (list, index, item) => list.with(index, item),
  find: (list, idOf, id) => list.findIndex(item => idOf(item) === id),
  holder: (list, partsOf, idOf, id) => list.findLastIndex(item => partsOf(item).some(part => idOf(part) === id)),
  holds() {},
};

/** Changes lists that it made itself; the states from which they were are not to be used any more. */
export function ownLists(): Lists {
  const own = new WeakSet<readonly unknown[]>();
  const places = new WeakMap<readonly unknown[], Places>();
  const holders = new WeakMap<readonly unknown[], Places>();
  const owned = <T>(list: readonly T[]): T[] => {
    if (own.has(list)) return list as T[];
    const copy = [...list];
    own.add(copy);
    return copy;
  };
  return {
    added(list, item) {
      const changed = owned(list);
      changed.push(item);
      places.get(changed)?.added(item);
      holders.get(changed)?.added(item);
      return changed;
    },
    without(list, index) {
      const changed = owned(list);
      takeOut(changed, index);
      places.get(changed)?.removed(index);
      holders.get(changed)?.removed(index);
      return changed;
    },
    replaced(list, index, item) {
      const changed = owned(list);
      changed[index] = item;
      places.get(changed)?.replaced(index, item);
      return changed;
    },
    find(list, idOf, id) {
      if (list.length < SHORT) return copying.find(list, idOf, id);
      const known = places.get(list) ?? new Places(list, item => [idOf(item as (typeof list)[number])]);
      places.set(list, known);
      return known.first(id, place => idOf(list[place] as (typeof list)[number]) === id);
    },
    holder(list, partsOf, idOf, id) {
      // A short list may hold long ones.
      const isHolder = (item: (typeof list)[number]) => this.find(partsOf(item), idOf, id) >= 0;
      if (list.length < SHORT) return list.findLastIndex(isHolder);
      const known = holders.get(list) ?? new Places(list, item => partsOf(item as (typeof list)[number]).map(idOf));
      holders.set(list, known);
      return known.last(id, place => isHolder(list[place] as (typeof list)[number]));
    },
    holds: (list, index, id) => holders.get(list)?.note(index, id),
  };
}

/** The first item leaves a list without all others being moved. */
function takeOut(list: unknown[], index: number): void {
  if (index === 0) list.shift();
  else list.splice(index, 1);
}

/** Shorter lists are searched as they are. */
const SHORT = 64;

/**
 * Where the items of a list are, by their ids: each has a number that grows from place to place. What an item was known
 * by before is forgotten when it is looked for.
 */
class Places {
  readonly #idsOf: (item: unknown) => readonly (string | undefined)[];
  readonly #numbers: number[] = [];
  readonly #ofIds = new Map<string, number[]>();
  #next = 0;

  constructor(list: readonly unknown[], idsOf: (item: unknown) => readonly (string | undefined)[]) {
    this.#idsOf = idsOf;
    for (const item of list) this.added(item);
  }

  /** The first place known by an id for which that is still true. */
  first(id: string, isStill: (place: number) => boolean): number {
    const known = this.#ofIds.get(id) ?? [];
    for (let [number] = known; number !== undefined; [number] = known) {
      const place = placeOf(this.#numbers, number);
      if (place >= 0 && isStill(place)) return place;
      known.shift();
    }
    return -1;
  }

  /** The last such place. */
  last(id: string, isStill: (place: number) => boolean): number {
    const known = this.#ofIds.get(id) ?? [];
    for (let number = known.at(-1); number !== undefined; number = known.at(-1)) {
      const place = placeOf(this.#numbers, number);
      if (place >= 0 && isStill(place)) return place;
      known.pop();
    }
    return -1;
  }

  added(item: unknown): void {
    this.#numbers.push(this.#next++);
    this.replaced(this.#numbers.length - 1, item);
  }

  removed(index: number): void {
    takeOut(this.#numbers, index);
  }

  replaced(index: number, item: unknown): void {
    for (const id of this.#idsOf(item)) if (id !== undefined) this.note(index, id);
  }

  note(index: number, id: string): void {
    const number = this.#numbers[index] ?? -1;
    const known = this.#ofIds.get(id);
    if (!known) this.#ofIds.set(id, [number]);
    else if ((known.at(-1) ?? -1) < number) known.push(number);
    else if (placeOf(known, number) < 0) known.splice(firstFrom(known, number), 0, number);
  }
}

/** The place of a number in a growing list; -1 when it is not there. */
function placeOf(numbers: readonly number[], wanted: number): number {
  const place = firstFrom(numbers, wanted);
  return numbers[place] === wanted ? place : -1;
}

/** The first place of a growing list with this number or a greater one. */
function firstFrom(numbers: readonly number[], wanted: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A list without the items of an id. */
export function withoutId<T>(
  lists: Lists,
  list: readonly T[],
  idOf: (item: T) => string | undefined,
  id: string,
): readonly T[] {
  let left = list;
  for (let at = lists.find(left, idOf, id); at >= 0; at = lists.find(left, idOf, id)) left = lists.without(left, at);
  return left;
}

/** A list with a change of the item of an id. */
export function withId<T>(
  lists: Lists,
  list: readonly T[],
  idOf: (item: T) => string | undefined,
  id: string,
  change: (item: T) => T,
): readonly T[] {
  const at = lists.find(list, idOf, id);
  const item = list[at];
  return item === undefined ? list : lists.replaced(list, at, change(item));
}

/** A list without its first items. */
export function withoutFirst<T>(lists: Lists, list: readonly T[], count: number): readonly T[] {
  let left = list;
  for (let over = Math.min(count, list.length); over > 0; over--) left = lists.without(left, 0);
  return left;
}

/** The id of a call. */
export const callIdOf = ({ callId }: { readonly callId: string }): string => callId;
/** The id of a message. */
export const msgIdOf = ({ msgId }: { readonly msgId: string }): string => msgId;
