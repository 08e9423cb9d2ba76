// Arguments of a tool call in a history. Models write them as text that may be no JSON; servers and editors want an object.
import { isPlainObject } from '../core/plain-object.ts';

/** The arguments as an object; text that is none is kept as the value of one, so that one bad call blocks no dialog. */
export function argsObject(args: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(args);
    if (isPlainObject(value)) return value;
  } catch {
    // Told below: the text is kept.
  }
  return { invalid_arguments: args };
}
