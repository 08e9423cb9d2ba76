// Checks that a stored record has the fields of its kind. Course files may be edited by hand, or written by another
// version; code that folds and shows records can rely on the types only after this check (SPEC 9.5, 18.3). Pure and
// fast: it runs on every line.
import { type Check, type Checks, instant, maybe, number, object } from '../base/shape.ts';
import { type CourseRecord, facts } from './record.ts';
import { answeredBy } from './record-parts.ts';

const checks = new Map<string, Check>(Object.entries<Checks>(facts).map(([kind, fields]) => [kind, object(fields)]));

const envelope = object({
  at: instant,
  n: maybe(number),
  treeGenerations: maybe(number),
  askedBy: maybe(answeredBy),
});

/** True if a record is of an unknown kind, or has the fields of its kind. */
export function isWellFormed(record: CourseRecord): boolean {
  return envelope(record) && (checks.get(record.kind)?.(record) ?? true);
}
