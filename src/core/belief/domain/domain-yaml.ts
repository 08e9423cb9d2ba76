// The YAML of a domain file with the position of every node, and the list of faults. Never throws.
import { type Document, isMap, isScalar, isSeq, LineCounter, type Node, type Pair } from 'yaml';
import type { FileProblem } from '../../team/team.ts';
import { parseYaml } from '../../text/parse-yaml.ts';
import type { DomainFault } from '../domain-faults.ts';
import type { Json } from '../values/json.ts';

/** One `key: value` of a map. */
export interface YamlEntry {
  readonly key: Node;
  readonly value: Node | null;
}

export type YamlEntries = ReadonlyMap<string, YamlEntry>;

/** A read file that collects its problems; the first place of the file is taken when a node has none. */
export interface DomainYaml {
  readonly root: Node | null;
  error(at: Node | null | undefined, fault: DomainFault): void;
  warning(at: Node | null | undefined, fault: DomainFault): void;
  /** True if the YAML itself is broken. */
  hasFault(): boolean;
  /** In the order of the file. */
  problems(): readonly FileProblem[];
  isMap(node: Node | null | undefined): boolean;
  entriesOf(node: Node | null | undefined): YamlEntries;
  /** The items of a list; undefined for anything else. */
  itemsOf(node: Node | null): readonly (Node | null)[] | undefined;
  /** The plain value of a node; null for none, and for an alias that would blow up. */
  valueOf(node: Node | null): Json;
  textAt(entry: YamlEntry | undefined): string | undefined;
  /** The value of `name`, checked. */
  nameAt(named: { node: Node | null; entries: YamlEntries; of: 'domain' | 'flow' }): string | undefined;
  warnOfStrangeKeys(entries: YamlEntries, known: readonly string[]): void;
}

/** True if a value is a valid name of a flow, a slot, an intent or a type. */
export function isName(value: unknown): value is string {
  return typeof value === 'string' && value.length <= 64 && /^\p{L}[\p{L}\p{N}_.-]*$/u.test(value);
}

/** Reads the text of a domain file. */
export function readDomainYaml(text: string, file: string): DomainYaml {
  const source = text.replace(/^\uFEFF/, '');
  const lines = new LineCounter();
  const document = parseYaml(source, { lineCounter: lines, merge: true, prettyErrors: false, logLevel: 'error' });
  const found: { readonly at: number; readonly problem: FileProblem }[] = [];
  const tell = (at: number, problem: Pick<FileProblem, 'fault' | 'severity'>) => {
    const { line, col } = lines.linePos(Math.min(at, source.length));
    found.push({ at, problem: { file, line: Math.max(line, 1), column: Math.max(col, 1), ...problem } });
  };
  for (const { pos, code, message } of document.errors) {
    const reason = message.split('\n', 1)[0] ?? message;
    tell(pos[0], { fault: { id: 'yaml-broken', code, reason }, severity: 'error' });
  }
  const placeOf = (node: Node | null | undefined) => node?.range?.[0] ?? 0;
  const resolve = (node: Node | null | undefined) => resolved(node, document);
  const yaml: DomainYaml = {
    root: document.contents,
    error: (at, fault) => tell(placeOf(at), { fault, severity: 'error' }),
    warning: (at, fault) => tell(placeOf(at), { fault, severity: 'warning' }),
    hasFault: () => document.errors.length > 0,
    problems: () => found.toSorted((a, b) => a.at - b.at).map(({ problem }) => problem),
    isMap: node => isMap(resolve(node)),
    entriesOf: node => entriesOf(resolve(node)),
    itemsOf: node => {
      const list = resolve(node);
      return isSeq<Node | null>(list) ? list.items : undefined;
    },
    valueOf(node) {
      try {
        return (node?.toJS(document, { maxAliasCount: 100 }) ?? null) as Json;
      } catch {
        return null;
      }
    },
    textAt(entry) {
      const value = entry === undefined ? undefined : yaml.valueOf(entry.value);
      return typeof value === 'string' ? value : undefined;
    },
    nameAt({ node, entries, of }) {
      const entry = entries.get('name');
      const name = entry === undefined ? null : yaml.valueOf(entry.value);
      if (isName(name)) return name;
      yaml.error(
        entry?.value ?? node,
        name === null ? { id: 'name-missing', of } : { id: 'bad-name', of, given: name },
      );
      return undefined;
    },
    warnOfStrangeKeys(entries, known) {
      for (const [name, { key }] of entries) {
        if (known.includes(name)) continue;
        yaml.warning(key, { id: 'domain-unknown-key', name, known });
      }
    },
  };
  return yaml;
}

function resolved(node: Node | null | undefined, document: Document.Parsed): Node | null {
  if (node === null || node === undefined) return null;
  return 'source' in node && 'resolve' in node && typeof node.resolve === 'function'
    ? ((node.resolve(document) as Node | undefined) ?? null)
    : node;
}

/** Merged maps (`<<`) are left out: a domain file has no use for them, and their places would mislead. */
function entriesOf(node: Node | null): YamlEntries {
  if (!isMap(node)) return new Map();
  return new Map(
    node.items.flatMap((pair: Pair) => {
      const { key, value } = pair as Pair<unknown, Node | null>;
      return isScalar(key) && typeof key.value !== 'symbol' ? [[String(key.value), { key, value }] as const] : [];
    }),
  );
}
