// The conversation rules of flows and slots (SPEC 16.14), as a domain file declares them. References to other parts are
// checked when the whole file is read (`domain-links.ts`).
import type { Node } from 'yaml';
import { type Condition, parseCondition } from './condition.ts';
import type { FlowSpec, NextFlow, SlotSpec } from './domain.ts';
import type { DomainYaml, YamlEntries, YamlEntry } from './domain-yaml.ts';

/** Keys of a flow besides those that say what it is. */
export const flowRuleKeys: readonly string[] = ['confirm', 'next', 'on_resume'];
/** Keys of every slot besides its type. */
export const slotRuleKeys: readonly string[] = ['ask', 'when', 'from', 'set_by'];

/** Rules of a flow; wrong ones are left out and reported. */
export function readFlowRules(yaml: DomainYaml, entries: YamlEntries): Pick<FlowSpec, 'confirm' | 'next' | 'onResume'> {
  const isConfirmed = wordAt(yaml, entries.get('confirm'), [true, false]) === true;
  const onResume = wordAt(yaml, entries.get('on_resume'), ['ask', 'go'] as const);
  const next = nextAt(yaml, entries.get('next'));
  return {
    ...(isConfirmed && { confirm: true as const }),
    ...(next.length > 0 && { next }),
    ...(onResume !== undefined && { onResume }),
  };
}

/** Rules of a slot; wrong ones are left out and reported. */
export function readSlotRules(
  yaml: DomainYaml,
  entries: YamlEntries,
): Pick<SlotSpec, 'ask' | 'question' | 'when' | 'from' | 'setBy'> {
  const { ask, question } = askAt(yaml, entries.get('ask'));
  const setBy = wordAt(yaml, entries.get('set_by'), ['agent'] as const);
  const when = conditionAt(yaml, entries.get('when'));
  const from = sourcesAt(yaml, entries.get('from'));
  if ((ask !== undefined || question !== undefined) && setBy !== undefined) {
    yaml.error(entries.get('ask')?.key, { id: 'asked-and-set' });
  }
  return {
    ...(ask !== undefined && { ask }),
    ...(question !== undefined && { question }),
    ...(when && { when }),
    ...(from.length > 0 && { from }),
    ...(setBy !== undefined && { setBy }),
  };
}

/** `always`, the question that asks for it, or a list of both. A single word is no question. */
function askAt(yaml: DomainYaml, entry: YamlEntry | undefined): Pick<SlotSpec, 'ask' | 'question'> {
  if (entry === undefined) return {};
  const value = yaml.valueOf(entry.value);
  const parts = Array.isArray(value) ? value : [value];
  const isQuestion = (part: unknown) => typeof part === 'string' && /\s|[?？]/u.test(part.trim());
  const question = parts.find(isQuestion);
  const isRight = parts.length > 0 && parts.every(part => part === 'always' || part === question);
  if (!isRight) yaml.error(entry.value ?? entry.key, { id: 'bad-word', given: value, words: ['always'] });
  return {
    ...(isRight && parts.includes('always') && { ask: 'always' as const }),
    ...(isRight && typeof question === 'string' && { question: question.trim() }),
  };
}

function wordAt<T extends string | boolean>(
  yaml: DomainYaml,
  entry: YamlEntry | undefined,
  words: readonly T[],
): T | undefined {
  if (entry === undefined) return undefined;
  const value = yaml.valueOf(entry.value);
  const word = words.find(each => each === value);
  if (word === undefined) yaml.error(entry.value ?? entry.key, { id: 'bad-word', given: value, words });
  return word;
}

function conditionAt(yaml: DomainYaml, entry: YamlEntry | undefined): Condition | undefined {
  if (entry === undefined) return undefined;
  const at = entry.value ?? entry.key;
  const text = yaml.valueOf(entry.value);
  if (typeof text !== 'string') {
    yaml.error(at, { id: 'condition-not-text' });
    return undefined;
  }
  const parsed = parseCondition(text);
  if (parsed.ok) return parsed.condition;
  yaml.error(at, { id: 'unreadable-condition', problem: parsed.problem });
  return undefined;
}

function sourcesAt(yaml: DomainYaml, entry: YamlEntry | undefined): readonly string[] {
  if (entry === undefined) return [];
  const value = yaml.valueOf(entry.value);
  const sources = (Array.isArray(value) ? value : [value]).filter(each => typeof each === 'string');
  const isRight = sources.length === (Array.isArray(value) ? value.length : 1);
  if (isRight && sources.length > 0 && sources.every(each => each.includes('.'))) return sources;
  yaml.error(entry.value ?? entry.key, { id: 'sources-not-a-list' });
  return [];
}

function nextAt(yaml: DomainYaml, entry: YamlEntry | undefined): readonly NextFlow[] {
  if (entry === undefined) return [];
  const items = yaml.itemsOf(entry.value);
  if (items === undefined) yaml.error(entry.value ?? entry.key, { id: 'next-not-a-list' });
  return (items ?? []).flatMap(item => nextIn(yaml, item) ?? []);
}

function nextIn(yaml: DomainYaml, item: Node | null): NextFlow | undefined {
  const entries = yaml.entriesOf(item);
  yaml.warnOfStrangeKeys(entries, ['if', 'start']);
  const start = yaml.textAt(entries.get('start'));
  const condition = conditionAt(yaml, entries.get('if'));
  if (start !== undefined) return { start, ...(condition && { if: condition }) };
  yaml.error(item, { id: 'next-without-start' });
  return undefined;
}
