// Plays a dialogue as `state replay` does, and says where it does not come out as it must.

import { createGoldScore } from '../../../../src/cli/gold.ts';
import { printState } from '../../../../src/cli/print/print-state.ts';
import type { Domain } from '../../../../src/core/belief/domain/domain.ts';
import { missingSlots } from '../../../../src/core/belief/missing.ts';
import { type BeliefState, emptyState, isLive } from '../../../../src/core/belief/state.ts';
import { playTurn } from '../../../../src/core/belief/turn.ts';
import { isSameJson, type Json } from '../../../../src/core/belief/values/json.ts';
import type { Dialogue, Expectation, Turn } from './dialogue.ts';

/** A line of labels a turn. */
export function labelsOf({ turns }: Dialogue): readonly object[] {
  return turns.map(({ commands, predicted = [], gold }, index) => ({
    turn: index + 1,
    predictions: predicted.map(flow => ({ flow, confidence: 0.9 })),
    commands,
    ...(gold && { gold }),
  }));
}

/** What is not as it must be; empty when the dialogue comes out right. */
export function faultsOf(domain: Domain, { turns }: Dialogue): readonly string[] {
  const score = createGoldScore(domain);
  let state = emptyState;
  const faults = turns.flatMap((turn, index) => {
    const predictions = (turn.predicted ?? []).map(flow => ({ flow, confidence: 0.9 }));
    const end = playTurn({ domain }, state, { turn: index + 1, predictions, commands: turn.commands });
    score.add(end, turn.gold);
    state = end.state;
    return [...goldFaults(state, turn), ...expectationFaults(state, turn.expect)].map(
      each => `turn ${index + 1}: ${each}`,
    );
  });
  const { turn_accuracy: accuracy, turns: counted } = score.accuracy();
  return accuracy === 1 || counted === 0 ? faults : [...faults, `turn accuracy is ${accuracy}`];
}

/** Values are kept exactly so, also where the comparison of gold would read both alike. */
function goldFaults(state: BeliefState, { gold = {} }: Turn): readonly string[] {
  return Object.entries(gold).flatMap(([flow, slots]) => {
    const run = state.stack.find(each => each.flow === flow && isLive(each));
    return Object.entries(slots).flatMap(([slot, value]) => {
      const kept: Json = run?.slots[slot]?.value ?? null;
      return run === undefined || isSameJson(kept, value) ? [] : [`${flow}.${slot} is ${JSON.stringify(kept)}`];
    });
  });
}

function expectationFaults(state: BeliefState, expect: Expectation = {}): readonly string[] {
  const printed = printState(state);
  const [top] = printed.flow_stack;
  const [run] = state.stack;
  const missing = run ? missingSlots(run) : { required: [], elective: [] };
  const carried = Object.entries(run?.slots ?? {}).flatMap(([name, { from }]) =>
    from ? [`${name} from ${from}`] : [],
  );
  const found: Required<Record<keyof Expectation, unknown>> = {
    stack: printed.flow_stack.map(({ flow, status }) => `${flow}:${status}`),
    requested: (printed.requested ?? []).map(({ flow, slot }) => `${flow}.${slot}`),
    refused: printed.refused.map(({ reason }) => reason),
    awaits: top?.awaits ?? null,
    missing: [...missing.required, ...missing.elective],
    carried,
  };
  return (Object.keys(expect) as (keyof Expectation)[]).flatMap(key => {
    const [wanted, is] = [expect[key], found[key]];
    const fits =
      key === 'refused' ? beginAlike(wanted as readonly string[], is as readonly string[]) : isAlike(wanted, is);
    return fits ? [] : [`${key} is ${JSON.stringify(is)}, not ${JSON.stringify(wanted)}`];
  });
}

function isAlike(wanted: unknown, is: unknown): boolean {
  return JSON.stringify(wanted) === JSON.stringify(is);
}

function beginAlike(wanted: readonly string[], is: readonly string[]): boolean {
  return wanted.length === is.length && wanted.every((each, at) => is[at]?.startsWith(each));
}
