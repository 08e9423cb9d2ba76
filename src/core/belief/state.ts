// What is believed of a dialog: the flow stack with its slots, flags, predictions, scratchpad (SPEC 16). Plain values,
// safe as JSON, readable without the domain. The fold of the turns; nobody changes it but through `apply-command.ts`
// and `turn.ts`.
import { type Priority, splitRun } from './domain/domain.ts';
import type { FlowStatus } from './values/flow-status.ts';
import type { Json } from './values/json.ts';
import { type Kept, type Reason, type RefusedFor, refusedFor } from './values/reasons.ts';

/** A slot of a flow on the stack; the reason kept is what a set value still lacks. */
export interface Slot extends Kept {
  readonly type: string;
  readonly priority: Priority;
  /** null while unset; the default, if there is one. */
  readonly value: Json;
  readonly filled: boolean;
  /** The value is the domain's default and was not set. */
  readonly isDefault?: true;
  /** Names of entities in the value that are known to exist. */
  readonly verified?: readonly string[];
  /** The slot `flow.slot` that the value was taken over from. */
  readonly from?: string;
  /** It does not count: its condition does not hold, or the domain no longer has it. */
  readonly isHidden?: true;
  /** The person is asked for it in any case: it is still to be asked, or was asked at the end of the last turn. */
  readonly ask?: 'due' | 'asked';
  /** Filled by the responder, never asked for. */
  readonly setBy?: 'agent';
}

/** A step of a plan: a sub-flow with its known slots, or a tellask that the responder makes itself (SPEC 16.5). */
export type PlanStep =
  | { readonly flow: string; readonly slots?: Readonly<Record<string, Json>>; readonly why?: string }
  | { readonly tellask: string; readonly why?: string };

/** One run of a flow. */
export interface Flow {
  /** `flow-1`, `flow-2`, …; never given twice in a dialog, also not after a rollback. */
  readonly flowId: string;
  /** Its name in the domain. */
  readonly flow: string;
  readonly intent: string;
  readonly status: FlowStatus;
  /** The turns in which it was active, rising. */
  readonly turnIds: readonly number[];
  readonly slots: Readonly<Record<string, Slot>>;
  /** Born of the person's words or clicks. */
  readonly naturalBirth: boolean;
  /** The plan that stacked it. */
  readonly planId?: string;
  /** A plan that the person has not approved yet. */
  readonly awaitsApproval?: true;
  /** Of a plan: its steps as they were proposed last. */
  readonly steps?: readonly PlanStep[];
  /** Whether the person was asked to confirm the slots, and has; absent: no confirmation is needed. */
  readonly confirm?: 'due' | 'asked' | 'given';
  /** It was interrupted, and goes on only when the person says so. */
  readonly resume?: 'due';
  /** How often another result with the same slots was wanted. */
  readonly again?: number;
}

/** The person asks for the value of a slot. */
export interface Requested {
  readonly flow: string;
  readonly slot: string;
  /** The turn in which it was asked for has ended without an answer. */
  readonly isOpen?: true;
}

/** Values of the last ended run of each flow that had any, by the names of flow and slot. */
export type Past = Readonly<Record<string, Readonly<Record<string, Json>>>>;

/** A flow that the model takes the turn for; kept for inspection, decides nothing (SPEC 16.4). */
export interface Prediction {
  readonly flow: string;
  /** 0 to 1. */
  readonly confidence: number;
}

/** Their names are those of SPEC 16.7. */
export interface Flags {
  readonly keep_going: boolean;
  readonly has_issues: boolean;
  readonly has_plan: boolean;
  readonly natural_birth: boolean;
}

/** A command without effect, as it was given, and why. */
interface Refused extends Kept {
  readonly command: Json;
}

/** Something a flow found out (SPEC 16.10). */
export interface FlowFinding {
  readonly flowId: string;
  readonly flow: string;
  readonly turn: number;
  readonly text: string;
}

export interface BeliefState {
  /** The turn after which this is believed; 0 before the first. */
  readonly turn: number;
  /** That of the active flow; Converse when there is none, or when the turn is talk. */
  readonly intent: string;
  /** User-facing flows, top first. Ended ones stay until the end of the turn. */
  readonly stack: readonly Flow[];
  /** Internal flows, oldest first. */
  readonly background: readonly Flow[];
  /** Of this turn; best first, at most 3. */
  readonly predictions: readonly Prediction[];
  readonly flags: Flags;
  /** Of this turn. */
  readonly refused: readonly Refused[];
  /** The person converses in this turn, whatever flow is active. */
  readonly isTalk: boolean;
  /** Flows that ended in this turn, in that order. */
  readonly endings: readonly string[];
  /** Oldest first. */
  readonly scratchpad: readonly FlowFinding[];
  /** Number of the next `flowId`. */
  readonly nextFlow: number;
  /** Open requests of the person. */
  readonly requested?: readonly Requested[];
  readonly past?: Past;
}

/** The beliefs before the first turn. */
export const emptyState: BeliefState = {
  turn: 0,
  intent: 'Converse',
  stack: [],
  background: [],
  predictions: [],
  flags: { keep_going: false, has_issues: false, has_plan: false, natural_birth: false },
  refused: [],
  isTalk: false,
  endings: [],
  scratchpad: [],
  nextFlow: 1,
};

/** The reason why a change was refused; nothing was changed. `code` decides. */
export interface Wrong extends RefusedFor {
  readonly code: WrongCode;
}

export type WrongCode =
  | 'bad-command'
  | 'unknown-flow'
  | 'unknown-slot'
  | 'not-live' // no flow of that name or id is pending or active
  | 'bad-value'
  | 'internal-flow' // Internal flows are never predicted or started by a person
  | 'wrong-status' // a transition that SPEC 16.3 does not know
  | 'stack-full'
  | 'not-allowed' // a value that words may not set, a flow that the person has not confirmed
  | 'out-of-range'
  | 'bad-state'; // what should be a stored state is none

export type Changed = { readonly ok: true; readonly state: BeliefState } | Wrong;

/** Makes a refusal. */
export function wrong(code: WrongCode, why: Reason): Wrong {
  return { code, ...refusedFor(why) };
}

/** True if a flow is pending or active. */
export function isLive({ status }: Pick<Flow, 'status'>): boolean {
  return status === 'Pending' || status === 'Active';
}

/** The active user-facing flow: the highest live one. */
export function activeFlow({ stack }: BeliefState): Flow | undefined {
  return stack.find(({ status }) => status === 'Active');
}

/** True if a flow began with values of an ended run of the same flow (`again`). */
export function hasCopies({ flow, slots, again }: Pick<Flow, 'flow' | 'slots' | 'again'>): boolean {
  return again !== undefined && Object.entries(slots).some(([name, { from }]) => from === `${flow}.${name}`);
}

/** True until the person has confirmed the slots of a flow that needs it. */
export function lacksConfirmation({ confirm }: Flow): boolean {
  return confirm === 'due' || confirm === 'asked';
}

/** The highest live user-facing flow of a name, or that of exactly this run (`order#2`). */
export function liveFlow({ stack }: BeliefState, name: string): Flow | undefined {
  const [plain, flowId] = splitRun(name);
  return stack.find(flow => flow.flow === plain && isLive(flow) && (flowId ?? flow.flowId) === flow.flowId);
}

/** How a flow is named: with the number of its run while others of its name are live (SPEC 16.20). */
export function runName({ stack }: BeliefState, { flow, flowId }: Pick<Flow, 'flow' | 'flowId'>): string {
  const isAlone = !stack.some(other => other.flow === flow && other.flowId !== flowId && isLive(other));
  return isAlone ? flow : `${flow}${numberOf(flowId)}`;
}

/** ` #2` behind the title of a flow that is not alone; else ''. */
export function runNumber(state: BeliefState, flow: Pick<Flow, 'flow' | 'flowId'>): string {
  return runName(state, flow) === flow.flow ? '' : ` ${numberOf(flow.flowId)}`;
}

function numberOf(flowId: string): string {
  return flowId.replace('flow-', '#');
}

/** A flow by its id, on the stack or in the background. */
export function flowById({ stack, background }: BeliefState, flowId: string): Flow | undefined {
  return [...stack, ...background].find(flow => flow.flowId === flowId);
}

/** The same state with one flow changed. */
export function withFlow(state: BeliefState, flow: Flow): BeliefState {
  const replaced = (flows: readonly Flow[]) => flows.map(each => (each.flowId === flow.flowId ? flow : each));
  return { ...state, stack: replaced(state.stack), background: replaced(state.background) };
}

/** The same state with intent and flags as its flows make them (SPEC 16.7). */
export function withDerived(state: BeliefState): BeliefState {
  const active = activeFlow(state);
  const { keep_going, has_issues } = state.flags;
  return {
    ...state,
    intent: state.isTalk ? 'Converse' : (active?.intent ?? 'Converse'),
    flags: {
      keep_going: keep_going && !has_issues,
      has_issues,
      has_plan: state.stack.some(flow => flow.intent === 'Plan' && isLive(flow) && flow.awaitsApproval !== true),
      natural_birth: active?.naturalBirth ?? false,
    },
  };
}
