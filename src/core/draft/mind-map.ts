// A map with the keys of a mind's output (SPEC 15.8) as its parts, nothing of it lost (SPEC 15.14). Never throws.
import type { Node, Pair, Scalar } from 'yaml';
import { CST, isMap, isScalar, isSeq, Lexer } from 'yaml';
import { isLexerMark, parseYamls } from '../text/parse-yaml.ts';

/** The maps read so far, in the order of the text. */
export interface Gathered {
  readonly thoughts: string[];
  readonly drafts: string[];
  readonly notes: string[];
  /** For the person: what could not be read. */
  readonly warnings: string[];
  /** Text that belongs to none of the keys above. */
  readonly rest: string[];
  /** True if any map, or a part of one, was read. */
  isRead: boolean;
}

/** The keys of an output. */
export const mindKeys = ['thoughts', 'draft', 'note', 'skip'] as const;
export type MindKey = (typeof mindKeys)[number];

/** Reads a text as YAML; only `maps` is filled. */
type Gathering = { readonly kind: 'maps' | 'empty' | 'other' } | { readonly kind: 'broken'; readonly message: string };

/** A text, and the stretches of it that were read: comments in them are a part of what was read. */
interface Source {
  readonly text: string;
  readonly taken: (readonly [from: number, to: number])[];
}

/** Reads the documents of a text; a document that is not a map with a known key counts as left over. */
export function gatherYaml(text: string, into: Gathered): Gathering {
  let documents: ReturnType<typeof parseYamls>;
  try {
    documents = parseYamls(text, { prettyErrors: false, logLevel: 'silent' });
  } catch {
    // Nested too deep for the parser, say.
    return { kind: 'broken', message: 'the output is not YAML that can be read' };
  }
  const error = documents.flatMap(({ errors }) => errors)[0];
  if (error) return { kind: 'broken', message: `the output is broken YAML: ${firstLine(error.message)}` };
  if (!documents.some(({ contents }) => isMindMap(contents))) {
    const isEmpty = documents.every(({ contents }) => isNothing(contents));
    if (isEmpty) leaveLines({ text, taken: [] }, into);
    return { kind: isEmpty ? 'empty' : 'other' };
  }
  const source: Source = { text, taken: [] };
  for (const { contents } of documents) {
    if (isMindMap(contents)) gatherMap(contents, source, into);
    else if (!isNothing(contents)) into.rest.push(sourceOf(contents, source));
  }
  leaveLines(source, into);
  return { kind: 'maps' };
}

/**
 * True if a text is prose and no attempt at the form: it has none of the keys, and is no list, no map and no JSON.
 * Broken YAML that begins with a key is none.
 */
export function isProse(text: string): boolean {
  if (anyKey.test(text) || /^\s*(?:[[{]|[a-z_]+:(?:\s|$))/.test(text)) return false;
  try {
    const documents = parseYamls(text, { prettyErrors: false, logLevel: 'silent' });
    const isBroken = documents.some(({ errors }) => errors.length > 0);
    return isBroken || documents.every(({ contents }) => isNothing(contents) || isScalar(contents));
  } catch {
    return false;
  }
}

const anyKey = new RegExp(`^[ \\t]*(?:${mindKeys.join('|')})[ \\t]*:`, 'm');

/** True if a text has nothing visible: spaces, control and format characters, and letters without a form. */
export function isInvisible(text: string): boolean {
  return /^(?:[\s\p{Cc}\p{Cf}\p{Z}\u115f\u1160\u2800\u3164\uffa0]|\p{Variation_Selector})*$/u.test(text);
}

function isMindMap(node: unknown): node is Node & { readonly items: readonly Pair[] } {
  return isMap(node) && (node.items as Pair[]).some(({ key }) => keyOf(key) !== undefined);
}

function isNothing(node: unknown): boolean {
  if (node === null || node === undefined) return true;
  if (isScalar(node)) return node.value === null;
  return (isMap(node) || isSeq(node)) && node.items.length === 0;
}

function keyOf(key: unknown): MindKey | undefined {
  return isScalar(key) ? mindKeys.find(each => each === key.value) : undefined;
}

function gatherMap({ items }: { readonly items: readonly Pair[] }, source: Source, into: Gathered): void {
  into.isRead = true;
  const pairOf = (name: MindKey) => items.find(({ key }) => keyOf(key) === name);
  const given = (name: MindKey) => pairOf(name)?.value;
  const textAt = (name: 'thoughts' | 'draft' | 'note') => {
    const from = endOf(pairOf(name)?.key, source);
    return readText(given(name), { source, from, mark: /^\s*:/ }, () => strange(name, given(name)));
  };
  const strange = (where: string, node: unknown) => {
    into.warnings.push(`${where} is not text`);
    into.rest.push(sourceOf(node, source));
  };
  const thoughts = given('thoughts');
  if (isSeq(thoughts)) {
    for (const [at, item] of thoughts.items.entries()) {
      const from = endOf(thoughts.items[at - 1] ?? pairOf('thoughts')?.key, source);
      const mark = thoughts.flow ? /^[\s\S]*/ : /^(?:.*\n)*\s*-\s/;
      const text = readText(item, { source, from, mark }, () => strange(`thought ${at + 1}`, item));
      if (text !== undefined) into.thoughts.push(text);
    }
  } else {
    const text = textAt('thoughts');
    if (text !== undefined) into.thoughts.push(text);
  }
  const isSkipped = readSkip(given('skip'), into.warnings);
  const draft = textAt('draft');
  if (draft !== undefined && !isSkipped) into.drafts.push(draft);
  const note = textAt('note');
  if (note !== undefined) into.notes.push(note);
  for (const { key, value } of items) {
    if (keyOf(key) === undefined) into.rest.push(`${sourceOf(key, source)}: ${sourceOf(value, source)}`.trim());
  }
}

function readSkip(node: unknown, warnings: string[]): boolean {
  if (isNothing(node)) return false;
  if (isScalar(node) && typeof node.value === 'boolean') return node.value;
  warnings.push('skip is not true or false');
  return false;
}

/** Where the text of a node may begin: behind what comes before it, and the mark that ends with `:` or `-`. */
interface Start {
  readonly source: Source;
  readonly from: number;
  readonly mark: RegExp;
}

/** A text, or a number as it was written. A text without visible characters counts as none. */
function readText(node: unknown, start: Start, warn: () => void): string | undefined {
  if (node === null || node === undefined || (isScalar(node) && node.value === null && !isHashed(node)))
    return undefined;
  const text = isScalar(node) ? scalarText(node, start) : undefined;
  if (text === undefined) warn();
  return text === undefined || isInvisible(text) ? undefined : text;
}

/** True if nothing stands there but a `#` with text right behind it, as no comment is written. */
function isHashed({ value, type, comment }: Scalar): boolean {
  return value === null && type === 'PLAIN' && /^\S/.test(comment ?? '');
}

/** The newline that ends a block belongs to its form, not to the text. */
function scalarText(scalar: Scalar, start: Start): string | undefined {
  const { value, type, source } = scalar;
  if (type === 'PLAIN' && (typeof value === 'string' || value === null)) return plainText(scalar, start);
  if (typeof value === 'number' || typeof value === 'bigint') return source ?? String(value);
  if (typeof value !== 'string') return undefined;
  return type?.startsWith('BLOCK') && !value.endsWith('\n\n') ? value.replace(/\n$/, '') : value;
}

/**
 * A line of prose, with what YAML takes out of it: words in front that look like a tag, an anchor or a comment, and
 * those behind a `#`.
 */
function plainText({ value, comment, range }: Scalar, { source, from, mark }: Start): string {
  const [begin = from, , end = begin] = range ?? [];
  const before = source.text.slice(from, begin).replace(mark, '').trimStart();
  source.taken.push([begin - before.length, end]);
  const first = before.trim() === '' ? '' : `${before.trim()}${before.includes('\n') ? '\n' : ' '}`;
  return [`${first}${value ?? ''}`, hashed(comment)].filter(part => part !== '').join(' ');
}

function endOf(node: unknown, { text }: Source): number {
  return (node as Partial<Node> | null | undefined)?.range?.[1] ?? text.length;
}

/**
 * Comments that are no part of what was read are left over, and so are lines in front of a document that begin with
 * `%`.
 */
function leaveLines({ text, taken }: Source, into: Gathered): void {
  let at = 0;
  let isText = false;
  for (const lexeme of new Lexer().lex(text)) {
    if (!isLexerMark(lexeme)) {
      const isRead = taken.some(([from, to]) => from <= at && at < to);
      if (!isText && /^(?:#|%(?!YAML\b))/.test(lexeme) && !isRead) into.rest.push(lexeme);
      at += lexeme.length;
    }
    isText = lexeme === CST.SCALAR;
  }
}

/** A comment as it was written. */
function hashed(comment: string | null | undefined): string {
  return comment ? comment.replaceAll(/^/gm, '#') : '';
}

function sourceOf(node: unknown, { text, taken }: Source): string {
  const range = (node as Partial<Node> | null)?.range;
  if (!range) return '';
  taken.push([range[0], range[1]]);
  return text.slice(range[0], range[1]).trim();
}

function firstLine(message: string): string {
  return message.split('\n', 1)[0] ?? message;
}
