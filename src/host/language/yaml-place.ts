// Where in a YAML text a place is: under which keys, in a key or in a value. Reads lines by their indentation, so that it
// works in the midst of typing, when no parser would. Knows what team files are written with, not all of YAML. Pure.
import { scanLine } from './yaml-line.ts';

export interface YamlPlace {
  /** Keys from the root down to the map of a key, or down to and with the key of a value. */
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
export function placeAt(lines: readonly string[], line: number, column: number): YamlPlace | undefined {
  const text = lines[line] ?? '';
  const isBlank = text.trim() === '';
  const { indent, keyColumn, isItem } = isBlank
    ? { indent: column, keyColumn: column, isItem: false }
    : (shapeOf(text) ?? { indent: 0, keyColumn: 0, isItem: false });
  const frames = scanLine(text, { from: Math.min(keyColumn, column), isItem }, column);
  const top = frames?.at(-1);
  if (!frames || !top) return undefined;
  const keys = frames.flatMap(frame => (frame.key === undefined ? [] : [frame.key]));
  const from = wordStart(text, column);
  const to = wordEnd(text, column);
  const kind = top.key !== undefined ? 'value' : top.isList ? 'item' : 'key';
  const isFlow = frames.length > 1;
  const word = text.slice(from, to);
  return {
    path: [...pathAbove(lines, line, { indent, isItem }), ...keys],
    kind,
    word,
    from,
    to,
    siblings: (isFlow ? top.seen : siblingsOf(lines, line, isItem ? indent : keyColumn)).filter(each => each !== word),
    isFlow,
  };
}

/** The keys of the map under a key of the root, in block style. */
export function keysUnder(lines: readonly string[], key: string): readonly string[] {
  const at = lines.findIndex(line => shapeOf(line)?.key === key && shapeOf(line)?.keyColumn === 0);
  const found: string[] = [];
  let column: number | undefined;
  for (const line of at < 0 ? [] : lines.slice(at + 1)) {
    const shape = shapeOf(line);
    if (!shape) continue;
    if (shape.indent === 0) break;
    column ??= shape.indent;
    if (shape.keyColumn === column && shape.key !== undefined) found.push(shape.key);
  }
  return found;
}

interface LineShape {
  /** Where the line begins: at its dash, or at its key. */
  readonly indent: number;
  readonly keyColumn: number;
  readonly isItem: boolean;
  readonly key?: string;
  /** What stands behind `key:` on the line. */
  readonly value?: string;
  /** The text of an item that has no key. */
  readonly scalar?: string;
}

const keyPattern = /^(?:"([^"]*)"|'([^']*)'|([^\s"'#{}[\]][^#]*?))\s*:(?:\s+(.*))?$/;

/** `undefined` for lines that say nothing. */
function shapeOf(text: string): LineShape | undefined {
  const [, spaces = '', dashes = '', rest = ''] = /^(\s*)((?:-(?:\s+|$))*)(.*)$/.exec(text) ?? [];
  if ((rest === '' && dashes === '') || rest.startsWith('#') || /^(---|\.\.\.)/.test(text)) return undefined;
  const match = keyPattern.exec(rest);
  const key = match?.[1] ?? match?.[2] ?? match?.[3];
  return {
    indent: spaces.length,
    keyColumn: spaces.length + dashes.length,
    isItem: dashes !== '',
    ...(key !== undefined
      ? { key, value: (match?.[4] ?? '').replace(/(^|\s)#.*/, '').trim() }
      : { scalar: rest.trim() }),
  };
}

/** The keys above a line that it lies under. */
function pathAbove(
  lines: readonly string[],
  line: number,
  { indent, isItem }: { readonly indent: number; readonly isItem: boolean },
): string[] {
  const path: string[] = [];
  // A list may begin at the column of its key; everything else lies further right.
  let limit = isItem ? indent : indent - 1;
  for (let at = line - 1; at >= 0 && limit >= 0; at--) {
    const shape = shapeOf(lines[at] ?? '');
    if (!shape || shape.indent > limit) continue;
    if (shape.key !== undefined && shape.keyColumn <= limit) {
      if (/^([{[]|&\S+|)$/.test(shape.value ?? '')) path.unshift(shape.key);
      limit = shape.isItem ? shape.indent : shape.keyColumn - 1;
    } else if (shape.isItem) limit = shape.indent;
  }
  return path;
}

function siblingsOf(lines: readonly string[], line: number, column: number): string[] {
  const found: string[] = [];
  for (const step of [-1, 1]) {
    for (let at = line + step; at >= 0 && at < lines.length; at += step) {
      const shape = shapeOf(lines[at] ?? '');
      if (!shape) continue;
      const name = shape.keyColumn === column ? shape.key : shape.indent === column ? shape.scalar : undefined;
      if (name !== undefined) found.push(name);
      if (shape.indent < column) break;
    }
  }
  return found;
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
