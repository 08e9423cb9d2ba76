// Whether a message or answer was applied already. The state remembers the newest ids only; the records hold all of them, so
// that one which comes again much later is still applied once (SPEC 5.3, 5.4).
import type { CourseRecord } from '../core/dialog/record.ts';
import type { Run } from './run.ts';
import type { Dialog } from './tree.ts';

/** So many ids a state remembers at least; below that they are all there are. */
const REMEMBERED = 100;

/** All ids of a dialog: those of earlier courses, and of as many records of the present one as were looked at. */
interface Applied {
  readonly course: number;
  readonly msgIds: Set<string>;
  looked: number;
}

const applied = new WeakMap<Dialog, Applied>();

/** Whether the records of a dialog hold a message or answer with this id. */
export function isApplied(dialog: Dialog, msgId: string): boolean {
  const { store } = dialog.tree.run;
  const { msgIds } = dialog.state;
  if (msgIds.includes(msgId)) return true;
  if (msgIds.length < REMEMBERED) return false;
  return idsOf(store, dialog).has(msgId);
}

/** A turn looks at what came since the last one only, however long the course is. */
function idsOf(store: Run['store'], dialog: Dialog): ReadonlySet<string> {
  const { course } = dialog.state;
  const known = applied.get(dialog);
  const ids = known?.course === course ? known : { course, msgIds: readIds(store, dialog), looked: 0 };
  applied.set(dialog, ids);
  for (const record of dialog.records.slice(ids.looked)) addId(ids.msgIds, record);
  ids.looked = dialog.records.length;
  return ids.msgIds;
}

function readIds(store: Run['store'], { ref, state }: Dialog): Set<string> {
  const msgIds = new Set<string>();
  for (let course = 1; course < state.course; course++) {
    for (const record of store.readCourse(ref, course) ?? []) addId(msgIds, record);
  }
  return msgIds;
}

function addId(msgIds: Set<string>, record: CourseRecord): void {
  if ('msgId' in record && record.msgId !== undefined) msgIds.add(record.msgId);
}
