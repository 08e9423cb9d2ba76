import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parseDocument } from 'yaml';
import { parseYaml, parseYamls, yamlValue } from '../../src/core/text/parse-yaml.ts';
import { runs } from '../support/properties.ts';

const options = { prettyErrors: false, merge: true, logLevel: 'error' } as const;
const faults = (errors: readonly { code: string; pos: readonly number[]; message: string }[]) =>
  errors.map(({ code, pos, message }) => `${pos[0]} ${code} ${message}`).sort();

describe('YAML', () => {
  it('has the faults that the library finds, keys that are there twice included', () => {
    const key = fc.constantFrom('a', 'b', '1', '"a"', '01', 'null', '<<');
    const value = fc.constantFrom(
      '1',
      '{a: 1, b: 2, a: 3}',
      '[{a: {b: 1, b: 2}}]',
      '\n  a: 1\n  a: 2',
      '{',
      '&x {}',
      '*x',
    );
    const file = fc
      .array(fc.tuple(key, value), { maxLength: 16 })
      .map(pairs => pairs.map(([name, text]) => `${name}: ${text}\n`).join(''));
    fc.assert(
      fc.property(file, text => {
        const [ours, theirs] = [parseYaml(text, options), parseDocument(text, options)];
        // The library tells of an alias without an anchor only when it makes the value.
        const errors = ours.errors.filter(({ message }) => !/names no anchor/.test(message));
        assert.deepEqual(faults(errors), faults(theirs.errors));
      }),
      runs(500),
    );
  });

  // Comparing each key with all others would take hours.
  it('with many keys takes time by its length', () => {
    const text = `a: 1\n${Array.from({ length: 100_000 }, (_, index) => `k${index}: 1\n`).join('')}a: 2\n`;
    const { errors } = parseYaml(text, options);
    assert.deepEqual(faults(errors), [`${text.length - 5} DUPLICATE_KEY Map keys must be unique`]);
  });

  const million = 1_000_000;
  const hostile: readonly (readonly [string, string])[] = [
    ['lists that are never closed', '['.repeat(million)],
    ['maps that are never closed', '{'.repeat(million)],
    ['maps that are keys of maps', `${'{'.repeat(million / 2)}${'}'.repeat(million / 2)}`],
    ['lists in one line', '- '.repeat(million / 2)],
    ['keys of keys in one line', '? '.repeat(million / 2)],
    ['lists over many lines', '[\n'.repeat(million / 2)],
    ['lists behind a block', `a: |\n  [[\nb: ${'['.repeat(million)}`],
  ];
  for (const [what, text] of hostile) {
    it(`with ${what} is refused at the place where it gets too deep`, () => {
      const { errors, contents } = parseYaml(text, options);
      assert.deepEqual(
        errors.map(({ code }) => code),
        ['RESOURCE_EXHAUSTION'],
      );
      assert.equal(contents, null);
      const [at = -1] = errors[0]?.pos ?? [];
      assert.ok('[{-?'.includes(text[at] ?? ' '), `${at}: ${JSON.stringify(text.slice(at, at + 5))}`);
      assert.throws(() => yamlValue(text), /Nested deeper than 100 levels/);
      assert.deepEqual(
        parseYamls(text, options).flatMap(({ errors }) => errors.map(({ code }) => code)),
        ['RESOURCE_EXHAUSTION'],
      );
    });
  }

  const cycles: readonly (readonly [string, unknown])[] = [
    ['a: &a [*a]', { a: [null] }],
    ['&a {b: {c: *a}, d: *a}', { b: { c: null }, d: null }],
    ['- &a\n  - 1\n  - &b [*a, *b]\n  - *b\n', [[1, [null, null], [null, null]]]],
  ];
  for (const [text, value] of cycles) {
    it(`that lies within itself is a fault at its place, and nothing is put there: ${JSON.stringify(text)}`, () => {
      const document = parseYaml(text, options);
      const faults = document.errors.map(({ code, pos: [at] }) => `${code} ${text.slice(at, at + 1)}`);
      assert.deepEqual([...new Set(faults)], ['BAD_ALIAS *']);
      assert.deepEqual(document.toJS(), value);
      assert.throws(() => yamlValue(text), /lies within itself/);
    });
  }

  it('with an alias that no anchor stands above has a fault at its place', () => {
    const text = 'a: *b\nb: &b [*b, 1, *c]\n';
    const document = parseYaml(text, options);
    assert.deepEqual(
      document.errors.map(({ code, pos: [at], message }) => [code, at, message]),
      [
        ['BAD_ALIAS', 3, '*b names no anchor above it'],
        ['BAD_ALIAS', 13, '*b lies within itself'],
        ['BAD_ALIAS', 20, '*c names no anchor above it'],
      ],
    );
    assert.deepEqual(document.toJS(), { a: null, b: [null, 1, null] });
  });

  it('may use a value again, and give its name to another one within it', () => {
    for (const text of ['a: &a [1]\nb: [*a, *a]\n', 'a: &a [&a 1, *a]\n', '&a x: *a\n']) {
      assert.deepEqual(parseYaml(text, options).errors, [], text);
    }
  });

  it('with any number of faults has them all', () => {
    const [twice, within] = ['a: 1\n'.repeat(150_000), `&a [${'*a,'.repeat(150_000)}]`];
    assert.equal(parseYaml(twice, options).errors.length, 149_999);
    assert.equal(parseYaml(within, options).errors.length, 150_000);
  }).timeout(60_000);

  it('of more than one document is told without words of the library', () => {
    assert.deepEqual(
      parseYaml('a: 1\n---\nb: 2\n', options).errors.map(({ message }) => message),
      ['There is more than one document'],
    );
  });

  it('may hold any number of brackets and dashes in text and comments', () => {
    const marks = '[{- ? '.repeat(1_000);
    const text = `# ${marks}\na: "${marks}"\nb: '${marks}'\nc: |\n  ${marks}\n  --- [\nd: x${marks}\n`;
    const document = parseYaml(text, options);
    assert.deepEqual(document.errors, []);
    assert.equal(document.get('c'), `${marks}\n--- [\n`);
  });

  it('may be nested to any normal depth', () => {
    const text = `${'['.repeat(100)}1${']'.repeat(100)}`;
    assert.deepEqual(parseYaml(text, options).errors, []);
    assert.equal(JSON.stringify(yamlValue(text)), text);
  });

  // Ninety maps that are keys of each other took 50 ms to become a value, three hundred 8 s, and so on.
  it('has no map or list as a key: such a key is a fault and is empty', () => {
    const { errors, contents } = parseYaml('a: 1\n? {b: 1}\n: 2\n? [x]\n: {{}: 3}\n', options);
    assert.deepEqual(
      errors.map(({ code, pos }) => [code, pos[0]]),
      [
        ['BAD_COLLECTION_TYPE', 7],
        ['BAD_COLLECTION_TYPE', 20],
        ['BAD_COLLECTION_TYPE', 27],
      ],
    );
    assert.deepEqual(contents?.toJSON(), { a: 1, '': { '': 3 } });
    const many = Array.from({ length: 1_000 }, () => `- ${'{'.repeat(90)}${'}'.repeat(90)}\n`).join('');
    const large = parseYaml(many, options);
    assert.equal((large.toJS() as unknown[]).length, 1_000);
  });

  it('of several documents has the faults of each', () => {
    const documents = parseYamls('a: 1\na: 2\n---\nb: 1\n---\n{[]: 1}\n', options);
    assert.deepEqual(
      documents.map(({ errors }) => errors.map(({ code }) => code)),
      [['DUPLICATE_KEY'], [], ['BAD_COLLECTION_TYPE']],
    );
  });
});
