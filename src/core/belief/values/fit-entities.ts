// Lists of entities (GroupSlot, SourceSlot, TargetSlot, RemovalSlot; SPEC 16.2): sources and removals must exist,
// targets need not; what cannot be looked up counts as existing, unverified.

import { isPlainObject } from '../../base/plain-object.ts';
import type { Fit } from './fit.ts';
import { isText, type Json } from './json.ts';
import { textIn } from './plain-value.ts';
import { refusedFor } from './reasons.ts';

/** Checks whether an entity of this name exists; `unknown` if that cannot be told. Pure for the length of a turn. */
export type EntityLookup = (name: string) => 'exists' | 'missing' | 'unknown';

/** An entity in its stored form. */
export type Entity = string | { readonly name: string; readonly [key: string]: Json };

/** Checks a list of entities, or one alone; repeated ones are dropped, except in a group. */
export function fitEntities(
  behaviour: 'GroupSlot' | 'SourceSlot' | 'TargetSlot' | 'RemovalSlot',
  value: unknown,
  lookUp: EntityLookup = () => 'unknown',
): Fit {
  const entities = (Array.isArray(value) ? value : [value]).map(entityIn);
  if (!entities.every(entity => entity !== undefined)) return refusedFor({ id: 'needs-entities' });
  if (behaviour === 'GroupSlot') return { ok: true, value: entities };
  const kept = withoutRepeats(entities);
  const found = new Map(kept.map(entity => [entityName(entity), lookUp(entityName(entity))]));
  const missing = [...found].flatMap(([name, state]) => (state === 'missing' ? [name] : []));
  if (behaviour !== 'TargetSlot' && missing.length > 0) {
    return refusedFor({ id: 'missing-entities', names: missing });
  }
  const verified = [...found].flatMap(([name, state]) => (state === 'exists' ? [name] : []));
  return { ok: true, value: kept, ...(verified.length > 0 && { verified }) };
}

/** The name of an entity, however it is given. */
function entityName(entity: Entity): string {
  return typeof entity === 'string' ? entity : entity.name;
}

/**
 * True if two values of a flow's entity slot mean the same, or one of them a part of the other: the sets of their names
 * are compared (SPEC 16.13).
 */
export function isSameEntity(a: Json, b: Json): boolean {
  const [names, others] = [entityNames(a), entityNames(b)];
  return names.every(name => others.includes(name)) || others.every(name => names.includes(name));
}

function entityNames(value: Json): readonly string[] {
  const entries = Array.isArray(value) ? (value as readonly Json[]) : [value];
  return entries.map(entry => entityKey(nameIn(entry)));
}

/** The key of an entity's name. Spacing and signs count: they distinguish paths. */
function entityKey(name: string): string {
  return name.normalize('NFKC').toLowerCase().trim();
}

/** For an object without a name, all its keys in any order. */
function nameIn(entry: Json): string {
  if (!isPlainObject(entry)) return String(entry);
  if (isText(entry.name)) return entry.name;
  return JSON.stringify(Object.entries(entry).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function entityIn(entry: unknown): Entity | undefined {
  if (isPlainObject(entry)) return isText(entry.name) ? (entry as Entity) : undefined;
  return textIn(entry);
}

/** Names that differ in case only are one; the first spelling stays. */
function withoutRepeats(entities: readonly Entity[]): Entity[] {
  const byName = new Map<string, Entity>();
  for (const entity of entities) {
    const key = entityKey(entityName(entity));
    if (!byName.has(key)) byName.set(key, entity);
  }
  return [...byName.values()];
}
