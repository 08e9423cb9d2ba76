// Values of unknown shape, from JSON, YAML or a saved state. Pure.

/**
 * True for an object that is no list. Its entries are as unknown as it was; `T` is for a caller who knows where they
 * came from.
 */
export function isPlainObject<T = unknown>(value: unknown): value is Readonly<Record<string, T>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
