// Reads the arguments of a call as the model meant them (SPEC 23.9): slips of JSON are mended, usual names and types
// are taken, and what cannot be taken is named together with the right call. Nothing is ignored but remarks. Never
// throws.
import * as z from 'zod';
import { isPlainObject } from '../core/base/plain-object.ts';
import type { ArgProblem, BrokenLimit, RightCall } from '../core/prompt/words/tool-words.ts';
import { MAX_DEPTH, parseLooseJson } from '../core/text/loose-json.ts';
import { nearestName } from '../core/text/nearest-name.ts';
import { readJson } from './read-json.ts';
import { type Conversion, isRemark, meantArgument } from './usual-names.ts';

/** Whose arguments are read. */
export interface ToolForm<Schema extends z.ZodObject> {
  readonly name: string;
  readonly schema: Schema;
  /** The tool only reads: a call whose text was cut off is made with what there is of it. */
  readonly onlyReads?: boolean;
}

/** The arguments as the schema has them; or what is wrong, and the right call. */
export type ReadArgs<Schema extends z.ZodObject> =
  | {
      readonly ok: true;
      readonly args: z.infer<Schema> /** The same as a model should have written it. */;
      readonly json: string;
    }
  | { readonly ok: false; readonly problem: ArgProblem; readonly right: RightCall };

/** Reads the text that a model wrote as the arguments of a call. */
export function readArgs<Schema extends z.ZodObject>(form: ToolForm<Schema>, text: string): ReadArgs<Schema> {
  const given = readObject(text, form);
  if ('kind' in given) return refusal(form, given, {});
  const named = withOwnNames(form, unwrapped(form, given.args));
  if ('problem' in named) return refusal(form, named.problem, named.args);
  const parsed = parseMended(form.schema, named.args);
  if (parsed.success)
    return { ok: true, args: parsed.data, json: isSound(form.schema, text) ? text : JSON.stringify(parsed.data) };
  return refusal(form, problemOf(parsed.error, named.args), named.args);
}

type Args = Readonly<Record<string, unknown>>;

/** Whether nothing had to be mended: such a text stays as the model wrote it. */
function isSound(schema: z.ZodObject, text: string): boolean {
  const value = readJson(text);
  return (
    isPlainObject(value) &&
    Object.keys(value).every(key => Object.hasOwn(schema.shape, key)) &&
    schema.safeParse(value).success
  );
}

function readObject(
  text: string,
  { onlyReads = false }: { readonly onlyReads?: boolean },
): ArgProblem | { args: Args } {
  let value: unknown = text.trim() === '' ? {} : readJson(text);
  // Some write the object as a text once more.
  const inner = typeof value === 'string' ? value : undefined;
  if (inner?.includes('{')) value = readJson(inner);
  if (value === undefined) {
    const loose = parseLooseJson(inner ?? text);
    if (!loose) return { kind: 'unreadable' };
    if (loose.isCut && !onlyReads) return { kind: 'cut' };
    value = loose.value;
  }
  if (value === null || (Array.isArray(value) && value.length === 0)) return { args: {} };
  if (!isPlainObject(value)) return { kind: 'noObject', got: kindOf(value) };
  return isDeeper(value, MAX_DEPTH) ? { kind: 'tooDeep' } : { args: value };
}

function isDeeper(value: unknown, limit: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return limit === 0 || Object.values(value).some(each => isDeeper(each, limit - 1));
}

/** The object in a wrapping like `{"name": "read_file", "arguments": {…}}`. */
function unwrapped({ schema }: { readonly schema: z.ZodObject }, args: Args): Args {
  const keys = Object.keys(args).filter(key => !/^(?:name|tool|type)$/.test(key));
  const [key = ''] = keys;
  if (keys.length !== 1 || Object.hasOwn(schema.shape, key)) return args;
  if (!/^(?:arguments|args|input|parameters|params|kwargs)$/.test(key)) return args;
  const inner = typeof args[key] === 'string' ? readJson(args[key]) : args[key];
  return isPlainObject(inner) ? inner : args;
}

/** The arguments under the names of the tool; `problem` for one that it does not know, or has twice. */
function withOwnNames(
  { name: tool, schema }: ToolForm<z.ZodObject>,
  given: Args,
): { readonly args: Args } | { readonly args: Args; readonly problem: ArgProblem } {
  const own = Object.keys(schema.shape);
  const args: Record<string, unknown> = {};
  const sources: Record<string, string> = {};
  const problems: ArgProblem[] = [];
  const entries = expressionAsQuery(tool, Object.entries(given));
  const put = (argument: string, value: unknown, name: string) => {
    const source = sources[argument];
    // Models write `null` for what they leave out, and the same under two names.
    if (source === undefined || args[argument] === null) {
      args[argument] = value;
      sources[argument] = name;
    } else if (JSON.stringify(args[argument]) !== JSON.stringify(value))
      problems.push({ kind: 'twice', names: [source, name] });
  };
  for (const [name, value] of entries) if (own.includes(name) && !isPlaceholder(name, value)) put(name, value, name);
  for (const [name, value] of entries) {
    if (own.includes(name) || value === null) continue;
    const meant = meantArgument(tool, name, own);
    if (meant) {
      for (const [argument, converted] of convert(meant.argument, value, meant.as, args))
        put(argument, converted, name);
    } else if (!isRemark(name)) {
      const nearest = nearestName(name, own);
      problems.push({ kind: 'unknown', name: cut(name), ...(nearest !== undefined && { nearest }) });
    }
  }
  const [problem] = problems;
  return problem ? { args, problem } : { args };
}

/** An expression in place of the flag that there is one. */
function expressionAsQuery(tool: string, entries: readonly [string, unknown][]): readonly [string, unknown][] {
  if (tool !== 'search_text') return entries;
  return entries.map(([name, value]) =>
    name === 'regex' && typeof value === 'string' && !/^\s*(?:true|false|)\s*$/i.test(value)
      ? ['regexp', value]
      : [name, value],
  );
}

/** Longer limits of time can only be milliseconds. */
const LONGEST_SECONDS = 3_600;

function convert(
  argument: string,
  value: unknown,
  as: Conversion | undefined,
  args: Args,
): readonly [string, unknown][] {
  const number = Number(value);
  switch (as) {
    case 'line':
      return [[argument, number === 0 ? 1 : value]];
    case 'count': {
      const from = Number(args.from ?? 1);
      return [[argument, Number.isFinite(from + number) ? from + number - 1 : value]];
    }
    case 'milliseconds':
      return [[argument, Number.isFinite(number) ? number / 1_000 : value]];
    case 'secondsOrMilliseconds':
      return [[argument, number > LONGEST_SECONDS ? number / 1_000 : value]];
    case 'expression':
      return args.regex === undefined
        ? [
            [argument, value],
            ['regex', true],
          ]
        : [[argument, value]];
    case 'append':
      return [[argument, value === 'append' ? true : value === 'replace' || value === 'overwrite' ? false : value]];
    default:
      return [[argument, value]];
  }
}

/** Our own placeholder, copied from a refusal, is no value. */
function isPlaceholder(name: string, value: unknown): boolean {
  return value === placeholder(name);
}

function placeholder(name: string): string {
  return `<${name}>`;
}

/** How often arguments are mended: what was a text may hold texts in its turn. */
const MENDED_DEPTH = 3;

function parseMended<Schema extends z.ZodObject>(schema: Schema, given: Args) {
  let args: unknown = given;
  let parsed = schema.safeParse(args);
  for (let depth = 0; !parsed.success && depth < MENDED_DEPTH; depth++) {
    args = mendedArgs(args, parsed.error.issues);
    parsed = schema.safeParse(args);
  }
  return parsed;
}

/**
 * Models write `null` for what they leave out, and numbers, lists and the like as text; within lists and objects, too.
 */
function mendedArgs(given: unknown, issues: readonly z.core.$ZodIssue[]): unknown {
  const args: unknown = structuredClone(given);
  for (const issue of issues) {
    const { path } = issue;
    const holder = path.slice(0, -1).reduce<unknown>((at, step) => (at as Fields)[step], args) as Fields;
    const key = path.at(-1);
    if (key === undefined || !Object.hasOwn(holder, key)) continue;
    const value = holder[key];
    if (value === null) delete holder[key];
    else if (issue.code === 'invalid_type') {
      const read = asType(issue.expected, value);
      if (read !== undefined) holder[key] = read;
      else if (value === '') delete holder[key];
    }
  }
  return args;
}

type Fields = Record<PropertyKey, unknown>;

/** A value as one of another type; undefined when it cannot be read so. */
function asType(expected: string, value: unknown): unknown {
  if (expected === 'string') return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
  if (typeof value !== 'string') return undefined;
  const word = value.trim().toLowerCase();
  return word === 'true' || word === 'false' ? word === 'true' : readJson(value);
}

function problemOf({ issues }: z.ZodError, args: Args): ArgProblem {
  const [issue] = issues;
  if (!issue) return { kind: 'unreadable' };
  const argument = issue.path
    .map((step, index) => (typeof step === 'number' ? `[${step}]` : `${index > 0 ? '.' : ''}${String(step)}`))
    .join('');
  const value = issue.path.reduce<unknown>((at, step) => (at as Fields | null | undefined)?.[step], args);
  if (value === undefined || value === null) return { kind: 'missing', argument };
  if (issue.code === 'invalid_type')
    return { kind: 'wrongType', argument, expected: issue.expected, got: kindOf(value) };
  const broken = brokenLimit(issue);
  return { kind: 'refused', argument, why: issue.message, ...(broken && { broken }) };
}

function brokenLimit(issue: z.core.$ZodIssue): BrokenLimit | undefined {
  switch (issue.code) {
    case 'custom':
      return issue.message === EMPTY ? { kind: 'empty' } : undefined;
    case 'too_small':
      if (issue.origin === 'string') return { kind: 'empty' };
      return { kind: issue.inclusive === false ? 'above' : 'least', limit: Number(issue.minimum) };
    case 'too_big':
      return { kind: issue.origin === 'string' ? 'longest' : 'most', limit: Number(issue.maximum) };
    case 'invalid_value':
      return { kind: 'oneOf', values: issue.values.map(String) };
    default:
      return undefined;
  }
}

/** The message of schemas for a text that must not be empty. */
export const EMPTY = 'is empty';

/** A short value as JSON, the kind of any other. */
function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'object' && value !== null) return 'object';
  return typeof value === 'string' && value.length > LONGEST_SHOWN ? 'string' : JSON.stringify(value);
}

function refusal<Schema extends z.ZodObject>(
  { name, schema }: ToolForm<Schema>,
  problem: ArgProblem,
  given: Args,
): { readonly ok: false; readonly problem: ArgProblem; readonly right: RightCall } {
  const fields = Object.entries(schema.shape as Readonly<Record<string, z.ZodType>>).map(([argument, type]) => ({
    name: argument,
    type,
    isOptional: type.safeParse(undefined).success,
  }));
  const shown = fields.flatMap(({ name: argument, type, isOptional }) => {
    const value = given[argument];
    const isGood = value !== undefined && type.safeParse(value).success;
    if (!isGood && isOptional) return [];
    return [`${JSON.stringify(argument)}: ${isGood ? shortJson(argument, value) : exampleOf(argument, type)}`];
  });
  const args = fields.map(({ name: argument, isOptional }) => ({ name: argument, isOptional }));
  return { ok: false, problem, right: { tool: name, form: `${name} {${shown.join(', ')}}`, args } };
}

/**
 * A value of the model's own call; the name in brackets stands for a long one, so that no copy of the form has a part
 * of it.
 */
function shortJson(name: string, value: unknown): string {
  const json = JSON.stringify(value);
  return json.length > LONGEST_SHOWN ? JSON.stringify(placeholder(name)) : json;
}

const LONGEST_SHOWN = 80;

function cut(text: string): string {
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text;
}

/** One that every type takes at its place: a name in brackets for texts. */
function exampleOf(name: string, type: z.ZodType): string {
  const examples = [1, true, [], {}];
  const fitting = examples.find(example => type.safeParse(example).success);
  if (type.safeParse(placeholder(name)).success || fitting === undefined) {
    const option = type instanceof z.ZodEnum ? type.options[0] : undefined;
    return JSON.stringify(option ?? placeholder(name));
  }
  return JSON.stringify(fitting);
}
