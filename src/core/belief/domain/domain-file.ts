// Reads a domain file (SPEC 16.1). Every fault is reported with file, line, column and reason; nothing throws. A domain
// with an error is not used at all, so that beliefs do not change their meaning when a file is half correct.
import type { Node } from 'yaml';
import type { FileProblem } from '../../team/team.ts';
import { nearestName } from '../../text/nearest-name.ts';
import type { Json } from '../values/json.ts';
import {
  type Domain,
  type FlowSpec,
  type IntentRole,
  intentRoles,
  knownOwnTypes,
  limits,
  type OwnType,
  type SlotBehaviour,
  universalIntents,
  universalTypes,
} from './domain.ts';
import { checkLinks } from './domain-links.ts';
import { type DomainYaml, isName, readDomainYaml, type YamlEntry } from './domain-yaml.ts';
import { flowRuleKeys, readFlowRules } from './flow-rules.ts';
import { readSlot } from './slot-spec.ts';

/** `domain` is absent when there is an error among the problems. Warnings stop nothing. */
export interface DomainFile {
  readonly domain?: Domain;
  readonly problems: readonly FileProblem[];
}

/** Reads and checks the text of a domain file; `file` names it in the problems. Never throws. */
export function readDomain(text: string, file: string): DomainFile {
  const yaml = readDomainYaml(text, file);
  const domain = yaml.hasFault() ? undefined : domainIn(yaml);
  const problems = yaml.problems();
  const isSound = domain !== undefined && problems.every(({ severity }) => severity !== 'error');
  return { ...(isSound && { domain }), problems };
}

const topKeys = ['name', 'description', 'intents', 'slot_types', 'flows'];
const flowKeys = ['name', 'title', 'intent', 'description', 'slots', 'entity', ...flowRuleKeys];

function domainIn(yaml: DomainYaml): Domain | undefined {
  const root = yaml.root;
  if (yaml.isMap(root) === false) {
    yaml.error(root, { id: 'domain-not-a-map' });
    return undefined;
  }
  const top = yaml.entriesOf(root);
  yaml.warnOfStrangeKeys(top, topKeys);
  const name = yaml.nameAt({ node: root, entries: top, of: 'domain' });
  const intents = readIntents(yaml, top.get('intents'));
  const ownTypes = readOwnTypes(yaml, top.get('slot_types'));
  const flows = readFlows(yaml, { entry: top.get('flows'), intents: intents.map(intent => intent.name), ownTypes });
  return { name: name ?? '', intents, ownTypes, flows };
}

type Intents = Domain['intents'];

function readIntents(yaml: DomainYaml, entry: YamlEntry | undefined): Intents {
  if (!yaml.isMap(entry?.value ?? null)) {
    yaml.error(entry?.key ?? yaml.root, { id: 'intents-not-a-map' });
    return [];
  }
  const own = [...yaml.entriesOf(entry?.value ?? null)].map(([name, { key, value }]) =>
    readIntent(yaml, { name, key, role: yaml.valueOf(value), roleAt: value ?? key }),
  );
  if (own.length !== limits.ownIntents) yaml.error(entry?.key, { id: 'intent-count', count: own.length });
  const roles = own.map(({ role }) => role);
  const twice = own.find(({ role }, index) => role !== undefined && roles.indexOf(role) !== index);
  if (twice) yaml.error(twice.roleAt, { id: 'role-twice', role: `${twice.role}` });
  return own.flatMap(({ name, role }) => (role === undefined ? [] : [{ name, role }]));
}

interface IntentPair {
  readonly name: string;
  readonly key: Node;
  readonly role: Json;
  readonly roleAt: Node;
}

function readIntent(yaml: DomainYaml, { name, key, role, roleAt }: IntentPair) {
  if (universalIntents.some(intent => intent === name)) {
    yaml.error(key, { id: 'universal-intent', name });
  } else if (!isName(name)) yaml.error(key, { id: 'bad-name', of: 'intent', given: name });
  const known = intentRoles.find(each => each === role);
  if (known === undefined) {
    yaml.error(roleAt, { id: 'bad-role', given: role, roles: intentRoles });
  }
  return { name, role: known as IntentRole | undefined, roleAt };
}

function readOwnTypes(yaml: DomainYaml, entry: YamlEntry | undefined): readonly OwnType[] {
  const items = yaml.itemsOf(entry?.value ?? null);
  if (items === undefined) {
    yaml.error(entry?.key ?? yaml.root, { id: 'types-not-a-list' });
    return [];
  }
  if (items.length !== limits.ownTypes) yaml.error(entry?.key, { id: 'type-count', count: items.length });
  const types: OwnType[] = [];
  for (const item of items) {
    const type = readOwnType(yaml, item);
    if (type === undefined) continue;
    if (types.some(({ name }) => name === type.name)) {
      yaml.error(item, { id: 'type-twice', name: type.name });
    } else types.push(type);
  }
  return types;
}

function readOwnType(yaml: DomainYaml, item: Node | null): OwnType | undefined {
  const entries = yaml.entriesOf(item);
  const name = yaml.isMap(item) ? yaml.valueOf(entries.get('name')?.value ?? null) : yaml.valueOf(item);
  if (!isName(name)) {
    yaml.error(item, { id: 'bad-own-type' });
    return undefined;
  }
  if (universalTypes.some(type => type === name)) {
    yaml.error(item, { id: 'universal-type', name });
    return undefined;
  }
  yaml.warnOfStrangeKeys(entries, ['name', 'base', 'description']);
  const own: SlotBehaviour = knownOwnTypes.find(type => type === name) ?? 'BaseSlot';
  const base = entries.get('base');
  const near = nearestName(name, [...universalTypes, ...knownOwnTypes]);
  if (base === undefined && own === 'BaseSlot' && near !== undefined) {
    yaml.warning(item, { id: 'type-without-base', name, near });
  }
  return { name, behaviour: base === undefined ? own : (baseOf(yaml, base) ?? own) };
}

function baseOf(yaml: DomainYaml, { key, value }: YamlEntry): SlotBehaviour | undefined {
  const base = yaml.valueOf(value);
  const known = universalTypes.find(type => type === base);
  if (known === undefined) yaml.error(value ?? key, { id: 'bad-base', given: base, bases: universalTypes });
  return known;
}

interface FlowList {
  readonly entry: YamlEntry | undefined;
  readonly intents: readonly string[];
  readonly ownTypes: readonly OwnType[];
}

function readFlows(yaml: DomainYaml, { entry, intents, ownTypes }: FlowList): readonly FlowSpec[] {
  const items = yaml.itemsOf(entry?.value ?? null);
  if (items === undefined) {
    yaml.error(entry?.key ?? yaml.root, { id: 'flows-not-a-list' });
    return [];
  }
  const extra = items[limits.flows];
  if (extra !== undefined) {
    yaml.error(extra, { id: 'too-many-flows', count: items.length, most: limits.flows });
  }
  const flows = new Map<string, FlowSpec>();
  const read: { readonly flow: FlowSpec; readonly item: Node | null }[] = [];
  for (const item of items) {
    const flow = readFlow(yaml, { item, intents: [...universalIntents, ...intents], ownTypes });
    if (flow === undefined) continue;
    const nameAt = yaml.entriesOf(item).get('name')?.value ?? item;
    if (flows.has(flow.name)) yaml.error(nameAt, { id: 'flow-twice', name: flow.name });
    else flows.set(flow.name, flow);
    read.push({ flow, item });
  }
  checkLinks(yaml, read);
  return [...flows.values()];
}

interface FlowItem {
  readonly item: Node | null;
  readonly intents: readonly string[];
  readonly ownTypes: readonly OwnType[];
}

function readFlow(yaml: DomainYaml, { item, intents, ownTypes }: FlowItem): FlowSpec | undefined {
  if (!yaml.isMap(item)) {
    yaml.error(item, { id: 'flow-not-a-map' });
    return undefined;
  }
  const entries = yaml.entriesOf(item);
  yaml.warnOfStrangeKeys(entries, flowKeys);
  const name = yaml.nameAt({ node: item, entries, of: 'flow' });
  const intent = yaml.valueOf(entries.get('intent')?.value ?? null);
  if (typeof intent !== 'string' || !intents.includes(intent)) {
    yaml.error(entries.get('intent')?.value ?? item, { id: 'bad-intent', given: intent, intents });
  }
  const slots = readSlots(yaml, { entry: entries.get('slots'), ownTypes });
  const entity = entityOf(yaml, { entry: entries.get('entity'), slots });
  if (name === undefined || typeof intent !== 'string') return undefined;
  const description = yaml.textAt(entries.get('description')) ?? '';
  const rules = readFlowRules(yaml, entries);
  const title = yaml.textAt(entries.get('title'));
  return {
    name,
    ...(title !== undefined && { title }),
    intent,
    description,
    slots,
    ...(entity !== undefined && { entity }),
    ...rules,
  };
}

function entityOf(
  yaml: DomainYaml,
  { entry, slots }: { entry: YamlEntry | undefined; slots: FlowSpec['slots'] },
): string | undefined {
  const entity = yaml.textAt(entry);
  if (entity === undefined || Object.hasOwn(slots, entity)) return entity;
  yaml.warning(entry?.value, { id: 'bad-entity', entity });
  return undefined;
}

function readSlots(
  yaml: DomainYaml,
  { entry, ownTypes }: { entry: YamlEntry | undefined; ownTypes: readonly OwnType[] },
): FlowSpec['slots'] {
  const node = entry?.value ?? null;
  if (entry === undefined || yaml.valueOf(node) === null) return {};
  if (!yaml.isMap(node)) {
    yaml.error(node ?? entry.key, { id: 'slots-not-a-map' });
    return {};
  }
  const pairs = [...yaml.entriesOf(node)];
  for (const [name, { key }] of pairs) {
    if (!isName(name)) yaml.error(key, { id: 'bad-name', of: 'slot', given: name });
  }
  const slots = pairs.flatMap(([name, slot]) => {
    const spec = readSlot(yaml, slot, ownTypes);
    return spec === undefined ? [] : [{ name, spec, key: slot.key }];
  });
  const [elective, ...others] = slots.filter(({ spec }) => spec.priority === 'elective');
  if (elective !== undefined && others.length === 0) {
    yaml.error(elective.key, { id: 'lone-elective', slot: elective.name });
  }
  return Object.fromEntries(slots.map(({ name, spec }) => [name, spec]));
}
