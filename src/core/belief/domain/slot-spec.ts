// One slot of a flow as a domain file declares it (SPEC 16.1, 16.2): its type, its priority, and the keys of its type.
import type { Node } from 'yaml';
import { compilePattern } from '../../text/pattern.ts';
import { fitValue } from '../values/fit-value.ts';
import type { Json } from '../values/json.ts';
import {
  behaviourOf,
  type OwnType,
  type Priority,
  type SlotBehaviour,
  type SlotSpec,
  universalTypes,
} from './domain.ts';
import type { DomainYaml, YamlEntries, YamlEntry } from './domain-yaml.ts';
import { readSlotRules, slotRuleKeys } from './flow-rules.ts';

const priorities: readonly Priority[] = ['required', 'elective', 'optional'];
const commonKeys = ['type', 'priority', 'title', 'description', 'default', ...slotRuleKeys];

/** Reads a slot; undefined when its type or priority is wrong. */
export function readSlot(yaml: DomainYaml, entry: YamlEntry, ownTypes: readonly OwnType[]): SlotSpec | undefined {
  const at = entry.value ?? entry.key;
  const entries = yaml.entriesOf(entry.value);
  const type = typeAt(yaml, { at, entries, ownTypes });
  const priority = priorityAt(yaml, { at, entries });
  if (type === undefined || priority === undefined) return undefined;
  yaml.warnOfStrangeKeys(entries, [...commonKeys, ...keysOf(type.behaviour)]);
  const title = yaml.textAt(entries.get('title'));
  const description = yaml.textAt(entries.get('description'));
  const spec: SlotSpec = {
    ...type,
    priority,
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...readKeys(yaml, { entries, behaviour: type.behaviour }),
    ...readSlotRules(yaml, entries),
  };
  const held = defaultAt(yaml, { entry: entries.get('default'), spec });
  return held === undefined ? spec : { ...spec, default: held };
}

/** The keys of a domain file that a behaviour knows besides those of every slot. */
export function keysOf(behaviour: SlotBehaviour): readonly string[] {
  switch (behaviour) {
    case 'GroupSlot':
    case 'SourceSlot':
    case 'TargetSlot':
    case 'RemovalSlot':
      return ['min_size'];
    case 'LevelSlot':
    case 'ScoreSlot':
      return ['min', 'max'];
    case 'ExactSlot':
      return ['pattern'];
    case 'DictionarySlot':
      return ['keys'];
    case 'CategorySlot':
      return ['options'];
    case 'ChecklistSlot':
      return ['items'];
    case 'ProposalSlot':
      return ['candidates'];
    default:
      return [];
  }
}

interface TypePlace {
  readonly at: Node;
  readonly entries: YamlEntries;
  readonly ownTypes: readonly OwnType[];
}

function typeAt(
  yaml: DomainYaml,
  { at, entries, ownTypes }: TypePlace,
): Pick<SlotSpec, 'type' | 'behaviour'> | undefined {
  const entry = entries.get('type');
  const type = entry === undefined ? null : yaml.valueOf(entry.value);
  const behaviour = typeof type === 'string' ? behaviourOf(ownTypes, type) : undefined;
  if (typeof type === 'string' && behaviour !== undefined) return { type, behaviour };
  const known = [...universalTypes, ...ownTypes.map(({ name }) => name)];
  yaml.error(entry?.value ?? at, { id: 'bad-type', given: type, types: known });
  return undefined;
}

function priorityAt(yaml: DomainYaml, { at, entries }: Omit<TypePlace, 'ownTypes'>): Priority | undefined {
  const entry = entries.get('priority');
  const priority = entry === undefined ? null : yaml.valueOf(entry.value);
  const known = priorities.find(each => each === priority);
  if (known !== undefined) return known;
  yaml.error(entry?.value ?? at, { id: 'bad-priority', given: priority, priorities });
  return undefined;
}

type OwnKeys = Pick<SlotSpec, 'minSize' | 'min' | 'max' | 'pattern' | 'keys' | 'options' | 'items' | 'candidates'>;
type Reader = { readonly entries: YamlEntries; readonly behaviour: SlotBehaviour };

function readKeys(yaml: DomainYaml, { entries, behaviour }: Reader): OwnKeys {
  const known = keysOf(behaviour);
  const at = (key: string) => (known.includes(key) ? entries.get(key) : undefined);
  const minSize = numberAt(yaml, at('min_size'), value => Number.isInteger(value) && value >= 1);
  const bounds = boundsAt(yaml, at('min'), at('max'));
  const pattern = patternAt(yaml, at('pattern'));
  const keys = namesAt(yaml, at('keys'), 'keys');
  const options = namesAt(yaml, at('options'), 'options');
  const items = namesAt(yaml, at('items'), 'items');
  return {
    ...(minSize !== undefined && { minSize }),
    ...bounds,
    ...(pattern !== undefined && { pattern }),
    ...(keys && { keys }),
    ...(options && { options }),
    ...(items && { items }),
    ...candidatesAt(yaml, at('candidates')),
  };
}

function numberAt(
  yaml: DomainYaml,
  entry: YamlEntry | undefined,
  passes: (value: number) => boolean,
): number | undefined {
  if (entry === undefined) return undefined;
  const value = yaml.valueOf(entry.value);
  if (typeof value === 'number' && passes(value)) return value;
  yaml.error(entry.value ?? entry.key, { id: 'bad-slot-number', given: value });
  return undefined;
}

function boundsAt(
  yaml: DomainYaml,
  minEntry: YamlEntry | undefined,
  maxEntry: YamlEntry | undefined,
): Pick<SlotSpec, 'min' | 'max'> {
  const min = numberAt(yaml, minEntry, Number.isFinite);
  const max = numberAt(yaml, maxEntry, Number.isFinite);
  if (min !== undefined && max !== undefined && min > max) {
    yaml.error(maxEntry?.value, { id: 'min-above-max', min, max });
  }
  return { ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
}

function patternAt(yaml: DomainYaml, entry: YamlEntry | undefined): string | undefined {
  if (entry === undefined) return undefined;
  const at = entry.value ?? entry.key;
  const pattern = yaml.valueOf(entry.value);
  if (typeof pattern !== 'string') {
    yaml.error(at, { id: 'pattern-not-text', given: pattern });
    return undefined;
  }
  const compiled = compilePattern(pattern);
  if (compiled.ok) return pattern;
  yaml.error(at, { id: 'unusable-pattern', problem: compiled.problem });
  return undefined;
}

function namesAt(yaml: DomainYaml, entry: YamlEntry | undefined, key: string): readonly string[] | undefined {
  if (entry === undefined) return undefined;
  const value = yaml.valueOf(entry.value);
  const isList = Array.isArray(value) && value.every(name => ['string', 'number', 'boolean'].includes(typeof name));
  const names = isList ? value.map(String) : [];
  if (names.length > 0 && new Set(names).size === names.length) return names;
  yaml.error(entry.value ?? entry.key, { id: 'bad-name-list', key });
  return undefined;
}

function candidatesAt(yaml: DomainYaml, entry: YamlEntry | undefined): Pick<SlotSpec, 'candidates'> {
  if (entry === undefined) return {};
  const value = yaml.valueOf(entry.value);
  if (Array.isArray(value) && value.length > 0) return { candidates: value as readonly Json[] };
  yaml.error(entry.value ?? entry.key, { id: 'candidates-not-a-list' });
  return {};
}

/** The default in the form in which values are kept. */
function defaultAt(
  yaml: DomainYaml,
  { entry, spec }: { entry: YamlEntry | undefined; spec: SlotSpec },
): Json | undefined {
  if (entry === undefined) return undefined;
  const at = entry.value ?? entry.key;
  if (spec.priority !== 'optional') {
    yaml.warning(at, { id: 'default-not-optional' });
    return undefined;
  }
  const fit = fitValue(spec, yaml.valueOf(entry.value));
  if (fit.ok) return fit.value;
  yaml.error(at, { id: 'bad-default', why: fit.why });
  return undefined;
}
