// JSON as models write it.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parseLooseJson } from '../../../src/core/text/loose-json.ts';

const object = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 1 }), { maxKeys: 4 }) as fc.Arbitrary<
  Record<string, unknown>
>;
/** `-0` is written as `0`. */
const plain = (value: unknown) => JSON.parse(JSON.stringify(value));

describe('loose JSON', () => {
  const whole: readonly (readonly [text: string, value: unknown])[] = [
    ['{"a": 1,}', { a: 1 }],
    ['{"a": [1, 2,],}', { a: [1, 2] }],
    ["{'a': 'b \"c\"'}", { a: 'b "c"' }],
    ['{a: 1, b_2: "x"}', { a: 1, b_2: 'x' }],
    ['{"a": True, "b": False, "c": None}', { a: true, b: false, c: null }],
    ['{"a": "one\n\ttwo"}', { a: 'one\n\ttwo' }],
    ['{"a": 1 // one\n, /* two */ "b": 2}', { a: 1, b: 2 }],
    ['{"a": 1\n "b": 2}', { a: 1, b: 2 }],
    ['```json\n{"a": 1}\n```', { a: 1 }],
    ['Here\'s the call: {"a": 1} as you asked.', { a: 1 }],
    ['{"a": "\\d+\\.\\$"}', { a: '\\d+\\.\\$' }],
    ['{"a": "it\\\'s \\u00e9 \\u12"}', { a: "it's é \\u12" }],
    ['{"a": {"b": 1}', { a: { b: 1 } }],
    ['{"a": "b"', { a: 'b' }],
    ['{"a": 1}}', { a: 1 }],
  ];
  for (const [text, value] of whole)
    it(`reads ${JSON.stringify(text)}`, () => assert.deepEqual(parseLooseJson(text), { value, isCut: false }));

  const cut: readonly (readonly [text: string, value: unknown])[] = [
    ['{"a": "b', { a: 'b' }],
    ['{"a": "b \\"', { a: 'b "' }],
    ['{"a": "b \\', { a: 'b \\' }],
    ['{"a": "echo ${x}', { a: 'echo ${x}' }],
    ['{"a": 1', { a: 1 }],
    ['{"a": "b",', { a: 'b' }],
    ['{"a": "b", "c', { a: 'b' }],
    ['{"a": "b", "c"', { a: 'b' }],
    ['{"a": "b", "c":', { a: 'b' }],
    ['{"a": ["b",', { a: ['b'] }],
    ['{', {}],
  ];
  for (const [text, value] of cut)
    it(`says that ${JSON.stringify(text)} is cut`, () =>
      assert.deepEqual(parseLooseJson(text), { value, isCut: true }));

  for (const text of [
    'src/a.js',
    '{"a": "say "hi" now"}',
    '{"a": 1}{"b": 2}',
    '[{"a": 1}, ',
    '{"a": b}',
    '{"a" 1}',
    '{"a": 1"b": 2}',
    `{"a": ${'['.repeat(100_000)}`,
    '{"a": /* ',
  ])
    it(`does not guess at ${JSON.stringify(text.slice(0, 40))}`, () => assert.equal(parseLooseJson(text), undefined));

  it('reads sound JSON as JSON does', () =>
    fc.assert(
      fc.property(object, fc.constantFrom(0, 2), (value, indent) => {
        assert.deepEqual(parseLooseJson(`${JSON.stringify(value, null, indent)}`), {
          value: plain(value),
          isCut: false,
        });
      }),
    ));
  it('reads a slip as the sound text', () =>
    fc.assert(
      fc.property(object, fc.constantFrom(',}', '}\n```', '} Done.', ''), (value, end) => {
        const text = `${JSON.stringify(value).slice(0, -1)}${Object.keys(value).length > 0 ? end : '}'}`;
        fc.pre(end !== '' || !/[\d{]$/.test(text));
        assert.deepEqual(parseLooseJson(text), { value: plain(value), isCut: false });
      }),
    ));
  it('takes no part of a text that is cut within a string for the whole', () =>
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.nat(), (content, at) => {
        const text = JSON.stringify({ content });
        const end = '{"content":"'.length + (at % (JSON.stringify(content).length - 2));
        assert.notEqual(parseLooseJson(text.slice(0, end))?.isCut, false);
      }),
    ));
  it('never throws', () =>
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), text => void parseLooseJson(`{${text}`))));
  it('reads a megabyte of spaces, quotes or brackets', () => {
    for (const part of [' ', '"x" ', '{', '[', ',', '\\', '//', "'", '/*'])
      for (const start of ['{"a": "', '{"a":']) parseLooseJson(start + part.repeat(1_000_000 / part.length));
  });
});
