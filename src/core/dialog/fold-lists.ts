// How a fold adds to, removes from and searches long lists of the state. A state that other code may hold is never changed. A
// whole course is folded through private states: its lists are changed in place, and searched by id, so that a course
// folds in linear time whatever it says (SPEC 18.3).

/** Gives the changed list. */
export interface Lists {
  added<T>(list: readonly T[], item: T): readonly T[];
  without<T>(list: readonly T[], index: number): readonly T[];
  /** Another item in the place of one. */
  replaced<T>(list: readonly T[], index: number, item: T): readonly T[];
  /** The place of the first item of that id; -1 when there is none. All searches of a list ask for ids of one kind. */
  find<T>(list: readonly T[], idOf: (item: T) => string | undefined, id: string): number;
}

/** Leaves every list unchanged. */
export const copying: Lists = {
  added: (list, item) => [...list, item],
  without: (list, index) => list.toSpliced(index, 1),
  replaced: (list, index, item) => list.with(index, item),
  find: (list, idOf, id) => list.findIndex(item => idOf(item) === id),
};

/** Changes lists that it made itself; the states from which they were are not to be used any more. */
export function ownLists(): Lists {
  const own = new WeakSet<readonly unknown[]>();
  const places = new WeakMap<readonly unknown[], Places>();
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
      return changed;
    },
    without(list, index) {
      const changed = owned(list);
      const [item] = changed.splice(index, 1);
      places.get(changed)?.removed(index, item);
      return changed;
    },
    replaced(list, index, item) {
      const changed = owned(list);
      changed[index] = item;
      return changed;
    },
    find(list, idOf, id) {
      if (list.length < SHORT || !own.has(list)) return list.findIndex(item => idOf(item) === id);
      const known = places.get(list) ?? new Places(list, idOf as (item: unknown) => string | undefined);
      places.set(list, known);
      return known.of(id);
    },
  };
}

/** Shorter lists are searched as they are. */
const SHORT = 64;

/** Where the items of a list are, by their ids: each has a number that grows from place to place. */
class Places {
  readonly #idOf: (item: unknown) => string | undefined;
  readonly #numbers: number[] = [];
  readonly #ofIds = new Map<string | undefined, number[]>();
  #next = 0;

  constructor(list: readonly unknown[], idOf: (item: unknown) => string | undefined) {
    this.#idOf = idOf;
    for (const item of list) this.added(item);
  }

  of(id: string): number {
    const [first] = this.#ofIds.get(id) ?? [];
    return first === undefined ? -1 : placeOf(this.#numbers, first);
  }

  added(item: unknown): void {
    const number = this.#next++;
    this.#numbers.push(number);
    const id = this.#idOf(item);
    const same = this.#ofIds.get(id);
    if (same) same.push(number);
    else this.#ofIds.set(id, [number]);
  }

  removed(index: number, item: unknown): void {
    const [number] = this.#numbers.splice(index, 1);
    const id = this.#idOf(item);
    const others = this.#ofIds.get(id)?.filter(each => each !== number) ?? [];
    if (others.length > 0) this.#ofIds.set(id, others);
    else this.#ofIds.delete(id);
  }
}

/** The place of a number in a growing list. */
function placeOf(numbers: readonly number[], wanted: number): number {
  let [low, high] = [0, numbers.length - 1];
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

/** The id of a call. */
export const callIdOf = ({ callId }: { readonly callId: string }): string => callId;
/** The id of a message. */
export const msgIdOf = ({ msgId }: { readonly msgId: string }): string => msgId;
