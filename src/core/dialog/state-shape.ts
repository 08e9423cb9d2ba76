// What the first record of a course carries over from the one before, as the checks that a stored line passes; and what
// records say in types that are declared elsewhere.

import type { CarriedBack } from '../base/chat.ts';
import type { AgentId, AsideId, CallId, DialogId } from '../base/ids.ts';
import { isPlainObject } from '../base/plain-object.ts';
import {
  type Check,
  flag,
  instant,
  list,
  maybe,
  number,
  object,
  objectOf,
  orNull,
  type Passing,
  someOf,
  text,
  textOf,
  typed,
  yes,
} from '../base/shape.ts';
import type { BeliefProgress, DueWords } from '../belief/belief-progress.ts';
import { trace } from '../belief/record.ts';
import { isBeliefState } from '../belief/state-shape.ts';
import { runFields } from '../draft/record.ts';
import type { DraftState } from '../draft/state.ts';
import { acceptanceShape } from '../evidence/evidence.ts';
import type { InterruptCode, Interruption } from '../facts/interruption.ts';
import { contextLimits, usage } from '../spending/call-figures.ts';
import type { RaisedCap } from '../spending/spending.ts';
import { grant } from '../team/grant-shape.ts';
import { type ChosenMode, permissionModes } from '../team/permissions.ts';
import type { Misses } from './misses.ts';
import type { ProcessEnd, RunningProcess } from './processes.ts';
import { asideCause, callKind, inboundCall, missedCall, ranAway, saidByPerson } from './record-parts.ts';
import { change, reverting } from './revert-shape.ts';
import type { Aside, Carried, Frame, GivenResponse, OpenCall, ToldWords } from './state.ts';
import { keptFiles, workFacts, workSum } from './work-shape.ts';
import { offer, sentAgain, workplace } from './workplace.ts';

export const cap = objectOf<RaisedCap>({
  agentId: maybe(textOf<AgentId>()),
  maxTokens: maybe(number),
  maxCost: maybe(number),
  seal: maybe(text),
});
const interruption = objectOf<Interruption>({ code: textOf<InterruptCode>(), message: text, at: maybe(text) });

const openCall = objectOf<OpenCall>({
  callId: textOf<CallId>(),
  callKind,
  targets: list(textOf<DialogId>()),
  agentId: textOf<AgentId>(),
  session: maybe(text),
  freshSelf: yes,
  headline: text,
  body: text,
  since: text,
  told: maybe(list(objectOf<ToldWords>({ content: text, by: maybe(textOf<'person'>()) }))),
  review: maybe(object({ line: text, tree: maybe(text) })),
  again: maybe(sentAgain),
});
const frame = objectOf<Frame>({
  inbound: maybe(inboundCall),
  aside: maybe(objectOf<Aside>({ asideId: textOf<AsideId>(), because: asideCause, since: text })),
  pending: list(openCall),
  attention: someOf('unanswered', 'answered', 'rest', 'stopped'),
  unread: yes,
  told: maybe(number),
  heard: maybe(number),
});
const said = { iter: number, time: instant, text };
const draft = objectOf<DraftState>({
  iteration: number,
  awaiting: orNull(object({ ...said, added: maybe(list(object(said))) })),
  drafts: list(object({ ...said, id: text, seen: flag, note: maybe(text) })),
  history: list(object({ ...said, role: someOf('user', 'mind') })),
  draftCount: number,
  thoughts: list(object({ id: number, iter: number, text, cluster: maybe(number) })),
  thoughtCount: number,
  clusters: list(object({ id: number, size: number })),
  run: orNull(object({ ...runFields, steps: number, hasDrafted: flag })),
  quiet: number,
  note: maybe(text),
  warning: maybe(text),
  rest: maybe(text),
});
const belief = objectOf<BeliefProgress>({
  base: isBeliefState,
  state: isBeliefState,
  lastTurn: number,
  isOpen: flag,
  rounds: number,
  due: list(
    typed<DueWords>(
      object({ content: text, question: maybe(object({ headline: text, options: maybe(list(text)), isPast: yes })) }),
    ),
  ),
  unread: maybe(text),
  showsPlan: yes,
  wentBack: maybe(text),
  acted: maybe(number),
  isIdle: yes,
});
const processEnd = objectOf<ProcessEnd>({
  processId: text,
  command: text,
  outcome: textOf<ProcessEnd['outcome']>(),
  code: maybe(number),
});
export const carried: Check<Carried> = objectOf<Carried>({
  processes: maybe(list(objectOf<RunningProcess>({ processId: text, command: text, since: instant }))),
  processEnds: maybe(list(processEnd)),
  status: someOf('running', 'completed', 'archived'),
  seq: number,
  genseq: number,
  frames: typed<Carried['frames']>(value => list(frame)(value) && value.length > 0),
  queued: list(object(saidByPerson)),
  given: maybe(
    objectOf<GivenResponse>({
      callId: textOf<CallId>(),
      to: textOf<DialogId>(),
      ok: flag,
      content: text,
      suppliedAt: text,
      facts: maybe(workFacts),
    }),
  ),
  caller: maybe(object({ dialogId: textOf<DialogId>(), agentId: textOf<AgentId>() })),
  assigned: maybe(object({ callId: textOf<CallId>(), headline: text, body: text })),
  assignedAt: maybe(text),
  interruption: orNull(interruption),
  reminders: list(text),
  grants: maybe(list(grant)),
  permissionMode: maybe(objectOf<ChosenMode>({ mode: someOf(...permissionModes), seal: maybe(text) })),
  raisedCaps: maybe(list(cap)),
  diligence: object({ on: flag, pushed: number }),
  emptyOutputs: number,
  recent: maybe(list(trace)),
  recentInternal: maybe(list(trace)),
  heardAt: maybe(number),
  misses: maybe(
    typed<Misses>(
      object({
        why: someOf('ran-away', 'no-calls'),
        times: number,
        isTold: yes,
        ranAway: maybe(ranAway),
        missed: maybe(missedCall),
      }),
    ),
  ),
  hasCalled: maybe(flag),
  saying: object({ genseq: number, text, isCut: yes }),
  msgIds: list(text),
  headline: text,
  messageCount: number,
  generations: number,
  tokens: object({ prompt: number, completion: number, cached: maybe(number) }),
  cost: maybe(number),
  estimated: maybe(object({ tokens: number, cost: number })),
  lastUsage: maybe(usage),
  contextLimits: maybe(contextLimits),
  contextWarnings: object({ saidAt: maybe(number), critical: number }),
  marks: list(text),
  lastModified: instant,
  completedAt: maybe(text),
  endFacts: maybe(workFacts),
  edited: maybe(flag),
  undone: maybe(number),
  reverting: maybe(object({ ...reverting, isWritten: yes })),
  reverted: maybe(number),
  kept: maybe(keptFiles),
  work: maybe(workSum),
  workplace: maybe(workplace),
  workLeft: maybe(text),
  offers: maybe(list(offer)),
  draft: maybe(draft),
  acted: maybe(number),
  untold: maybe(number),
  acceptance: maybe(acceptanceShape),
  belief: maybe(belief),
});

/** One fact of earlier courses. `who`: a member; absent: the person. `isNew`: no reply of the model has followed it. */
const ledgerEntry = object({
  /** `call`: made by this dialog; `assignment`: a call that this dialog answered. */
  kind: someOf('words', 'question', 'call', 'assignment'),
  course: number,
  who: maybe(text),
  /** The words, or the headline of a question or call. */
  text,
  /** Of the question or call. */
  id: maybe(text),
  answers: maybe(list(object({ ok: flag, text }))),
  isNew: yes,
});
export type LedgerEntry = Passing<typeof ledgerEntry>;

/** The facts of earlier courses that a new course opens with (SPEC 23.11), the oldest first. */
export const ledger = object({
  entries: list(ledgerEntry),
  files: list(change),
  failure: maybe(object({ course: number, tool: text, args: text, text })),
  /** Entries and files that were left out for want of room, over all courses. */
  leftOut: maybe(number),
});
export type Ledger = Passing<typeof ledger>;

const plainObject = typed<Readonly<Record<string, unknown>>>(isPlainObject);
export const back = objectOf<CarriedBack>({ to: text, model: text, value: plainObject, withThought: yes });
