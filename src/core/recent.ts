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
