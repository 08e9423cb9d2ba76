// A store whose `stored` resolves late: each flush of a tree takes a random number of microtasks, so that trees
// overtake each other. It knows what is stored, and notes whatever leaves the process before it is.
import type { RootId } from '../../src/core/base/ids.ts';
import { DriveError } from '../../src/core/facts/trouble.ts';
import type { DialogStore } from '../../src/store/dialog-store.ts';

/** Microtasks that a flush takes at most: more than any step of the driver between two records. */
const SLOWEST = 24;

export interface LateStore {
  readonly store: DialogStore;
  /** Whether the record of this number in a tree is stored. */
  isStored(rootId: RootId, n: number | undefined): boolean;
  /** Another process owns a tree: nothing is stored any more. */
  fence(rootId: RootId): void;
}

/** What is known of one tree; numbers are those of its records (`n`). */
interface Flushed {
  appended: number;
  stored: number;
  /** What is being stored now, and what waits for that to end. */
  current?: { readonly upTo: number; readonly done: Promise<void> };
  next?: Promise<void>;
}

/** Puts a late store around one that stores at once. `random` gives numbers from 0 up to 1. */
export function createLateStore(inner: DialogStore, random: () => number): LateStore {
  const trees = new Map<RootId, Flushed>();
  const fenced = new Set<RootId>();
  const treeOf = (rootId: RootId): Flushed => {
    const known = trees.get(rootId) ?? { appended: 0, stored: 0 };
    trees.set(rootId, known);
    return known;
  };
  const refuseFenced = (rootId: RootId) => {
    if (fenced.has(rootId)) throw new DriveError('lock-lost', 'another process drives this dialog now');
  };
  const flush = (rootId: RootId, tree: Flushed): Promise<void> => {
    const upTo = tree.appended;
    const done = ticks(1 + Math.floor(random() * SLOWEST)).then(() => {
      delete tree.current;
      refuseFenced(rootId);
      tree.stored = Math.max(tree.stored, upTo);
    });
    tree.current = { upTo, done };
    return done;
  };
  const own: Pick<DialogStore, 'append' | 'stored' | 'synced'> = {
    append(at, records, restsOn) {
      refuseFenced(at.rootId);
      inner.append(at, records, restsOn);
      const tree = treeOf(at.rootId);
      // What came before it was loaded.
      if (tree.appended === 0) tree.stored = (records[0]?.n ?? 1) - 1;
      for (const { n = 0 } of records) tree.appended = Math.max(tree.appended, n);
    },
    async stored(rootId) {
      const tree = treeOf(rootId);
      refuseFenced(rootId);
      if (tree.stored >= tree.appended) return;
      if (!tree.current) return flush(rootId, tree);
      if (tree.current.upTo >= tree.appended) return tree.current.done;
      tree.next ??= tree.current.done.then(() => {
        delete tree.next;
        return flush(rootId, tree);
      });
      return tree.next;
    },
    async synced(dialogs) {
      await inner.synced(dialogs);
      if (dialogs[0]) await own.stored?.(dialogs[0].rootId);
    },
  };
  const store = new Proxy(inner, {
    get(target, key) {
      if (Object.hasOwn(own, key)) return own[key as keyof typeof own];
      const value: unknown = Reflect.get(target, key);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return {
    store,
    isStored(rootId, n = 0) {
      const { stored, appended } = treeOf(rootId);
      return n <= stored || n > appended;
    },
    fence: rootId => void fenced.add(rootId),
  };
}

async function ticks(count: number): Promise<void> {
  for (let left = count; left > 0; left--) await undefined;
}
