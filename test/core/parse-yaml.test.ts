import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parseDocument } from 'yaml';
import { parseYaml } from '../../src/core/parse-yaml.ts';

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
      .array(fc.tuple(key, value))
      .map(pairs => pairs.map(([name, text]) => `${name}: ${text}\n`).join(''));
    fc.assert(
      fc.property(file, text => {
        const [ours, theirs] = [parseYaml(text, options), parseDocument(text, options)];
        assert.deepEqual(faults(ours.errors), faults(theirs.errors));
      }),
      { seed: 1, numRuns: 500 },
    );
  });

  // Comparing each key with all others would take hours.
  it('with many keys takes time by its length', () => {
    const text = `a: 1\n${Array.from({ length: 200_000 }, (_, index) => `k${index}: 1\n`).join('')}a: 2\n`;
    const { errors } = parseYaml(text, options);
    assert.deepEqual(faults(errors), [`${text.length - 5} DUPLICATE_KEY Map keys must be unique`]);
  }).timeout(120_000);
});
