// The short form of the fixed part, for models with a small context window: fewer tools, in fewer words. Pure.
import type { ToolSpec } from '../base/chat.ts';
import type { PromptPart } from './prompt-part.ts';
import type { Surroundings } from './words/words.ts';

/** The instructions of the short form; a course that opened with this part stays short (SPEC 10.9). */
export const SHORT_PART = 'short';

/** Tokens: below such a context window the short form is used, unless the configuration says otherwise. */
export const SMALL_WINDOW = 16_000;

/** True if a system message has the short form. */
export function isShortForm(parts: readonly PromptPart[]): boolean {
  return parts.some(({ id }) => id === SHORT_PART);
}

/** Tools that the short form does not offer; a model that calls one all the same has its call performed. */
const lesser: ReadonlySet<string> = new Set([
  'add_reminder',
  'update_reminder',
  'recall_taskdoc',
  'wait_for',
  'read_course',
]);

/** True if the short form offers a tool. */
export function isOfferedShort(tool: string): boolean {
  return !lesser.has(tool);
}

/** Names of the top level that the short form has. */
const NAMES = 12;

/** The surroundings with fewer names. */
export function inShort({ top, ...rest }: Surroundings): Surroundings {
  if (!top) return rest;
  const { names, more } = top;
  return { ...rest, top: { names: names.slice(0, NAMES), more: more + Math.max(0, names.length - NAMES) } };
}

/** Characters of a description. */
const LONGEST = 120;

/** A tool in few words: the beginning of its description, and no words on its arguments. */
export function shortTool(spec: ToolSpec): ToolSpec {
  const short = shortTools.get(spec) ?? shortened(spec);
  shortTools.set(spec, short);
  return short;
}

/** The same value for the same tool, so that the bytes of requests can be kept. */
const shortTools = new WeakMap<ToolSpec, ToolSpec>();

function shortened({ name, description, parameters }: ToolSpec): ToolSpec {
  const beginning = description.split(/[.;:\u3002\uff1b\uff1a](?:\s|$)|\n|[\u3002\uff1b\uff1a]/u, 1)[0] ?? '';
  return { name, description: beginning.slice(0, LONGEST), parameters: plainSchema(parameters) as typeof parameters };
}

/** A schema without descriptions, and with the first of alternatives. */
function plainSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(plainSchema);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { anyOf, description, properties, ...rest } = schema as Readonly<Record<string, unknown>>;
  if (Array.isArray(anyOf)) return plainSchema(anyOf[0]);
  const others = Object.entries(rest).map(([key, value]) => [key, plainSchema(value)]);
  // A property may be called `description`.
  const named = typeof properties === 'object' && properties !== null ? Object.entries(properties) : undefined;
  const plain = named?.map(([key, value]) => [key, plainSchema(value)] as const);
  return Object.fromEntries([...others, ...(plain ? [['properties', Object.fromEntries(plain)] as const] : [])]);
}

/**
 * True if a name says that a model has fewer than four thousand million parameters: `qwen2.5-coder:1.5b`,
 * `Llama-3.2-3B-Instruct`.
 */
export function isSmallModel(name: string): boolean {
  return /(?:^|[^\da-z.])[0-3](?:\.\d+)?b(?![a-z])/i.test(name);
}
