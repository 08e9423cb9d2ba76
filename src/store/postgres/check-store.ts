// Looks at the dialogs of a workspace in a store for faults (SPEC 14.2), beside the workers that drive: what is under
// way is not judged. Changes nothing. One statement looks at what all trees have in common; the records are read tree
// by tree.
import { setImmediate as breathe } from 'node:timers/promises';
import type { DialogId, RootId } from '../../core/base/ids.ts';
import { formatRef } from '../../core/base/ids.ts';
import { needsDrive } from '../../core/dialog/next-step.ts';
import { checkTree } from '../../core/dialog/view/check-tree.ts';
import type { Finding } from '../../core/facts/findings.ts';
import { checkLines } from '../files/health/check-courses.ts';
import { isSameLine } from '../files/health/check-roots.ts';
import { courseFileName } from '../files/layout.ts';
import type { Fault, TreesToCheck, TreeToCheck } from '../health.ts';
import { placeOfLease as placeOfTree } from './leases.ts';
import type { Query } from './link.ts';
import type { CourseRow } from './read-trees.ts';
import { storedLine } from './roots.ts';

type Row = { readonly root: RootId; readonly dialog: DialogId | null; readonly course: number | null };

/**
 * All faults of the trees of a workspace. A path is `<root>`, with `/<dialog>/<course>:<line>` as far as it is known.
 */
export async function checkStore(query: Query, rtws: string, trees: TreesToCheck): Promise<readonly Fault[]> {
  const faults = [
    ...(await numberFaults(query, rtws)),
    ...(await epochFaults(query, rtws)),
    ...(await courseFaults(query, rtws)),
    ...(await blobFaults(query, rtws)),
  ];
  const roots = await query<{ root: RootId }>('select root from tree where rtws = $1 order by root', [rtws]);
  for (const { root } of roots) {
    faults.push(...(await recordFaults(query, root)), ...(await treeFaults(query, root, trees)));
    await breathe();
  }
  return faults;
}

/**
 * Checks the references between a tree's dialogs, and its line. Skips a tree that is driven, or that advanced
 * meanwhile.
 */
async function treeFaults(query: Query, root: RootId, trees: TreesToCheck): Promise<readonly Fault[]> {
  const before = await placeOfTree(query, root);
  const tree = await trees.read(root);
  const kept = await storedLine(query, root);
  const after = await placeOfTree(query, root);
  if (!tree || !before || before.isUnderWay || trees.isBusy(root) || after?.mark !== before.mark) return [];
  const states = tree.dialogs.map(({ state }) => state);
  const hanging = checkTree(tree.dialogs[0].state, states).map(({ selfId, kind, finding }): Fault => {
    return { kind, finding, rootId: root, path: formatRef({ rootId: root, selfId }) };
  });
  const line = lineFault(tree, kept);
  if (!line) return hanging;
  return [...hanging, { kind: 'index', finding: line, rootId: root, path: root, remedy: { kind: 'writeLine' } }];
}

function lineFault({ summary, dialogs }: TreeToCheck, kept: TreeToCheck['summary'] | undefined): Finding | undefined {
  const root = summary.rootId;
  if (!kept) return { id: 'list-line-missing', root };
  if (!isSameLine(kept, summary)) return { id: 'list-line-outdated', root };
  const isDue = dialogs.some(({ state }) => needsDrive(state, { pushMax: 0 }));
  return isDue && !kept.needsDrive ? { id: 'not-due', root } : undefined;
}

/** Records have the numbers from 1 to that of their tree. */
async function numberFaults(query: Query, rtws: string): Promise<readonly Fault[]> {
  const rows = await query<{ root: RootId; expected: string; stored: string }>(
    `select t.root, t.seq as expected, count(r.seq) filter (where r.seq between 1 and t.seq) as stored
     from tree t left join record r using (root) where t.rtws = $1 group by t.root
     having count(r.seq) <> t.seq or coalesce(max(r.seq), 0) <> t.seq order by t.root`,
    [rtws],
  );
  return rows.map(({ root, ...numbers }) => {
    const [expected, stored] = [Number(numbers.expected), Number(numbers.stored)];
    return { rootId: root, path: root, kind: 'records', finding: { id: 'records-missing', expected, stored } };
  });
}

/** Epochs only grow: a worker that was replaced has written nothing after that. */
async function epochFaults(query: Query, rtws: string): Promise<readonly Fault[]> {
  const rows = await query<Row & { seq: string }>(
    `select root, dialog, course, seq from (
       select r.root, r.dialog, r.course, r.seq, r.epoch, t.epoch as present,
         max(r.epoch) over (partition by r.root order by r.seq) as newest
       from record r join tree t using (root) where t.rtws = $1) each
     where epoch < newest or epoch > present order by root, seq`,
    [rtws],
  );
  return rows.map(row => ({
    rootId: row.root,
    path: placeOf(row),
    kind: 'records',
    finding: { id: 'epoch-outdated', number: Number(row.seq) },
  }));
}

/** The start of each course is derived from its records. */
async function courseFaults(query: Query, rtws: string): Promise<readonly Fault[]> {
  const rows = await query<Row>(
    `select root, dialog, course from (
       select r.root, r.dialog, r.course, min(r.seq) as seq from record r join tree t using (root)
       where t.rtws = $1 group by r.root, r.dialog, r.course) each
     full join (select c.* from course c join tree t using (root) where t.rtws = $1) kept using (root, dialog, course)
     where each.seq is distinct from kept.seq order by root, dialog, course`,
    [rtws],
  );
  return rows.map(row => ({
    rootId: row.root,
    path: placeOf(row),
    kind: 'index',
    finding: { id: 'index-outdated' },
    remedy: { kind: 'mend', mend: () => deriveCourses(query, row.root) },
  }));
}

/** Contents named by records match their names. */
async function blobFaults(query: Query, rtws: string): Promise<readonly Fault[]> {
  const rows = await query<{ root: RootId; dialog: DialogId; kind: string; hash: string }>(
    `select b.root, b.dialog, b.kind, b.hash from blob b join tree t using (root)
     where t.rtws = $1 and b.kind in ('images', 'system') and encode(sha256(b.bytes), 'hex') <> split_part(b.hash, '.', 1)
     order by b.root, b.dialog, b.kind, b.hash`,
    [rtws],
  );
  return rows.map(({ root, dialog, kind, hash }) => ({
    rootId: root,
    path: `${root}/${dialog}/${kind}/${hash}`,
    kind: 'records',
    finding: { id: 'content-changed' },
  }));
}

/** Faults of the records of all courses of a tree. */
async function recordFaults(query: Query, root: RootId): Promise<readonly Fault[]> {
  const rows = await query<CourseRow>(
    'select dialog, course, body from record where root = $1 order by dialog, course, seq',
    [root],
  );
  const courses = Map.groupBy(rows, ({ dialog, course }) => placeOf({ root, dialog, course }));
  const faults: Fault[] = [];
  const find = (at: string, finding: Finding) => faults.push({ rootId: root, path: at, kind: 'records', finding });
  const newest = new Map<DialogId, number>();
  for (const [at, lines] of courses) {
    const [first] = lines;
    if (!first) continue;
    const { dialog, course } = first;
    for (let missing = (newest.get(dialog) ?? 0) + 1; missing < course; missing++)
      find(placeOf({ root, dialog, course: missing }), { id: 'course-missing' });
    newest.set(dialog, course);
    const bytes = Buffer.from(`${lines.map(({ body }) => body).join('\n')}\n`);
    for (const fault of checkLines(at, bytes, { ref: { rootId: root, selfId: dialog }, course }))
      find(fault.at, fault.finding);
  }
  return faults;
}

/** Writes again where the courses of a tree begin. */
async function deriveCourses(query: Query, root: RootId): Promise<undefined> {
  await query(
    `with there as (select dialog, course, min(seq) as seq from record where root = $1 group by dialog, course),
     gone as (delete from course c where root = $1 and not exists (
       select from there t where t.dialog = c.dialog and t.course = c.course))
     insert into course (root, dialog, course, seq) select $1, dialog, course, seq from there
     on conflict (root, dialog, course) do update set seq = excluded.seq`,
    [root],
  );
}

function placeOf({ root, dialog, course }: Row): string {
  if (dialog === null || course === null) return root;
  return `${root}/${dialog}/${courseFileName(course)}`;
}
