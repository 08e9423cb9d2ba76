// What is made when it is first asked for, so that a start does not pay for it.

/** Gives what `make` makes; it is called once, at the first call. */
export function once<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
