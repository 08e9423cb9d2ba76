// What files, streams and messages may hold when something went wrong or somebody means harm: good ones, damaged at
// random.
import fc from 'fast-check';

/** Pieces that mean something to one of the readers. */
const tokens = [
  '\0',
  '\r',
  '\n',
  '\r\n',
  '\t',
  '\uFEFF',
  '\uD800',
  '\u2028',
  '`',
  '```',
  '"',
  "'",
  '\\',
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '#',
  '---\n',
  '...\n',
  '&a ',
  '*a',
  '<<: *a\n',
  '!!binary ',
  '|2-\n',
  '>+\n',
  '? ',
  '- ',
  '%YAML 9.9\n',
  '{a: &a [*a]}',
  '!?',
  '!?@',
  '!?@human',
  '@self',
  '!tellaskSession ',
  '!topic ',
  '<think>',
  '</think>',
  'data: ',
  'data: [DONE]\n\n',
  ': ping\n\n',
  'null',
  'true',
  '1e999',
  '-0',
  '99999999999999999999',
  '__proto__',
  'constructor',
  '../../',
  '/etc/passwd',
  '<img src=x onerror=alert(1)>',
  '[['.repeat(200),
  '{"a":'.repeat(200),
  ' '.repeat(500),
  'a'.repeat(2_000),
  '*'.repeat(100),
  '\n- a: '.repeat(50),
];

const piece = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...tokens) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
);

type Edit = (text: string) => string;

const at = fc.double({ min: 0, max: 1, noNaN: true });
const edit: fc.Arbitrary<Edit> = fc.oneof(
  fc.tuple(at, piece).map(
    ([where, added]) =>
      (text: string) =>
        insert(text, where, added),
  ),
  fc.tuple(at, fc.nat(60)).map(([where, length]) => (text: string) => {
    const from = Math.floor(where * text.length);
    return text.slice(0, from) + text.slice(from + length);
  }),
  fc.tuple(at, at, fc.nat(80)).map(([from, to, length]) => (text: string) => {
    const start = Math.floor(from * text.length);
    return insert(text, to, text.slice(start, start + length));
  }),
  at.map(where => (text: string) => text.slice(0, Math.floor(where * text.length))),
);

function insert(text: string, where: number, added: string): string {
  const place = Math.floor(where * text.length);
  return text.slice(0, place) + added + text.slice(place);
}

/** Texts like these, with some damage; now and then nothing like them. */
export function damaged(...seeds: readonly string[]): fc.Arbitrary<string> {
  const near = fc
    .tuple(fc.constantFrom(...seeds), fc.array(edit, { maxLength: 6 }))
    .map(([seed, edits]) => edits.reduce((text, change) => change(text), seed));
  return fc.oneof(
    { weight: 6, arbitrary: near },
    { weight: 1, arbitrary: fc.array(piece, { maxLength: 30 }).map(all => all.join('')) },
  );
}

const anyValue = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom<unknown>(null, true, false, 0, -1, 1.5, 1e308, '', 'a', '\uD800', [], {}, [[]], [null], {
      kind: 'x',
    }),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom<unknown>(
      'a'.repeat(50_000),
      Array.from({ length: 2_000 }, () => 0),
      deep(2_000),
    ),
  },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
);

function deep(levels: number): unknown {
  let value: unknown = null;
  for (let level = 0; level < levels; level++) value = [value];
  return value;
}

interface Change {
  readonly pick: number;
  readonly how: 'set' | 'delete' | 'add';
  readonly value: unknown;
  readonly key: string;
}

const change: fc.Arbitrary<Change> = fc.record({
  pick: fc.nat(100_000),
  how: fc.constantFrom('set', 'set', 'set', 'delete', 'add'),
  value: anyValue,
  key: fc.constantFrom('kind', 'id', 'v', '__proto__', 'constructor', 'x'),
});

/** JSON texts of values like these, with some of their parts replaced, gone or added. */
export function damagedJson(...seeds: readonly unknown[]): fc.Arbitrary<string> {
  return fc
    .tuple(fc.nat(seeds.length - 1), fc.array(change, { minLength: 1, maxLength: 4 }))
    .map(([index, changes]) => {
      const holder = { value: structuredClone(seeds[index]) };
      for (const each of changes) applyChange(holder, each);
      return JSON.stringify(holder.value) ?? 'null';
    });
}

type Holder = Record<string, unknown>;

function applyChange(holder: Holder, { pick, how, value: shared, key }: Change): void {
  const value = structuredClone(shared);
  const places = placesIn(holder);
  const place = places[pick % places.length];
  if (!place) return;
  const [owner, own] = place;
  const inner = owner[own];
  if (how === 'delete' && owner !== holder) delete owner[own];
  else if (how === 'add' && typeof inner === 'object' && inner !== null)
    Object.defineProperty(inner, key, { value, enumerable: true, configurable: true, writable: true });
  else owner[own] = value;
}

/** Every place of a value: its owner and key. Not deeper than what a person would write. */
function placesIn(value: unknown, depth = 0): [Holder, string][] {
  if (typeof value !== 'object' || value === null || depth > 8) return [];
  return Object.keys(value)
    .slice(0, 50)
    .flatMap((key): [Holder, string][] => {
      const owner = value as Holder;
      return [[owner, key], ...placesIn(owner[key], depth + 1)];
    });
}
