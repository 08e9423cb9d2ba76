// What may be written at a place of a team file: keys that are not there yet, and the values that a key can have. Pure.
import type { Translate } from '../rows/wording.ts';
import { exampleOf, type JsonSchema, schemaAt } from './json-schema.ts';
import type { YamlPlace } from './yaml-place.ts';

/** One thing to write. `insert` is a snippet, `\t` a step of indentation. */
export interface Suggestion {
  readonly kind: 'key' | 'value' | 'member' | 'provider' | 'new-member';
  readonly label: string;
  readonly insert: string;
  readonly detail?: string;
  /** Markdown; only from our own schema. */
  readonly documentation?: string;
  /** What may be written next is to be offered at once. */
  readonly goesOn?: boolean;
}

/** What a team file can name that its schema does not know. */
export interface TeamNames {
  readonly schema: JsonSchema;
  readonly members: readonly string[];
  readonly providers: readonly string[];
  readonly t: Translate;
}

/** Everything that fits at a place; the editor narrows it down by what was typed. */
export function suggestAt(place: YamlPlace, names: TeamNames): readonly Suggestion[] {
  if (place.kind === 'key') return keysFor(place, names);
  return valuesFor(place, names).filter(({ label }) => place.kind !== 'item' || !place.siblings.includes(label));
}

function keysFor({ path, siblings, isFlow }: YamlPlace, { schema, t }: TeamNames): Suggestion[] {
  if (path.length === 1 && path[0] === 'members') return [newMember(t, isFlow)];
  const keys = Object.entries(schemaAt(schema, path)?.properties ?? {});
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

function newMember(t: Translate, isFlow: boolean): Suggestion {
  return {
    kind: 'new-member',
    label: t('New member'),
    insert: isFlow ? `\${1:id}: { name: \${2:Name} }` : `\${1:id}:\n\tname: \${2:Name}`,
    detail: 'id: { name: … }',
  };
}

function valuesFor({ path }: YamlPlace, { schema, members, providers, t }: TeamNames): Suggestion[] {
  const key = path.at(-1);
  if (key === 'default_responder' && path.length === 1) {
    return members.map(id => ({ kind: 'member', label: id, insert: id, detail: t('member') }));
  }
  if (key === 'provider') return providers.map(name => ({ kind: 'provider', label: name, insert: name }));
  const about = schemaAt(schema, path);
  const { enum: listed, type } = about?.items ?? about ?? {};
  const values = type === 'boolean' ? ['true', 'false'] : (listed ?? []);
  return values.map(value => ({ kind: 'value', label: value, insert: value }));
}

/** Markdown about the key at a place; `undefined` where there is none that the schema knows. */
export function explainAt(place: YamlPlace, schema: JsonSchema): string | undefined {
  if (place.kind !== 'key' || place.word === '') return undefined;
  const about = schemaAt(schema, [...place.path, place.word]);
  if (about?.description === undefined) return undefined;
  const example = exampleOf(place.word, about);
  const listed = (about.items ?? about).enum;
  return [
    `**${place.word}** — ${about.description}`,
    ...(listed ? [listed.map(each => `\`${each}\``).join(' · ')] : []),
    ...(example === undefined ? [] : [`\`\`\`yaml\n${example}\n\`\`\``]),
  ].join('\n\n');
}
