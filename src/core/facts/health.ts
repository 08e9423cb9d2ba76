// The findings of a health check of an rtws (SPEC 14.2).
import type { Finding } from './findings.ts';

/**
 * The area of a problem: the structure of dialogs, their records, indexes, the driver, edited files, ways to people,
 * what was kept aside, and what is gone.
 */
export type HealthKind =
  | 'hierarchy'
  | 'records'
  | 'index'
  | 'registry'
  | 'q4h'
  | 'lock'
  | 'orphan'
  | 'minds'
  | 'taskdoc'
  | 'notices'
  | 'kept'
  | 'lost';

/**
 * True if a fault is in files that people write, in what these name, or in what was kept for them; only they can fix
 * it.
 */
export function isForPeople(kind: HealthKind): boolean {
  return kind === 'minds' || kind === 'taskdoc' || kind === 'notices' || isNote(kind);
}

/** True if nothing is wrong any more: people may look at what is left of a repair, or restore what is gone. */
export function isNote(kind: HealthKind): boolean {
  return kind === 'kept' || kind === 'lost';
}

/**
 * One fault. `path` is relative to the rtws, with `/`; a place in a file as `<file>:<line>`. `keptAs`: the name under
 * which the former contents were kept when it was repaired.
 */
export interface HealthProblem {
  readonly kind: HealthKind;
  readonly path: string;
  readonly finding: Finding;
  readonly keptAs?: string;
  readonly repaired: boolean;
}

/** `ok`: nothing is wrong but for notes, or everything was repaired. */
export interface HealthReport {
  readonly ok: boolean;
  readonly problems: readonly HealthProblem[];
}
