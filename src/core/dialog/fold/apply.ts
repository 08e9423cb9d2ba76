// The fold: state × record → state. Pure, total, and the only place where a record changes a state. The store, the
// command line and the webviews all use this one (ARCHITECTURE "Bird's-eye view").

import { callIdOf, copying, type Lists, msgIdOf, ownLists, withId, withoutId } from '../../base/fold-lists.ts';
import type { CallId } from '../../base/ids.ts';
import { grantText } from '../../team/permissions.ts';
import { askedBack } from '../asked-back.ts';
import { withResult } from '../circles.ts';
import { missesTold, withoutMisses } from '../misses.ts';
import { processEnded, processStarted, withoutProcesses } from '../processes.ts';
import type { CourseRecord, Fact, RecordOf } from '../record.ts';
import type { SaidTellask } from '../record-parts.ts';
import { asleep } from '../sleep.ts';
import type { DialogState, Frame } from '../state.ts';
import { currentAssignment } from '../state.ts';
import { asideChanges, callMade } from './apply-asides.ts';
import { afterResult, beliefChanges, withoutDue, withToolUsed, wordsDue } from './apply-belief.ts';
import { draftAtRest, draftChanges } from './apply-draft.ts';
import { actedBy, evidenceChanges } from './apply-evidence.ts';
import { ended, extendSaying, isCall, toldOfMisread } from './apply-generation.ts';
import { answered, asked, closed } from './apply-questions.ts';
import { nothingReverted, revertChanges } from './apply-reverts.ts';
import { withOffer, workChanges } from './apply-workplaces.ts';
import { assignedBy, firstWords, handedOver, heard, remember } from './fold-parts.ts';
import {
  attending,
  endAnswering,
  framesWith,
  hasUnansweredWords,
  isTop,
  openPlace,
  spoken,
  supplied,
  withFrame,
  withWordsHeard,
} from './frames.ts';
import { newCourseState, openCourse } from './open-course.ts';
import { newWork, noWork, withAnswer, withChanges, withProcessEnded, withReturned } from './work-facts.ts';

/** Folds one record. A record that does not fit (an answer to a closed call, say) changes nothing but the sequence. */
export function applyRecord(state: DialogState, record: CourseRecord): DialogState {
  return record.kind === 'courseStarted' ? newCourseState(record) : changed({ ...state }, record, copying);
}

/** Changes a state that nobody else holds. A long dialog comes by here once for each record before it is shown. */
function changed(state: DialogState, record: CourseRecord, lists: Lists): DialogState {
  // Looks at open calls, which the change may take out of the list in place.
  const acted = actedBy(state, record, lists);
  const change = changeOf(state, record, lists);
  const own: { -readonly [K in keyof DialogState]: DialogState[K] } = state;
  const returned = returning(state, record, lists);
  own.seq++;
  own.courseRecords++;
  own.lastModified = record.at;
  return Object.assign(own, change, returned, acted, heard(record));
}

/**
 * Folds the stored records of one course; `undefined` when the first record cannot open it. A record without the fields
 * of its kind (a file edited by hand) counts as one of an unknown kind.
 */
export function foldCourse(records: readonly CourseRecord[]): DialogState | undefined {
  const [first, ...others] = records;
  const opened = first && unlessBroken(() => openCourse(first));
  if (!opened) return undefined;
  return (
    unlessBroken(() => foldOwn(opened, others)) ??
    others.reduce((state, record) => unlessBroken(() => applyRecord(state, record)) ?? passed(state, record), opened)
  );
}

/** Nobody sees the states in between: one is changed by all records, as a copy for each would take most of the time. */
function foldOwn(opened: DialogState, records: readonly CourseRecord[]): DialogState {
  const lists = ownLists();
  return records.reduce(
    (state, record) => (record.kind === 'courseStarted' ? newCourseState(record) : changed(state, record, lists)),
    { ...opened },
  );
}

/** A record that changes nothing but how many there are. */
export function passed(state: DialogState, record: CourseRecord): DialogState {
  return { ...state, seq: state.seq + 1, courseRecords: state.courseRecords + 1, lastModified: record.at };
}

/** The result of a tool call is known with its change. */
function returning({ toolCalls }: DialogState, record: CourseRecord, lists: Lists): Partial<DialogState> | undefined {
  const returns = 'returns' in record ? record.returns : undefined;
  if (!returns) return undefined;
  const { callId, content: result } = returns;
  return { toolCalls: withId(lists, toolCalls, callIdOf, callId, call => ({ ...call, result })) };
}

/**
 * The change of a record of a known kind, except `courseStarted`. Throws on a record without the fields of its kind.
 */
function changeOf(state: DialogState, record: CourseRecord, lists: Lists): Partial<DialogState> {
  if (!Object.hasOwn(changes, record.kind)) return {};
  const change = changes[record.kind] as (
    state: DialogState,
    record: CourseRecord,
    lists: Lists,
  ) => Partial<DialogState>;
  return change(state, record, lists);
}

function unlessBroken<T>(fold: () => T): T | undefined {
  try {
    return fold();
  } catch {
    return undefined;
  }
}

type Changes = {
  readonly [K in Fact['kind']]: (state: DialogState, record: RecordOf<K>, lists: Lists) => Partial<DialogState>;
};

const changes: Changes = {
  dialogCreated: () => ({}),
  courseStarted: () => ({}),
  // In a subdialog it ends the work; the status is its root's (SPEC 1.4).
  dialogCompleted: (state, { at, facts }) => ({
    ...workEnded,
    ...withoutProcesses(state),
    ...draftAtRest(state),
    ...(state.identity.kind === 'root' && { status: 'completed', completedAt: at, ...(facts && { endFacts: facts }) }),
  }),
  dialogArchived: state => ({ ...workEnded, ...withoutProcesses(state), ...draftAtRest(state), status: 'archived' }),
  dialogReopened: () => ({ status: 'running' }),
  dialogForked: (state, { headline }) => ({
    ...workEnded,
    ...(headline !== undefined && { headline }),
    ...withoutProcesses(state),
    ...draftAtRest(state),
    ...withoutDue(state),
    questions: [],
    grants: [],
    offers: [],
    workplace: undefined,
    work: noWork,
  }),

  messageQueued: (state, { msgId, content, images, by }, lists) => ({
    queued: lists.added(state.queued, { msgId, content, ...(images && { images }), ...(by && { by }) }),
    msgIds: remember(state, msgId, lists),
  }),
  queuedChanged: ({ queued }, { msgId, content }, lists) => ({
    queued: withId(lists, queued, msgIdOf, msgId, message => ({ ...message, content })),
  }),
  queuedRemoved: ({ queued }, { msgId }, lists) => ({ queued: withoutId(lists, queued, msgIdOf, msgId) }),
  userSaid: (state, { msgId, content, images, drops }, lists) => ({
    ...spoken(state, lists),
    ...withoutMisses(state),
    // The message that a restore sends comes before its end.
    ...(!state.reverting && nothingReverted(state)),
    interruption: null,
    ...(state.closing?.kind === 'done' && { closing: null }),
    ...(state.misread && { misread: null }),
    ...(state.pause?.kind === 'left' && { pause: null }),
    queued: withoutId(lists, state.queued, msgIdOf, msgId),
    msgIds: remember(state, msgId, lists),
    headline: state.headline || firstWords(content) || firstWords(images?.[0]?.name ?? ''),
    ...wordsDue(state, { content, ...(drops && { question: drops }) }, lists),
  }),

  heldBack: (_, { until }) => ({ pause: until === undefined ? { kind: 'inLine' } : { kind: 'retry', at: until } }),
  retriedNow: goingOn,
  generationStarted: (state, { genseq }, lists) => ({
    genseq,
    generating: true,
    ...goingOn(state),
    ...(state.reassign && { reassign: [] }),
    ...withWordsHeard(state, lists),
  }),
  assistantThought: () => ({}),
  assistantSaid: (state, { genseq, parts, cut }, lists) => ({
    messageCount: state.messageCount + 1,
    ...(!cut && {
      tellasks: parts.filter(isCall).reduce(lists.added<SaidTellask>, state.tellasks),
      saying: extendSaying(state, genseq, parts),
    }),
  }),
  toolCalled: (state, { callId, genseq, name, args }, lists) => ({
    toolCalls: lists.added(state.toolCalls, { callId, genseq, name, args, started: false }),
    ...withToolUsed(state, { name, genseq }),
    // A tool written as text is no tellask.
    tellasks: withoutId(lists, state.tellasks, callIdOf, callId),
  }),
  callsMisread: ({ misread }, { genseq, misread: found }) => ({
    misread: { genseq, found, told: misread?.told ?? 0 },
  }),
  generationEnded(state, record, lists) {
    // A generation ends once: what it said is looked at whole, and a file edited by hand may end it a thousand times.
    if (!state.generating || record.genseq !== state.genseq) return {};
    return {
      generating: false,
      ...ended(state, record, lists),
      ...(record.outcome === 'stopped' && { pause: { kind: 'left' } }),
      ...(record.retryAt !== undefined && { pause: { kind: 'retry', at: record.retryAt } }),
    };
  },

  toolStarted: (state, { callId }, lists) => ({
    toolCalls: withId(lists, state.toolCalls, callIdOf, callId, call => ({ ...call, started: true })),
  }),
  toolAsked: (state, record, lists) => ({ toolCalls: askedBack(state.toolCalls, record, lists) }),
  sleepBegan: (state, record, lists) => ({ toolCalls: asleep(state.toolCalls, record, lists) }),
  processStarted,
  // Looks at the command, which the next line may take out of the list in place.
  processEnded: (state, record, lists) => ({
    ...withProcessEnded(state, record, lists),
    ...processEnded(state, record, lists),
  }),
  toolReturned: (state, record, lists) => ({
    // Looks at the calls, of which the next lines may take one out of the list in place.
    ...afterResult(state, record.ok, lists),
    ...withReturned(state, record, lists),
    toolCalls: withoutId(lists, state.toolCalls, callIdOf, record.callId),
    recent: withResult(state.recent, record.content),
  }),
  filesChanged: (state, { changes, isOwn, untold }) => ({
    ...(changes.length > 0 && { ...(!isOwn && { edited: true }), ...nothingReverted(state) }),
    ...withChanges(state, changes, { ...(isOwn && { isOwn }), ...(untold && { untold }) }),
  }),
  clearMindRequested: (state, { reason, prompt, by }) =>
    state.closing === null
      ? { closing: { kind: 'newCourse', reason, ...(prompt !== undefined && { prompt }), ...(by && { by }) } }
      : {},
  doneRequested: () => ({ closing: { kind: 'done' } }),

  tellaskMade: (state, record, lists) =>
    dispatched(state, record.callId, lists, tellask => callMade(state, record, tellask, lists)),
  tellaskRefused: (state, { callId }, lists) =>
    dispatched(state, callId, lists, () => attending(state, 'unanswered', lists)),
  responseSupplied: (state, record, lists) => ({
    recent: withResult(state.recent, record.content, besideOthers(state, record.callId, lists)),
    ...withAnswer(state, record, lists),
    ...withOffer(state, record, lists),
    ...handedOver(state, record),
    ...supplied(state, record, lists),
  }),

  callReceived: (state, { call, at }, lists) => {
    const frame: Frame = { inbound: call, pending: [], attention: 'unanswered' };
    const received = { messageCount: state.messageCount + 1, emptyOutputs: 0 };
    // A TellaskBack is a result of the dialog's own call. A new assignment is new work; repetitions are noticed in the
    // caller.
    return call.callKind === 'A'
      ? {
          ...received,
          recent: withResult(state.recent, `${call.headline}\n${call.body}`),
          frames: withFrame(state, frame, lists),
        }
      : {
          ...received,
          recent: [],
          ...newWork(state),
          ...assignedBy(call, at),
          frames: framesWith(state, 0, { ...frame, pending: state.frames[0].pending }, lists),
        };
  },
  responseGiven: (state, { callId, to, ok, content, facts, at }, lists) => ({
    // The rest of the work for an answer that failed.
    ...(isTop(state, callId) && frameEnded),
    ...endAnswering(state, callId, lists),
    given: { callId, to, ok, content, suppliedAt: at, ...(facts && { facts }) },
    emptyOutputs: 0,
  }),
  assignmentDropped: (state, { callId }, lists) =>
    currentAssignment(state)?.callId === callId
      ? {
          ...workEnded,
          ...withoutProcesses(state),
          frames: [{ pending: [], attention: hasUnansweredWords(state) ? 'unanswered' : 'rest' }],
        }
      : { ...(isTop(state, callId) && { ...frameEnded, interruption: null }), ...endAnswering(state, callId, lists) },

  questionAsked: (state, record, lists) =>
    record.callId !== undefined && lists.find(state.tellasks, callIdOf, record.callId) >= 0
      ? dispatched(state, record.callId, lists, () => asked(state, record, lists))
      : asked(state, record, lists),
  questionAnswered: answered,
  questionClosed: closed,
  permissionGranted: (state, { grant }, lists) => ({ grants: lists.added(state.grants ?? [], grant) }),
  permissionRevoked: (state, { grant }, lists) => {
    const given = state.grants ?? [];
    const at = lists.find(given, grantText, grantText(grant));
    return given[at] === undefined ? {} : { grants: lists.without(given, at) };
  },
  permissionModeSet: (_, { mode, seal }) => ({ permissionMode: { mode, ...(seal !== undefined && { seal }) } }),
  capRaised: (state, { cap }, lists) => ({ raisedCaps: lists.added(state.raisedCaps ?? [], cap) }),

  remindersSet: (_, { reminders }) => ({ reminders }),
  diligencePushed: (state, _, lists) => ({
    ...spoken(state, lists),
    diligence: { ...state.diligence, pushed: state.diligence.pushed + 1 },
  }),
  diligenceSet: (state, { on, pushed }) => ({ diligence: { on, pushed: pushed ?? state.diligence.pushed } }),
  autoSaid: (state, { reason }, lists) => ({
    ...spoken(state, lists),
    emptyOutputs: state.emptyOutputs + (reason === 'empty-output' ? 1 : 0),
    ...(reason === 'process-ended' && { processEnds: [] }),
    ...(reason === 'misread' && toldOfMisread(state)),
    ...missesTold(state, reason),
    ...(reason.startsWith('context-') && {
      contextWarnings: {
        saidAt: state.generations,
        critical: state.contextWarnings.critical + (reason === 'context-critical' ? 1 : 0),
      },
    }),
  }),

  interrupted: (state, { code, message, at }) => ({
    interruption: { code, message, at },
    generating: false,
    ...goingOn(state),
  }),
  resumed: state => ({ interruption: null, ...goingOn(state) }),
  leftWaiting: () => ({ pause: { kind: 'left' } }),

  ...asideChanges,
  ...revertChanges,
  ...workChanges,
  ...draftChanges,
  ...beliefChanges,
  ...evidenceChanges,
};

/** Nothing blocks it any more. */
function goingOn({ pause }: DialogState): Partial<DialogState> {
  return pause ? { pause: null } : {};
}

/** Clears everything that the top frame had begun. */
const frameEnded: Partial<DialogState> = {
  toolCalls: [],
  tellasks: [],
  closing: null,
  generating: false,
  emptyOutputs: 0,
};

/** The state after completion or dismissal: no open work; the transcript keeps the talk. */
const workEnded: Partial<DialogState> = {
  ...frameEnded,
  frames: [{ pending: [], attention: 'rest' }],
  interruption: null,
};

/** Takes a said tellask out of those to dispatch; no change when it is not among them. */
function dispatched(
  state: DialogState,
  callId: CallId,
  lists: Lists,
  change: (tellask: SaidTellask) => Partial<DialogState>,
): Partial<DialogState> {
  const tellask = state.tellasks[lists.find(state.tellasks, callIdOf, callId)];
  if (tellask === undefined) return {};
  return { ...change(tellask), tellasks: withoutId(lists, state.tellasks, callIdOf, callId) };
}

/** What a call asked for, while others are open beside it: answers that are read one by one differ by that. */
function besideOthers(state: DialogState, callId: CallId, lists: Lists): string | undefined {
  const place = openPlace(state, callId, lists);
  return place && place.frame.pending.length > 1 ? place.call.headline : undefined;
}
