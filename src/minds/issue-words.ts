// What a schema says of a value that does not fit, in the words of YAML.
import type * as z from 'zod';

/** For example `expected a list, received text`. */
export function issueWords({ message }: Pick<z.core.$ZodIssue, 'message'>): string {
  const words = message.replace(/^Invalid (input|option): /, '');
  const yaml = words
    .replace(/\barray\b/g, 'a list')
    .replace(/\b(object|record)\b/g, 'a map')
    .replace(/\bstring\b/g, 'text')
    .replace(/\breceived (null|undefined)\b/, 'received nothing');
  return yaml.charAt(0).toLowerCase() + yaml.slice(1);
}
