// What a domain file can name that its schema does not know: its own intents and slot types (SPEC 16.1). Pure.
import { knownOwnTypes, universalIntents, universalTypes } from '../../core/belief/domain/domain.ts';
import type { JsonSchema } from './json-schema.ts';
import { type FileLanguage, named } from './schema-suggestions.ts';
import { keysUnder } from './yaml-place.ts';

/** The language of a domain file of these lines. */
export function domainLanguage(schema: JsonSchema, lines: readonly string[]): FileLanguage {
  return {
    schema,
    valuesAt({ path }) {
      const where = path.filter((_, at) => at === 0 || at === path.length - 1).join('.');
      if (where === 'flows.intent') return named([...universalIntents, ...keysUnder(lines, 'intents')]);
      if (where === 'flows.start') return named(flowNames(lines));
      return where === 'flows.type' ? named([...universalTypes, ...ownTypes(lines)]) : undefined;
    },
  };
}

/** Every `name:` of a list item after `flows:`. */
function flowNames(lines: readonly string[]): readonly string[] {
  const from = lines.findIndex(line => line.startsWith('flows:'));
  const items = from < 0 ? [] : lines.slice(from + 1);
  return items.flatMap(line => /^\s*-\s*\{?\s*name:\s*([^\s,}]+)/.exec(line)?.[1] ?? []);
}

/** Everything between `slot_types:` and the next key that is called like a slot type. */
function ownTypes(lines: readonly string[]): readonly string[] {
  const from = lines.findIndex(line => line.startsWith('slot_types:'));
  if (from < 0) return knownOwnTypes;
  const length = lines.slice(from + 1).findIndex(line => /^\w/.test(line));
  const block = lines.slice(from, length < 0 ? undefined : from + 1 + length).map(line => line.replace(/#.*/, ''));
  const names = block
    .join('\n')
    .replaceAll(/base:\s*\w+/g, '')
    .matchAll(/[A-Za-z]\w*Slot\b/g);
  return [...new Set([...names].map(([name]) => name))];
}
