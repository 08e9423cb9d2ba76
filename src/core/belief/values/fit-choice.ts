// Values that are chosen from what a domain lists (SPEC 16.2, 16.12): options, items, candidates. What is chosen is
// given back as the domain writes it.

import { isPlainObject } from '../../base/plain-object.ts';
import type { SlotSpec } from '../domain/domain.ts';
import type { Fit } from './fit.ts';
import { isSameJson, isText, type Json } from './json.ts';
import { namesLike, optionsNamed, textIn } from './plain-value.ts';
import { type Reason, refusedFor } from './reasons.ts';

/** One option, or several candidates, which are uncertain. */
export function fitCategory({ options }: SlotSpec, value: Json): Fit {
  const given = Array.isArray(value) ? (value as readonly Json[]) : [value];
  const named = given.map(each => ({ each, found: options ? optionsNamed(options, each) : anyOption(each) }));
  const strange = named.find(({ found }) => found.length === 0);
  if (strange !== undefined) {
    return refusedFor(isScalar(strange.each) ? notListed(strange.each, options) : { id: 'needs-options' });
  }
  const [only, ...others] = new Set(named.flatMap(({ found }) => found));
  if (only === undefined) return refusedFor({ id: 'no-candidate' });
  return { ok: true, value: others.length === 0 ? only : [only, ...others] };
}

function anyOption(value: Json): readonly string[] {
  const text = typeof value === 'boolean' ? String(value) : textIn(value);
  return text === undefined ? [] : [text];
}

/** Items, each bare (then it counts as chosen) or with whether it is checked. One item alone is a list of it. */
export function fitChecklist({ items }: SlotSpec, value: Json): Fit {
  const given: readonly Json[] = Array.isArray(value) ? value : [value];
  const entries: { readonly name: string; readonly entry: Json }[] = [];
  for (const each of given) {
    const told = isPlainObject(each) ? each.item : each;
    if (told === undefined || !isScalar(told) || (isPlainObject(each) && !isChecked(each)))
      return refusedFor({ id: 'needs-items' });
    const names = items ? optionsNamed(items, told) : anyOption(told);
    const [name] = names;
    if (name === undefined) return refusedFor(notListed(told, items));
    if (names.length > 1) return refusedFor({ id: 'several-options', value: `${told}`, options: names });
    entries.push({ name, entry: isPlainObject(each) ? { item: name, checked: each.checked === true } : name });
  }
  const names = entries.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  return twice === undefined
    ? { ok: true, value: entries.map(({ entry }) => entry) }
    : refusedFor({ id: 'twice', name: twice });
}

function isChecked(entry: { readonly [key: string]: Json }): boolean {
  return typeof entry.checked === 'boolean' && Object.keys(entry).length === 2;
}

/** One of the candidates of a proposal: the same JSON, or a text that means it. */
export function fitCandidate(candidates: readonly Json[], value: Json): Fit {
  const same = candidates.find(candidate => isSameJson(candidate, value));
  if (same !== undefined) return { ok: true, value: same };
  const scalars = candidates.filter(isScalar);
  const [name, ...others] = typeof value === 'boolean' ? [] : optionsNamed(scalars.map(String), value);
  const meant = others.length > 0 ? undefined : scalars.find(candidate => String(candidate) === name);
  return meant === undefined
    ? refusedFor({ id: 'no-such-candidate', value: JSON.stringify(value) })
    : { ok: true, value: meant };
}

/** The key of a dictionary that a name means. */
export function keyNamed(keys: readonly string[], name: string): string | undefined {
  return keys.find(key => key === name) ?? namesLike(keys, name)[0];
}

function notListed(value: Json, options: readonly string[] | undefined): Reason {
  if (value === '' || options === undefined) return { id: 'needs-option' };
  return { id: 'none-of', value: `${value}`, options };
}

function isScalar(value: Json): value is string | number | boolean {
  return isText(value) || typeof value === 'number' || typeof value === 'boolean';
}
