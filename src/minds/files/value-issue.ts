// A schema's message about an invalid value, as data.
import type * as z from 'zod';
import type { ValueIssue } from '../../core/facts/file-faults.ts';

/** One issue of a value that was given to a schema. */
export function issueOf(issue: z.core.$ZodIssue, given: unknown): ValueIssue {
  switch (issue.code) {
    case 'invalid_type':
      return { kind: 'type', expected: issue.expected, received: typeName(valueAt(given, issue.path)) };
    case 'invalid_value':
      return { kind: 'option', options: issue.values.map(String) };
    case 'too_big':
      return { kind: 'tooBig', of: issue.origin, limit: Number(issue.maximum), inclusive: issue.inclusive !== false };
    case 'too_small':
      return { kind: 'tooSmall', of: issue.origin, limit: Number(issue.minimum), inclusive: issue.inclusive !== false };
    default:
      return { kind: 'told', text: issue.message };
  }
}

function valueAt(given: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, step) => (typeof value === 'object' && value !== null ? Reflect.get(value, step) : undefined),
    given,
  );
}

function typeName(value: unknown): string {
  if (value === null) return 'null';
  if (typeof value === 'number' && !Number.isFinite(value)) return 'infinite';
  return Array.isArray(value) ? 'array' : typeof value;
}
