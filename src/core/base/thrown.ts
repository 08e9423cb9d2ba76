// What a `catch` gives: mostly an error, but anything may be thrown. Pure.

/** The message of an error; of anything else that was thrown, its text. */
export function errorMessage(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

/** An error as it is; anything else that was thrown as the message of one. */
export function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}

/** The stack of an error, for logs; of anything else that was thrown, its text. */
export function errorTrace(thrown: unknown): string {
  return thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
}

/** The code by which the system names an error, such as `ENOENT`; `undefined` when it has none. */
export function errorCode(thrown: unknown): string | undefined {
  const code: unknown = typeof thrown === 'object' && thrown !== null && 'code' in thrown ? thrown.code : undefined;
  return typeof code === 'string' ? code : undefined;
}

/** True for a code of the operating system, such as `ENOENT` and `EAI_AGAIN`; those of Node begin with `ERR_`. */
export function isOfSystem(code: string): boolean {
  return /^E(?!RR_)[A-Z_]+$/.test(code);
}

/** True if the operating system refused something: its errors have a code of their own. */
export function isSystemError(error: unknown): boolean {
  return isOfSystem(errorCode(error) ?? '');
}
