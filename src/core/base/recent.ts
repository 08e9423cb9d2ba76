// Maps that remember the newest entries only, so that a long-running process does not grow. Pure.

/** Puts an entry in and forgets the one that was put in the longest time ago, when there are more than `most`. */
export function keepRecent<K, V>(entries: Map<K, V>, key: K, value: V, most: number): void {
  entries.delete(key);
  entries.set(key, value);
  if (entries.size <= most) return;
  for (const oldest of entries.keys()) {
    entries.delete(oldest);
    return;
  }
}

/** The same function, which remembers what it gave for the newest of these keys. For what always gives the same. */
export function remembering<V>(find: (key: string) => V, most: number): (key: string) => V {
  const found = new Map<string, { readonly value: V }>();
  return key => {
    const known = found.get(key);
    if (known) return known.value;
    const value = find(key);
    keepRecent(found, key, { value }, most);
    return value;
  };
}
