// Whether a message or answer was applied already. The state remembers the newest ids only; the records hold all of
// them, so that one which comes again much later is still applied once (SPEC 5.3, 5.4).
import type { CourseRecord } from '../../core/dialog/record.ts';
import type { Dialog } from '../driver-context.ts';
import { earlierCourses } from '../generate/earlier-courses.ts';

/** So many ids a state remembers at least; below that they are all there are. */
const REMEMBERED = 100;

/** All ids of a dialog: those of earlier courses, and of as many records of the present one as were looked at. */
interface Applied {
  readonly course: number;
  readonly msgIds: Set<string>;
  looked: number;
}

const applied = new WeakMap<Dialog, Applied>();

/**
 * True if the records of a dialog hold a message or answer with this id. Covers earlier courses once `recallApplied`
 * has resolved.
 */
export function isApplied(dialog: Dialog, msgId: string): boolean {
  const { msgIds } = dialog.state;
  if (msgIds.includes(msgId)) return true;
  return msgIds.length >= REMEMBERED && idsOf(dialog, known(dialog) ?? noneEarlier(dialog)).has(msgId);
}

/** Reads the ids of earlier courses, unless memory has them or the state remembers all there are. */
export function recallApplied(dialog: Dialog): Promise<void> | undefined {
  if (dialog.state.msgIds.length < REMEMBERED || known(dialog)) return undefined;
  return recall(dialog);
}

async function recall(dialog: Dialog): Promise<void> {
  const { course } = dialog.state;
  const msgIds = new Set<string>();
  for (const records of await earlierCourses(dialog)) for (const record of records) addId(msgIds, record);
  applied.set(dialog, { course, msgIds, looked: 0 });
}

function known(dialog: Dialog): Applied | undefined {
  const found = applied.get(dialog);
  return found?.course === dialog.state.course ? found : undefined;
}

function noneEarlier({ state }: Dialog): Applied {
  return { course: state.course, msgIds: new Set(), looked: 0 };
}

/** A turn looks at what came since the last one only, however long the course is. */
function idsOf(dialog: Dialog, ids: Applied): ReadonlySet<string> {
  for (const record of dialog.records.slice(ids.looked)) addId(ids.msgIds, record);
  ids.looked = dialog.records.length;
  return ids.msgIds;
}

function addId(msgIds: Set<string>, record: CourseRecord): void {
  if ('msgId' in record && record.msgId !== undefined) msgIds.add(record.msgId);
}
