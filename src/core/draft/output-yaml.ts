// What the mind wrote at one step (SPEC 15.8): YAML with `thoughts`, `draft`, `note`, `skip`, all optional, in a fence or
// among prose or by itself. What cannot be read gives nothing and a warning. Never throws.
import type { Document, Node, Pair, Scalar } from 'yaml';
import { isMap, isScalar, isSeq } from 'yaml';
import { parseYamls } from '../parse-yaml.ts';

export interface MindOutput {
  readonly thoughts: readonly string[];
  /** Absent: the latest draft stands. */
  readonly draft?: string;
  readonly note?: string;
  /** For the person, when something could not be read. */
  readonly warning?: string;
}

const knownKeys: readonly string[] = ['thoughts', 'draft', 'note', 'skip'];
const NOTE_MAX = 200;

/** Reads an output. */
export function parseMindOutput(text: string): MindOutput {
  if (text.trim() === '') return { thoughts: [] };
  const others: Reading[] = [];
  for (const candidate of candidates(text)) {
    const reading = readYaml(candidate);
    if (reading.kind === 'map') return readMap(reading.pairs);
    others.push(reading);
  }
  if (others.some(({ kind }) => kind === 'empty')) return { thoughts: [] };
  const broken = others.find(reading => reading.kind === 'broken');
  return { thoughts: [], warning: broken?.message ?? 'the output is not YAML' };
}

/** Where the YAML may be, the likeliest first: the whole text, a fence, what begins with a known key, a fence that is indented. */
function* candidates(text: string): Generator<string> {
  const unified = text.replace(/\r\n?/g, '\n').replace(/^\uFEFF/, '');
  yield unified;
  yield* fencedIn(unified, /^()(`{3,}|~{3,})/);
  yield* keyedIn(unified);
  yield* fencedIn(unified, /^( {1,3})(`{3,}|~{3,})/);
}

/** The contents of fences that begin like `mark` (spaces, marks); one that is never closed ends with the text. */
function fencedIn(text: string, mark: RegExp): string[] {
  const contents: string[] = [];
  let open: Fence | undefined;
  for (const line of text.split('\n')) {
    if (!open) {
      const [, indent = '', marks] = mark.exec(line) ?? [];
      if (marks !== undefined) open = { indent: indent.length, marks, lines: [] };
    } else if (closes(line, open)) {
      contents.push(`${open.lines.join('\n')}\n`);
      open = undefined;
    } else {
      open.lines.push(line);
    }
  }
  return open ? [...contents, open.lines.join('\n')] : contents;
}

interface Fence {
  /** Spaces before it. */
  readonly indent: number;
  readonly marks: string;
  readonly lines: string[];
}

/** A fence within a draft is indented more than the one around it. */
function closes(line: string, { indent, marks }: Fence): boolean {
  const end = line.trim();
  const isNear = line.length - line.trimStart().length <= indent;
  return isNear && end.length >= marks.length && end === (marks[0] ?? '').repeat(end.length);
}

/** From the first line with a known key to the first line of prose after it. */
function keyedIn(text: string): string[] {
  const lines = text.split('\n');
  const isKey = (line: string) => /^(thoughts|draft|note|skip)[ \t]*:/.test(line);
  const from = lines.findIndex(isKey);
  if (from < 0) return [];
  const rest = lines.slice(from);
  const end = rest.findIndex(line => !isKey(line) && !/^(\s|#|- |-$|$)/.test(line));
  return [`${(end < 0 ? rest : rest.slice(0, end)).join('\n')}\n`];
}

type Reading =
  | { readonly kind: 'map'; readonly pairs: readonly Pair[] }
  | { readonly kind: 'empty' }
  | { readonly kind: 'broken'; readonly message: string }
  | { readonly kind: 'other' };

function readYaml(text: string): Reading {
  let documents: readonly Document[];
  try {
    documents = parseYamls(text, { prettyErrors: false, logLevel: 'silent' });
  } catch {
    // Nested too deep for the parser, say.
    return { kind: 'broken', message: 'the output is not YAML that can be read' };
  }
  const whole = documents.filter(({ errors }) => errors.length === 0);
  const map = whole.map(({ contents }) => contents).find(isMindMap);
  if (map) return { kind: 'map', pairs: map.items as Pair[] };
  const error = documents.flatMap(({ errors }) => errors)[0];
  if (error) return { kind: 'broken', message: `the output is broken YAML: ${firstLine(error.message)}` };
  const isEmpty = whole.every(({ contents }) => isNothing(contents));
  return isEmpty ? { kind: 'empty' } : { kind: 'other' };
}

function isMindMap(node: unknown): node is Node & { readonly items: readonly Pair[] } {
  return isMap(node) && (node.items as Pair[]).some(({ key }) => knownKeys.includes(keyName(key)));
}

function isNothing(node: unknown): boolean {
  if (node === null || node === undefined) return true;
  if (isScalar(node)) return node.value === null;
  return (isMap(node) || isSeq(node)) && node.items.length === 0;
}

function keyName(key: unknown): string {
  return isScalar(key) ? String(key.value) : '';
}

function readMap(pairs: readonly Pair[]): MindOutput {
  const warnings: string[] = [];
  const warn = (where: string) => void warnings.push(`${where} is not text`);
  const given = (name: string) => pairs.find(({ key }) => keyName(key) === name)?.value;
  const thoughts = readThoughts(given('thoughts'), warn);
  const isSkipped = readSkip(given('skip'), warnings);
  const draft = isSkipped ? undefined : readText(given('draft'), () => warn('draft'));
  const note = readText(given('note'), () => warn('note'));
  return {
    thoughts,
    ...(draft !== undefined && { draft }),
    ...(note !== undefined && { note: shortened(note) }),
    ...(warnings.length > 0 && { warning: warnings.join('; ') }),
  };
}

function readThoughts(node: unknown, warn: (where: string) => void): string[] {
  const items = isSeq(node) ? node.items : [node];
  return items.flatMap((item, at) => readText(item, () => warn(isSeq(node) ? `thought ${at + 1}` : 'thoughts')) ?? []);
}

function readSkip(node: unknown, warnings: string[]): boolean {
  if (isNothing(node)) return false;
  if (isScalar(node) && typeof node.value === 'boolean') return node.value;
  warnings.push('skip is not true or false');
  return false;
}

/** A text, or a number as it was written. Blank text is nothing. */
function readText(node: unknown, warn: () => void): string | undefined {
  if (isScalar(node) && node.value === null) return undefined;
  if (node === null || node === undefined) return undefined;
  const text = isScalar(node) ? scalarText(node) : undefined;
  if (text === undefined) warn();
  return text === undefined || text.trim() === '' ? undefined : text;
}

/** The newline that ends a block belongs to its form, not to the text. */
function scalarText(scalar: Scalar): string | undefined {
  const { value, type, source } = scalar;
  if (typeof value === 'number' || typeof value === 'bigint') return source ?? String(value);
  if (typeof value !== 'string') return undefined;
  return type?.startsWith('BLOCK') && !value.endsWith('\n\n') ? value.replace(/\n$/, '') : value;
}

function shortened(note: string): string {
  const line = note.replace(/\s+/g, ' ').trim();
  const characters = [...line];
  return characters.length <= NOTE_MAX ? line : `${characters.slice(0, NOTE_MAX - 1).join('')}…`;
}

function firstLine(message: string): string {
  return message.split('\n', 1)[0] ?? message;
}
