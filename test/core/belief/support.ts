// A small domain that has every slot type, and one way to play turns on it.
import assert from 'node:assert/strict';
import type { BeliefContext } from '../../../src/core/belief/context.ts';
import {
  type Domain,
  type SlotSpec,
  universalIntents,
  universalTypes,
} from '../../../src/core/belief/domain/domain.ts';
import { readDomain } from '../../../src/core/belief/domain/domain-file.ts';
import { type BeliefState, emptyState } from '../../../src/core/belief/state.ts';
import { playTurn, type TurnEnd } from '../../../src/core/belief/turn.ts';
import type { Json } from '../../../src/core/belief/values/json.ts';

export const head = `name: shop
intents: {Read: read, Clean: prepare, Change: transform, Report: schedule}
slot_types: [FormulaSlot, ChartSlot, ProposalSlot, ScoreSlot]
`;

const fillers = Array.from({ length: 17 }, (_, index) => `  - {name: step${index + 1}, intent: Change}\n`).join('');

export const shopText = `${head}flows:
  - name: query
    intent: Read
    entity: source
    slots:
      source: {type: SourceSlot, priority: required}
      limit: {type: LevelSlot, priority: optional, min: -5, max: 100}
  - {name: count, intent: Read, slots: {source: {type: SourceSlot, priority: required},
     limit: {type: LevelSlot, priority: optional, min: 0, max: 10}, group: {type: GroupSlot, priority: optional}}}
  - {name: pick, intent: Clean, slots: {a: {type: BaseSlot, priority: elective}, b: {type: BaseSlot, priority: elective}}}
  - {name: trip, intent: Plan}
  - {name: chat, intent: Converse}
  - {name: summary, intent: Internal}
${fillers}`;

/** A domain from its text; fails the test when it is broken. */
export function domainOf(text: string): Domain {
  const { domain, problems } = readDomain(text, 'shop.yaml');
  assert.deepEqual(problems, []);
  assert.ok(domain);
  return domain;
}

export const shop = domainOf(shopText);
export const context: BeliefContext = { domain: shop };

/** A slot declared like `{type: LevelSlot, priority: optional, min: 1}`. */
export function slotOf(declaration: string): SlotSpec {
  const domain = domainOf(`${head}flows:\n  - {name: f, intent: Read, slots: {s: ${declaration}}}\n`);
  const spec = domain.flows[0]?.slots.s;
  assert.ok(spec);
  return spec;
}

/** Plays turns 1, 2, … of commands; every flow named in `predicted` is predicted in each turn. */
export function play(turns: readonly (readonly unknown[])[], predicted: readonly string[] = []): TurnEnd {
  let end: TurnEnd = { state: emptyState, ended: [], takesSnapshot: false };
  turns.forEach((commands, index) => {
    const predictions = predicted.map(flow => ({ flow, confidence: 0.5 }));
    end = playTurn(context, end.state, { turn: index + 1, predictions, commands });
  });
  return end;
}

/** The stack as `flow:Status[turns]`, top first. */
export function stackText({ stack }: BeliefState): string {
  return stack.map(({ flow, status, turnIds }) => `${flow}:${status}[${turnIds.join(',')}]`).join(' ');
}

export const set = (flow: string, slot: string, value: Json) => ({ set: { flow, slot, value } });

/** All intents of a domain, the universal ones first. */
export function intentNames({ intents }: Domain): readonly string[] {
  return [...universalIntents, ...intents.map(({ name }) => name)];
}

/** All slot types of a domain, the universal ones first. */
export function typeNames({ ownTypes }: Domain): readonly string[] {
  return [...universalTypes, ...ownTypes.map(({ name }) => name)];
}
