// The rules of a store without a server: who owns which tree under which epoch, and which records are stored. What
// PostgreSQL does with our statements is checked against it (`simulation.test.ts`).
import type { RootId } from '../../../src/core/base/ids.ts';
import type { AppendPort, TreeAppend, TreePlace } from '../../../src/store/postgres/append-queue.ts';

/** One record as it is stored. */
export interface StoredRecord {
  readonly epoch: number;
  readonly body: string;
}

/** What workers ask of a store; a worker is named by its number. */
export interface Engine {
  /** Claims one tree; `held` are those that the worker knows it holds. */
  claim(
    worker: number,
    root: RootId,
    held: readonly RootId[],
  ): Promise<(TreePlace & { readonly takeovers: number }) | undefined>;
  port(worker: number): AppendPort;
  release(worker: number, root: RootId, epoch: number): Promise<void>;
  /** Its heartbeats stop to arrive, and its lease ends. */
  expire(worker: number): Promise<void>;
  /** They arrive again. */
  beat(worker: number): Promise<void>;
  /** The records of each tree, in their order. */
  records(): Promise<ReadonlyMap<RootId, readonly StoredRecord[]>>;
}

interface ModelTree {
  epoch: number;
  owner: number | undefined;
  takeovers: number;
  readonly records: StoredRecord[];
}

export function createModel(): Engine {
  const trees = new Map<RootId, ModelTree>();
  const gone = new Set<number>();
  const store = (worker: number, { root, epoch, seq, records, made }: TreeAppend): boolean => {
    const tree = trees.get(root);
    const lines = records.map(({ body }) => ({ epoch, body }));
    if (made) {
      if (!tree) trees.set(root, { epoch, owner: worker, takeovers: 0, records: lines });
      return !tree;
    }
    if (tree?.epoch !== epoch || tree.records.length !== seq) return false;
    tree.records.push(...lines);
    if (records.some(({ endsWell }) => endsWell)) tree.takeovers = 0;
    return true;
  };
  return {
    async claim(worker, root, held) {
      const tree = trees.get(root);
      const isOwn = tree?.owner === worker && !held.includes(root);
      const isLeft = tree?.owner !== undefined && tree.owner !== worker && gone.has(tree.owner);
      if (!tree || (tree.owner !== undefined && !isOwn && !isLeft)) return undefined;
      if (isLeft) tree.takeovers += 1;
      tree.epoch += 1;
      tree.owner = worker;
      return { epoch: tree.epoch, seq: tree.records.length, takeovers: tree.takeovers };
    },
    port: worker => ({
      append: async batch => new Set(batch.filter(append => store(worker, append)).map(({ root }) => root)),
      places: async roots =>
        new Map(
          roots.flatMap(root => {
            const tree = trees.get(root);
            return tree ? [[root, { epoch: tree.epoch, seq: tree.records.length }] as const] : [];
          }),
        ),
    }),
    async release(worker, root, epoch) {
      const tree = trees.get(root);
      if (tree?.owner !== worker || tree.epoch !== epoch) return;
      tree.owner = undefined;
      tree.takeovers = 0;
    },
    expire: async worker => void gone.add(worker),
    beat: async worker => void gone.delete(worker),
    records: async () => new Map([...trees].map(([root, { records }]) => [root, records])),
  };
}
