// The statement that stores the records of all trees that wait: one round trip and one commit for all of them.
import type { RootId } from '../../core/base/ids.ts';
import type { AppendPort, TreeAppend, TreePlace } from './append-queue.ts';
import { type BlobShelf, createBlobShelf, insertOf } from './blobs.ts';
import type { Query } from './link.ts';

// Planned once a session, for any number of trees (`plans` in link.ts), while the tables may still be empty. An array
// is no key of a hash join, so that `any (array[...])` leaves one plan for `tree`, however large it is: its key, a row
// each.
//
// A tree that is appended to counts as having work until its line says otherwise: if its process dies, others check it.
// A tree advances only from the epoch and number that its process knows. One that was taken over, or stored by an
// attempt whose answer got lost, does not advance, and none of its records is stored.
const appendStatement = `
with w as (select * from unnest($1::text[], $2::bigint[], $3::bigint[], $4::int[], $5::text[], $16::text[], $17::boolean[])
  w (root, epoch, seq, n, rtws, origin, well)),
made as (
  insert into tree (root, rtws, epoch, owner, seq, due_at, origin)
  select root, rtws, epoch, $6, n, now(), origin from w where rtws is not null
  on conflict do nothing returning root),
moved as (
  update tree t set seq = t.seq + w.n, due_at = least(t.due_at, now()),
    changed = case when t.due_at is null or t.due_at > now() then clock_timestamp() else t.changed end,
    takeovers = case when w.well then 0 else t.takeovers end
  from w
  where w.rtws is null and t.root = any (array[w.root]) and t.epoch = w.epoch and t.seq = w.seq returning t.root),
at as (select root from made union all select root from moved),
new as (
  select b.* from unnest($7::text[], $8::bigint[], $9::bigint[], $10::text[], $11::int[], $12::boolean[], $13::text[])
    b (root, seq, epoch, dialog, course, opens, body) join at using (root)),
rec as (insert into record (root, seq, epoch, dialog, course, body) select root, seq, epoch, dialog, course, body from new),
opened as (
  insert into course (root, dialog, course, seq) select root, dialog, course, seq from new where opens
  on conflict (root, dialog, course) do nothing),
done as (
  update intent i set applied = now() from unnest($14::text[], $15::text[]) a (root, msg) join at using (root)
  where i.root = a.root and i.msg_id = a.msg and i.applied is null),
kept as (${insertOf(18)})
select root from at`;

/** Appends over one connection in the name of a worker; contents that wait on the shelf are stored with the records. */
export function createAppendPort(query: Query, worker: string, shelf: BlobShelf = createBlobShelf()): AppendPort {
  return {
    async append(batch) {
      const rows = await shelf.storeWith(query, blobs =>
        query<{ root: RootId }>(appendStatement, [...valuesOf(batch, worker), ...blobs]),
      );
      return new Set(rows.map(({ root }) => root));
    },
    async places(roots) {
      const rows = await query<{ root: RootId; epoch: string; seq: string }>(
        'select root, epoch, seq from tree where root = any($1)',
        [roots],
      );
      return new Map(rows.map(({ root, epoch, seq }): [RootId, TreePlace] => [root, placeOf(epoch, seq)]));
    },
  };
}

function placeOf(epoch: string, seq: string): TreePlace {
  return { epoch: Number(epoch), seq: Number(seq) };
}

function valuesOf(unordered: readonly TreeAppend[], worker: string): readonly unknown[] {
  // Every statement changes trees in this order: two of them do not wait for each other.
  const batch = unordered.toSorted((a, b) => (a.root < b.root ? -1 : 1));
  const records = batch.flatMap(({ root, epoch, seq, records: added }) =>
    added.map((record, index) => ({ ...record, root, epoch, seq: seq + index + 1 })),
  );
  const applied = batch.flatMap(({ root, applied: msgIds }) => msgIds.map(msgId => ({ root, msgId })));
  return [
    batch.map(({ root }) => root),
    batch.map(({ epoch }) => epoch),
    batch.map(({ seq }) => seq),
    batch.map(({ records: added }) => added.length),
    batch.map(({ made }) => made?.rtws ?? null),
    worker,
    records.map(({ root }) => root),
    records.map(({ seq }) => seq),
    records.map(({ epoch }) => epoch),
    records.map(({ dialog }) => dialog),
    records.map(({ course }) => course),
    records.map(({ opens }) => opens),
    records.map(({ body }) => body),
    applied.map(({ root }) => root),
    applied.map(({ msgId }) => msgId),
    batch.map(({ made }) => made?.origin ?? null),
    batch.map(({ records: added }) => added.some(({ endsWell }) => endsWell)),
  ];
}
