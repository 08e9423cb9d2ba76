// YAML of index files. Most values are short names, times and numbers, whose YAML is the text itself; the library takes
// a third of a millisecond for such a file, so it is used only for the rest. The output equals the library's.
import { stringify } from 'yaml';

/** The YAML of an object with plain values, as the `yaml` package writes it. */
export function yamlText(value: object): string {
  const entries = Object.entries(value).filter(([, each]) => each !== undefined);
  if (entries.length === 0) return stringify(value);
  return entries.map(([key, each]) => simpleEntry(key, each, '') ?? stringify({ [key]: each })).join('');
}

/**
 * The YAML of each item of a list of such objects, with its dash. All are written at once: each call of the library
 * costs as much as ten of them.
 */
export function itemTexts(values: readonly object[]): readonly string[] {
  if (values.length === 0) return [];
  // Only an item begins at the edge.
  return stringify(values).split(/^(?=- )/m);
}

/** One `key: value` with its newline; undefined when it wants quotes, folding or anything else that is not plain. */
function simpleEntry(key: string, value: unknown, indent: string): string | undefined {
  if (!simpleKey.test(key) || reserved.test(key)) return undefined;
  switch (typeof value) {
    case 'boolean':
      return `${indent}${key}: ${value}\n`;
    case 'number':
      return Number.isSafeInteger(value) && !Object.is(value, -0) ? `${indent}${key}: ${value}\n` : undefined;
    case 'string':
      return isPlain(value) ? `${indent}${key}: ${value}\n` : simpleBlock(key, value, indent);
    case 'object':
      return isMap(value) ? simpleMap(key, value, indent) : undefined;
    default:
      return undefined;
  }
}

function simpleMap(key: string, value: object, indent: string): string | undefined {
  const entries = Object.entries(value).filter(([, each]) => each !== undefined);
  const lines = entries.map(([name, each]) => simpleEntry(name, each, `${indent}  `));
  if (lines.length === 0 || lines.includes(undefined)) return undefined;
  return `${indent}${key}:\n${lines.join('')}`;
}

/** Several short lines, the last with or without its newline. */
function simpleBlock(key: string, value: string, indent: string): string | undefined {
  if (!value.includes('\n') || value.length > MOST_BLOCK) return undefined;
  const lines = value.split('\n');
  const isEnded = lines.at(-1) === '';
  if (isEnded) lines.pop();
  if (!lines.every(line => simpleLine.test(line))) return undefined;
  return `${indent}${key}: ${isEnded ? '|' : '|-'}\n${lines.map(line => `${indent}  ${line}\n`).join('')}`;
}

function isPlain(text: string): boolean {
  return (simpleText.test(text) && !reserved.test(text)) || time.test(text) || id.test(text);
}

function isMap(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

const MOST_BLOCK = 2000;
const simpleKey = /^[A-Za-z]\w{0,23}$/;
const simpleText = /^[A-Za-z](?:[A-Za-z0-9_ ./,-]{0,38}[A-Za-z0-9_./,])?$/;
/** Nothing before, behind or within it that a block would have to mark; short enough not to be folded. */
const simpleLine = /^[!-~](?:[ -~]{0,48}[!-~])?$/;
/** Texts that some YAML reader would take for another type. */
const reserved = /^(?:true|false|null|yes|no|on|off|y|n|nan|inf|infinity)$/i;
const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const id = /^[0-9a-z]{9}-[0-9a-z]{2}-[0-9a-z]{4}$/;
