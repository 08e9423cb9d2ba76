// Whether a message or answer was applied already. The state remembers the newest ids only; the records hold all of them, so
// that one which comes again much later is still applied once (SPEC 5.3, 5.4).
import type { CourseRecord } from '../core/dialog/record.ts';
import type { Run } from './run.ts';
import type { Dialog } from './tree.ts';

/** So many ids a state remembers at least; below that they are all there are. */
const REMEMBERED = 100;

/** Ids in the courses before the present one, which do not change any more. */
interface Earlier {
  readonly before: number;
  readonly msgIds: ReadonlySet<string>;
}

const earlierIds = new WeakMap<Dialog, Earlier>();

/** Whether the records of a dialog hold a message or answer with this id. */
export function isApplied({ store }: Pick<Run, 'store'>, dialog: Dialog, msgId: string): boolean {
  const { msgIds, course } = dialog.state;
  if (msgIds.includes(msgId)) return true;
  if (msgIds.length < REMEMBERED) return false;
  if (dialog.records.some(record => idOf(record) === msgId)) return true;
  const known = earlierIds.get(dialog);
  const earlier = known?.before === course ? known : { before: course, msgIds: readIds(store, dialog) };
  earlierIds.set(dialog, earlier);
  return earlier.msgIds.has(msgId);
}

function readIds(store: Run['store'], { ref, state }: Dialog): Set<string> {
  const msgIds = new Set<string>();
  for (let course = 1; course < state.course; course++) {
    for (const record of store.readCourse(ref, course) ?? []) {
      const msgId = idOf(record);
      if (msgId !== undefined) msgIds.add(msgId);
    }
  }
  return msgIds;
}

function idOf(record: CourseRecord): string | undefined {
  return 'msgId' in record ? record.msgId : undefined;
}
