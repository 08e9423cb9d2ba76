// The marks at the ends of lines, read one by one and in a row (SPEC 9.1).
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { lineSplitter, markLine, splitLine } from '../../../src/store/files/courses/writer-mark.ts';

describe('marks of a file', () => {
  const mark = fc
    .tuple(fc.integer({ min: 0, max: 12 }), fc.constantFrom('aaaaaaaa', 'bbbbbbbb', '01234567'))
    .map(([epoch, writer]) => ({ epoch, writer }));
  const json = fc.oneof(
    fc.dictionary(fc.string(), fc.string(), { minKeys: 1 }).map(value => JSON.stringify(value)),
    fc.constantFrom(
      '{"w":"1-aaaaaaaa"}',
      '{"a":1,"w":"1-aaaaaaaa"}',
      '{"a":",\\"w\\":\\"1-aaaaaaaa"}',
      '}',
      '',
      'torn',
    ),
  );
  const line = fc.oneof(
    json,
    fc.tuple(json, mark).map(([text, by]) => markLine(text, by)),
  );

  it('are the same whether a line is read alone or after others', () => {
    fc.assert(
      fc.property(fc.array(line), lines => {
        const split = lineSplitter();
        assert.deepEqual(
          lines.map(each => split(each)),
          lines.map(each => splitLine(each)),
        );
      }),
    );
  });

  it('come off as they were put on', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.string(), { minKeys: 1 }), mark, (value, by) => {
        const text = JSON.stringify(value);
        assert.deepEqual(splitLine(markLine(text, by)), { json: text, mark: by });
      }),
    );
  });
});
