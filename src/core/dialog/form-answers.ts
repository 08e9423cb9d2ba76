// Forms between their JSON schema, the words of a person and the values that go back: MCP and ACP use the same small
// schema. Pure; never throws on content.
import type { Form, FormChoice, FormField, FormFormat, FormReply, FormValue } from './form.ts';

/** What is wrong with an answer: a line that belongs to no field, or a field without a fitting value. */
export type Unfit = { readonly kind: 'unfit'; readonly field: string; readonly fields: readonly string[] };

/** The option with which a person refuses a form, in the words of the product. */
export const declineOption = 'decline';
const declining: ReadonlySet<string> = new Set([declineOption, 'declined', '拒绝']);

const MAX_FIELDS = 20;
const MAX_CHOICES = 50;
const MAX_TEXT = 500;

/** The fields of a form from its JSON schema; undefined for one that no person could fill in as text. */
export function fieldsOf(schema: unknown): readonly FormField[] | undefined {
  const { properties, required } = asRecord(schema);
  const entries = Object.entries(asRecord(properties));
  if (entries.length > MAX_FIELDS) return undefined;
  const isRequired = new Set(Array.isArray(required) ? required : []);
  const fields = entries.map(([name, field]) => fieldOf(name, asRecord(field), isRequired.has(name)));
  return fields.every(field => field !== undefined) ? fields : undefined;
}

/** The JSON schema of a form, for one who shows it as such. */
export function schemaOf({ fields }: Pick<Form, 'fields'>): {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly required?: readonly string[];
} {
  const required = fields.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map(field => [field.name, propertyOf(field)])),
    ...(required.length > 0 && { required }),
  };
}

/** A value as the types of protocols have it: their lists are not read-only. */
type SentValue = string | number | boolean | string[];

type SentReply =
  | { readonly action: 'accept'; readonly content: Record<string, SentValue> }
  | { readonly action: 'decline' | 'cancel' };

/** A reply as it goes back to the one who asked. */
export function sentReply(reply: FormReply): SentReply {
  if (reply.action !== 'accept') return { action: reply.action };
  const content = Object.entries(reply.content).map(([name, value]): [string, SentValue] => [
    name,
    typeof value === 'object' ? [...value] : value,
  ]);
  return { action: 'accept', content: Object.fromEntries(content) };
}

/** Values as the text that `readAnswer` reads, for those who show the form as such. */
export function answerText(content: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(content);
}

/** Answers to choose from; the last one declines. */
export function optionsOf({ fields }: Pick<Form, 'fields'>): readonly string[] {
  const [only, ...others] = fields;
  if (only === undefined) return ['yes', declineOption];
  if (others.length > 0) return [declineOption];
  if (only.type === 'boolean') return ['yes', 'no', declineOption];
  return [...(only.type === 'choice' ? (only.choices ?? []).map(labelOf) : []), declineOption];
}

/**
 * A person's answer: `name: value` on a line for each field, the value alone where there is one field, a JSON object,
 * or a word that declines.
 */
export function readAnswer({ fields }: Pick<Form, 'fields'>, answer: string): FormReply | Unfit {
  const words = answer.trim();
  if (declining.has(words.toLowerCase())) return { action: 'decline' };
  if (fields.length === 0) return { action: 'accept', content: {} };
  const given = valuesIn(fields, words);
  if (!given) return unfit(fields, words.split('\n', 1)[0] ?? '');
  const content: Record<string, FormValue> = {};
  for (const field of fields) {
    const read = readField(field, given.get(field.name));
    if (read.kind === 'unfit') return unfit(fields, field.name);
    if (read.kind === 'value') content[field.name] = read.value;
  }
  return { action: 'accept', content };
}

/** What a field gets from what was given for it. */
export type ReadField =
  | { readonly kind: 'value'; readonly value: FormValue }
  | { readonly kind: 'left-out' }
  | { readonly kind: 'unfit' };

/** Reads one field; what is given may have the type of the field, or be its text. Nothing stands for the default. */
export function readField(field: FormField, given: unknown): ReadField {
  const isEmpty = given === undefined || given === '';
  if (isEmpty && field.initial === undefined && !field.isRequired) return { kind: 'left-out' };
  const value = isEmpty ? field.initial : fitted(field, given);
  return value === undefined ? { kind: 'unfit' } : { kind: 'value', value };
}

function unfit(fields: readonly FormField[], field: string): Unfit {
  return { kind: 'unfit', field: field.slice(0, 64), fields: fields.map(({ name }) => name) };
}

/** The text of a choice as people see it. */
export function labelOf({ value, title }: FormChoice): string {
  return title ?? value;
}

function valuesIn(fields: readonly FormField[], words: string): ReadonlyMap<string, unknown> | undefined {
  if (words.startsWith('{')) {
    const values = parsed(words);
    if (values) return new Map(Object.entries(values));
  }
  const named = namedLines(fields, words);
  if (named) return named;
  const [only, ...others] = fields;
  return only && others.length === 0 ? new Map([[only.name, words]]) : undefined;
}

/** Lines of the form `name: value`; a line without a name continues the value before it. */
function namedLines(fields: readonly FormField[], words: string): ReadonlyMap<string, string> | undefined {
  const names = new Map(
    fields.flatMap(({ name, title = name }) => [
      [title.toLowerCase(), name],
      [name.toLowerCase(), name],
    ]),
  );
  const values = new Map<string, string>();
  let current: string | undefined;
  for (const line of words.split('\n')) {
    const at = line.search(/[:\uff1a]/);
    const name = at === -1 ? undefined : names.get(bare(line.slice(0, at)));
    if (name !== undefined) {
      current = name;
      values.set(name, line.slice(at + 1).trim());
    } else if (current !== undefined) values.set(current, `${values.get(current)}\n${line}`.trim());
    else if (line.trim() !== '') return undefined;
  }
  return values;
}

/** A name as a person may copy it from the list of fields. */
function bare(name: string): string {
  return name.replace(/^[\s*-]+|[\s*]+$/g, '').toLowerCase();
}

function fitted(field: FormField, raw: unknown): FormValue | undefined {
  const { type, choices = [], least = Number.NEGATIVE_INFINITY, most = Number.POSITIVE_INFINITY } = field;
  const isWithin = (size: number) => size >= least && size <= most;
  switch (type) {
    case 'boolean':
      return typeof raw === 'boolean' ? raw : booleanOf(`${raw}`);
    case 'number':
    case 'integer': {
      const value = typeof raw === 'string' && raw.trim() === '' ? Number.NaN : Number(raw);
      const isOfType = type === 'integer' ? Number.isInteger(value) : Number.isFinite(value);
      return isOfType && isWithin(value) ? value : undefined;
    }
    case 'choice':
      return chosen(choices, `${raw}`);
    case 'choices': {
      const given = Array.isArray(raw) ? raw : `${raw}`.split(separator);
      const values = given.map(each => chosen(choices, `${each}`));
      return values.every(value => value !== undefined) && isWithin(values.length) ? values : undefined;
    }
    default: {
      const value = `${raw}`;
      return isWithin(value.length) && (!field.format || formats[field.format](value)) ? value : undefined;
    }
  }
}

/** Between several choices in one line: commas of both kinds, and the one of Chinese lists. */
const separator = /[,\uff0c\u3001\n]/;

const formats: Readonly<Record<FormFormat, (value: string) => boolean>> = {
  email: value => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value),
  uri: value => URL.canParse(value),
  date: value => /^\d{4}-\d{2}-\d{2}$/.test(value) && isInstant(`${value}T00:00:00Z`),
  'date-time': isInstant,
};

function isInstant(value: string): boolean {
  const isWhole = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/i.test(value);
  return isWhole && !Number.isNaN(Date.parse(value));
}

function booleanOf(words: string): boolean | undefined {
  const word = words.trim().toLowerCase();
  if (yes.includes(word)) return true;
  return no.includes(word) ? false : undefined;
}

const yes: readonly string[] = ['y', 'yes', 'true', '1', '是', '好'];
const no: readonly string[] = ['n', 'no', 'false', '0', '否', '不'];

function chosen(choices: NonNullable<FormField['choices']>, words: string): string | undefined {
  const wanted = words.trim();
  const exact = choices.find(({ value }) => value === wanted);
  return (exact ?? choices.find(each => labelOf(each).toLowerCase() === wanted.toLowerCase()))?.value;
}

function parsed(words: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return asRecord(JSON.parse(words));
  } catch {
    return undefined;
  }
}

function fieldOf(name: string, field: Readonly<Record<string, unknown>>, isRequired: boolean): FormField | undefined {
  const items = asRecord(field.items);
  const choices = choicesOf(field.type === 'array' ? items : field, field.enumNames);
  const type = typeOf(field, choices);
  if (!type || name.length > 64 || (choices?.length ?? 0) > MAX_CHOICES) return undefined;
  const initial = type === 'choices' || type === 'choice' ? undefined : field.default;
  const [least, most] = limitsOf(field, type);
  return {
    name,
    ...(typeof field.title === 'string' && { title: cut(field.title) }),
    ...(typeof field.description === 'string' && { description: cut(field.description) }),
    type,
    ...(choices && { choices }),
    ...(type === 'text' && isFormat(field.format) && { format: field.format }),
    ...(isRequired && { isRequired }),
    ...initialOf(initial ?? field.default),
    ...(least !== undefined && { least }),
    ...(most !== undefined && { most }),
  };
}

function typeOf(
  { type }: Readonly<Record<string, unknown>>,
  choices: FormField['choices'],
): FormField['type'] | undefined {
  switch (type) {
    case 'string':
      return choices ? 'choice' : 'text';
    case 'array':
      return choices ? 'choices' : undefined;
    case 'number':
    case 'integer':
    case 'boolean':
      return type;
    default:
      return undefined;
  }
}

function isFormat(format: unknown): format is FormFormat {
  return typeof format === 'string' && Object.hasOwn(formats, format);
}

/** The choices of `enum`, or of `oneOf` and `anyOf` with titles. */
function choicesOf(field: Readonly<Record<string, unknown>>, names: unknown): FormField['choices'] {
  if (Array.isArray(field.enum)) {
    const titles: readonly unknown[] = Array.isArray(names) ? names : [];
    return field.enum.map((value, at) => ({
      value: `${value}`,
      ...(typeof titles[at] === 'string' && { title: cut(titles[at]) }),
    }));
  }
  const titled = field.oneOf ?? field.anyOf;
  if (!Array.isArray(titled)) return undefined;
  return titled.map(asRecord).map(({ const: value, title }) => ({
    value: `${value}`,
    ...(typeof title === 'string' && { title: cut(title) }),
  }));
}

function limitsOf(field: Readonly<Record<string, unknown>>, type: FormField['type']) {
  const [least, most] =
    type === 'text'
      ? [field.minLength, field.maxLength]
      : type === 'choices'
        ? [field.minItems, field.maxItems]
        : [field.minimum, field.maximum];
  return [typeof least === 'number' ? least : undefined, typeof most === 'number' ? most : undefined] as const;
}

function initialOf(value: unknown): Pick<FormField, 'initial'> {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return { initial: value };
  return Array.isArray(value) && value.every(each => typeof each === 'string') ? { initial: value } : {};
}

function propertyOf({ title, description, type, format, choices = [], initial, least, most }: FormField) {
  const enumeration = choices.some(({ title }) => title !== undefined)
    ? { [type === 'choices' ? 'anyOf' : 'oneOf']: choices.map(each => ({ const: each.value, title: labelOf(each) })) }
    : { enum: choices.map(({ value }) => value) };
  const limits = {
    text: ['minLength', 'maxLength'],
    choices: ['minItems', 'maxItems'],
    number: ['minimum', 'maximum'],
  } as const;
  const [lower, upper] = limits[type === 'text' || type === 'choices' ? type : 'number'];
  const shape =
    type === 'choices'
      ? { type: 'array', items: { type: 'string', ...enumeration } }
      : type === 'choice'
        ? { type: 'string', ...enumeration }
        : { type: type === 'text' ? 'string' : type };
  return {
    ...shape,
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(format && { format }),
    ...(initial !== undefined && { default: initial }),
    ...(least !== undefined && { [lower]: least }),
    ...(most !== undefined && { [upper]: most }),
  };
}

function cut(words: string): string {
  return words.length <= MAX_TEXT ? words : `${words.slice(0, MAX_TEXT)} …`;
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}
