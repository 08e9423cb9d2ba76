// What a person reads about the way from one state to another (SPEC 16.11).
import { assertNever } from '../../base/assert.ts';
import type { Awaited } from '../missing.ts';
import { waitingFor } from '../missing.ts';
import type { BeliefState, Flags, Flow, FlowFinding, Requested } from '../state.ts';
import type { FlowStatus } from '../values/flow-status.ts';
import { isSameJson, type Json } from '../values/json.ts';

export type Difference =
  | { readonly kind: 'intent'; readonly from: string; readonly to: string }
  | { readonly kind: 'flowAdded' | 'flowGone'; readonly flowId: string; readonly flow: string }
  | {
      readonly kind: 'status';
      readonly flowId: string;
      readonly flow: string;
      readonly from: FlowStatus;
      readonly to: FlowStatus;
    }
  | {
      readonly kind: 'slot';
      readonly flowId: string;
      readonly flow: string;
      readonly slot: string;
      /** null while unset. */
      readonly from: Json;
      readonly to: Json;
    }
  | {
      readonly kind: 'awaits';
      readonly flowId: string;
      readonly flow: string;
      /** null for nothing. */
      readonly from: Awaited | null;
      readonly to: Awaited | null;
    }
  | {
      readonly kind: 'again';
      readonly flowId: string;
      readonly flow: string;
      /** Times that another result was asked for. */
      readonly from: number;
      readonly to: number;
    }
  | { readonly kind: 'flag'; readonly flag: keyof Flags; readonly to: boolean }
  | { readonly kind: 'requested' | 'requestedGone'; readonly flow: string; readonly slot: string }
  | { readonly kind: 'finding' | 'findingGone'; readonly text: string };

/** All differences between two states, the stack from its top. The order of the two may be any. */
export function differences(from: BeliefState, to: BeliefState): readonly Difference[] {
  const before = new Map(flowsOf(from).map(flow => [flow.flowId, flow]));
  const after = new Map(flowsOf(to).map(flow => [flow.flowId, flow]));
  return [
    ...(from.intent === to.intent ? [] : [{ kind: 'intent', from: from.intent, to: to.intent } as const]),
    ...flowsOf(from).flatMap(flow => (after.has(flow.flowId) ? [] : [named('flowGone', flow)])),
    ...flowsOf(to).flatMap(flow => flowDifferences(before.get(flow.flowId), flow)),
    ...flagDifferences(from.flags, to.flags),
    ...requestsOnlyIn(from, to).map(({ flow, slot }) => ({ kind: 'requestedGone', flow, slot }) as const),
    ...requestsOnlyIn(to, from).map(({ flow, slot }) => ({ kind: 'requested', flow, slot }) as const),
    ...findingsOnlyIn(from, to).map(({ text }) => ({ kind: 'findingGone', text }) as const),
    ...findingsOnlyIn(to, from).map(({ text }) => ({ kind: 'finding', text }) as const),
  ];
}

/** A difference as one line of English. */
export function describeDifference(difference: Difference): string {
  switch (difference.kind) {
    case 'intent':
      return `intent: ${difference.from} → ${difference.to}`;
    case 'flowAdded':
      return `+ ${difference.flow} (${difference.flowId})`;
    case 'flowGone':
      return `- ${difference.flow} (${difference.flowId})`;
    case 'status':
      return `${difference.flow} (${difference.flowId}): ${difference.from} → ${difference.to}`;
    case 'slot':
      return `${difference.flow}.${difference.slot}: ${shown(difference.from)} → ${shown(difference.to)}`;
    case 'awaits':
      return `${difference.flow} (${difference.flowId}) awaits: ${difference.from ?? 'nothing'} → ${difference.to ?? 'nothing'}`;
    case 'again':
      return `${difference.flow} (${difference.flowId}): further results: ${difference.from} → ${difference.to}`;
    case 'flag':
      return `${difference.flag}: ${difference.to ? 'on' : 'off'}`;
    case 'requested':
      return `asked for: ${difference.flow}.${difference.slot}`;
    case 'requestedGone':
      return `no longer asked for: ${difference.flow}.${difference.slot}`;
    case 'finding':
      return `found out: ${difference.text}`;
    case 'findingGone':
      return `finding removed: ${difference.text}`;
    default:
      return assertNever(difference);
  }
}

function flowsOf({ stack, background }: BeliefState): readonly Flow[] {
  return [...stack, ...background];
}

function named(kind: 'flowAdded' | 'flowGone', { flowId, flow }: Flow): Difference {
  return { kind, flowId, flow };
}

function flowDifferences(before: Flow | undefined, after: Flow): Difference[] {
  const { flowId, flow, status, slots } = after;
  const changed = Object.entries(slots).flatMap(([slot, { value }]): Difference[] => {
    const from = before === undefined ? null : (before.slots[slot]?.value ?? null);
    return isSameJson(from, value) ? [] : [{ kind: 'slot', flowId, flow, slot, from, to: value }];
  });
  const awaits = { from: (before && waitingFor(before)) ?? null, to: waitingFor(after) ?? null };
  const again = { from: before?.again ?? 0, to: after.again ?? 0 };
  return [
    ...(before === undefined ? [named('flowAdded', after)] : []),
    ...(before === undefined || before.status === status
      ? []
      : [{ kind: 'status', flowId, flow, from: before.status, to: status } as const]),
    ...changed,
    ...(awaits.from === awaits.to ? [] : [{ kind: 'awaits', flowId, flow, ...awaits } as const]),
    ...(again.from === again.to ? [] : [{ kind: 'again', flowId, flow, ...again } as const]),
  ];
}

function requestsOnlyIn(
  { requested = [] }: BeliefState,
  { requested: others = [] }: BeliefState,
): readonly Requested[] {
  return requested.filter(({ flow, slot }) => !others.some(other => other.flow === flow && other.slot === slot));
}

function findingsOnlyIn({ scratchpad }: BeliefState, { scratchpad: others }: BeliefState): readonly FlowFinding[] {
  return scratchpad.filter(finding => !others.some(other => isSameJson({ ...other }, { ...finding })));
}

function flagDifferences(from: Flags, to: Flags): Difference[] {
  const names: readonly (keyof Flags)[] = ['keep_going', 'has_issues', 'has_plan', 'natural_birth'];
  return names.flatMap((flag): Difference[] => (from[flag] === to[flag] ? [] : [{ kind: 'flag', flag, to: to[flag] }]));
}

function shown(value: Json): string {
  return value === null ? 'unset' : typeof value === 'string' ? value : JSON.stringify(value);
}
