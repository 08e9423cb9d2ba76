// The value of a slot as a person types it: which fields there are, and the way from a value to their texts and back
// (SPEC 16.2). Whether a value is right is the slot's own business: it is asked when the value is set.

import { isPlainObject } from '../../../src/core/base/plain-object.ts';
import type { SlotSpec } from '../../../src/core/belief/domain/domain.ts';
import { entryLines, type Json, lineOf } from '../../../src/core/belief/values/json.ts';

/** One field of the form. `name` is '' where there is only one. */
export type SlotField = { readonly name: string } & (
  | { readonly kind: 'text' | 'area' | 'lines' }
  | { readonly kind: 'number'; readonly min?: number; readonly max?: number }
  | { readonly kind: 'one' | 'some'; readonly options: readonly string[] }
);

/** The typed texts, by field; several lines or chosen options are separated by line breaks. */
export type SlotDraft = Readonly<Record<string, string>>;

const onlyText: readonly SlotField[] = [{ name: '', kind: 'text' }];

/** The fields for a slot; without its spec, which a broken domain file takes away, one text. */
export function slotFieldsOf(spec: SlotSpec | undefined): readonly SlotField[] {
  switch (spec?.behaviour) {
    case 'FreeTextSlot':
      return [{ name: '', kind: 'area' }];
    case 'GroupSlot':
    case 'SourceSlot':
    case 'TargetSlot':
    case 'RemovalSlot':
      return [{ name: '', kind: 'lines' }];
    case 'LevelSlot':
    case 'ScoreSlot': {
      const { min, max } = spec;
      return [{ name: '', kind: 'number', ...(min !== undefined && { min }), ...(max !== undefined && { max }) }];
    }
    case 'RangeSlot':
      return textFields(['start', 'stop', 'unit', 'length']);
    case 'ChartSlot':
      return textFields(['type', 'x', 'y']);
    case 'DictionarySlot':
      return spec.keys ? textFields(spec.keys) : [{ name: '', kind: 'lines' }];
    case 'CategorySlot':
      return spec.options ? [{ name: '', kind: 'one', options: spec.options }] : onlyText;
    case 'ProposalSlot':
      return spec.candidates ? [{ name: '', kind: 'one', options: spec.candidates.map(lineOf) }] : onlyText;
    case 'ChecklistSlot':
      return [spec.items ? { name: '', kind: 'some', options: spec.items } : { name: '', kind: 'lines' }];
    default:
      return onlyText;
  }
}

function textFields(names: readonly string[]): readonly SlotField[] {
  return names.map(name => ({ name, kind: 'text' }));
}

/** The field texts of a value. */
export function slotDraftOf(spec: SlotSpec | undefined, value: Json): SlotDraft {
  if (value === null) return {};
  if (isPlainObject(value)) {
    const fields = slotFieldsOf(spec);
    if (fields.every(({ name }) => name === '')) {
      const lines = spec?.behaviour === 'DictionarySlot' ? entryLines(value) : [lineOf(value)];
      return { '': lines.join('\n') };
    }
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, lineOf(each)]));
  }
  if (!Array.isArray(value)) return { '': lineOf(value) };
  return { '': value.map(lineOf).join(spec?.behaviour === 'FreeTextSlot' ? '\n\n' : '\n') };
}

/** The value of the typed texts; `undefined` for none. `old` is the previous value, whose details are kept. */
export function typedValue(spec: SlotSpec | undefined, draft: SlotDraft, old: Json): Json | undefined {
  const only = (draft[''] ?? '').trim();
  switch (spec?.behaviour) {
    case 'LevelSlot':
    case 'ScoreSlot':
      return only === '' ? undefined : numberOr(only);
    case 'FreeTextSlot': {
      const blocks = only.split(/\n{2,}/).filter(block => block.trim() !== '');
      return blocks.length > 1 ? blocks : blocks[0];
    }
    case 'GroupSlot':
    case 'SourceSlot':
    case 'TargetSlot':
    case 'RemovalSlot':
    case 'ChecklistSlot':
      return orNothing(linesOf(only).map(line => oldItem(old, line) ?? line));
    case 'RangeSlot':
      return hasText(draft, 'start') || hasText(draft, 'stop')
        ? typedFields(draft, ['start', 'stop'])
        : typedFields(draft, ['unit', 'length']);
    case 'ChartSlot':
      return typedFields(draft, ['type', 'x', 'y']);
    case 'DictionarySlot':
      return spec.keys ? typedFields(draft, spec.keys) : typedEntries(only);
    case 'ProposalSlot':
      return only === '' ? undefined : (spec.candidates?.find(each => lineOf(each) === only) ?? only);
    case undefined:
      return only === '' ? undefined : parsedOr(only);
    default:
      if (only === '') return undefined;
      return typeof old === 'string' ? only : numberOr(only);
  }
}

function linesOf(text: string): string[] {
  return text.split('\n').flatMap(line => (line.trim() === '' ? [] : [line.trim()]));
}

/** An entry's details stay when its line stays. */
function oldItem(old: Json, line: string): Json | undefined {
  return Array.isArray(old) ? (old as readonly Json[]).find(each => lineOf(each) === line) : undefined;
}

function orNothing(list: readonly Json[]): Json | undefined {
  return list.length > 0 ? list : undefined;
}

function hasText(draft: SlotDraft, name: string): boolean {
  return (draft[name] ?? '').trim() !== '';
}

function typedFields(draft: SlotDraft, names: readonly string[]): Json | undefined {
  const typed = names.filter(name => hasText(draft, name));
  if (typed.length === 0) return undefined;
  return Object.fromEntries(typed.map(name => [name, numberOr((draft[name] ?? '').trim())]));
}

/** `key: value` a line; a line without a colon is a key whose value is missing. */
function typedEntries(text: string): Json | undefined {
  const entries = linesOf(text).map(line => {
    const [, key = line, value = ''] = /^([^:]+):\s*(.*)$/.exec(line) ?? [];
    return [key.trim(), numberOr(value)] as const;
  });
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

function numberOr(text: string): Json {
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}

function parsedOr(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}
