// Parts of a change by name, as answers and tools name them (SPEC 27.2).
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type Picked, readPicked, readTaken, takeAnswer } from '../../../src/core/changes/picked.ts';

const files = [
  { path: 'src/a.ts', hunks: 5 },
  { path: 'src/b.ts' },
  { path: 'my file.txt', hunks: 2 },
  { path: 'x:1' },
  { path: "it's, 1.txt", hunks: 3 },
];
const partsOf = (answer: string) => {
  const read = readTaken(answer, files);
  return read.kind === 'parts' ? read.parts.map(part => readPicked(part, files)) : read.kind;
};

describe('an answer that takes a part', () => {
  const cases: Readonly<Record<string, readonly Picked[] | 'words' | 'unfit'>> = {
    'take src/a.ts:1,3 src/b.ts': [{ path: 'src/a.ts', hunks: [1, 3] }, { path: 'src/b.ts' }],
    'Take src/a.ts:4-5,1': [{ path: 'src/a.ts', hunks: [1, 4, 5] }],
    'take: src/a.ts: 1, 3': [{ path: 'src/a.ts', hunks: [1, 3] }],
    'take src/a.ts:1, src/b.ts': [{ path: 'src/a.ts', hunks: [1] }, { path: 'src/b.ts' }],
    'take ./src/b.ts, src\\a.ts:2': [{ path: 'src/b.ts' }, { path: 'src/a.ts', hunks: [2] }],
    'take src/': [{ path: 'src' }],
    'take "my file.txt":2': [{ path: 'my file.txt', hunks: [2] }],
    "take 'my file.txt:1'": [{ path: 'my file.txt', hunks: [1] }],
    'take x:1': [{ path: 'x:1' }],
    'take src/b.ts:1': [{ path: 'src/b.ts', hunks: [1] }],
    '采用 src/a.ts：1，3': [{ path: 'src/a.ts', hunks: [1, 3] }],
    'take src/a.ts:6': 'unfit',
    'take src/a.ts:0': 'unfit',
    'take src/a.ts:3-1': 'unfit',
    'take src/a.ts but leave src/b.ts alone': 'unfit',
    'take src/a.ts src/c.ts': 'unfit',
    'take care of the edge cases': 'words',
    'take all': 'words',
    take: 'words',
    'Please take src/a.ts': 'words',
    'Rename it in src/a.ts': 'words',
  };
  for (const [answer, expected] of Object.entries(cases))
    it(`is ${typeof expected === 'string' ? `not one: ${expected}` : 'read'}: ${answer}`, () =>
      assert.deepEqual(partsOf(answer), expected));

  it('is written so that it reads as what was chosen', () => {
    const part = fc.constantFrom(...files).chain(({ path, hunks = 1 }) =>
      fc.option(fc.uniqueArray(fc.integer({ min: 1, max: hunks }), { minLength: 1 }), { nil: undefined }).map(
        (numbers): Picked => ({
          path,
          ...(numbers && hunks > 1 && { hunks: numbers.sort((a, b) => a - b) }),
        }),
      ),
    );
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 4 }), parts =>
        assert.deepEqual(partsOf(takeAnswer(parts)), parts),
      ),
    );
  });
});
