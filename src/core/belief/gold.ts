// How well replayed labels agree with the gold values of a labelled dialogue (`state replay --gold`, SPEC 16.11).
import { type Domain, flowOf, type Json, slotOf } from './domain.ts';
import { fitValue } from './fit-value.ts';
import { isPlainObject, isSameJson } from './json.ts';
import { type Flow, isLive } from './state.ts';
import type { TurnEnd } from './turn.ts';

/** Final values of slots: `{flow: {slot: value}}`; null for one that is to be unset. */
export type Gold = Readonly<Record<string, Readonly<Record<string, Json>>>>;

/** Shares from 0 to 1 of the turns that carry gold; null when there is none. */
export interface Accuracy {
  /** Turns in which every slot of the turn's own gold has its value. */
  readonly turn_accuracy: number | null;
  /** Turns in which all slots of all flows that gold has named so far have their values, and no other slot of them is set. */
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
  const final = new Map<string, Flow['slots']>();
  const expected = new Map<string, Map<string, Json>>();
  const right = { turn: 0, joint: 0 };
  let turns = 0;
  return {
    add(end, gold) {
      keepFinal(final, end);
      if (gold === undefined) return;
      turns += 1;
      for (const [flow, slots] of Object.entries(gold)) {
        const known = expected.get(flow) ?? new Map<string, Json>();
        for (const [slot, value] of Object.entries(slots)) known.set(slot, value);
        expected.set(flow, known);
      }
      const isRight = (flow: string, slot: string, value: Json) =>
        isSameJson(valueIn(final.get(flow), slot), normal(domain, { flow, slot, value }));
      const isTurnRight = Object.entries(gold).every(([flow, slots]) =>
        Object.entries(slots).every(([slot, value]) => isRight(flow, slot, value)),
      );
      const isJointRight = [...expected].every(
        ([flow, slots]) =>
          [...slots].every(([slot, value]) => isRight(flow, slot, value)) &&
          setSlots(final.get(flow)).every(slot => slots.has(slot)),
      );
      if (isTurnRight) right.turn += 1;
      if (isJointRight) right.joint += 1;
    },
    accuracy: () => ({
      turn_accuracy: turns === 0 ? null : right.turn / turns,
      joint_accuracy: turns === 0 ? null : right.joint / turns,
      turns,
    }),
  };
}

/** The last values of each flow: those of its highest live run, else of the run that ended last. */
function keepFinal(final: Map<string, Flow['slots']>, { state, ended }: TurnEnd): void {
  for (const { flow, slots } of ended) final.set(flow, slots);
  for (const flow of state.stack.toReversed()) if (isLive(flow)) final.set(flow.flow, flow.slots);
}

function valueIn(slots: Flow['slots'] | undefined, name: string): Json {
  return slots !== undefined && Object.hasOwn(slots, name) ? (slots[name]?.value ?? null) : null;
}

function setSlots(slots: Flow['slots'] | undefined): string[] {
  return Object.entries(slots ?? {}).flatMap(([name, { value, isDefault }]) =>
    value === null || isDefault ? [] : [name],
  );
}

/** A gold value in the form in which values are kept, so that both are compared alike. */
function normal(domain: Domain, { flow, slot, value }: { flow: string; slot: string; value: Json }): Json {
  const spec = slotOf(flowOf(domain, flow), slot);
  const fit = spec === undefined ? undefined : fitValue(spec, value);
  return fit?.ok ? fit.value : value;
}
