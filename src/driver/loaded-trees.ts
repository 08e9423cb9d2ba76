// The trees in memory. Those beyond a number are dropped once they rest; they load again in milliseconds.
import type { RootId } from '../core/dialog/ids.ts';
import { loopTurn } from '../store/loop-turn.ts';
import type { Tree } from './tree.ts';

const KEPT = 32;

/** Trees that are looked at, whether they rest, when another one is loaded: however many are at work, it costs the same. */
const LOOKS = 64;

export class LoadedTrees {
  readonly #trees = new Map<RootId, Tree>();
  /** Those not looked at for longest first. */
  readonly #byLastLook = new Set<RootId>();
  /** In which turn of the event loop a tree was asked for last. */
  readonly #askedFor = new WeakMap<Tree, number>();

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

  /** Before one more is added: `forget` is called for trees that rest, until there are few enough or enough were looked at. */
  makeRoom(rests: (tree: Tree) => boolean, forget: (rootId: RootId) => void): void {
    const all = this.#byLastLook.values();
    for (let looks = Math.min(LOOKS, this.#byLastLook.size); looks > 0 && this.#trees.size >= KEPT; looks--) {
      const tree = this.#trees.get(all.next().value as RootId);
      if (!tree) return;
      this.#byLastLook.delete(tree.rootId);
      this.#byLastLook.add(tree.rootId);
      if (this.#askedFor.get(tree) !== loopTurn() && rests(tree)) forget(tree.rootId);
    }
  }
}
