// Contents that records name by hash: previous contents of files, attached images, system messages. Each has the name
// and the bytes of its file in `.dialogs/`, and is stored before the records that name it, or by the same statement.
import type { Query } from './link.ts';

/** The owner of a blob; `kind` is the folder of its files, `dialog` the root for contents that a whole tree shares. */
export interface BlobKey {
  readonly root: string;
  readonly dialog: string;
  readonly kind: 'before' | 'images' | 'system';
  readonly name: string;
}

export interface Blob extends BlobKey {
  readonly bytes: Uint8Array;
}

export interface BlobShelf {
  /** Keeps a blob; it is stored with the next records. */
  keep(blob: Blob): void;
  /**
   * Runs a statement that stores pending contents beside what it is for. What is too much for one statement is stored
   * before it. Rejects like a query, and keeps the contents that were not stored.
   */
  storeWith<T>(query: Query, statement: (blobs: BlobColumns) => Promise<T>): Promise<T>;
  /** The bytes of a blob, stored or not. */
  read(query: Query, key: BlobKey): Promise<Uint8Array | undefined>;
}

/** The values of `insertOf`. */
export type BlobColumns = readonly [
  roots: readonly string[],
  dialogs: readonly string[],
  kinds: readonly string[],
  names: readonly string[],
  bytes: readonly Buffer[],
];

/** Bytes in one statement, about. */
const MAX_BYTES = 8 * 1024 * 1024;

/** An empty shelf: contents wait on it until they are stored. */
export function createBlobShelf(): BlobShelf {
  const waiting = new Map<string, Blob>();
  const idOf = ({ root, dialog, kind, name }: BlobKey) => `${root}/${dialog}/${kind}/${name}`;
  const forget = (batch: readonly Blob[]) => {
    for (const blob of batch) waiting.delete(idOf(blob));
  };
  return {
    keep: blob => void waiting.set(idOf(blob), blob),
    async storeWith(query, statement) {
      let batch = firstOf([...waiting.values()]);
      while (batch.length < waiting.size) {
        await insertBlobs(query, batch);
        forget(batch);
        batch = firstOf([...waiting.values()]);
      }
      const result = await statement(columnsOf(batch));
      forget(batch);
      return result;
    },
    async read(query, key) {
      const kept = waiting.get(idOf(key));
      if (kept) return kept.bytes;
      const [row] = await query<{ bytes: Buffer }>(
        'select bytes from blob where root = $1 and dialog = $2 and kind = $3 and hash = $4',
        [key.root, key.dialog, key.kind, key.name],
      );
      return row?.bytes;
    },
  };
}

/** Stores blobs; those that are there already stay. */
export async function insertBlobs(query: Query, blobs: readonly Blob[]): Promise<void> {
  if (blobs.length > 0) await query(insertOf(1), columnsOf(blobs));
}

/** The insert of blobs whose columns are the parameters from `first` on. */
export function insertOf(first: number): string {
  const types = ['text', 'text', 'text', 'text', 'bytea'];
  const columns = types.map((type, index) => `$${first + index}::${type}[]`);
  return `insert into blob (root, dialog, kind, hash, bytes) select * from unnest(${columns.join(', ')}) on conflict do nothing`;
}

function columnsOf(blobs: readonly Blob[]): BlobColumns {
  return [
    blobs.map(({ root }) => root),
    blobs.map(({ dialog }) => dialog),
    blobs.map(({ kind }) => kind),
    blobs.map(({ name }) => name),
    blobs.map(({ bytes }) => Buffer.from(bytes)),
  ];
}

function firstOf(blobs: readonly Blob[]): readonly Blob[] {
  let bytes = 0;
  const end = blobs.findIndex((blob, index) => {
    bytes += blob.bytes.length;
    return index > 0 && bytes > MAX_BYTES;
  });
  return end === -1 ? blobs : blobs.slice(0, end);
}
