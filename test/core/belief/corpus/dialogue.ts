// Short dialogues as people talk, each turn with the labels that stand for its words and what must be believed after
// it. A scene is written once and told in several ways: other words, other values.
import type { Json } from '../../../../src/core/belief/values/json.ts';

export type Command = { readonly [kind: string]: Json };

export interface Turn {
  /** The words of the person. */
  readonly said: string;
  readonly commands: readonly Command[];
  /** Flows that the words may mean, the likeliest first. */
  readonly predicted?: readonly string[];
  /** Values that must be kept after it, exactly so: `{flow: {slot: value}}`. */
  readonly gold?: { readonly [flow: string]: { readonly [slot: string]: Json } };
  readonly expect?: Expectation;
}

export interface Expectation {
  /** `flow:Status`, top first. */
  readonly stack?: readonly string[];
  /** `flow.slot`. */
  readonly requested?: readonly string[];
  /** What the reasons of refused commands contain, in order. */
  readonly refused?: readonly string[];
  /** What the top waits for; null for nothing. */
  readonly awaits?: 'confirm' | 'resume' | null;
  /** Slots of the top that must be asked for now. */
  readonly missing?: readonly string[];
  /** `slot from flow.slot` of the top. */
  readonly carried?: readonly string[];
}

export interface Dialogue {
  readonly name: string;
  readonly turns: readonly Turn[];
}

/** A value as it is said, as a label may write it, and as it must be kept. */
export type Said<T extends Json = Json> = readonly [words: string, label: Json, kept: T];

/** Picks words and values; the same scene told again picks others. */
export interface Teller {
  of<T>(choices: readonly T[]): T;
}

export type Scene = (tell: Teller) => readonly Turn[];

/** Each scene told `times` times, no two alike. */
export function told(domain: string, scenes: Readonly<Record<string, Scene>>, times: number): readonly Dialogue[] {
  return Object.entries(scenes).flatMap(([name, scene]) => {
    const ways = new Map<string, readonly Turn[]>();
    for (let seed = 1; ways.size < times && seed < 50 * times; seed += 1) {
      const turns = scene(teller(seed));
      ways.set(turns.map(({ said }) => said).join('|'), turns);
    }
    return [...ways.values()].map((turns, time) => ({ name: `${domain}: ${name} ${time + 1}`, turns }));
  });
}

/** Chooses by a seed, always alike. */
function teller(seed: number): Teller {
  let state = seed * 2_654_435_761;
  return {
    of(choices) {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      const choice = choices[Math.floor((state / 2 ** 32) * choices.length)];
      if (choice === undefined) throw new Error('nothing to choose from');
      return choice;
    },
  };
}

export const start = (flow: string): Command => ({ start: flow });
export const set = (flow: string, slot: string, value: Json): Command => ({ set: { flow, slot, value } });
export const correct = (flow: string, slot: string, value: Json): Command => ({ correct: { flow, slot, value } });
export const clear = (flow: string, slot: string): Command => ({ clear: { flow, slot } });
export const request = (flow: string, slot: string): Command => ({ request: { flow, slot } });
export const cancel = (flow: string): Command => ({ cancel: flow });
export const complete = (flow: string): Command => ({ complete: flow });
export const confirm = (flow: string): Command => ({ confirm: { flow } });
export const again = (flow: string): Command => ({ again: { flow } });
export const fallback = (from: string, to: string): Command => ({ fallback: { from, to } });
export const converse: Command = { converse: true };
