// Errors that one bundle throws and another one recognizes: each bundle has its own copy of a class, so the name tells
// them. Pure.

/** True for an error of this name, whichever copy of its class made it. */
export function isNamed(error: unknown, name: string): boolean {
  return error instanceof Error && error.name === name;
}
