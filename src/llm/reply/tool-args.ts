// Arguments of a tool call. Models write them as text that may be no JSON; tools, servers and editors want an object.
import { isPlainObject } from '../../core/base/plain-object.ts';

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

/** The arguments as a tool reads them: some models write the object as a text within the text, or `null` for none. */
export function plainArgs(args: string): string {
  const text = args.trim();
  if (text === 'null') return '{}';
  if (!text.startsWith('"')) return args;
  try {
    const inner: unknown = JSON.parse(text);
    return typeof inner === 'string' && isPlainObject(JSON.parse(inner)) ? inner : args;
  } catch {
    return args;
  }
}
