// Checks references within a domain file (SPEC 16.14): conditions name slots of their flow, `from` names slots of
// flows, `next` names flows. Runs when the whole file is read.
import type { Node } from 'yaml';
import { nearestName } from '../../text/nearest-name.ts';
import { type Condition, slotsIn } from './condition.ts';
import { type FlowSpec, slotOf, splitSource } from './domain.ts';
import type { DomainYaml, YamlEntries } from './domain-yaml.ts';

/** A flow with its place in the file. */
export interface PlacedFlow {
  readonly flow: FlowSpec;
  readonly item: Node | null;
}

/** Tells of every name that means nothing. */
export function checkLinks(yaml: DomainYaml, placed: readonly PlacedFlow[]): void {
  const flows = placed.map(({ flow }) => flow);
  for (const { flow, item } of placed) {
    const entries = yaml.entriesOf(item);
    const slotEntries = yaml.entriesOf(entries.get('slots')?.value);
    for (const [name, { when, from = [] }] of Object.entries(flow.slots)) {
      const own = yaml.entriesOf(slotEntries.get(name)?.value);
      if (when) checkCondition(yaml, { flow, condition: when, at: placeOf(own, 'when') });
      if (when && isCircular(flow, name)) {
        yaml.error(placeOf(own, 'when'), { id: 'circular-condition', slot: name });
      }
      checkSources(yaml, { flows, from, at: placeOf(own, 'from') });
    }
    checkNext(yaml, { flows, flow, at: placeOf(entries, 'next') });
  }
}

function placeOf(entries: YamlEntries, key: string): Node | null {
  return entries.get(key)?.value ?? null;
}

function checkCondition(
  yaml: DomainYaml,
  { flow, condition, at }: { flow: FlowSpec; condition: Condition; at: Node | null },
): void {
  for (const name of new Set(slotsIn(condition))) {
    if (slotOf(flow, name) !== undefined) continue;
    const near = nearestName(name, Object.keys(flow.slots)) ?? null;
    yaml.error(at, { id: 'unknown-condition-slot', flow: flow.name, slot: name, near });
  }
}

/** True if a slot's condition depends on itself through the conditions of others. */
function isCircular(flow: FlowSpec, name: string): boolean {
  const reached = new Set<string>();
  const ahead = [...conditionSlots(flow, name)];
  for (let next = ahead.pop(); next !== undefined; next = ahead.pop()) {
    if (next === name) return true;
    if (reached.has(next)) continue;
    reached.add(next);
    ahead.push(...conditionSlots(flow, next));
  }
  return false;
}

function conditionSlots(flow: FlowSpec, name: string): readonly string[] {
  const when = slotOf(flow, name)?.when;
  return when ? slotsIn(when) : [];
}

function checkSources(
  yaml: DomainYaml,
  { flows, from, at }: { flows: readonly FlowSpec[]; from: readonly string[]; at: Node | null },
): void {
  for (const source of from) {
    const [flow = '', slot = ''] = splitSource(source);
    const spec = flows.find(({ name }) => name === flow);
    if (slotOf(spec, slot) !== undefined) continue;
    const known = flows.flatMap(({ name, slots }) => Object.keys(slots).map(each => `${name}.${each}`));
    const near = nearestName(source, known) ?? null;
    yaml.error(at, { id: 'unknown-source', flow, slot: spec === undefined ? null : slot, near });
  }
}

function checkNext(
  yaml: DomainYaml,
  { flows, flow, at }: { flows: readonly FlowSpec[]; flow: FlowSpec; at: Node | null },
): void {
  const items = yaml.itemsOf(at) ?? [];
  for (const [index, { start, if: condition }] of (flow.next ?? []).entries()) {
    const entries = yaml.entriesOf(items[index]);
    if (condition) checkCondition(yaml, { flow, condition, at: placeOf(entries, 'if') });
    const spec = flows.find(({ name }) => name === start);
    const place = placeOf(entries, 'start');
    const names = flows.map(({ name }) => name);
    if (spec === undefined) {
      yaml.error(place, { id: 'unknown-next', flow: start, near: nearestName(start, names) ?? null });
    } else if (spec.intent === 'Internal') yaml.error(place, { id: 'internal-next', flow: start });
  }
}
