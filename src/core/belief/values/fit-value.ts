// Whether a value fits a slot, and when a slot with it counts as filled (SPEC 16.2). Values come from models and files:
// nothing here throws, a value that does not fit is a reason. 0, false and negative numbers are values.
import { assertNever } from '../../base/assert.ts';
import { isPlainObject } from '../../base/plain-object.ts';
import { compilePattern } from '../../text/pattern.ts';
import type { SlotSpec } from '../domain/domain.ts';
import type { Fit } from './fit.ts';
import { fitCandidate, fitCategory, fitChecklist, keyNamed } from './fit-choice.ts';
import { type EntityLookup, fitEntities } from './fit-entities.ts';
import { fitRange } from './fit-range.ts';
import { checkFormula } from './formula.ts';
import { asJson, isText, type Json, listOf, presentIn } from './json.ts';
import { dontCare, numberIn, optionsNamed, saysDontCare, textIn } from './plain-value.ts';
import { type Reason, refusedFor } from './reasons.ts';
import { type DayNow, withDates } from './relative-day.ts';

/** Whether a slot counts as filled; `why` says what a set value lacks. */
interface Filling {
  readonly filled: boolean;
  readonly why?: Reason;
}

/** The same with relative dates as the dates that they mean, where these fit (SPEC 16.20). */
export function fitDated(
  spec: SlotSpec,
  value: unknown,
  { lookUp, today }: { readonly lookUp?: EntityLookup | undefined; readonly today?: DayNow | undefined },
): Fit {
  const fit = fitValue(spec, value, lookUp);
  const dated = withDates(spec, fit.ok ? fit.value : value, today);
  const fitted = fitValue(spec, dated, lookUp);
  return fitted.ok || spec.behaviour === 'RangeSlot' ? fitted : fit;
}

/** Checks a value against the type of a slot. */
export function fitValue(spec: SlotSpec, given: unknown, lookUp?: EntityLookup): Fit {
  if (given === undefined || given === null) return refusedFor({ id: 'no-value' });
  const value = asJson(given);
  if (value === undefined || value === null) return refusedFor({ id: 'not-json' });
  if (saysDontCare(value) && optionsNamed(spec.options ?? [], value).length === 0) return { ok: true, value: dontCare };
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

/** True if a valid value (or null for none) fills its slot. */
export function fillingOf(spec: SlotSpec, value: Json): Filling {
  if (value === null) return { filled: false };
  if (value === dontCare) return { filled: true };
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
      return { filled: false, why: { id: 'uncertain', values: value.map(String) } };
    case 'DictionarySlot':
      return dictionaryFilling(spec, value);
    default:
      return { filled: true };
  }
}

function whenAtLeast(size: number, least: number): Filling {
  return size >= least ? { filled: true } : { filled: false, why: { id: 'too-few', size, least } };
}

function dictionaryFilling({ keys }: SlotSpec, value: Json): Filling {
  const given = isPlainObject(value) ? value : {};
  const isSet = (key: string) => Object.hasOwn(given, key) && given[key] !== null && given[key] !== '';
  if (keys === undefined)
    return Object.keys(given).some(isSet) ? { filled: true } : { filled: false, why: { id: 'is-empty' } };
  const missing = keys.filter(key => !isSet(key));
  return missing.length === 0 ? { filled: true } : { filled: false, why: { id: 'lacks', names: missing } };
}

function fitSingle(value: unknown): Fit {
  if (typeof value === 'boolean') return { ok: true, value };
  if (typeof value === 'number') return Number.isFinite(value) ? { ok: true, value } : refusedFor({ id: 'not-finite' });
  return isText(value) ? { ok: true, value } : refusedFor({ id: 'needs-one-value' });
}

function fitTexts(value: unknown): Fit {
  const texts = (Array.isArray(value) ? value : [value]).map(textIn);
  if (texts.every(text => text !== undefined)) return { ok: true, value: texts };
  return refusedFor({ id: 'needs-texts' });
}

function fitNumber({ min, max }: SlotSpec, given: unknown): Fit {
  const value = numberIn(given);
  if (value === undefined) return refusedFor({ id: 'needs-number' });
  if (min !== undefined && value < min) return refusedFor({ id: 'below', value, least: min });
  if (max !== undefined && value > max) return refusedFor({ id: 'above', value, most: max });
  return { ok: true, value };
}

/** Longer texts are no ids. */
const longestExact = 1_000;

function fitExact({ pattern }: SlotSpec, given: unknown): Fit {
  const value = textIn(given);
  if (value === undefined) return refusedFor({ id: 'needs-text' });
  if (value.length > longestExact) return refusedFor({ id: 'long-text', most: longestExact });
  if (pattern === undefined) return { ok: true, value };
  const compiled = compilePattern(pattern);
  if (!compiled.ok) return refusedFor({ id: 'bad-pattern', pattern, problem: compiled.problem });
  const matching = [value, value.trim()].find(each => compiled.pattern.isWhole(each));
  return matching === undefined ? refusedFor({ id: 'no-match', value, pattern }) : { ok: true, value: matching };
}

function fitDictionary({ keys }: SlotSpec, value: unknown): Fit {
  if (!isPlainObject<Json>(value)) return refusedFor({ id: 'needs-object' });
  if (keys === undefined) return { ok: true, value };
  const named = Object.entries(value).map(([name, entry]) => ({ name, key: keyNamed(keys, name), entry }));
  const strange = named.find(({ key }) => key === undefined);
  if (strange !== undefined) return refusedFor({ id: 'none-of', value: strange.name, options: keys });
  const twice = named.find(({ key }, index) => named.findIndex(each => each.key === key) !== index);
  if (twice !== undefined) return refusedFor({ id: 'twice', name: twice.key ?? '' });
  return { ok: true, value: Object.fromEntries(named.map(({ key = '', entry }) => [key, entry])) };
}

function fitFormula(given: unknown): Fit {
  const value = textIn(given);
  if (value === undefined) return refusedFor({ id: 'needs-formula' });
  const check = checkFormula(value);
  return check.ok ? { ok: true, value } : check;
}

function fitChart(given: unknown): Fit {
  if (!isPlainObject<Json>(given)) return refusedFor({ id: 'needs-chart' });
  const value = presentIn(given);
  if (!isText(value.type)) return refusedFor({ id: 'needs-chart-type' });
  const strange = Object.keys(value).find(key => !['type', 'x', 'y'].includes(key));
  if (strange !== undefined) return refusedFor({ id: 'not-in-chart', key: strange });
  const isAxis = (axis: unknown) => axis === undefined || isText(axis) || (listOf(axis, isText)?.length ?? 0) > 0;
  if (!isAxis(value.x) || !isAxis(value.y)) return refusedFor({ id: 'bad-axes' });
  return { ok: true, value };
}

function fitProposal({ candidates }: SlotSpec, value: Json): Fit {
  return candidates === undefined ? fitSingle(value) : fitCandidate(candidates, value);
}
