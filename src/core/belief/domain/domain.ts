// A domain after it was read and checked (SPEC 16.1): 7 intents, 16 slot types, up to 64 flows. Plain values, safe as
// JSON.

import type { Json } from '../values/json.ts';
import type { Condition } from './condition.ts';

/** The slot types that every domain has, in the order of the seed. */
export const universalTypes = [
  'BaseSlot',
  'GroupSlot',
  'SourceSlot',
  'TargetSlot',
  'RemovalSlot',
  'FreeTextSlot',
  'LevelSlot',
  'RangeSlot',
  'ExactSlot',
  'DictionarySlot',
  'CategorySlot',
  'ChecklistSlot',
] as const;

/** Names of own types whose behaviour is known; a domain that lists one by its name gets it. */
export const knownOwnTypes = ['FormulaSlot', 'ChartSlot', 'ProposalSlot', 'ScoreSlot'] as const;

export type UniversalType = (typeof universalTypes)[number];
export type KnownOwnType = (typeof knownOwnTypes)[number];

/** How a slot behaves; its `type` may be another name. */
export type SlotBehaviour = UniversalType | KnownOwnType;

/** Intents that every domain has. */
export const universalIntents = ['Plan', 'Converse', 'Internal'] as const;

/** The roles of a domain's four own intents. */
export const intentRoles = ['read', 'prepare', 'transform', 'schedule'] as const;
export type IntentRole = (typeof intentRoles)[number];

export const limits = { flows: 64, ownTypes: 4, ownIntents: 4, stack: 16, predictions: 3, findings: 64 } as const;

export type Priority = 'required' | 'elective' | 'optional';

/** A slot as its flow declares it. Only the keys of its behaviour are present. */
export interface SlotSpec {
  /** As the domain names it. */
  readonly type: string;
  readonly behaviour: SlotBehaviour;
  readonly priority: Priority;
  /** The name for people. */
  readonly title?: string;
  readonly description?: string;
  /** Of an optional slot; holds while unset. Passed its type. */
  readonly default?: Json;
  /** The person is asked for it once, even when the words named a value. */
  readonly ask?: 'always';
  /** The question that asks the person for it. */
  readonly question?: string;
  /** The slot counts only while this holds of the other slots of its flow. */
  readonly when?: Condition;
  /** Slots of flows (`flow.slot`) whose value it takes over when it has none, the first that is known. */
  readonly from?: readonly string[];
  /** Never taken from the person's words: the responder sets it. */
  readonly setBy?: 'agent';
  /** Group, Source, Target, Removal; 1 when absent. */
  readonly minSize?: number;
  /** Level, Score. */
  readonly min?: number;
  readonly max?: number;
  /** Exact: a regular expression for the whole value. */
  readonly pattern?: string;
  /** Dictionary: the keys that must all be set; absent: any. */
  readonly keys?: readonly string[];
  /** Category. */
  readonly options?: readonly string[];
  /** Checklist. */
  readonly items?: readonly string[];
  /** Proposal. */
  readonly candidates?: readonly Json[];
}

export interface FlowSpec {
  readonly name: string;
  /** The name for people. */
  readonly title?: string;
  readonly intent: string;
  readonly description: string;
  readonly slots: Readonly<Record<string, SlotSpec>>;
  /** The slot that says what the flow is about: another value of it makes another flow (SPEC 16.4). */
  readonly entity?: string;
  /** The person confirms the filled slots before the flow is carried out. */
  readonly confirm?: true;
  /** Flows that follow when it is completed: the first whose condition holds is started. */
  readonly next?: readonly NextFlow[];
  /** Whether the person is asked before it resumes after an interruption; absent: if the person interrupted it. */
  readonly onResume?: 'ask' | 'go';
}

export interface NextFlow {
  readonly start: string;
  /** Over the slots of the completed flow; absent: always. */
  readonly if?: Condition;
}

export interface OwnType {
  readonly name: string;
  readonly behaviour: SlotBehaviour;
}

export interface Domain {
  readonly name: string;
  /** The four own intents, in the order of the file. */
  readonly intents: readonly { readonly name: string; readonly role: IntentRole }[];
  readonly ownTypes: readonly OwnType[];
  readonly flows: readonly FlowSpec[];
}

/** A flow by its name, or by the name of one of its runs. */
export function flowOf(domain: Domain, name: string): FlowSpec | undefined {
  const [flow] = splitRun(name);
  return domain.flows.find(each => each.name === flow);
}

/** The name of a run: `order#2` is the flow `order` with the id `flow-2`. A plain name has no id. */
export function splitRun(name: string): readonly [flow: string, flowId: string | undefined] {
  const [, flow, number] = /^(.+)#(\d+)$/s.exec(name) ?? [];
  return flow === undefined ? [name, undefined] : [flow, `flow-${number}`];
}

/** A slot of a flow by its name. */
export function slotOf(flow: FlowSpec | undefined, name: string): SlotSpec | undefined {
  return flow !== undefined && Object.hasOwn(flow.slots, name) ? flow.slots[name] : undefined;
}

/** A flow as people read it (SPEC 13.15). Without a title, or without the domain, its name in words. */
export function flowTitle(domain: Domain | undefined, name: string): string {
  return (domain && flowOf(domain, name)?.title) ?? inWords(name);
}

/** A slot of a flow as people read it. */
export function slotTitle(domain: Domain | undefined, flow: string, name: string): string {
  return (domain && slotOf(flowOf(domain, flow), name)?.title) ?? inWords(name);
}

/** What a flow is for, in the words of its domain. */
export function flowMeaning(domain: Domain, name: string): string {
  return flowOf(domain, name)?.description || flowTitle(domain, name);
}

/** `report_fault` as `report fault`. */
function inWords(name: string): string {
  return name.replaceAll('_', ' ');
}

/** `flow.slot`; the name of a flow may have dots in it, that of a slot is what follows the last. */
export function splitSource(source: string): readonly [flow: string, slot: string] {
  const dot = source.lastIndexOf('.');
  return [source.slice(0, dot), source.slice(dot + 1)];
}

/** How a slot type of the domain behaves; undefined for an unknown one. */
export function behaviourOf(ownTypes: readonly OwnType[], type: string): SlotBehaviour | undefined {
  return universalTypes.find(name => name === type) ?? ownTypes.find(({ name }) => name === type)?.behaviour;
}
