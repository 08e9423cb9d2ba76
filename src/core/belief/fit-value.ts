// Whether a value fits a slot, and when a slot with it counts as filled (SPEC 16.2). Values come from models and files:
// nothing here throws, a value that does not fit is a reason. 0, false and negative numbers are values.
import { assertNever } from '../assert.ts';
import { compilePattern } from '../pattern.ts';
import type { Json, SlotSpec } from './domain.ts';
import { type EntityLookup, fitEntities } from './fit-entities.ts';
import { checkFormula } from './formula.ts';
import { asJson, compareEnds, isPlainObject, isText, listOf } from './json.ts';

/** A value that passed, in the form in which it is kept. */
export type Fit =
  | {
      readonly ok: true;
      readonly value: Json;
      /** Names of the entities that are known to exist. */
      readonly verified?: readonly string[];
    }
  | { readonly ok: false; readonly reason: string };

/** Whether a slot counts as filled; `reason` says what a set value still lacks. */
export interface Filling {
  readonly filled: boolean;
  readonly reason?: string;
}

/** Checks a value against the type of a slot. */
export function fitValue(spec: SlotSpec, given: unknown, lookUp?: EntityLookup): Fit {
  if (given === undefined || given === null) return wrong('there is no value');
  const value = asJson(given);
  if (value === undefined || value === null) return wrong('the value is no JSON, or is nested too deeply');
  switch (spec.behaviour) {
    case 'BaseSlot':
      return fitSingle(value);
    case 'GroupSlot':
    case 'SourceSlot':
    case 'TargetSlot':
    case 'RemovalSlot':
      return fitEntities(spec.behaviour, value, lookUp);
    case 'FreeTextSlot':
      return fitTexts(value);
    case 'LevelSlot':
    case 'ScoreSlot':
      return fitNumber(spec, value);
    case 'RangeSlot':
      return fitRange(value);
    case 'ExactSlot':
      return fitExact(spec, value);
    case 'DictionarySlot':
      return fitDictionary(spec, value);
    case 'CategorySlot':
      return fitCategory(spec, value);
    case 'ChecklistSlot':
      return fitChecklist(spec, value);
    case 'FormulaSlot':
      return fitFormula(value);
    case 'ChartSlot':
      return fitChart(value);
    case 'ProposalSlot':
      return fitProposal(spec, value);
    default:
      return assertNever(spec.behaviour);
  }
}

/** Whether a value that fits (or null for none) fills its slot. */
export function fillingOf(spec: SlotSpec, value: Json): Filling {
  if (value === null) return { filled: false };
  const size = Array.isArray(value) ? value.length : 0;
  switch (spec.behaviour) {
    case 'GroupSlot':
    case 'SourceSlot':
    case 'TargetSlot':
    case 'RemovalSlot':
      return whenAtLeast(size, spec.minSize ?? 1);
    case 'FreeTextSlot':
    case 'ChecklistSlot':
      return whenAtLeast(size, 1);
    case 'CategorySlot':
      if (!Array.isArray(value)) return { filled: true };
      return { filled: false, reason: `uncertain: ${value.join(' or ')}` };
    case 'DictionarySlot':
      return dictionaryFilling(spec, value);
    default:
      return { filled: true };
  }
}

function whenAtLeast(size: number, least: number): Filling {
  return size >= least ? { filled: true } : { filled: false, reason: `has ${size} of at least ${least}` };
}

function dictionaryFilling({ keys }: SlotSpec, value: Json): Filling {
  const given = isPlainObject(value) ? value : {};
  const isSet = (key: string) => Object.hasOwn(given, key) && given[key] !== null && given[key] !== '';
  if (keys === undefined)
    return Object.keys(given).some(isSet) ? { filled: true } : { filled: false, reason: 'is empty' };
  const missing = keys.filter(key => !isSet(key));
  return missing.length === 0 ? { filled: true } : { filled: false, reason: `lacks ${missing.join(', ')}` };
}

function fitSingle(value: unknown): Fit {
  if (typeof value === 'boolean') return { ok: true, value };
  if (typeof value === 'number')
    return Number.isFinite(value) ? { ok: true, value } : wrong('the number is not finite');
  return isText(value) ? { ok: true, value } : wrong('one value is needed: a text, a number, true or false');
}

function fitTexts(value: unknown): Fit {
  const texts = typeof value === 'string' ? [value] : listOf(value, isText);
  if (texts?.every(isText)) return { ok: true, value: texts };
  return wrong('a text or a list of texts is needed, none of them empty');
}

function fitNumber({ min, max }: SlotSpec, value: unknown): Fit {
  if (typeof value !== 'number' || !Number.isFinite(value)) return wrong('a number is needed');
  if (min !== undefined && value < min) return wrong(`${value} is below ${min}`);
  if (max !== undefined && value > max) return wrong(`${value} is above ${max}`);
  return { ok: true, value };
}

function fitRange(value: unknown): Fit {
  if (!isPlainObject(value)) return wrong('{start, stop} or {unit, length} is needed');
  const { start, stop, unit, length, ...rest } = value;
  const strange = Object.keys(rest)[0];
  if (strange !== undefined) return wrong(`${strange} does not belong in a range`);
  const isByEnds = start !== undefined || stop !== undefined;
  const isByLength = unit !== undefined || length !== undefined;
  if (isByEnds === isByLength) return wrong('either {start, stop} or {unit, length} is needed');
  return isByEnds ? fitEnds(start, stop) : fitLength(unit, length);
}

function fitEnds(start: unknown, stop: unknown): Fit {
  const order = compareEnds(start, stop);
  if (order === undefined) return wrong('start and stop must both be numbers or both be texts');
  if (order > 0) return wrong(`start ${start} is after stop ${stop}`);
  return { ok: true, value: { start: start as Json, stop: stop as Json } };
}

function fitLength(unit: unknown, length: unknown): Fit {
  if (!isText(unit)) return wrong('the unit must be a text');
  if (typeof length !== 'number' || !Number.isFinite(length)) return wrong('the length must be a number');
  return length < 0 ? wrong('the length is below 0') : { ok: true, value: { unit, length } };
}

/** Longer texts are no ids. */
const longestExact = 1_000;

function fitExact({ pattern }: SlotSpec, value: unknown): Fit {
  if (typeof value !== 'string' || value === '') return wrong('a text is needed');
  if (value.length > longestExact) return wrong(`the text is longer than ${longestExact} characters`);
  if (pattern === undefined) return { ok: true, value };
  const compiled = compilePattern(pattern);
  if (!compiled.ok) return wrong(`the pattern ${pattern} cannot be used: ${compiled.problem}`);
  return compiled.pattern.isWhole(value) ? { ok: true, value } : wrong(`${value} does not match ${pattern}`);
}

function fitDictionary({ keys }: SlotSpec, value: unknown): Fit {
  if (!isPlainObject(value)) return wrong('an object is needed');
  const strange = keys === undefined ? undefined : Object.keys(value).find(key => !keys.includes(key));
  return strange === undefined ? { ok: true, value } : wrong(`${strange} is none of ${keys?.join(', ')}`);
}

function fitCategory({ options }: SlotSpec, value: unknown): Fit {
  const candidates = typeof value === 'string' ? [value] : listOf(value, isText);
  if (candidates === undefined || !candidates.every(isText)) return wrong('an option or a list of options is needed');
  const strange = candidates.find(candidate => options?.includes(candidate) === false);
  if (strange !== undefined) return wrong(`${strange} is none of ${options?.join(', ')}`);
  const [only, ...others] = new Set(candidates);
  if (only === undefined) return wrong('there is no candidate');
  return { ok: true, value: others.length === 0 ? only : [only, ...others] };
}

function fitChecklist({ items }: SlotSpec, value: unknown): Fit {
  const entries = listOf(value, isChecklistEntry);
  if (entries === undefined) return wrong('a list of items or of {item, checked} is needed');
  const names = entries.map(entry => (typeof entry === 'string' ? entry : entry.item));
  const strange = names.find(name => items?.includes(name) === false);
  if (strange !== undefined) return wrong(`${strange} is none of ${items?.join(', ')}`);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  return twice === undefined ? { ok: true, value: entries } : wrong(`${twice} is there twice`);
}

/** An item of a checklist; a bare item counts as chosen. */
type ChecklistEntry = string | { readonly item: string; readonly checked: boolean };

function isChecklistEntry(entry: unknown): entry is ChecklistEntry {
  if (isText(entry)) return true;
  if (!isPlainObject(entry) || !isText(entry.item) || typeof entry.checked !== 'boolean') return false;
  return Object.keys(entry).length === 2;
}

function fitFormula(value: unknown): Fit {
  if (typeof value !== 'string') return wrong('a formula is a text');
  const check = checkFormula(value);
  return check.ok ? { ok: true, value } : wrong(check.reason);
}

function fitChart(value: unknown): Fit {
  if (!isPlainObject(value)) return wrong('{type, x, y} is needed');
  if (!isText(value.type)) return wrong('the type of the chart is missing');
  const strange = Object.keys(value).find(key => !['type', 'x', 'y'].includes(key));
  if (strange !== undefined) return wrong(`${strange} does not belong in a chart`);
  const isAxis = (axis: unknown) => axis === undefined || isText(axis) || (listOf(axis, isText)?.length ?? 0) > 0;
  if (!isAxis(value.x) || !isAxis(value.y)) return wrong('x and y are names, or lists of names');
  return { ok: true, value };
}

function fitProposal({ candidates }: SlotSpec, value: unknown): Fit {
  if (candidates === undefined) return fitSingle(value);
  const chosen = JSON.stringify(value);
  const found = candidates.find(candidate => JSON.stringify(candidate) === chosen);
  return found === undefined ? wrong(`${chosen} is none of the candidates`) : { ok: true, value: found };
}

function wrong(reason: string): Fit {
  return { ok: false, reason };
}
