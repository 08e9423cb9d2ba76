// Decides a dialog's next step from its state; pure (SPEC 1.5, 3.1, 4, 7). The driver carries the step out and records
// the result; nothing else decides to drive.

import type { AsideId, CallId, DialogId, QuestionId } from '../base/ids.ts';
import { afterSpeaking, beforeSpeaking, type FlowQuestion } from '../belief/belief-progress.ts';
import { decideDraft } from '../draft/next-step.ts';
import type { DraftState } from '../draft/state.ts';
import { CAUTION_EVERY, CRITICAL_TURNS, contextHealth, DEFAULT_OPTIMAL_TOKENS } from '../spending/context-health.ts';
import type { OnAnswer } from '../team/team.ts';
import type { Misread } from '../tellask/misread.ts';
import { repeatedPattern } from './circles.ts';
import { type MissStep, missStep } from './misses.ts';
import type { ProcessEnd } from './processes.ts';
import type { InboundCall } from './record-parts.ts';
import { sleepingCall } from './sleep.ts';
import type { Aside, Closing, DialogState, QueuedMessage } from './state.ts';
import { isOwnTalk, lastSaying, newestSaying, topFrame } from './state.ts';
import type { OpenToolCall, Sleep } from './tool-call.ts';
import type { Offer, WorkDecision } from './workplace.ts';

/** The things a dialog can wait for; waking is a record that removes one (ARCHITECTURE invariant 3). */
export type Wait =
  | { readonly kind: 'human'; readonly questionId: QuestionId }
  | { readonly kind: 'call'; readonly callId: CallId; readonly targets: readonly DialogId[] }
  | { readonly kind: 'sleep'; readonly callId: CallId; readonly sleep: Sleep };

export type Step =
  | { readonly kind: 'perform'; readonly call: OpenToolCall }
  /** The person spoke to a dialog that sleeps, or a command of its own ended. */
  | { readonly kind: 'wake'; readonly call: OpenToolCall; readonly because: 'words' | 'process' }
  /** Commands in the background have ended, and the model does not know (SPEC 21.5). */
  | { readonly kind: 'tellEnds'; readonly ends: readonly ProcessEnd[] }
  | { readonly kind: 'dispatchTellasks' }
  | { readonly kind: 'close'; readonly closing: Closing }
  /** Automatic: the model's context or the course file is full. */
  | { readonly kind: 'nextCourse'; readonly because: 'context' | 'file' }
  /** `opensAside`: the dialog waits for subdialogs, and answers the person meanwhile (SPEC 19.1). */
  | { readonly kind: 'deliverQueued'; readonly messages: readonly QueuedMessage[]; readonly opensAside?: true }
  /** Answers came while others are open, and the member reads each at once (SPEC 19.3). */
  | { readonly kind: 'readAnswers' }
  | { readonly kind: 'endAside'; readonly asideId: AsideId }
  | { readonly kind: 'generate' }
  | { readonly kind: 'supplyResponse'; readonly inbound: InboundCall; readonly content: string }
  /** It said nothing, although it was asked for its result. */
  | { readonly kind: 'supplyFailure'; readonly inbound: InboundCall }
  | { readonly kind: 'askForOutput' }
  /** The reply has lines that look like calls, and called nobody by them (SPEC 23.5). */
  | { readonly kind: 'tellMisread'; readonly found: readonly Misread[] }
  /** `left`: messages of this kind before the mind is cleared. */
  | { readonly kind: 'warnOfContext'; readonly health: 'caution' }
  | { readonly kind: 'warnOfContext'; readonly health: 'critical'; readonly left: number }
  | { readonly kind: 'pushDiligence'; readonly left: number }
  | { readonly kind: 'askToContinue' }
  | { readonly kind: 'askAboutCircle' }
  | { readonly kind: 'askAboutCap' }
  | MissStep
  /** One step of a draft dialogue's mind, and the acceptance that a quiet mind may bring (SPEC 15.3, 15.11). */
  | { readonly kind: 'refineDrafts' }
  | { readonly kind: 'acceptDraft'; readonly draftId: string }
  /**
   * Dialogue state (SPEC 16): words of the person become a turn; what a flow lacks or waits for is put to the person.
   */
  | { readonly kind: 'takeTurn' }
  | { readonly kind: FlowQuestion }
  | { readonly kind: 'keepGoing' }
  | { readonly kind: 'endTurn' }
  /** A place of its own for the assignment (SPEC 27.1). */
  | { readonly kind: 'makePlace' }
  /** What becomes of the work of callees is asked, or carried out (SPEC 27.2). */
  | { readonly kind: 'askAboutWork'; readonly offers: readonly Offer[] }
  | { readonly kind: 'settleWork'; readonly offer: Offer; readonly decision: WorkDecision }
  | { readonly kind: 'wait'; readonly on: readonly [Wait, ...Wait[]] }
  | { readonly kind: 'rest' };

/** The team's rules for driving this dialog. */
export interface DrivePolicy {
  /** Pushes allowed in a row, 0 when disabled (SPEC 7.2, 7.3). */
  readonly pushMax: number;
  /** Whether answers are read together, or each at once while others are open (SPEC 19.3); absent: together. */
  readonly onAnswer?: OnAnswer | undefined;
  /** Whether a cap stops it from generating (SPEC 10.4): the person must be asked, or is asked in another dialog. */
  readonly cap?: 'ask' | 'wait' | undefined;
  /** Whether the file of the present course has reached its maximum size (SPEC 18.8). */
  readonly isCourseFull?: boolean;
  /** Whether it is to work in a place of its own, which is not there (SPEC 27.1). */
  readonly lacksPlace?: boolean;
}

/** How often empty output is asked for again before it becomes a failed answer (SPEC 4.1). */
const EMPTY_OUTPUT_RETRIES = 1;

/** How often in a row a model is told of what looks like a call; then it stands (SPEC 23.5). */
const MISREAD_TELLS = 2;

function isMisreadDue({ misread }: DialogState): boolean {
  return misread?.isDue === true && misread.told < MISREAD_TELLS;
}

/** The next step of a dialog that is not generating. Total and pure. */
export function nextStep(state: DialogState, policy: DrivePolicy): Step {
  if (state.status !== 'running' || state.interruption !== null || state.generating) return { kind: 'rest' };
  const blocked = unfinishedCalls(state) ?? settling(state) ?? waiting(state, policy);
  if (blocked) return blocked;
  return state.draft
    ? drafting(state, state.draft, policy)
    : (conversation(state, policy) ?? afterAnswer(state, policy));
}

/** Everything that the dialog waits for now; empty when it waits for nothing. */
export function waits(state: DialogState): readonly Wait[] {
  const humans = state.questions.map(({ questionId }): Wait => ({ kind: 'human', questionId }));
  const calls = topFrame(state).pending.map(({ callId, targets }): Wait => ({ kind: 'call', callId, targets }));
  const asleep = sleepingCall(state);
  const sleeps: Wait[] = asleep ? [{ kind: 'sleep', callId: asleep.callId, sleep: asleep.sleep }] : [];
  return [...humans, ...sleeps, ...calls];
}

/** True if the dialog has something to do and nothing blocks it (SPEC 1.5). */
export function needsDrive(state: DialogState, policy: DrivePolicy): boolean {
  const { kind } = nextStep(state, policy);
  return kind !== 'wait' && kind !== 'rest';
}

/**
 * What happens to a message for a dialog now: it begins or continues the talk, opens an aside because the dialog waits
 * for subdialogs (SPEC 19.1), or stays queued until the dialog can be driven with it.
 */
export function placeOfWords(state: DialogState): 'talk' | 'aside' | 'queue' {
  if (state.generating || state.questions.length > 0 || state.queued.length > 0 || isUnfinished(state)) return 'queue';
  if (topFrame(state).pending.length > 0) return 'aside';
  return isOwnTalk(state) ? 'talk' : 'queue';
}

/** True if a TellaskBack may be taken now: the dialog is idle, or only waits for its calls (SPEC 1.5). */
export function canTakeTellaskBack(state: DialogState): boolean {
  if (state.status !== 'running' || state.interruption !== null || state.generating) return false;
  if (state.questions.length > 0 || isUnfinished(state)) return false;
  return topFrame(state).pending.length > 0 || topFrame(state).attention !== 'unanswered';
}

/** True if a registered subdialog is free for its next assignment (SPEC 3.3). */
export function canTakeAssignment(state: DialogState): boolean {
  const main = state.frames[0];
  return (
    state.status === 'running' &&
    state.interruption === null &&
    state.frames.length === 1 &&
    main.inbound === undefined &&
    main.pending.length === 0 &&
    main.attention !== 'unanswered' &&
    state.questions.length === 0 &&
    !isUnfinished(state) &&
    !state.generating
  );
}

function isUnfinished({ toolCalls, tellasks, closing }: DialogState): boolean {
  return toolCalls.length > 0 || tellasks.length > 0 || closing !== null;
}

/** Tool calls come first, in order; then tellasks; then what closes the course or the dialog (SPEC 3.1). */
function unfinishedCalls(state: DialogState): Step | undefined {
  const [call] = state.toolCalls;
  // Words and ends are read in the dialog's own talk; while it answers a TellaskBack it would wake for nothing.
  if (call?.sleep && state.questions.length === 0 && isOwnTalk(state)) {
    if (state.queued.length > 0) return { kind: 'wake', call, because: 'words' };
    if (state.processEnds?.length) return { kind: 'wake', call, because: 'process' };
  }
  const isHeld = state.questions.length > 0 || call?.sleep || isReviewed(state);
  if (call) return isHeld ? waitFor(state) : { kind: 'perform', call };
  if (state.tellasks.length > 0) return { kind: 'dispatchTellasks' };
  // Words that came after `mark_done` are heard first, and end the wish.
  if (state.closing?.kind === 'done' && (state.queued.length > 0 || isMisreadDue(state))) return undefined;
  if (state.closing) return { kind: 'close', closing: state.closing };
  return undefined;
}

/** `mark_done` waits for reviews (SPEC 26.3). */
function isReviewed(state: DialogState): boolean {
  return topFrame(state).pending.some(({ review }) => review !== undefined);
}

function drafting(state: DialogState, draft: DraftState, policy: DrivePolicy): Step {
  const decision = decideDraft(draft);
  if (decision.kind === 'refine')
    return missStep(state, { isTold: true }) ?? circling(state) ?? capped(policy) ?? { kind: 'refineDrafts' };
  return decision.kind === 'accept' ? { kind: 'acceptDraft', draftId: decision.draftId } : { kind: 'rest' };
}

/** Work of callees comes before the talk: what is read next is how it stands then. */
function settling({ offers = [], questions }: DialogState): Step | undefined {
  const decided = offers.find(({ decision }) => decision);
  if (decided?.decision) return { kind: 'settleWork', offer: decided, decision: decided.decision };
  const isAsked = (callId: CallId) => questions.some(each => each.questionKind === 'merge' && each.callId === callId);
  const unasked = offers.filter(({ asks, callId }) => asks && !isAsked(callId));
  return unasked.length > 0 ? { kind: 'askAboutWork', offers: unasked } : undefined;
}

/** A dialog that waits for subdialogs alone can be spoken to meanwhile; one that asks the person waits for that. */
function waiting(state: DialogState, policy: DrivePolicy): Step | undefined {
  const frame = topFrame(state);
  if (state.questions.length === 0 && frame.pending.length > 0) {
    if (state.queued.length > 0) return { kind: 'deliverQueued', messages: state.queued, opensAside: true };
    if (frame.unread && policy.onAnswer === 'each') return { kind: 'readAnswers' };
  }
  return waitFor(state);
}

function waitFor(state: DialogState): Step | undefined {
  const [first, ...others] = waits(state);
  return first && { kind: 'wait', on: [first, ...others] };
}

function conversation(state: DialogState, policy: DrivePolicy): Step | undefined {
  // A person's words belong to the dialog's own task or to an aside, not into the answer to a TellaskBack.
  if (state.queued.length > 0 && isOwnTalk(state)) return { kind: 'deliverQueued', messages: state.queued };
  const { attention } = topFrame(state);
  if (state.misread && isMisreadDue(state)) return { kind: 'tellMisread', found: state.misread.found };
  // Whoever was stopped is told of its commands with the next words of the person.
  if (state.processEnds?.length && isOwnTalk(state) && attention !== 'stopped')
    return { kind: 'tellEnds', ends: state.processEnds };
  if (attention !== 'unanswered') return undefined;
  if (state.frames.length === 1 && state.frames[0].inbound && policy.lacksPlace) return { kind: 'makePlace' };
  return (
    missStep(state) ??
    circling(state) ??
    capped(policy) ??
    believing(state) ??
    contextStep(state, policy) ?? { kind: 'generate' }
  );
}

/** A TellaskBack is answered without beliefs: these are about the dialog's own task. */
function believing(state: DialogState): Step | undefined {
  const kind = state.belief && isOwnTalk(state) ? beforeSpeaking(state.belief) : undefined;
  return kind && { kind };
}

function capped({ cap }: DrivePolicy): Step | undefined {
  return cap && { kind: cap === 'ask' ? 'askAboutCap' : 'rest' };
}

/** The step that a full context or a full course file requires before the next generation (SPEC 10.4, 18.8). */
function contextStep(state: DialogState, { isCourseFull }: DrivePolicy): Step | undefined {
  if (isCourseFull) return { kind: 'nextCourse', because: 'file' };
  const { contextWarnings, generations } = state;
  const health = contextHealth(state.lastUsage, state.contextLimits ?? { optimal: DEFAULT_OPTIMAL_TOKENS });
  const since = contextWarnings.saidAt === undefined ? Number.POSITIVE_INFINITY : generations - contextWarnings.saidAt;
  if (health === 'caution' && since >= CAUTION_EVERY) return { kind: 'warnOfContext', health };
  if (health !== 'critical' || since === 0) return undefined;
  const left = CRITICAL_TURNS - contextWarnings.critical - 1;
  if (left < 0) return { kind: 'nextCourse', because: 'context' };
  return { kind: 'warnOfContext', health, left };
}

/** Generations that repeat themselves, and would go on (SPEC 7.4). */
function circling({ recent }: DialogState): Step | undefined {
  return repeatedPattern(recent) && { kind: 'askAboutCircle' };
}

function afterAnswer(state: DialogState, policy: DrivePolicy): Step {
  const frame = topFrame(state);
  const miss = frame.attention === 'answered' && missStep(state);
  if (miss) return miss;
  if (frame.aside) return afterAside(state, frame.aside);
  if (frame.attention === 'rest' || frame.attention === 'stopped') return { kind: 'rest' };
  if (frame.inbound) return answerCaller(state, frame.inbound);
  if (state.identity.kind !== 'root') return { kind: 'rest' };
  const rest = state.belief && afterSpeaking(state.belief);
  return rest ? { kind: rest } : keepGoing(state, policy);
}

/**
 * The person gets a reply, and a turn that the words began ends; the work that waits is not gone on with (SPEC 19.1).
 */
function afterAside(state: DialogState, { asideId, because }: Aside): Step {
  const isSilent = because === 'words' && topFrame(state).attention === 'answered' && newestSaying(state) === '';
  if (isSilent && state.emptyOutputs < EMPTY_OUTPUT_RETRIES) return { kind: 'askForOutput' };
  const next = state.belief && afterSpeaking(state.belief);
  if (next === undefined) return { kind: 'endAside', asideId };
  return { kind: next === 'keepGoing' ? 'endTurn' : next };
}

function answerCaller(state: DialogState, inbound: InboundCall): Step {
  const content = newestSaying(state);
  if (content !== '') return { kind: 'supplyResponse', inbound, content };
  if (state.emptyOutputs < EMPTY_OUTPUT_RETRIES) return { kind: 'askForOutput' };
  const earlier = saidInAssignment(state, inbound);
  if (earlier !== '') return { kind: 'supplyResponse', inbound, content: earlier };
  return { kind: 'supplyFailure', inbound };
}

/** What was said last beside calls of the assignment: its answer, when nothing else was said (SPEC 23.6). */
function saidInAssignment(state: DialogState, { callKind }: InboundCall): string {
  const isOfWork = callKind !== 'A' && state.work !== undefined && state.saying.genseq > state.work.from;
  return isOfWork ? lastSaying(state) : '';
}

function keepGoing(state: DialogState, policy: DrivePolicy): Step {
  if (!state.diligence.on || policy.pushMax < 1) return { kind: 'rest' };
  const left = policy.pushMax - state.diligence.pushed;
  if (left <= 0) return { kind: 'askToContinue' };
  return circling(state) ?? { kind: 'pushDiligence', left: left - 1 };
}
