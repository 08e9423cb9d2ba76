// JSON as a value: one text for all spellings of it.
import { isPlainObject } from '../base/plain-object.ts';

/**
 * Equal texts for equal JSON values, whatever the order of their keys and their spaces; a text that is not JSON stays
 * as it is.
 */
export function canonicalJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), (_key, value: unknown) =>
      isPlainObject(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value,
    );
  } catch {
    return text;
  }
}
