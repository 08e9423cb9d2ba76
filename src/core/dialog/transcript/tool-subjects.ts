// What some tools work on. A request offers them once that was there in the course, and to the end of the course: taken
// away again, they would change the beginning of the request, which servers keep (SPEC 10.9, 17). Pure.
import type { CourseRecord } from '../record.ts';
import type { Frame } from '../state.ts';

/**
 * `openCall`: a call of the dialog's own that waits while the dialog is driven; `process`: a command in the background;
 * `earlierCourse`: a course of the dialog before its present one; `work`: work of a teammate that it has to take.
 */
export type ToolSubject = 'openCall' | 'process' | 'earlierCourse' | 'work';

/** The subjects that are there from this record on. */
export function subjectsSince(record: CourseRecord): readonly ToolSubject[] {
  switch (record.kind) {
    case 'courseStarted':
      return [
        ...(record.carried.frames.some(hasOpenCall) ? (['openCall'] as const) : []),
        ...(record.carried.processes?.length ? (['process'] as const) : []),
        ...(record.carried.offers?.some(({ asks }) => !asks) ? (['work'] as const) : []),
        ...(record.course > 1 ? (['earlierCourse'] as const) : []),
      ];
    // A dialog that waits for calls is driven in an aside and to answer a TellaskBack only.
    case 'asideOpened':
      return ['openCall'];
    case 'callReceived':
      return record.call.callKind === 'A' ? ['openCall'] : [];
    case 'responseSupplied':
      return record.facts?.offered && !record.facts.offered.asks ? ['work'] : [];
    case 'processStarted':
      return ['process'];
    default:
      return [];
  }
}

function hasOpenCall({ pending }: Frame): boolean {
  return pending.length > 0;
}
