// The short way to the YAML of index files gives exactly what the library gives.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parse, stringify } from 'yaml';
import { itemTexts, yamlText } from '../../../src/store/files/yaml-text.ts';
import { runs } from '../../support/properties.ts';

const words = fc.constantFrom(
  'lead',
  'tasks/root-1.tsk',
  '2026-01-02T03:04:05.006Z',
  '0mi8abc12-00-a1b2',
  'true',
  'No',
);
const odd = fc.constantFrom(
  '',
  ' x',
  'x ',
  '@bob\n',
  'a: b',
  'a #b',
  '- a',
  '1e5',
  '0x10',
  '12',
  '.5',
  'x-',
  'x:',
  '~',
);
const lines = fc.array(fc.oneof(words, odd, fc.string({ unit: 'grapheme', maxLength: 90 })), { maxLength: 4 });
const text = fc.oneof(
  words,
  odd,
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: fc.constantFrom('a', 'b', ' ', '-', '.', ',', '/', '1', ':', '#', '\n', '!', '@'), maxLength: 50 }),
  lines.map(each => each.join('\n')),
);
const scalar = fc.oneof(text, fc.boolean(), fc.integer(), fc.double(), fc.constant(null), fc.constant(undefined));
const key = fc.oneof(fc.constantFrom('id', 'agentId', 'y', 'null', 'coder!s', 'trueUpTo'), text);
const value = fc.letrec(tie => ({
  node: fc.oneof({ depthSize: 'small' }, scalar, fc.array(scalar, { maxLength: 3 }), tie('map')),
  map: fc.dictionary(key, tie('node'), { maxKeys: 5, noNullPrototype: true }),
})).map as fc.Arbitrary<object>;

describe('the YAML of index files', () => {
  it('is what the library writes, whatever the values', () => {
    fc.assert(
      fc.property(value, given => {
        assert.equal(yamlText(given), stringify(given));
      }),
      runs(500),
    );
  });

  it('of names, times, numbers and short blocks is what the library writes, and reads as what was written', () => {
    const given = {
      id: '0mi8abc12-00-a1b2',
      createdAt: '2026-01-02T03:04:05.006Z',
      generating: false,
      messageCount: 12,
      odd: [-0, -3, 1e21, Number.NaN],
      minusNothing: -0,
      below: -3,
      trueUpTo: { course: 1, records: 9 },
      assignmentFromSup: { tellaskHead: '@helper do part 1\n', tellaskBody: 'carefully\nSo much for that.' },
    };
    assert.equal(yamlText(given), stringify(given));
    assert.deepEqual(parse(yamlText(given)), given);
  });

  it('of the items of a list is what the library writes, item by item', () => {
    const list = fc.array(
      value.filter(each => Object.keys(each).length > 0),
      { maxLength: 4 },
    );
    fc.assert(
      fc.property(list, given => {
        const texts = itemTexts(given);
        assert.equal(texts.length, given.length);
        assert.equal(texts.join(''), given.length === 0 ? '' : stringify(given));
      }),
      runs(500),
    );
  });
});
