// Whether a stored record has the fields of its kind. Course files may be edited by hand, or written by another version: what
// folds and shows records can rely on their types only after this (SPEC 9.5, 18.3). Pure and quick: it runs on every line.
import type { TurnEntry } from '../belief/history.ts';
import type { BeliefFact } from '../belief/record.ts';
import { isBeliefState, isFlow } from '../belief/state-shape.ts';
import type { TrackedBelief } from '../belief/tracked.ts';
import type { CarriedBack } from '../chat.ts';
import type { DraftFact } from '../draft/record.ts';
import type { DraftState } from '../draft/state.ts';
import type { ImageRef } from '../image.ts';
import {
  type Check,
  type Fields,
  flag,
  given,
  instant,
  list,
  maybe,
  number,
  object,
  orNull,
  someOf,
  text,
} from '../shape.ts';
import type { AnsweredBy } from './answered-by.ts';
import type { Trace } from './circles.ts';
import type { CourseRecord, Fact, InboundCall, LongWait, RootIdentity, SaidTellask, SubIdentity } from './record.ts';
import type { Carried, Frame, OpenCall } from './state.ts';

const texts = list(text);
const usage = object({ promptTokens: number, completionTokens: number, cachedTokens: maybe(number) });
const limits = object({ optimal: number, window: maybe(number) });
const callKind = someOf('A', 'B', 'C');
const reason = someOf('clear_mind', 'change_mind');

const common = { rootId: text, selfId: text, agentId: text, taskDocPath: text, createdAt: instant, dialect: text };
const rootIdentity = object<RootIdentity>({
  ...common,
  mode: someOf('chat', 'draft'),
  domain: maybe(text),
  noDiligence: maybe(flag),
  seal: maybe(text),
});
const subIdentity = object<SubIdentity>({ ...common, supdialogId: text, depth: number, tellaskSession: maybe(text) });
const identity: Check = value => {
  const kind = kindOf(value);
  return (kind === 'root' && rootIdentity(value)) || (kind === 'sub' && subIdentity(value));
};

const inbound = object<InboundCall>({
  callId: text,
  callKind,
  callerDialogId: text,
  callerAgentId: text,
  headline: text,
  body: text,
});
const tellask = object<Extract<SaidTellask, { valid: true }>>({
  callId: text,
  valid: flag,
  mention: text,
  session: maybe(text),
  headline: text,
  body: text,
  rest: maybe(text),
});
const prose = object<{ text: string }>({ text });
const part: Check = value => {
  const kind = kindOf(value);
  return (kind === 'prose' && prose(value)) || (kind === 'tellask' && tellask(value));
};

const fileImage = object({ hash: text, isKept: maybe(flag), mode: maybe(number) });
const change = object({ path: text, before: maybe(fileImage), after: maybe(fileImage) });
const grant = object({ tool: text, reason: text, paths: texts, command: maybe(text), seal: maybe(text) });
const cap = object({ agentId: maybe(text), maxTokens: maybe(number), maxCost: maybe(number) });
const trace = object<Trace>({ sign: text, shows: text });
const interruption = object({ code: text, message: text });
const image = object<ImageRef>({ hash: text, type: text, bytes: number, name: text });
const message = { msgId: text, content: text, images: maybe(list(image)) };

const openCall = object<OpenCall>({
  callId: text,
  callKind,
  targets: texts,
  agentId: text,
  session: maybe(text),
  headline: text,
  body: text,
  since: text,
});
const frame = object<Frame>({
  inbound: maybe(inbound),
  pending: list(openCall),
  attention: someOf('unanswered', 'answered', 'rest'),
});
const said = { iter: number, time: instant, text };
const run = { until: someOf('paused', 'draft', 'steps'), maxSteps: number, quietSteps: number, autoAccept: number };
const draft = object<DraftState>({
  iteration: number,
  awaiting: orNull(object(said)),
  drafts: list(object({ ...said, id: text, seen: flag, note: maybe(text) })),
  history: list(object({ ...said, role: someOf('user', 'mind') })),
  draftCount: number,
  thoughts: list(object({ id: number, iter: number, text, cluster: maybe(number) })),
  thoughtCount: number,
  clusters: list(object({ id: number, size: number })),
  run: orNull(object({ ...run, steps: number, hasDrafted: flag })),
  quiet: number,
  note: maybe(text),
  warning: maybe(text),
});
const belief = object<TrackedBelief>({
  base: isBeliefState,
  state: isBeliefState,
  lastTurn: number,
  isOpen: flag,
  rounds: number,
  due: list(object({ content: text, question: maybe(object({ headline: text })) })),
  unread: maybe(text),
  showsPlan: maybe(flag),
});
const carried = object<Carried>({
  status: someOf('running', 'completed', 'archived'),
  seq: number,
  genseq: number,
  frames: value => list(frame)(value) && (value as unknown[]).length > 0,
  queued: list(object(message)),
  given: maybe(object({ callId: text, to: text, ok: flag, content: text, suppliedAt: text })),
  caller: maybe(object({ dialogId: text, agentId: text })),
  assigned: maybe(object({ callId: text, headline: text, body: text })),
  assignedAt: maybe(text),
  interruption: orNull(interruption),
  reminders: texts,
  grants: maybe(list(grant)),
  raisedCaps: maybe(list(cap)),
  diligence: object({ on: flag, pushed: number }),
  emptyOutputs: number,
  recent: maybe(list(trace)),
  recentInternal: maybe(list(trace)),
  heardAt: maybe(number),
  saying: object({ genseq: number, text }),
  msgIds: texts,
  headline: text,
  messageCount: number,
  generations: number,
  tokens: object({ prompt: number, completion: number }),
  cost: maybe(number),
  lastUsage: maybe(usage),
  contextLimits: maybe(limits),
  contextWarnings: object({ saidAt: maybe(number), critical: number }),
  marks: texts,
  lastModified: instant,
  draft: maybe(draft),
  belief: maybe(belief),
});

const isObject: Check = value => typeof value === 'object' && value !== null && !Array.isArray(value);
const back = object<CarriedBack>({ to: text, model: text, value: isObject, withThought: maybe(flag) });

const ended = {
  finish: maybe(text),
  model: maybe(text),
  usage: maybe(usage),
  cost: maybe(number),
  mark: maybe(text),
  limits: maybe(limits),
  ms: maybe(number),
};

const draftShapes: { readonly [K in DraftFact['kind']]: Fields<Extract<DraftFact, { kind: K }>> } = {
  draftMessageSent: { msgId: text, content: text },
  draftRunAsked: { ...run, by: maybe(text) },
  draftStepped: {
    genseq: number,
    thoughts: list(object({ id: number, text, vector: maybe(text) })),
    joinings: list(object({ thought: number, cluster: number })),
    embeddings: maybe(text),
    draft: maybe(object({ id: text, text })),
    note: maybe(text),
    warning: maybe(text),
    output: maybe(text),
    thinking: maybe(text),
    bufferSize: number,
    poolSize: number,
    ...ended,
  },
  draftAccepted: { draftId: text, by: text, historyPairs: number },
  draftsSeen: { draftIds: texts },
  exchangesPruned: { pairs: number },
};

const sideCall = { genseq: number, model: maybe(text), usage: maybe(usage), cost: maybe(number), mark: maybe(text) };
const changes = list(object({ path: list(value => text(value) || number(value)) }));
const turnEntry: Fields<TurnEntry> = {
  turn: number,
  after: orNull(number),
  changes,
  ended: list(isFlow),
  snapshot: maybe(isBeliefState),
};
const clicked = { note: maybe(text), wakes: maybe(flag), call: maybe(object(sideCall)) };

const beliefShapes: { readonly [K in BeliefFact['kind']]: Fields<Extract<BeliefFact, { kind: K }>> } = {
  turnBegan: {
    turn: number,
    by: text,
    said: maybe(text),
    takes: maybe(number),
    commands: list(given),
    changes,
    ...clicked,
  },
  predictionUnread: { problem: text, output: text, ...sideCall },
  beliefChanged: { by: text, command: given, changes, showsPlan: maybe(flag), trace: maybe(trace), ...clicked },
  turnEnded: { entry: object(turnEntry) },
  keptGoing: { round: number, content: text },
  rolledBack: { from: number, to: number, state: isBeliefState, rests: maybe(flag) },
};

/** Words that only tell people something (reasons, outcomes) may be of a later version. */
const shapes: { readonly [K in Fact['kind']]: Fields<Extract<Fact, { kind: K }>> } = {
  dialogCreated: { identity, call: maybe(inbound) },
  courseStarted: { course: number, identity, carried, prompt: text, reason: text, by: maybe(text) },
  dialogCompleted: { by: text, forced: flag },
  dialogArchived: {},
  dialogReopened: {},
  dialogForked: { from: text, course: number, genseq: number, note: text },
  messageQueued: message,
  userSaid: message,
  heldBack: { until: maybe(instant), reason: maybe(text) },
  generationStarted: { genseq: number, system: maybe(text) },
  assistantThought: { genseq: number, text, cut: maybe(flag) },
  assistantSaid: { genseq: number, parts: list(part), cut: maybe(flag) },
  toolCalled: { genseq: number, callId: text, name: text, args: text, fromText: maybe(flag) },
  generationEnded: {
    genseq: number,
    outcome: text,
    imagesLeftOut: maybe(number),
    retryAt: maybe(instant),
    back: maybe(back),
    ...ended,
  },
  toolStarted: { callId: text },
  toolReturned: { callId: text, ok: flag, content: text },
  filesChanged: { callId: text, changes: list(change) },
  editsUndone: { changes: list(change), note: text },
  clearMindRequested: { prompt: maybe(text), reason, by: maybe(text) },
  doneRequested: {},
  tellaskMade: { callId: text, callKind, targets: texts, agentId: text },
  tellaskRefused: { callId: text, reason: text, message: text },
  responseSupplied: { callId: text, from: text, agentId: text, ok: flag, content: text },
  callReceived: { call: inbound },
  responseGiven: { callId: text, to: text, ok: flag, content: text },
  assignmentDropped: { callId: text, reason: text },
  questionAsked: {
    questionId: text,
    questionKind: text,
    headline: text,
    body: text,
    callId: maybe(text),
    options: maybe(texts),
    genseq: number,
    longWait: maybe(object<LongWait>({ until: instant, provider: text })),
  },
  questionAnswered: {
    questionId: text,
    msgId: text,
    content: text,
    by: maybe(object<AnsweredBy>({ surface: text })),
    seal: maybe(text),
  },
  questionClosed: { questionId: text, reason: text },
  permissionGranted: { grant },
  capRaised: { cap },
  remindersSet: { reminders: texts },
  diligencePushed: { content: text, left: number, language: text, source: text },
  diligenceSet: { on: flag, pushed: maybe(number) },
  autoSaid: { reason: text, content: text },
  interrupted: { code: text, message: text },
  resumed: {},
  leftWaiting: {},
  ...draftShapes,
  ...beliefShapes,
};

const checks = new Map<string, Check>(Object.entries(shapes).map(([kind, fields]) => [kind, object(fields as never)]));

/** Whether a record is of an unknown kind, or has what its kind has. */
export function isWellFormed(record: CourseRecord): boolean {
  const numbered = maybe(number)(record.n) && maybe(number)(record.treeGenerations);
  return instant(record.at) && numbered && (checks.get(record.kind)?.(record) ?? true);
}

function kindOf(value: unknown): unknown {
  return (value as { kind?: unknown } | null | undefined)?.kind;
}
