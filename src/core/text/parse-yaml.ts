// YAML with the same faults as the library finds, in time that grows with the text alone (SPEC 18.3). The library
// compares each key of a map with all before it, so that 300 kB with 30,000 keys would hold up the process for a
// minute; it takes minutes to turn 400 bytes of maps that are keys of maps into a value, and seconds for a megabyte of
// brackets that are never closed. Pure.
import {
  CST,
  type Document,
  type DocumentOptions,
  isAlias,
  isCollection,
  isMap,
  isPair,
  isScalar,
  Lexer,
  type Pair,
  type ParseOptions,
  parseAllDocuments,
  parseDocument,
  Scalar,
  type SchemaOptions,
  YAMLParseError,
  type YAMLSeq,
} from 'yaml';

type Options = Omit<ParseOptions & DocumentOptions & SchemaOptions, 'uniqueKeys'>;

/** Lists and maps within each other; what people and models write has a tenth of it. */
const MAX_DEPTH = 100;

/**
 * Reads one document. A key that a map has twice, a map or list as a key, a map or list within itself, an alias without
 * an anchor above it, and nesting of more than 100 levels are errors of it, as any other fault; errors are in the order
 * of the text.
 */
export function parseYaml(text: string, options: Options): Document.Parsed {
  const deep = tooDeepAt(text);
  if (deep === undefined) return checked(parseDocument(text, { ...options, uniqueKeys: false }), 'refused');
  const document = parseDocument('', { ...options, uniqueKeys: false });
  document.errors.push(tooDeep(deep));
  return document;
}

/**
 * Reads all documents of a text in the same way, but that a word of models like `*so*` may be an alias without an
 * anchor.
 */
export function parseYamls(text: string, options: Options): readonly Document[] {
  if (tooDeepAt(text) !== undefined) return [parseYaml(text, options)];
  return [...parseAllDocuments(text, { ...options, uniqueKeys: false })].map(document => checked(document, 'kept'));
}

/** The plain value of a document. Throws its first error. */
export function yamlValue(text: string): unknown {
  const document = parseYaml(text, { logLevel: 'error' });
  const [error] = document.errors;
  if (error) throw error;
  return document.toJS();
}

/** What becomes of aliases that no anchor stands above. */
type UnknownAliases = 'refused' | 'kept';

function checked<D extends Document>(document: D, unknown: UnknownAliases): D {
  for (const error of document.errors)
    if (error.code === 'MULTIPLE_DOCS') error.message = 'There is more than one document';
  for (const fault of [...keyFaults(document.contents), ...aliasFaults(document.contents, unknown)])
    document.errors.push(fault);
  document.errors.sort((a, b) => a.pos[0] - b.pos[0]);
  return document;
}

/**
 * True if `parseYaml` refuses a text because it is nested too deep; other readers of the library take too long for it.
 */
export function isTooDeep(text: string): boolean {
  return tooDeepAt(text) !== undefined;
}

function tooDeep(at: number): YAMLParseError {
  return new YAMLParseError([at, at + 1], 'RESOURCE_EXHAUSTION', `Nested deeper than ${MAX_DEPTH} levels`);
}

/** Finds duplicate keys, and keys that are maps or lists; the latter are replaced by null, since they are not used. */
function keyFaults(contents: unknown): YAMLParseError[] {
  const found: YAMLParseError[] = [];
  const fault = (at: number, code: 'DUPLICATE_KEY' | 'BAD_COLLECTION_TYPE', message: string) =>
    void found.push(new YAMLParseError([at, at + 1], code, message));
  const open: unknown[] = [contents];
  for (let node = open.pop(); open.length > 0 || node !== undefined; node = open.pop()) {
    if (isPair(node)) {
      if (isCollection(node.key)) {
        fault(node.key.range?.[0] ?? 0, 'BAD_COLLECTION_TYPE', 'Map keys must be plain values');
        node.key = new Scalar(null);
      }
      open.push(node.value);
    }
    if (!isCollection(node)) continue;
    for (const item of node.items) open.push(item);
    if (!isMap(node)) continue;
    const keys = new Set<unknown>();
    for (const { key } of node.items) {
      if (!isScalar(key)) continue;
      if (keys.has(key.value)) fault(key.range?.[0] ?? 0, 'DUPLICATE_KEY', 'Map keys must be unique');
      keys.add(key.value);
    }
  }
  return found;
}

/** A node on the way through a document; `isLeft` behind all that is in it. */
interface Visit {
  readonly node: unknown;
  readonly isLeft?: boolean;
  /** The node that holds it: a pair, or a list and the index in it. */
  readonly holder?: Pair | { readonly list: YAMLSeq; readonly at: number };
}

/**
 * Finds lists and maps that contain themselves, as in `&a [*a]`, since such a value has no end, and aliases without an
 * anchor, which the library tells only when it makes the value. Replaces the alias by null.
 */
function aliasFaults(contents: unknown, unknown: UnknownAliases): YAMLParseError[] {
  const found: YAMLParseError[] = [];
  const anchors = new Map<string, unknown>();
  const within = new Set<unknown>();
  const ahead: Visit[] = [{ node: contents }];
  for (let visit = ahead.pop(); visit !== undefined; visit = ahead.pop()) {
    const { node, isLeft, holder } = visit;
    if (isLeft) within.delete(node);
    else if (isAlias(node)) {
      const at = node.range?.[0] ?? 0;
      const isWithin = within.has(anchors.get(node.source));
      const isUnknown = unknown === 'refused' && !anchors.has(node.source);
      if (!isWithin && !isUnknown) continue;
      const why = isWithin ? 'lies within itself' : 'names no anchor above it';
      found.push(new YAMLParseError([at, at + 1], 'BAD_ALIAS', `*${node.source} ${why}`));
      putNull(holder);
    } else {
      if ((isScalar(node) || isCollection(node)) && node.anchor !== undefined) anchors.set(node.anchor, node);
      if (!isCollection(node)) continue;
      within.add(node);
      const parts = isMap(node) ? node.items.flatMap(partsOf) : itemsOf(node);
      ahead.push({ node, isLeft: true });
      for (const part of parts.reverse()) ahead.push(part);
    }
  }
  return found;
}

function partsOf(pair: Pair): Visit[] {
  return [{ node: pair.key }, { node: pair.value, holder: pair }];
}

function itemsOf(list: YAMLSeq): Visit[] {
  return list.items.map((node, at) => ({ node, holder: { list, at } }));
}

function putNull(holder: Visit['holder']): void {
  if (isPair(holder)) holder.value = new Scalar(null);
  else if (holder) holder.list.items[holder.at] = new Scalar(null);
}

/**
 * The position where a text is nested too deep. Most texts are cleared by their characters alone; only the others need
 * the lexer.
 */
function tooDeepAt(text: string): number | undefined {
  if (!mayBeDeep(text)) return undefined;
  let at = 0;
  let [flow, line] = [0, 0];
  for (const token of new Lexer().lex(text)) {
    if (token === '[' || token === '{') flow++;
    else if (token === ']' || token === '}') flow = Math.max(0, flow - 1);
    else if (token === '-' || token === '?') line++;
    else if (token.endsWith('\n')) line = 0;
    if (flow + line > MAX_DEPTH) return at;
    if (!isLexerMark(token)) at += token.length;
  }
  return undefined;
}

/** True for a token of the lexer that stands for no text. */
export function isLexerMark(token: string): boolean {
  return token === CST.DOCUMENT || token === CST.FLOW_END || token === CST.SCALAR;
}

/**
 * True if a text may have that many open brackets, or item marks in one line; quotes, comments and blocks are not
 * recognized.
 */
function mayBeDeep(text: string): boolean {
  let [flow, line] = [0, 0];
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at);
    if (character === 0x5b || character === 0x7b) flow++;
    else if (character === 0x5d || character === 0x7d) flow = Math.max(0, flow - 1);
    else if (character === 0x2d || character === 0x3f) line++;
    else if (character === 0x0a) line = 0;
    if (flow + line > MAX_DEPTH) return true;
  }
  return false;
}
