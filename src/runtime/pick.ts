// Optional keys that stay absent where a value is undefined.

/** One optional key of an object, absent when it is undefined. */
export function pick<T, K extends keyof T>(from: T, key: K): { [P in K]?: NonNullable<T[K]> } {
  return from[key] === undefined ? {} : ({ [key]: from[key] } as { [P in K]?: NonNullable<T[K]> });
}
