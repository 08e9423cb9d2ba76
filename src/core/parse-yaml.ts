// YAML with the same faults as the library finds, in time that grows with the text alone: the library compares each key of a map with
// all before it, so that a file of 300 kB with 30,000 keys would hold up the process for a minute (SPEC 18.3). Pure.
import {
  type Document,
  type DocumentOptions,
  isCollection,
  isMap,
  isPair,
  isScalar,
  type ParseOptions,
  parseDocument,
  type SchemaOptions,
  YAMLParseError,
} from 'yaml';

/** Reads one document. A key that a map has twice is an error of it, as any other fault; errors are in the order of the text. */
export function parseYaml(
  text: string,
  options: Omit<ParseOptions & DocumentOptions & SchemaOptions, 'uniqueKeys'>,
): Document.Parsed {
  const document = parseDocument(text, { ...options, uniqueKeys: false });
  const twice = repeatedKeys(document.contents).map(
    at => new YAMLParseError([at, at + 1], 'DUPLICATE_KEY', 'Map keys must be unique'),
  );
  document.errors.push(...twice);
  document.errors.sort((a, b) => a.pos[0] - b.pos[0]);
  return document;
}

/** The plain value of a document. Throws its first error. */
export function yamlValue(text: string): unknown {
  const document = parseYaml(text, { logLevel: 'error' });
  const [error] = document.errors;
  if (error) throw error;
  return document.toJS();
}

/** Where keys begin that their map has already. */
function repeatedKeys(contents: unknown): number[] {
  const found: number[] = [];
  const open: unknown[] = [contents];
  for (let node = open.pop(); open.length > 0 || node !== undefined; node = open.pop()) {
    if (isPair(node)) open.push(node.key, node.value);
    if (!isCollection(node)) continue;
    for (const item of node.items) open.push(item);
    if (!isMap(node)) continue;
    const keys = new Set<unknown>();
    for (const { key } of node.items) {
      if (!isScalar(key)) continue;
      if (keys.has(key.value)) found.push(key.range?.[0] ?? 0);
      keys.add(key.value);
    }
  }
  return found;
}
