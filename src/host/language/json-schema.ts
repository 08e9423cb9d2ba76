// The part of JSON schema that the schemas of our files use, and what it says of a place in a file. Pure.

export interface JsonSchema {
  readonly description?: string;
  readonly examples?: readonly unknown[];
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: JsonSchema | boolean;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
}

/** The schema at a path of keys; list items need no step of their own. */
export function schemaAt(schema: JsonSchema, path: readonly string[]): JsonSchema | undefined {
  const [key, ...rest] = path;
  const plain = plainSchema(schema);
  if (key === undefined) return plain;
  const { properties, additionalProperties, items } = plain;
  if (items) return schemaAt(items, path);
  const next = properties?.[key] ?? (typeof additionalProperties === 'object' ? additionalProperties : undefined);
  return next && schemaAt(next, rest);
}

/** The alternative that says something, where one of them is that there may be nothing. */
export function plainSchema(schema: JsonSchema): JsonSchema {
  const { anyOf = [], ...own } = schema;
  const chosen = anyOf.find(({ type }) => type !== 'null');
  return chosen ? { ...plainSchema(chosen), ...own } : schema;
}

/** The example of a key as one writes it. */
export function exampleOf(key: string, { examples }: JsonSchema): string | undefined {
  const [example] = examples ?? [];
  return example === undefined ? undefined : `${key}: ${flow(example)}`;
}

function flow(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(flow).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  return `{ ${Object.entries(value)
    .map(([key, each]) => `${key}: ${flow(each)}`)
    .join(', ')} }`;
}
