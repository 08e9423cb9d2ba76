// Suggestions and docs for a place of one of our YAML files: missing keys and possible values, from its JSON schema and
// from names in the file. Pure.
import { exampleOf, type JsonSchema, plainSchema, schemaAt } from './json-schema.ts';
import type { YamlPlace } from './yaml-place.ts';

/** One thing to write. `insert` is a snippet, `\t` a step of indentation. */
export interface Suggestion {
  readonly kind: 'key' | 'value' | 'name' | 'snippet';
  readonly label: string;
  readonly insert: string;
  readonly detail?: string;
  /** Markdown; only from our own schema. */
  readonly documentation?: string;
  /** Suggestions for the next place follow at once. */
  readonly goesOn?: boolean;
}

/** A schema, and what a file names that its schema does not know: where that holds, it holds instead of the schema. */
export interface FileLanguage {
  readonly schema: JsonSchema;
  readonly keysAt?: (place: YamlPlace) => readonly Suggestion[] | undefined;
  readonly valuesAt?: (place: YamlPlace) => readonly Suggestion[] | undefined;
}

/** Everything that fits at a place; the editor filters by the typed text. */
export function suggestAt(place: YamlPlace, language: FileLanguage): readonly Suggestion[] {
  if (place.kind === 'key') return language.keysAt?.(place) ?? keysFor(place, language.schema);
  const values = language.valuesAt?.(place) ?? valuesFor(place, language.schema);
  return values.filter(({ label }) => place.kind !== 'item' || !place.siblings.includes(label));
}

/** Names that can be written as they are. */
export function named(names: readonly string[], detail?: string): readonly Suggestion[] {
  return names.map(name => ({ kind: 'name', label: name, insert: name, ...(detail !== undefined && { detail }) }));
}

function keysFor({ path, siblings, isFlow }: YamlPlace, schema: JsonSchema): Suggestion[] {
  const about = schemaAt(schema, path);
  const keys = Object.entries((about?.items ?? about)?.properties ?? {});
  return keys.flatMap(([key, about]) => (siblings.includes(key) ? [] : [keySuggestion(key, about, isFlow)]));
}

function keySuggestion(key: string, about: JsonSchema, isFlow: boolean): Suggestion {
  const { type, description } = about;
  const isMap = type === 'object';
  const behind = isMap ? (isFlow ? ' { $0 }' : '\n\t$0') : type === 'array' ? ' [$0]' : ' $0';
  const example = exampleOf(key, about);
  return {
    kind: 'key',
    label: key,
    insert: `${key}:${behind}`,
    ...(example !== undefined && { detail: example }),
    ...(description !== undefined && { documentation: description }),
    goesOn: true,
  };
}

/** The values that the schema lists for a place. */
export function valuesFor({ path }: YamlPlace, schema: JsonSchema): Suggestion[] {
  const about = schemaAt(schema, path);
  const { enum: listed, type } = plainSchema(about?.items ?? about ?? {});
  const values = type === 'boolean' ? ['true', 'false'] : (listed ?? []);
  return values.map(value => ({ kind: 'value', label: value, insert: value }));
}

/** Markdown about the key at a place; `undefined` where there is none that the schema knows. */
export function explainAt(place: YamlPlace, schema: JsonSchema): string | undefined {
  if (place.kind !== 'key' || place.word === '') return undefined;
  const about = schemaAt(schema, [...place.path, place.word]);
  if (about?.description === undefined) return undefined;
  const example = exampleOf(place.word, about);
  const listed = plainSchema(about.items ?? about).enum;
  return [
    `**${place.word}** — ${about.description}`,
    ...(listed ? [listed.map(each => `\`${each}\``).join(' · ')] : []),
    ...(example === undefined ? [] : [`\`\`\`yaml\n${example}\n\`\`\``]),
  ].join('\n\n');
}
