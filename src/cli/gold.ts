// How well replayed labels agree with the gold values of a labelled dialogue (`state replay --gold`, SPEC 16.11).

import { isPlainObject } from '../core/base/plain-object.ts';
import { type Domain, flowOf, slotOf } from '../core/belief/domain/domain.ts';
import { type Flow, isLive } from '../core/belief/state.ts';
import type { TurnEnd } from '../core/belief/turn.ts';
import { fitValue } from '../core/belief/values/fit-value.ts';
import { isSameJson, type Json } from '../core/belief/values/json.ts';

/**
 * Final values of slots: `{flow: {slot: value}}`, the flow by its name or its id; null for a slot that must be unset.
 */
export type Gold = Readonly<Record<string, Readonly<Record<string, Json>>>>;

/** Shares from 0 to 1 of the turns that carry gold; null when there is none. */
export interface Accuracy {
  /** Turns in which every slot of the turn's own gold has its value. */
  readonly turn_accuracy: number | null;
  /**
   * Turns in which all slots of all runs that gold has named so far have their values, and no other slot of them is
   * set.
   */
  readonly joint_accuracy: number | null;
  readonly turns: number;
}

/** Counts agreement turn by turn. */
export interface GoldScore {
  /** `gold` is undefined for a turn without. Every turn must be given, in order. */
  add(end: TurnEnd, gold: Gold | undefined): void;
  accuracy(): Accuracy;
}

/** Reads the gold of a turn; undefined when it has another form. */
export function parseGold(source: unknown): Gold | undefined {
  return isPlainObject(source) && Object.values(source).every(isPlainObject) ? (source as unknown as Gold) : undefined;
}

/** Starts counting. */
export function createGoldScore(domain: Domain): GoldScore {
  const runs = new Map<string, Run>();
  const expected = new Map<string, Map<string, Json>>();
  const right = { turn: 0, joint: 0 };
  let turns = 0;
  const isRight = (key: string, slot: string, value: Json) => {
    const run = runs.get(key);
    return isSameJson(valueIn(run?.slots, slot), normal(domain, { flow: run?.flow ?? key, slot, value }));
  };
  return {
    add(end, gold) {
      keepRuns(runs, end);
      if (gold === undefined) return;
      turns += 1;
      // A name means the run that is live now, or ended last: the values of an earlier run are no longer asked for
      // under it.
      const meant = Object.entries(gold).map(
        ([name, slots]) => [runNamed(runs, end, name), Object.entries(slots)] as const,
      );
      for (const [key, slots] of meant) {
        const known = expected.get(key) ?? new Map<string, Json>();
        for (const [slot, value] of slots) known.set(slot, value);
        expected.set(key, known);
      }
      if (meant.every(([key, slots]) => slots.every(([slot, value]) => isRight(key, slot, value)))) right.turn += 1;
      const isJointRight = [...expected].every(
        ([key, slots]) =>
          [...slots].every(([slot, value]) => isRight(key, slot, value)) &&
          setSlots(runs.get(key)?.slots).every(slot => slots.has(slot)),
      );
      if (isJointRight) right.joint += 1;
    },
    accuracy: () => ({
      turn_accuracy: turns === 0 ? null : right.turn / turns,
      joint_accuracy: turns === 0 ? null : right.joint / turns,
      turns,
    }),
  };
}

/** A run of a flow with its last values. */
type Run = Pick<Flow, 'flow' | 'slots'>;

function keepRuns(runs: Map<string, Run>, { state, ended }: TurnEnd): void {
  for (const flow of [...ended, ...state.stack]) {
    // In order of their end.
    if (!isLive(flow)) runs.delete(flow.flowId);
    runs.set(flow.flowId, flow);
  }
}

/**
 * The id of the run that a key of gold means: an id, or the name of the highest live run, else of the one that ended
 * last.
 */
function runNamed(runs: ReadonlyMap<string, Run>, { state }: TurnEnd, key: string): string {
  if (runs.has(key)) return key;
  const live = state.stack.find(flow => flow.flow === key && isLive(flow));
  return live?.flowId ?? [...runs].findLast(([, { flow }]) => flow === key)?.[0] ?? key;
}

function valueIn(slots: Flow['slots'] | undefined, name: string): Json {
  return slots !== undefined && Object.hasOwn(slots, name) ? (slots[name]?.value ?? null) : null;
}

function setSlots(slots: Flow['slots'] | undefined): string[] {
  return Object.entries(slots ?? {}).flatMap(([name, { value, isDefault, isHidden }]) =>
    value === null || isDefault || isHidden ? [] : [name],
  );
}

/** A gold value in the form in which values are kept, so that both are compared alike. */
function normal(domain: Domain, { flow, slot, value }: { flow: string; slot: string; value: Json }): Json {
  const spec = slotOf(flowOf(domain, flow), slot);
  const fit = spec === undefined ? undefined : fitValue(spec, value);
  return fit?.ok ? fit.value : value;
}
