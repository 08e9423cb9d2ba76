// Two ways to say "this cannot happen": both are bugs, and stop one dialog only (ARCHITECTURE invariant 6).

/** Ends every `switch` over a closed union; fails to compile when a member is forgotten. */
export function assertNever(value: never): never {
  throw new Error(`unreachable: ${JSON.stringify(value)}`);
}

/** Throws when a condition that the code relies on does not hold. `what` says which. */
export function invariant(condition: unknown, what: string): asserts condition {
  if (!condition) throw new Error(`broken invariant: ${what}`);
}
