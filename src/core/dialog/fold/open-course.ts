// The state with which a course begins: of a new dialog, or with what the course before it carried over.
import { newBeliefProgress } from '../../belief/belief-progress.ts';
import { newDraftState } from '../../draft/state.ts';
import type { CourseRecord, RecordOf } from '../record.ts';
import type { DialogState } from '../state.ts';
import { assignedBy, firstWords, heard } from './fold-parts.ts';
import { spoken } from './frames.ts';
import { noWork } from './work-facts.ts';

/** The state after the first record of a course, or `undefined` when the record cannot open one. */
export function openCourse(record: CourseRecord): DialogState | undefined {
  if (record.kind === 'dialogCreated') return createDialog(record);
  if (record.kind === 'courseStarted') return newCourseState(record);
  return undefined;
}

/** True for the first record of a dialog. The fork of a later course begins as that course did. */
export function opensDialog(record: CourseRecord): boolean {
  return record.kind === 'dialogCreated' || (record.kind === 'courseStarted' && record.course === 1);
}

function createDialog(record: RecordOf<'dialogCreated'>): DialogState {
  const { identity, call } = record;
  return {
    identity,
    status: 'running',
    course: 1,
    seq: 1,
    courseRecords: 1,
    genseq: 0,
    generating: false,
    frames: [call ? { inbound: call, pending: [], attention: 'unanswered' } : { pending: [], attention: 'rest' }],
    toolCalls: [],
    tellasks: [],
    closing: null,
    questions: [],
    queued: [],
    interruption: null,
    reminders: [],
    diligence: { on: !(identity.kind === 'root' && identity.noDiligence), pushed: 0 },
    emptyOutputs: 0,
    recent: [],
    saying: { genseq: 0, text: '' },
    msgIds: [],
    ...(call && assignedBy(call, record.at)),
    headline: call ? firstWords(call.headline) : '',
    messageCount: call ? 1 : 0,
    generations: 0,
    tokens: { prompt: 0, completion: 0 },
    marks: [],
    contextWarnings: { critical: 0 },
    lastModified: record.at,
    edited: false,
    work: noWork,
    ...(identity.kind === 'root' && identity.mode === 'draft' && { draft: newDraftState }),
    ...(identity.kind === 'root' && identity.domain !== undefined && { belief: newBeliefProgress }),
  };
}

/** The state that a new course of a dialog begins with. */
export function newCourseState(record: RecordOf<'courseStarted'>): DialogState {
  const { lastUsage, ...carried } = record.carried;
  const opened: DialogState = {
    recent: [],
    ...carried,
    identity: record.identity,
    course: record.course,
    seq: record.carried.seq + 1,
    courseRecords: 1,
    generating: false,
    toolCalls: [],
    tellasks: [],
    closing: null,
    questions: [],
    contextWarnings: { critical: 0 },
    lastModified: record.at,
  };
  // After a restore the person speaks first, unless the dialog works for a caller.
  const rests = record.reason === 'restore' && opened.frames.length === 1 && !opened.frames[0].inbound;
  const attention: Partial<DialogState> = rests
    ? { frames: [{ ...opened.frames[0], attention: 'rest' }] }
    : spoken(opened);
  return { ...opened, ...attention, ...heard(record) };
}
