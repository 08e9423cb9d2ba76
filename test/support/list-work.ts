// Counts the items that functions of lists, maps and sets look at, so that a test can tell linear work from quadratic
// work without a clock.

const visiting = ['map', 'filter', 'some', 'every', 'find', 'findIndex', 'findLast', 'findLastIndex'] as const;
const visitingToo = ['flatMap', 'forEach', 'reduce'] as const;
const copying = ['slice', 'concat', 'with', 'toSpliced', 'includes', 'indexOf'] as const;

/** How many items `work` looked at or copied, one by one or with a whole list. */
export function itemsLookedAt(work: () => void): number {
  let items = 0;
  const restore = [
    ...[...visiting, ...visitingToo].map(name =>
      replace(Array.prototype, name, original => {
        return function (this: unknown[], visit: (...args: unknown[]) => unknown, ...rest: unknown[]) {
          const counted = (...args: unknown[]) => {
            items += 1;
            return visit(...args);
          };
          return Reflect.apply(original, this, [counted, ...rest]);
        };
      }),
    ),
    ...copying.map(name =>
      replace(Array.prototype, name, original => {
        return function (this: unknown[], ...args: unknown[]) {
          const result = Reflect.apply(original, this, args);
          items += Array.isArray(result) ? result.length : this.length;
          return result;
        };
      }),
    ),
    ...[Array, Map, Set].map(({ prototype }) =>
      replace(prototype, Symbol.iterator, original => {
        return function (this: object) {
          const iterator = Reflect.apply(original, this, []) as Iterator<unknown>;
          return {
            [Symbol.iterator]() {
              return this;
            },
            next() {
              items += 1;
              return iterator.next();
            },
          };
        };
      }),
    ),
  ];
  try {
    work();
  } finally {
    for (let at = restore.length - 1; at >= 0; at--) restore[at]?.();
  }
  return items;
}

type Method = (...args: never[]) => unknown;

function replace(owner: object, name: string | symbol, make: (original: Method) => unknown): () => void {
  const original = Reflect.get(owner, name) as Method;
  const put = (value: unknown) =>
    void Object.defineProperty(owner, name, { value, configurable: true, writable: true });
  put(make(original));
  return () => put(original);
}
