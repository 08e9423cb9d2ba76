// How the value of a slot is written, in a few words for models and people (SPEC 16.2).
import { assertNever } from '../../base/assert.ts';
import { conditionText } from '../domain/condition.ts';
import type { SlotSpec } from '../domain/domain.ts';

/** Priority, form, default, rules and description of a slot in one line. */
export function orderedFormOf(spec: SlotSpec): string {
  const { priority, default: held, description, when, from, setBy } = spec;
  const parts = [
    priority,
    formOf(spec),
    ...(held === undefined ? [] : [`default ${JSON.stringify(held)}`]),
    ...(when === undefined ? [] : [`only if ${conditionText(when)}`]),
    ...(from === undefined ? [] : [`else taken over from ${from.join(' or ')}`]),
    ...(setBy === undefined ? [] : ['never set from words']),
  ];
  return `${parts.join(', ')}${description === undefined ? '' : `. ${description}`}`;
}

/** The allowed choices, in any language; '' when everything is allowed. */
export function choicesOf({ min, max, options, items, candidates, keys }: SlotSpec): string {
  const choices =
    options ?? items ?? keys ?? candidates?.map(each => (typeof each === 'string' ? each : JSON.stringify(each)));
  if (choices) return choices.join(' | ');
  return min === undefined && max === undefined ? '' : `${min ?? '…'} – ${max ?? '…'}`;
}

/** The form of its value. */
export function formOf(spec: SlotSpec): string {
  const { behaviour, minSize = 1, min, max, pattern, keys, options, items, candidates } = spec;
  const least = minSize > 1 ? `, at least ${minSize}` : '';
  switch (behaviour) {
    case 'BaseSlot':
      return 'one value';
    case 'GroupSlot':
      return `list of names or {name, …}${least}`;
    case 'SourceSlot':
      return `list of what is there${least}`;
    case 'TargetSlot':
      return `list of what is to be there${least}`;
    case 'RemovalSlot':
      return `list of what is to be removed${least}`;
    case 'FreeTextSlot':
      return 'text';
    case 'LevelSlot':
    case 'ScoreSlot':
      return `number${range(min, max)}`;
    case 'RangeSlot':
      return '{start, stop} or {unit, length}';
    case 'ExactSlot':
      return pattern === undefined ? 'exact text' : `exact text like /${pattern}/`;
    case 'DictionarySlot':
      return keys === undefined ? 'object' : `object with ${keys.join(', ')}`;
    case 'CategorySlot':
      return `one of ${(options ?? []).join(' | ')}; a list of candidates when unsure`;
    case 'ChecklistSlot':
      return items === undefined ? 'list of items' : `list of some of ${items.join(' | ')}`;
    case 'FormulaSlot':
      return 'expression';
    case 'ChartSlot':
      return '{type, x?, y?}';
    case 'ProposalSlot':
      return candidates === undefined
        ? 'the chosen one'
        : `one of ${candidates.map(each => JSON.stringify(each)).join(' | ')}`;
    default:
      return assertNever(behaviour);
  }
}

function range(min: number | undefined, max: number | undefined): string {
  if (min === undefined && max === undefined) return '';
  return ` from ${min ?? '…'} to ${max ?? '…'}`;
}
