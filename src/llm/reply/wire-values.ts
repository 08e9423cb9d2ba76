// Reads values that model servers send, which may be anything: what is not there, or of another type, counts as empty.
// Pure.

/** The fields of an object of a server. */
export type Fields = Readonly<Record<string, unknown>>;

/** True for a value with fields. */
export function hasFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}

/** The fields of an object; none of anything else. */
export function fieldsIn(value: unknown): Fields {
  return hasFields(value) ? value : {};
}

/** The fields of each entry of a list; none of anything else. */
export function listIn(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.map(fieldsIn) : [];
}

/** A text; `''` for anything else. */
export function wireTextIn(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** A number; 0 for anything else. */
export function wireNumberIn(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}
