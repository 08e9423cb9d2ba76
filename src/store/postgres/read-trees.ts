// Reads the records of trees. Lines are what a course file holds, so the same reader parses them.

import type { DialogId, DialogRef, RootId } from '../../core/base/ids.ts';
import { foldCourse } from '../../core/dialog/fold/apply.ts';
import type { CourseRecord } from '../../core/dialog/record.ts';
import type { LoadedDialog } from '../dialog-store.ts';
import { readLines } from '../files/courses/course-log.ts';
import type { Query } from './link.ts';

/** A line and its course. */
export type CourseRow = Pick<StoredLine, 'dialog' | 'course' | 'body'>;

/** A stored line with its place. */
export interface StoredLine {
  readonly root: RootId;
  readonly seq: number;
  readonly dialog: DialogId;
  readonly course: number;
  readonly body: string;
}

interface LineRow extends Record<string, unknown> {
  readonly root: string;
  readonly seq: string;
  readonly dialog: string;
  readonly course: number;
  readonly body: string;
}

/** The lines of the newest courses of a tree, in the order in which they were stored. */
export function newestLines(query: Query, root: RootId): Promise<readonly CourseRow[]> {
  // No other columns: of thousands of lines each takes as long as the records of a hundred.
  return query<CourseRow>(newestOf('r.dialog, r.course, r.body'), [root]);
}

/** The same lines with their numbers. */
export async function newestStoredLines(query: Query, root: RootId): Promise<readonly StoredLine[]> {
  const rows = await query<LineRow>(newestOf('r.root, r.seq, r.dialog, r.course, r.body'), [root]);
  return rows.map(lineOf);
}

const newestOf = (columns: string): string =>
  `with newest as (select distinct on (dialog) dialog, course, seq from course where root = $1 order by dialog, course desc)
   select ${columns} from record r join newest n using (dialog, course)
   where r.root = $1 and r.seq >= (select min(seq) from newest) order by r.seq`;

/** The lines of trees after a number each. */
export async function linesAfter(query: Query, cursors: ReadonlyMap<RootId, number>): Promise<readonly StoredLine[]> {
  if (cursors.size === 0) return [];
  const rows = await query<LineRow>(
    `select r.root, r.seq, r.dialog, r.course, r.body
     from unnest($1::text[], $2::bigint[]) w (root, seq)
     cross join lateral (select * from record r where r.root = w.root and r.seq > w.seq order by r.seq) r`,
    [[...cursors.keys()], [...cursors.values()]],
  );
  return rows.map(lineOf);
}

/** The lines of one course; none when there is no such course. */
export async function courseLines(query: Query, ref: DialogRef, course: number): Promise<readonly StoredLine[]> {
  const rows = await query<Pick<LineRow, 'seq' | 'body'>>(
    `select r.seq, r.body from record r
     where r.root = $1 and r.dialog = $2 and r.course = $3
       and r.seq >= (select seq from course where root = $1 and dialog = $2 and course = $3) order by r.seq`,
    [ref.rootId, ref.selfId, course],
  );
  return rows.map(({ seq, body }) => ({ root: ref.rootId, seq: Number(seq), dialog: ref.selfId, course, body }));
}

/** The records of lines of one course, as a course file would give them. */
export function recordsOf(lines: readonly Pick<CourseRow, 'body'>[]): readonly CourseRecord[] {
  return readLines(lines.map(({ body }) => body)).records;
}

/** The dialogs of the newest courses of a tree; those whose course cannot be folded are left out. */
export function foldDialogs(lines: readonly CourseRow[]): ReadonlyMap<DialogId, LoadedDialog> {
  const byDialog = new Map<DialogId, CourseRow[]>();
  for (const line of lines) {
    const own = byDialog.get(line.dialog);
    if (own) own.push(line);
    else byDialog.set(line.dialog, [line]);
  }
  const dialogs = new Map<DialogId, LoadedDialog>();
  for (const [selfId, own] of byDialog) {
    const records = recordsOf(own);
    const state = foldCourse(records);
    if (state) dialogs.set(selfId, { records, state });
  }
  return dialogs;
}

function lineOf({ root, seq, dialog, course, body }: LineRow): StoredLine {
  return { root: root as RootId, seq: Number(seq), dialog: dialog as DialogId, course, body };
}
