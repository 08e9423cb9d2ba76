// A YAML file that people edit, read with the place of everything in it. Broken YAML never throws: it gives problems,
// and what could still be read.
import type { Document, Node, Pair } from 'yaml';
import { isMap, isScalar, LineCounter } from 'yaml';
import type { FileProblem } from '../../core/team/team.ts';
import { parseYaml } from '../../core/text/parse-yaml.ts';

/** A place in a text: offset in UTF-16 units. */
export type Offset = number;

/** A read file. `problems` are those of the YAML itself, each with its place. */
export interface YamlFile {
  readonly root: Node | null;
  readonly problems: readonly FileProblem[];
  /** A place of this file; without an offset it is the whole file. */
  at(offset: Offset | undefined): Pick<FileProblem, 'file' | 'line' | 'column'>;
  /** A problem at a place of this file; without a place it concerns the whole file. */
  problemAt(offset: Offset | undefined, problem: Omit<FileProblem, 'file' | 'line' | 'column'>): FileProblem;
  /** The plain value of a node. Aliases that would blow up give undefined. */
  valueOf(node: Node | null): unknown;
  /** True if a fault of the YAML itself is inside a pair that ends where `next` begins. */
  isBroken(pair: YamlPair, next: YamlPair | undefined): boolean;
  /** Faults of the YAML itself within such a pair, as indexes of `problems`. */
  faultsWithin(pair: YamlPair, next: YamlPair | undefined): readonly number[];
}

/** One `key: value` of a map. */
export interface YamlPair {
  readonly key: string;
  readonly keyAt: Offset;
  readonly value: Node | null;
}

/** Reads YAML text. `file` names it in problems. Never throws. */
export function readYaml(text: string, file: string): YamlFile {
  const lines = new LineCounter();
  const document = parseYaml(text, { lineCounter: lines, merge: true, prettyErrors: false, logLevel: 'error' });
  const faults = document.errors.map(({ code, pos: [at], message }) => ({ code, at, message }));
  const at: YamlFile['at'] = offset => {
    if (offset === undefined) return { file };
    const { line, col } = lines.linePos(Math.min(offset, text.length));
    return { file, line, column: col };
  };
  const problemAt: YamlFile['problemAt'] = (offset, problem) => ({ ...at(offset), ...problem });
  const faultsWithin: YamlFile['faultsWithin'] = (pair, next) => {
    const end = next?.keyAt ?? text.length;
    const within: number[] = [];
    for (let index = firstFrom(faults, pair.keyAt); index < faults.length; index++) {
      const fault = faults[index];
      if (!fault || fault.at > end) break;
      if (liesWithin(fault, pair.keyAt, end)) within.push(index);
    }
    return within;
  };
  return {
    root: document.contents,
    problems: [
      ...faults.map(({ code, at: offset, message }) =>
        problemAt(offset, {
          fault: { id: 'yaml-broken', code, reason: message },
          severity: 'error',
        }),
      ),
      ...document.warnings.map(({ pos: [offset], message }) =>
        problemAt(offset, { fault: { id: 'yaml-warning', reason: message }, severity: 'warning' }),
      ),
    ],
    at,
    problemAt,
    valueOf: node => plainValue(node, document),
    isBroken: (pair, next) => faultsWithin(pair, next).length > 0,
    faultsWithin,
  };
}

/** The index of the first of these, which are in the order of the text, that does not lie before a place. */
function firstFrom(faults: readonly { readonly at: Offset }[], from: Offset): number {
  let [low, high] = [0, faults.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((faults[middle]?.at ?? 0) < from) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The pairs of a map in the order of the file; empty for anything else. */
export function pairsOf(node: Node | null | undefined): readonly YamlPair[] {
  if (!isMap(node)) return [];
  return node.items.flatMap((pair: Pair) => {
    const { key, value } = pair as Pair<unknown, Node | null>;
    // A merge key has a symbol for its value and is not a key of the map.
    if (!isScalar(key) || typeof key.value === 'symbol') return [];
    return [{ key: String(key.value), keyAt: key.range?.[0] ?? 0, value }];
  });
}

/** The start of the deepest reachable part of a path: a value, or its key when there is no value. */
export function offsetAt(node: Node | null, path: readonly PropertyKey[], fallback: Offset): Offset {
  const [step, ...rest] = path;
  const own = node?.range?.[0] ?? fallback;
  if (step === undefined) return own;
  const pair = pairsOf(node).find(({ key }) => key === String(step));
  if (pair) return offsetAt(pair.value, rest, pair.keyAt);
  const item =
    typeof step === 'number' && node !== null && 'items' in node ? (node.items as unknown[])[step] : undefined;
  return isNode(item) ? offsetAt(item, rest, own) : own;
}

function isNode(item: unknown): item is Node {
  return typeof item === 'object' && item !== null && 'range' in item;
}

function plainValue(node: Node | null, document: Document): unknown {
  if (node === null) return null;
  try {
    return node.toJS(document, { maxAliasCount: 100 });
  } catch {
    return undefined;
  }
}

// The parser reports a duplicate key at its beginning, and every other fault at or after the end of the broken part.
function liesWithin({ code, at }: { code: string; at: Offset }, from: Offset, to: Offset): boolean {
  return code === 'DUPLICATE_KEY' ? from <= at && at < to : from < at && at <= to;
}
