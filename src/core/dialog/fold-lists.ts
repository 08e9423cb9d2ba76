// How a fold adds to and removes from long lists of the state. A state that other code may hold is never changed. A
// whole course is folded through private states, so each list is copied once and not for every record.

/** Gives the changed list. */
export interface Lists {
  added<T>(list: readonly T[], item: T): readonly T[];
  without<T>(list: readonly T[], index: number): readonly T[];
}

/** Leaves every list unchanged. */
export const copying: Lists = {
  added: (list, item) => [...list, item],
  without: (list, index) => list.toSpliced(index, 1),
};

/** Changes lists that it made itself; the states from which they were are not to be used any more. */
export function ownLists(): Lists {
  const own = new WeakSet<readonly unknown[]>();
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
      return changed;
    },
    without(list, index) {
      const changed = owned(list);
      changed.splice(index, 1);
      return changed;
    },
  };
}
