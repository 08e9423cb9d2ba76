// Counts the characters that string functions are called on, so that a test can tell linear work from quadratic work
// without a clock. A text that grew by `+=` is copied whole whenever one of these functions looks into it.

const looking = ['slice', 'startsWith', 'endsWith', 'includes', 'indexOf', 'trim', 'trimStart', 'replaceAll'] as const;

/** The sum of the lengths of all strings that `work` looked into. */
export function charactersLookedAt(work: () => void): number {
  let characters = 0;
  const restore = [
    ...looking.map(name => watch(String.prototype, name, text => (characters += text.length))),
    watch(RegExp.prototype, 'exec', (_, [text]) => (characters += String(text).length)),
  ];
  try {
    work();
  } finally {
    for (const undo of restore) undo();
  }
  return characters;
}

function watch(owner: object, name: string, note: (self: string, args: readonly unknown[]) => void): () => void {
  const original = Reflect.get(owner, name) as (...args: unknown[]) => unknown;
  const put = (value: unknown) =>
    void Object.defineProperty(owner, name, { value, configurable: true, writable: true });
  put(function (this: string, ...args: unknown[]): unknown {
    note(this, args);
    return Reflect.apply(original, this, args);
  });
  return () => put(original);
}
