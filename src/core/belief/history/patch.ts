// Forward differences between two states, by path (SPEC 16.8). Applying what `diffStates(a, b)` gives to `a` makes `b`;
// the turn itself is no part of it.

import { isPlainObject } from '../../base/plain-object.ts';
import type { BeliefState } from '../state.ts';
import { isBeliefState } from '../state-shape.ts';
import { isSameJson, type Json } from '../values/json.ts';

export type Path = readonly (string | number)[];

/** One change. `insert` puts an item before the one at its index; all are applied in their order. */
export type Change =
  | { readonly op: 'set' | 'insert'; readonly path: Path; readonly value: Json }
  | { readonly op: 'delete'; readonly path: Path };

/** The changes from one state to another; empty when the same is believed. */
export function diffStates(before: BeliefState, after: BeliefState): readonly Change[] {
  return diffJson(untimed(before), untimed(after), []);
}

/** The state after these changes; undefined when they do not fit it, or make something else of it. */
export function applyChanges(before: BeliefState, changes: readonly Change[], turn: number): BeliefState | undefined {
  const after = withPatches(before, changes, turn);
  return after && (changes.length === 0 || isBeliefState(after)) ? after : undefined;
}

/** The same without looking whether it is a state that they make. */
export function withPatches(before: BeliefState, changes: readonly Change[], turn: number): BeliefState | undefined {
  let json: Json | undefined = untimed(before);
  for (const change of changes) {
    json = applyChange(json, change, 0);
    if (json === undefined) return undefined;
  }
  return { ...(json as unknown as BeliefState), turn };
}

function untimed({ turn: _, ...rest }: BeliefState): Json {
  return rest as unknown as Json;
}

function diffJson(before: Json, after: Json, path: Path): Change[] {
  if (before === after) return [];
  if (Array.isArray(before) && Array.isArray(after)) return diffLists(before, after, path);
  if (!isPlainObject(before) || !isPlainObject(after)) {
    return isSameJson(before, after) ? [] : [{ op: 'set', path, value: after }];
  }
  const gone = Object.keys(before).filter(key => !Object.hasOwn(after, key));
  const changes = [
    ...gone.map((key): Change => ({ op: 'delete', path: [...path, key] })),
    ...Object.entries(after).flatMap(([key, value]): Change[] => {
      const old = Object.hasOwn(before, key) ? before[key] : undefined;
      return old === undefined ? [{ op: 'set', path: [...path, key], value }] : diffJson(old, value, [...path, key]);
    }),
  ];
  return path.length === 0 ? changes : shorter(changes, { op: 'set', path, value: after });
}

/** Many small changes take more room than the value that they make. */
function shorter(changes: Change[], whole: Change): Change[] {
  return changes.length > 1 && lengthOf([whole]) < lengthOf(changes) ? [whole] : changes;
}

function lengthOf(changes: readonly Change[]): number {
  return JSON.stringify(changes).length;
}

/** Items are known by their identity, so that a pushed flow is one insertion and not a change of all beneath. */
function diffLists(before: readonly Json[], after: readonly Json[], path: Path): Change[] {
  const ids = before.map(identity);
  const wanted = after.map(identity);
  if (!isDistinct(ids) || !isDistinct(wanted)) {
    return isSameJson(before, after) ? [] : [{ op: 'set', path, value: after }];
  }
  const changes: Change[] = [];
  const items = [...before];
  const drop = (index: number) => {
    ids.splice(index, 1);
    items.splice(index, 1);
    changes.push({ op: 'delete', path: [...path, index] });
  };
  const stays = new Set(wanted);
  for (let index = ids.length - 1; index >= 0; index -= 1) if (!stays.has(ids[index] ?? '')) drop(index);
  after.forEach((value, index) => {
    const id = wanted[index] ?? '';
    if (ids[index] === id) {
      changes.push(...diffJson(items[index] ?? null, value, [...path, index]));
      return;
    }
    const elsewhere = ids.indexOf(id);
    if (elsewhere !== -1) drop(elsewhere);
    ids.splice(index, 0, id);
    items.splice(index, 0, value);
    changes.push({ op: 'insert', path: [...path, index], value });
  });
  return shorter(changes, { op: 'set', path, value: after });
}

function identity(item: Json): string {
  return isPlainObject(item) && typeof item.flowId === 'string' && 'status' in item
    ? item.flowId
    : JSON.stringify(item);
}

function isDistinct(ids: readonly string[]): boolean {
  return new Set(ids).size === ids.length;
}

function applyChange(target: Json | undefined, change: Change, depth: number): Json | undefined {
  const step = change.path[depth];
  if (step === undefined) return change.op === 'set' ? change.value : undefined;
  const isLast = depth === change.path.length - 1;
  if (Array.isArray(target))
    return typeof step === 'number' ? changeList(target, change, { step, depth, isLast }) : undefined;
  if (!isPlainObject(target) || typeof step !== 'string') return undefined;
  if (!isLast) {
    const inner = applyChange(Object.hasOwn(target, step) ? target[step] : undefined, change, depth + 1);
    return inner === undefined ? undefined : { ...target, [step]: inner };
  }
  if (change.op === 'set') return { ...target, [step]: change.value };
  if (change.op === 'insert' || !Object.hasOwn(target, step)) return undefined;
  return Object.fromEntries(Object.entries(target).filter(([key]) => key !== step));
}

interface ListStep {
  readonly step: number;
  readonly depth: number;
  readonly isLast: boolean;
}

function changeList(list: readonly Json[], change: Change, { step, depth, isLast }: ListStep): Json | undefined {
  const isInside =
    Number.isInteger(step) && step >= 0 && step < list.length + (isLast && change.op === 'insert' ? 1 : 0);
  if (!isInside) return undefined;
  if (!isLast) {
    const inner = applyChange(list[step], change, depth + 1);
    return inner === undefined ? undefined : list.with(step, inner);
  }
  switch (change.op) {
    case 'set':
      return list.with(step, change.value);
    case 'insert':
      return list.toSpliced(step, 0, change.value);
    case 'delete':
      return list.toSpliced(step, 1);
  }
}
