// What is done when it is first asked for, and not again: a start does not pay for it, an end does not do it twice.

/** Gives what `make` gives; it is called once, at the first call. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
