// The trees in memory. Those beyond a number are dropped once they rest; they load again in milliseconds.
import type { RootId } from '../core/base/ids.ts';
import { loopTurn } from '../store/loop-turn.ts';
import type { Tree } from './driver-context.ts';

/** Trees that are kept, however large they are. */
const KEPT = 32;
/**
 * Where loading takes a tree from a server, and forgetting gives it back, which are several round trips each, more are
 * kept as long as their records are fewer than so many, all together: some 60 MB. A tree by itself counts as some
 * records.
 */
const KEPT_RECORDS = 20_000;
const TREE_IN_RECORDS = 50;

/**
 * Trees that are looked at, whether they rest, when another one is loaded: however many are at work, it costs the same.
 */
const LOOKS = 32;

export class LoadedTrees {
  readonly #from: 'near' | 'far';
  readonly #trees = new Map<RootId, Tree>();
  /** Those not looked at for longest first. */
  readonly #byLastLook = new Set<RootId>();
  /** In which turn of the event loop a tree was asked for last. */
  readonly #askedFor = new WeakMap<Tree, number>();

  /** `from`: where trees are loaded from. */
  constructor(from: 'near' | 'far' = 'near') {
    this.#from = from;
  }

  get(rootId: RootId): Tree | undefined {
    return this.#trees.get(rootId);
  }

  all(): readonly Tree[] {
    return [...this.#trees.values()];
  }

  add(tree: Tree): void {
    this.#trees.set(tree.rootId, tree);
    this.#byLastLook.add(tree.rootId);
  }

  delete(rootId: RootId): void {
    this.#trees.delete(rootId);
    this.#byLastLook.delete(rootId);
  }

  /** Somebody is about to use the tree: it stays for this turn of the event loop. */
  noteUse(tree: Tree): void {
    this.#askedFor.set(tree, loopTurn());
  }

  /**
   * Before one more is added: `forget` is called for trees that rest, until there are few enough or enough were looked
   * at.
   */
  makeRoom(rests: (tree: Tree) => boolean, forget: (rootId: RootId) => void): void {
    const all = this.#byLastLook.values();
    let records = this.#from === 'far' ? this.#records() : 0;
    const isFull = () => this.#trees.size >= KEPT && (this.#from === 'near' || records >= KEPT_RECORDS);
    for (let looks = Math.min(LOOKS, this.#byLastLook.size); looks > 0 && isFull(); looks--) {
      const tree = this.#trees.get(all.next().value as RootId);
      if (!tree) return;
      this.#byLastLook.delete(tree.rootId);
      this.#byLastLook.add(tree.rootId);
      if (this.#askedFor.get(tree) === loopTurn() || !rests(tree)) continue;
      forget(tree.rootId);
      records -= recordsOf(tree);
    }
  }

  #records(): number {
    let sum = 0;
    for (const tree of this.#trees.values()) sum += recordsOf(tree);
    return sum;
  }
}

/** Those of earlier courses, which are not in memory, count as well. */
function recordsOf({ lastNumber }: Tree): number {
  return lastNumber + TREE_IN_RECORDS;
}
