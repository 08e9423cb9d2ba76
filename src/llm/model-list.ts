// Reads the answer of `/models`: a list of things with ids. Servers differ, so it is read as an unknown value; some do not say that
// it is JSON, and it comes as a text.

/** The ids in the answer, in its order; empty for anything else. */
export function modelIdsIn(answer: unknown): string[] {
  const list = typeof answer === 'string' ? jsonIn(answer) : answer;
  const { data } = (typeof list === 'object' && list !== null ? list : {}) as { readonly data?: unknown };
  const entries: readonly unknown[] = Array.isArray(list) ? list : Array.isArray(data) ? data : [];
  return entries.map(model => (model as { readonly id?: unknown } | null)?.id).filter(id => typeof id === 'string');
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
