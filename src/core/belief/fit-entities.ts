// Lists of entities (GroupSlot, SourceSlot, TargetSlot, RemovalSlot; SPEC 16.2): sources and removals must exist, targets
// need not; what cannot be looked up counts as existing, unverified.
import type { Json } from './domain.ts';
import type { Fit } from './fit-value.ts';
import { isPlainObject, isText, listOf } from './json.ts';

/** Says whether an entity of this name exists; `unknown` where nobody can tell. Pure for the length of a turn. */
export type EntityLookup = (name: string) => 'exists' | 'missing' | 'unknown';

/** An entity as it is given and kept. */
export type Entity = string | { readonly name: string; readonly [key: string]: Json };

/** Checks a list of entities; repeated ones are dropped, except in a group. */
export function fitEntities(
  behaviour: 'GroupSlot' | 'SourceSlot' | 'TargetSlot' | 'RemovalSlot',
  value: unknown,
  lookUp: EntityLookup = () => 'unknown',
): Fit {
  const entities = listOf(value, isEntity);
  if (entities === undefined) return { ok: false, reason: 'a list of names or of {name, …} is needed' };
  if (behaviour === 'GroupSlot') return { ok: true, value: entities };
  const kept = withoutRepeats(entities);
  const found = new Map(kept.map(entity => [entityName(entity), lookUp(entityName(entity))]));
  const missing = [...found].flatMap(([name, state]) => (state === 'missing' ? [name] : []));
  if (behaviour !== 'TargetSlot' && missing.length > 0) {
    return { ok: false, reason: `${missing.join(', ')} ${missing.length === 1 ? 'does' : 'do'} not exist` };
  }
  const verified = [...found].flatMap(([name, state]) => (state === 'exists' ? [name] : []));
  return { ok: true, value: kept, ...(verified.length > 0 && { verified }) };
}

/** The name of an entity, however it is given. */
export function entityName(entity: Entity): string {
  return typeof entity === 'string' ? entity : entity.name;
}

function isEntity(entry: unknown): entry is Entity {
  return isText(entry) || (isPlainObject(entry) && isText(entry.name));
}

function withoutRepeats(entities: readonly Entity[]): Entity[] {
  const byName = new Map<string, Entity>();
  for (const entity of entities) if (!byName.has(entityName(entity))) byName.set(entityName(entity), entity);
  return [...byName.values()];
}
