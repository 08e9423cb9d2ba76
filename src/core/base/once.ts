// Runs work once, when it is first needed, so that a start does not pay for it and an end does not repeat it.

/** Gives what `make` gives; it is called once, at the first call. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
