// The names that problems offer instead of wrong ones, by the diagnostic that shows the problem: the editor passes the
// same object to the provider of fixes.
import type { Diagnostic } from 'vscode';

const offered = new WeakMap<Diagnostic, readonly string[]>();

/** Remembers what a diagnostic offers. */
export function offerNames(diagnostic: Diagnostic, names: readonly string[]): void {
  offered.set(diagnostic, names);
}

/** The names that a diagnostic offers, the likeliest first; none when it offers none. */
export function offeredNames(diagnostic: Diagnostic): readonly string[] {
  return offered.get(diagnostic) ?? [];
}
