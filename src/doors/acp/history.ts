// All that was recorded of a tree, in the order in which it happened (SPEC 22.3).
import type { DialogId, RootId } from '../../core/base/ids.ts';
import { rootRef } from '../../core/base/ids.ts';
import type { CourseRecord } from '../../core/dialog/record.ts';
import type { Outcome } from '../../core/facts/trouble.ts';
import { exportDialogs } from '../../runtime/folder/export-dialog.ts';
import type { Runtime } from '../../runtime.ts';

/** One record with the dialog it belongs to. */
export interface HistoryRecord {
  readonly selfId: DialogId;
  readonly record: CourseRecord;
}

/** The records of all dialogs of a tree; `lastNumber` is the highest number among them, 0 when they have none. */
export async function treeHistory(
  runtime: Pick<Runtime, 'tree' | 'view' | 'image'>,
  rootId: RootId,
): Promise<Outcome<{ records: readonly HistoryRecord[]; lastNumber: number }>> {
  const exported = await exportDialogs(runtime, rootRef(rootId));
  if (!exported.ok) return exported;
  const records = exported.dialogs.flatMap(({ selfId, courses }) =>
    courses.flatMap(course => course.records.map(record => ({ selfId, record }))),
  );
  records.sort((a, b) => orderOf(a.record, b.record));
  const lastNumber = records.reduce((last, { record: { n = 0 } }) => Math.max(last, n), 0);
  return { ok: true, records, lastNumber };
}

/** Records of earlier versions have no number, so they are ordered by time. */
function orderOf(one: CourseRecord, other: CourseRecord): number {
  if (one.n !== undefined && other.n !== undefined) return one.n - other.n;
  return one.at < other.at ? -1 : one.at > other.at ? 1 : 0;
}
