// What a person reads about the way from one state to another (SPEC 16.11).
import { assertNever } from '../../assert.ts';
import type { Json } from '../domain/domain.ts';
import type { BeliefState, Flags, Flow, FlowStatus } from '../state.ts';
import { isSameJson } from '../values/json.ts';

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
  | { readonly kind: 'flag'; readonly flag: keyof Flags; readonly to: boolean }
  | { readonly kind: 'requested'; readonly flow: string; readonly slot: string }
  | { readonly kind: 'finding'; readonly text: string };

/** All differences between two states, the stack from its top. The order of the two may be any. */
export function differences(from: BeliefState, to: BeliefState): readonly Difference[] {
  const before = new Map(flowsOf(from).map(flow => [flow.flowId, flow]));
  const after = new Map(flowsOf(to).map(flow => [flow.flowId, flow]));
  return [
    ...(from.intent === to.intent ? [] : [{ kind: 'intent', from: from.intent, to: to.intent } as const]),
    ...flowsOf(from).flatMap(flow => (after.has(flow.flowId) ? [] : [named('flowGone', flow)])),
    ...flowsOf(to).flatMap(flow => flowDifferences(before.get(flow.flowId), flow)),
    ...flagDifferences(from.flags, to.flags),
    ...(to.requested ?? []).flatMap(({ flow, slot }) =>
      from.requested?.some(old => old.flow === flow && old.slot === slot)
        ? []
        : [{ kind: 'requested', flow, slot } as const],
    ),
    ...to.scratchpad.flatMap(finding =>
      from.scratchpad.some(old => isSameJson({ ...old }, { ...finding }))
        ? []
        : [{ kind: 'finding', text: finding.text } as const],
    ),
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
    case 'flag':
      return `${difference.flag}: ${difference.to ? 'on' : 'off'}`;
    case 'requested':
      return `asked for: ${difference.flow}.${difference.slot}`;
    case 'finding':
      return `found out: ${difference.text}`;
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
  if (before === undefined) return [named('flowAdded', after), ...changed];
  if (before.status === status) return changed;
  return [{ kind: 'status', flowId, flow, from: before.status, to: status }, ...changed];
}

function flagDifferences(from: Flags, to: Flags): Difference[] {
  const names: readonly (keyof Flags)[] = ['keep_going', 'has_issues', 'has_plan', 'natural_birth'];
  return names.flatMap((flag): Difference[] => (from[flag] === to[flag] ? [] : [{ kind: 'flag', flag, to: to[flag] }]));
}

function shown(value: Json): string {
  return value === null ? 'unset' : typeof value === 'string' ? value : JSON.stringify(value);
}
