// Records → items, one record at a time, so that a record costs the same after 10,000 as after ten. An item that
// changes is replaced, never mutated: what is the same object looks the same. Pure but for the list itself; never
// throws.

import { isDismissal } from '../../../src/core/dialog/dismissal.ts';
import { factTraits } from '../../../src/core/dialog/fact-traits.ts';
import { aboutOf } from '../../../src/core/dialog/permission.ts';
import type { CourseRecord, Fact, RecordOf } from '../../../src/core/dialog/record.ts';
import type { SaidPart } from '../../../src/core/dialog/record-parts.ts';
import type { Carried } from '../../../src/core/dialog/state.ts';
import { type QuestionClosing, questionClosingOf } from '../../../src/core/dialog/view/question-closing.ts';
import { reportText } from '../../../src/core/tellask/report.ts';
import { tellaskTitle } from '../../../src/core/tellask/title.ts';
import { type OfferedDraft, offeredBy, withAccepted } from '../draft/draft-item.ts';
import { addCall, addWords, carryCalls, endAsideItem, endCall, leaveAsides, openAsideItem } from './aside-items.ts';
import { joinedChanges } from './call-changes.ts';
import { joinGeneration, joinTurn } from './generations.ts';
import type {
  AnswerItem,
  AutomaticReason,
  Item,
  QuestionItem,
  Survived,
  TellaskItem,
  TellaskState,
  ToolItem,
} from './item.ts';
import {
  append,
  byResponder,
  changeItem,
  emptyList,
  find,
  type List,
  opensAfter,
  positionOf,
  type RunStart,
  stamp,
} from './item-list.ts';

/** The items of the records added so far. */
export interface ItemList {
  add(record: CourseRecord): void;
  /**
   * Adds the records before the first one, which begin at `place`, at the cost of these alone. False when the two parts
   * are too entangled: then nothing has changed, and all records must be added to a new list.
   */
  prepend(records: readonly CourseRecord[], place: RunStart): boolean;
  /** A new array after each change. */
  items(): readonly Item[];
}

/** The items of some records. */
export function toItems(records: readonly CourseRecord[], place: RunStart): readonly Item[] {
  const list = createItemList(place);
  for (const record of records) list.add(record);
  return list.items();
}

/** An empty list for records from `place` on. */
export function createItemList(place: RunStart): ItemList {
  const list = emptyList(place);
  return {
    add: record => addTo(list, record),
    prepend: (records, before) => prependTo(list, records, before),
    items: () => list.items.slice(),
  };
}

function addTo(list: List, record: CourseRecord): void {
  if (record.kind === 'courseStarted') {
    list.hasBegin ||= list.record !== undefined;
    list.course = record.course;
    list.ordinal = 0;
    list.leftOut = 0;
  }
  list.key = `${list.course}.${list.ordinal++}`;
  apply(list, record);
}

function apply(list: List, record: CourseRecord): void {
  list.record = record;
  list.at = record.at;
  const adder = adders[record.kind] as ((list: List, record: CourseRecord) => void) | undefined;
  adder?.(list, record);
}

function prependTo(list: List, records: readonly CourseRecord[], place: RunStart): boolean {
  const before = emptyList(place);
  for (const record of records) addTo(before, record);
  const meant = list.missed.filter(({ id }) => before.index.has(id));
  if (meant.some(({ record }) => !factTraits[record.kind]?.changesOnly)) return false;
  if (list.hasBegin && before.openQuestions.size > 0) return false;
  if (before.index.has(PRESENT_DRAFTS) || before.leftOut > 0 || before.asides.open.length > 0) return false;
  for (const { record } of meant) apply(before, record);
  const [first, last] = [list.items[0], before.items.at(-1)];
  if (first && 'opens' in first) list.items[0] = { ...first, opens: opensAfter(last) };
  list.items = before.items.concat(list.items);
  list.prepended += before.items.length;
  joinTurn(list.items, before.items.length);
  for (const [id, position] of before.index) if (!list.index.has(id)) list.index.set(id, position - list.prepended);
  for (const id of before.openQuestions) list.openQuestions.add(id);
  list.missed.unshift(...before.missed);
  return true;
}

const ignore = () => {};

function survivedOf({ reminders, frames, queued }: Carried): Survived {
  const calls = frames.flatMap(({ pending }) => pending.map(call => `@${call.agentId} ${tellaskTitle(call.headline)}`));
  return { reminders, calls, queued: queued.map(({ content, images }) => content || (images?.[0]?.name ?? '')) };
}

type Adders = { readonly [K in Fact['kind']]: (list: List, record: RecordOf<K>) => void };

const adders: Adders = {
  dialogCreated: (list, { call }) => {
    if (call) append(list, { kind: 'assignment', ...stamp(list), call });
  },
  courseStarted: (list, { course, prompt, reason, carried }) => {
    for (const id of list.openQuestions) closeQuestion(list, id, { reason, because: 'new-course' });
    carryCalls(
      list,
      carried.frames.flatMap(({ pending }) => pending),
    );
    append(list, { kind: 'course', ...stamp(list), course, survived: survivedOf(carried) });
    automatic(list, reason, prompt);
  },
  dialogForked: (list, { note }) => {
    leaveAsides(list);
    automatic(list, 'fork', note);
  },
  dialogCompleted: (list, { by, forced, facts }) => {
    leaveAsides(list);
    milestone(list, { kind: 'completed', by, forced, ...(facts && { facts }) });
  },
  dialogArchived: list => milestone(list, { kind: 'archived' }),
  dialogReopened: list => milestone(list, { kind: 'reopened' }),

  messageQueued: ignore,
  queuedChanged: ignore,
  queuedRemoved: ignore,
  userSaid: (list, { content, images, msgId }) =>
    append(list, { kind: 'user', ...stamp(list), content, msgId, ...(images && { images }) }),

  heldBack: ignore,
  retriedNow: (list, { by }) => milestone(list, { kind: 'retried', by }),
  generationStarted: ignore,
  assistantThought: (list, { text, cut }) =>
    append(list, { kind: 'thinking', ...byResponder(list), text, cut: cut === true }),
  assistantSaid: (list, { parts, cut }) => {
    parts.forEach((part, number) => {
      addPart(list, part, { number, cut: cut === true });
    });
  },
  toolCalled: (list, { callId, name, args }) =>
    append(list, { kind: 'tool', ...byResponder(list), callId, name, args, state: { kind: 'called' } }, callId),
  generationEnded: (list, { outcome, finish, model, usage, cost, estimate, ms, imagesLeftOut }) => {
    append(list, {
      kind: 'meta',
      ...stamp(list),
      outcome,
      ...(finish !== undefined && { finish }),
      ...(model !== undefined && { model }),
      ...(usage && { usage }),
      ...(cost !== undefined && { cost }),
      ...(estimate && { estimate: estimate.tokens }),
      ...(ms !== undefined && { ms }),
      ...newlyLeftOut(list, imagesLeftOut),
    });
    joinGeneration(list.items, list.items.length - 1);
  },

  callsMisread: (list, { misread }) =>
    automatic(list, 'notCalls', misread.map(({ quote }) => `> ${quote}`).join('\n\n')),
  toolStarted: (list, { callId }) =>
    changeItem(list, callId, item => item.kind === 'tool' && { ...item, state: { kind: 'running', since: list.at } }),
  toolAsked: ignore,
  sleepBegan: ignore,
  processStarted: ignore,
  processEnded: ignore,
  toolReturned: (list, { callId, ok, content, exitCode }) => {
    const result = { kind: 'returned', ok, content, ...(exitCode !== undefined && { exitCode }) } as const;
    changeItem(list, callId, item => item.kind === 'tool' && { ...item, state: { ...result, ...took(item, list.at) } });
  },
  filesChanged: (list, { callId, changes: files, untold, unsure }) => {
    const changes = { files, ...(untold && { untold }), ...(unsure && { unsure }) };
    if (find(list, callId)?.kind === 'tellask') append(list, { kind: 'changed', ...stamp(list), changes });
    else
      changeItem(
        list,
        callId,
        item => item.kind === 'tool' && { ...item, changes: joinedChanges(item.changes, changes) },
      );
  },
  editsUndone: (list, { note }) => automatic(list, 'undone', note),
  editsKept: ignore,
  editsRedone: (list, { note }) => automatic(list, 'redone', note),
  clearMindRequested: ignore,
  doneRequested: ignore,

  tellaskMade: (list, record) => {
    const { callId, callKind, targets } = record;
    tellaskState(list, callId, { kind: 'waiting', callKind, targets, open: targets });
    addCall(list, record);
  },
  tellaskRefused: (list, { callId, message }) => tellaskState(list, callId, { kind: 'refused', message }),
  responseSupplied: (list, record) => {
    const tellask = find(list, record.callId);
    const { callId, from, agentId, ok, content, facts } = record;
    const answer = { callId, from, agentId, ok, content, ...(facts && { facts }) };
    append(list, { kind: 'answer', ...stamp(list), ...answer, ...aboutCall(tellask) });
    changeItem(list, callId, item => item.kind === 'tellask' && answered(item, record));
    endCall(list, record);
  },

  calleeTold: addWords,
  reassignRequested: ignore,
  asideOpened: openAsideItem,
  asideEnded: endAsideItem,
  asideCleared: (list, { prompt }) => automatic(list, 'asideCleared', prompt),
  wasTold: (list, { callerAgentId: agentId, content, by }) =>
    append(list, { kind: 'told', ...stamp(list), agentId, content, ...(by && { by }) }),
  callReceived: (list, { call }) => append(list, { kind: 'assignment', ...stamp(list), call }, `in ${call.callId}`),
  responseGiven: (list, { callId, to, ok, content }) =>
    append(list, { kind: 'given', ...stamp(list), callId, to, ...(!ok && { failed: content }) }),
  assignmentDropped: list => milestone(list, { kind: 'dropped' }),

  questionAsked: (list, record) => ask(list, record),
  questionAnswered: (list, { questionId, content, at, by }) => {
    list.openQuestions.delete(questionId);
    const state = { kind: 'answered', content, at, ...(by && { by }) } as const;
    changeItem(list, questionId, item => item.kind === 'question' && { ...item, state });
  },
  questionClosed: (list, record) => closeQuestion(list, record.questionId, questionClosingOf(record)),
  permissionGranted: ignore,
  permissionRevoked: ignore,
  permissionModeSet: ignore,
  capRaised: ignore,

  remindersSet: ignore,
  diligencePushed: (list, { content, left }) => {
    foldPushes(list);
    automatic(list, 'diligence', content, left);
  },
  diligenceSet: ignore,
  autoSaid: (list, { reason, content }) => automatic(list, reason, content),

  revertBegan: ignore,
  revertEnded: ignore,

  workplaceMade: (list, { note }) => note !== undefined && automatic(list, 'ownPlace', note),
  workplaceEnded: ignore,
  workDecided: ignore,
  mergeBegan: ignore,
  workSettled: (list, { note }) => automatic(list, 'work', note),
  workSentBack: (list, { note }) => automatic(list, 'work', note),

  interrupted: (list, { code, message }) =>
    append(list, { kind: 'interruption', ...stamp(list), why: { code, message } }),
  resumed: list => milestone(list, { kind: 'continued' }),
  leftWaiting: ignore,

  draftMessageSent: (list, { content }) => {
    list.index.delete(PRESENT_DRAFTS);
    append(list, { kind: 'user', ...stamp(list), content });
  },
  draftMessageAdded: (list, { content }) => append(list, { kind: 'user', ...stamp(list), content }),
  draftTaken: (list, { draft, genseq, at }) => offer(list, [{ ...draft, genseq, at }]),
  draftRunAsked: ignore,
  draftStepped: (list, record) => {
    const drafts = offeredBy(record, record.at);
    if (drafts.length > 0) offer(list, drafts);
  },
  draftAccepted: (list, record) => {
    const item = find(list, PRESENT_DRAFTS);
    const accepted = item?.kind === 'drafts' && item.drafts.find(({ id }) => id === record.draftId);
    changeItem(list, PRESENT_DRAFTS, drafts => drafts.kind === 'drafts' && withAccepted(drafts, record));
    list.index.delete(PRESENT_DRAFTS);
    if (accepted) append(list, { kind: 'prose', ...byResponder(list), text: accepted.text, cut: false });
  },
  draftsSeen: ignore,
  exchangesPruned: (list, { pairs }) => append(list, { kind: 'pruned', ...stamp(list), pairs }),

  // Turns of the dialogue state are shown beside the conversation; what the model was told on account of them is here.
  turnBegan: noteOfClick,
  predictionUnread: ignore,
  beliefChanged: noteOfClick,
  turnEnded: ignore,
  keptGoing: (list, { content }) => automatic(list, 'keepGoing', content),
  rolledBack: (list, { from, to }) => milestone(list, { kind: 'rolledBack', from, to }),

  acceptanceSeen: ignore,
  evidenceGathered: (list, { line, outcome, output }) =>
    automatic(list, outcome === 'passed' ? 'checkPassed' : 'checkFailed', `${asCode(line)}\n\n${asCode(output)}`),
  reviewAsked: (list, { agentId, line }) => automatic(list, 'reviewAsked', `@${agentId}: ${line}`),
  doneWaits: ignore,
};

/** The drafts of the message that waits now. */
const PRESENT_DRAFTS = 'present drafts';

function addPart(list: List, part: SaidPart, { number, cut }: { number: number; cut: boolean }): void {
  const base = { ...byResponder(list), key: `${list.key}.${number}` };
  if (part.kind === 'prose') {
    if (part.text.trim() !== '') append(list, { kind: 'prose', ...base, text: part.text, cut });
    return;
  }
  if (part.isAnswer) {
    append(list, { kind: 'prose', ...base, text: reportText(part), cut });
    return;
  }
  const { callId, mention, headline, body } = part;
  const session = part.valid && part.session !== undefined ? { session: part.session } : {};
  const problem = part.valid ? {} : { problem: part.problem };
  const state: TellaskState = { kind: cut ? 'void' : 'said' };
  append(list, { kind: 'tellask', ...base, callId, mention, ...session, headline, body, ...problem, state }, callId);
}

/** A question takes the place of the tellask that asks it; one of the runtime stands by itself. */
function ask(list: List, record: RecordOf<'questionAsked'>): void {
  const { questionId, questionKind, headline, body, callId, options = [], form, work } = record;
  const isOfCall = callId !== undefined && questionKind !== 'merge';
  const position = isOfCall ? positionOf(list, callId) : undefined;
  const place = position === undefined ? undefined : list.items[position];
  const base = place?.kind === 'tellask' ? { key: place.key, at: place.at, opens: place.opens } : byResponder(list);
  const item: QuestionItem = {
    kind: 'question',
    ...base,
    questionId,
    questionKind,
    headline,
    body,
    options,
    ...(form && { form }),
    ...(work && { work }),
    ...(questionKind === 'permission' && { about: aboutOf(record) }),
    ...(callId !== undefined && { callId }),
    state: { kind: 'open' },
  };
  list.openQuestions.add(questionId);
  if (position === undefined || place?.kind !== 'tellask') {
    append(list, item, questionId);
  } else {
    list.items[position] = item;
    list.index.set(questionId, position - list.prepended);
  }
}

function closeQuestion(list: List, questionId: string, closing: QuestionClosing): void {
  list.openQuestions.delete(questionId);
  changeItem(list, questionId, item => item.kind === 'question' && { ...item, state: { kind: 'closed', closing } });
}

function tellaskState(list: List, callId: string, state: TellaskState): void {
  changeItem(list, callId, item => item.kind === 'tellask' && { ...item, state });
}

/** The call is answered when the last of its targets is. */
function answered(item: TellaskItem, record: RecordOf<'responseSupplied'>): TellaskItem | false {
  if (item.state.kind !== 'waiting') return false;
  const { from, ok } = record;
  const outcome = isDismissal(record) ? 'dismissed' : ok ? 'answered' : 'failed';
  const { callKind, targets } = item.state;
  const open = item.state.open.filter(target => target !== from);
  return {
    ...item,
    state: open.length > 0 ? { ...item.state, open } : { kind: 'answered', callKind, targets, outcome },
  };
}

function aboutCall(item: Item | undefined): Pick<AnswerItem, 'headline' | 'callKind'> {
  if (item?.kind !== 'tellask') return {};
  const { headline, state } = item;
  return { headline, ...('callKind' in state && { callKind: state.callKind }) };
}

/** Every request of a course contains its images again: they are reported once. */
function newlyLeftOut(list: List, count = 0): { imagesLeftOut?: number } {
  const isNew = count > list.leftOut;
  list.leftOut = Math.max(list.leftOut, count);
  return isNew ? { imagesLeftOut: count } : {};
}

/** In a fork made by an earlier version, copied records have one time: how long a tool took is not known. */
function took(item: ToolItem, at: string): { ms?: number } {
  const ms = item.state.kind === 'running' ? Date.parse(at) - Date.parse(item.state.since) : 0;
  return ms > 0 ? { ms } : {};
}

/** The last push since the person spoke: the next one stands for it. */
function foldPushes({ items }: List): void {
  const at = items.findLastIndex(item => isPush(item) || item.kind === 'user' || item.kind === 'question');
  const item = items[at];
  if (item && isPush(item)) items[at] = { ...item, isFolded: true };
}

function isPush(item: Item): item is Extract<Item, { kind: 'automatic' }> {
  return item.kind === 'automatic' && item.reason === 'diligence';
}

function automatic(list: List, reason: AutomaticReason, content: string, left?: number): void {
  const key = `${list.key}.a`;
  append(list, { kind: 'automatic', key, at: list.at, reason, content, ...(left !== undefined && { left }) });
}

/** As it is, whatever marks it contains. */
function asCode(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return text === '' ? '' : `${fence}text\n${text.trimEnd()}\n${fence}`;
}

function noteOfClick(list: List, { note }: { readonly note?: string }): void {
  if (note !== undefined) automatic(list, 'belief', note);
}

/** More drafts of the message that waits. */
function offer(list: List, drafts: readonly OfferedDraft[]): void {
  if (!find(list, PRESENT_DRAFTS)) append(list, { kind: 'drafts', ...stamp(list), drafts }, PRESENT_DRAFTS);
  else
    changeItem(
      list,
      PRESENT_DRAFTS,
      item => item.kind === 'drafts' && { ...item, drafts: [...item.drafts, ...drafts] },
    );
}

function milestone(list: List, what: Extract<Item, { kind: 'milestone' }>['what']): void {
  append(list, { kind: 'milestone', ...stamp(list), what });
}
