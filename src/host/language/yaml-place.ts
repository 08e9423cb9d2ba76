// Finds the place of the cursor in a YAML text: its keys, and whether a key, a value or a list item is typed there. The
// library's parser is tolerant, so this works while the text is incomplete. Pure.
import { CST, Parser } from 'yaml';
import { isTooDeep } from '../../core/text/parse-yaml.ts';

export interface YamlPlace {
  /** Keys from the root down to the map of a key, or down to and with the key of a value. Lists add none. */
  readonly path: readonly string[];
  readonly kind: 'key' | 'value' | 'item';
  /** The word around the place, and its columns from 0; `to` is behind it. */
  readonly word: string;
  readonly from: number;
  readonly to: number;
  /** The other keys of the map, or items of the list. */
  readonly siblings: readonly string[];
  /** In `{}` or `[]`, where lines mean nothing. */
  readonly isFlow: boolean;
}

/** The place at a line and column, both from 0; `undefined` in comments. */
export function yamlPlaceAt(lines: readonly string[], line: number, column: number): YamlPlace | undefined {
  const text = lines[line] ?? '';
  const from = wordStart(text, column);
  const to = wordEnd(text, column);
  const word = text.slice(from, to);
  const marked = [...lines.slice(0, line), withMark(text, from, to), ...lines.slice(line + 1)];
  const found = spotIn(rootOf(marked.join('\n')), []);
  return found && { ...found, siblings: found.siblings.filter(each => each !== word), word, from, to };
}

/** The keys of the map under a key of the root. */
export function keysUnder(lines: readonly string[], key: string): readonly string[] {
  const root = rootOf(lines.join('\n'));
  const items = root && 'items' in root ? root.items : [];
  const value = items.find(item => textOf(item.key) === key)?.value;
  return value && 'items' in value ? keysOf(value.items) : [];
}

/** Stands at the cursor, so that an empty place is a node too; no text has this character. */
const MARK = '\uE000';

/** A word alone in its line is a key that has no colon yet; right behind a colon a value begins. */
function withMark(text: string, from: number, to: number): string {
  const [before, word, after] = [text.slice(0, from), text.slice(from, to), text.slice(to)];
  const isKey = before.trim() === '' && !/^\s*:/.test(after);
  const gap = word === '' && /(?:^|[{,])[^:{}[\],]*:$/.test(before) ? ' ' : '';
  return `${before}${gap}${word}${MARK}${isKey && after.trim() === '' ? ':' : ''}${after}`;
}

/** The first document's contents; none for a text that is nested too deep for the parser. */
function rootOf(text: string): CST.Token | undefined {
  if (isTooDeep(text)) return undefined;
  for (const token of new Parser().parse(text)) if (token.type === 'document') return token.value;
  return undefined;
}

type Spot = Omit<YamlPlace, 'word' | 'from' | 'to'>;

function spotIn(token: CST.Token | undefined, path: readonly string[]): Spot | undefined {
  if (!token || !('items' in token)) return undefined;
  const isFlow = token.type === 'flow-collection';
  const isList = token.type === 'block-seq' || (isFlow && token.start.source === '[');
  const siblings = isList ? token.items.flatMap(({ key, value }) => textOf(key ?? value) ?? []) : keysOf(token.items);
  const spot = { siblings: siblings.filter(each => each !== ''), isFlow };
  for (const { key, value } of token.items) {
    if (isMarked(key)) return { ...spot, path, kind: isList ? 'item' : 'key' };
    const below = key ? [...path, textOf(key) ?? ''] : path;
    if (isMarked(value)) return { ...spot, path: below, kind: key ? 'value' : isList ? 'item' : 'key' };
    const found = spotIn(value, below);
    if (found) return found;
  }
  return undefined;
}

function isMarked(token: CST.Token | null | undefined): boolean {
  return token !== null && token !== undefined && 'source' in token && token.source.includes(MARK);
}

function keysOf(items: readonly CST.CollectionItem[]): string[] {
  return items.flatMap(({ key }) => textOf(key) ?? []);
}

/** The text of a plain or quoted scalar, without the mark. */
function textOf(token: CST.Token | null | undefined): string | undefined {
  return CST.resolveAsScalar(token ?? null)?.value.replace(MARK, '');
}

const inWord = /[^\s:,{}[\]'"#]/;

function wordStart(text: string, column: number): number {
  let at = Math.min(column, text.length);
  while (at > 0 && inWord.test(text[at - 1] ?? '')) at--;
  return at;
}

function wordEnd(text: string, column: number): number {
  let at = column;
  while (at < text.length && inWord.test(text[at] ?? '')) at++;
  return at;
}
