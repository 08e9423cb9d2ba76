// Reads the answer of `/models`: a list of things with ids. Servers differ, so it is read as an unknown value.

/** The ids in the answer, in its order; empty for anything else. */
export function modelIdsIn(list: unknown): string[] {
  const { data } = (typeof list === 'object' && list !== null ? list : {}) as { readonly data?: unknown };
  const entries: readonly unknown[] = Array.isArray(list) ? list : Array.isArray(data) ? data : [];
  return entries.map(model => (model as { readonly id?: unknown } | null)?.id).filter(id => typeof id === 'string');
}
