// A map with the keys of a mind's output (SPEC 15.8) as its parts, nothing of it lost (SPEC 15.14). Never throws.
import type { Node, Pair, Scalar } from 'yaml';
import { isMap, isScalar, isSeq } from 'yaml';
import { parseYamls } from '../parse-yaml.ts';

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
export type Gathering =
  | { readonly kind: 'maps' | 'empty' | 'other' }
  | { readonly kind: 'broken'; readonly message: string };

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
    return { kind: documents.every(({ contents }) => isNothing(contents)) ? 'empty' : 'other' };
  }
  for (const { contents } of documents) {
    if (isMindMap(contents)) gatherMap(contents, text, into);
    else if (!isNothing(contents)) into.rest.push(sourceOf(contents, text));
  }
  return { kind: 'maps' };
}

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

function gatherMap({ items }: { readonly items: readonly Pair[] }, source: string, into: Gathered): void {
  into.isRead = true;
  const given = (name: MindKey) => items.find(({ key }) => keyOf(key) === name)?.value;
  const strange = (where: string, node: unknown) => {
    into.warnings.push(`${where} is not text`);
    into.rest.push(sourceOf(node, source));
  };
  const thoughts = given('thoughts');
  const list = isSeq(thoughts) ? thoughts.items : [thoughts];
  list.forEach((item, at) => {
    const text = readText(item, () => strange(isSeq(thoughts) ? `thought ${at + 1}` : 'thoughts', item));
    if (text !== undefined) into.thoughts.push(text);
  });
  const isSkipped = readSkip(given('skip'), into.warnings);
  const draft = readText(given('draft'), () => strange('draft', given('draft')));
  if (draft !== undefined && !isSkipped) into.drafts.push(draft);
  const note = readText(given('note'), () => strange('note', given('note')));
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

/** A text, or a number as it was written. A text without visible characters counts as none. */
function readText(node: unknown, warn: () => void): string | undefined {
  if (isScalar(node) && node.value === null) return undefined;
  if (node === null || node === undefined) return undefined;
  const text = isScalar(node) ? scalarText(node) : undefined;
  if (text === undefined) warn();
  return text === undefined || isInvisible(text) ? undefined : text;
}

/** The newline that ends a block belongs to its form, not to the text; what follows a `#` in a line of prose does. */
function scalarText({ value, type, source, comment }: Scalar): string | undefined {
  if (typeof value === 'number' || typeof value === 'bigint') return source ?? String(value);
  if (typeof value !== 'string') return undefined;
  if (type === 'PLAIN' && comment) return `${value} #${comment}`;
  return type?.startsWith('BLOCK') && !value.endsWith('\n\n') ? value.replace(/\n$/, '') : value;
}

function sourceOf(node: unknown, source: string): string {
  const range = (node as Partial<Node> | null)?.range;
  return range ? source.slice(range[0], range[1]).trim() : '';
}

function firstLine(message: string): string {
  return message.split('\n', 1)[0] ?? message;
}
