// What holds for every text in both dialects: any cut gives the same, little is held back, and no character is lost.

import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createSegmentParser, joinProse, type ParseOptions } from '../../../src/core/tellask/parse.ts';
import { reservedNames } from '../../../src/core/tellask/reserved-names.ts';
import type { Segment } from '../../../src/core/tellask/segment.ts';
import { parseSegments } from '../../support/parse-segments.ts';
import { runs } from '../../support/properties.ts';
import { parseChunks, prose, tellask, tellaskDialect, textingDialect, toText } from './parse-support.ts';

const pieces = [
  ...[
    '!',
    '?',
    '@',
    '!?',
    '!?@',
    '\n',
    '\r',
    '\r\n',
    '\n\n',
    ' ',
    '\t',
    '\u3000',
    ':',
    '-',
    '1',
    'x',
    '\n!?@',
    '\n!?',
    '\n@',
  ],
  ...[
    'bob',
    'bob-2',
    '@bob',
    'human',
    'tellasker',
    '@clear_mind',
    '@add_reminder',
    '@Override',
    '研究',
    '👩‍💻',
    '\ud83d',
  ],
  ...['!tellaskSession', ' !tellaskSession a', ' !topic b', ' !topic ', '```', '\n```\n', '~~~', '    '],
];
const texts = fc.array(fc.constantFrom(...pieces), { maxLength: 40 }).map(parts => parts.join(''));
const cutTexts = fc
  .tuple(texts, fc.array(fc.nat({ max: 60 }), { maxLength: 12 }))
  .map(([text, cuts]) => cutAt(text, cuts));
const tries = runs(300);

function cutAt(text: string, cuts: readonly number[]): string[] {
  const ends = [...cuts.map(cut => Math.min(cut, text.length)), text.length].sort((a, b) => a - b);
  return ends.map((end, index) => text.slice(ends[index - 1] ?? 0, end));
}

for (const options of [tellaskDialect, textingDialect]) {
  describe(`every text in the ${options.dialect} dialect`, () => {
    it('gives the same segments for any cut (2.6)', () => {
      const sameAsWhole = (chunks: readonly string[]) =>
        assert.deepEqual(parseChunks(chunks, options), parseSegments(chunks.join(''), options));
      fc.assert(fc.property(cutTexts, sameAsWhole), tries);
      fc.assert(
        fc.property(texts, text => sameAsWhole(text.split(''))),
        tries,
      );
    });

    it('can be put together again from its segments (2.5)', () => {
      fc.assert(
        fc.property(texts, text => {
          const again = toText(parseSegments(text, options), options);
          const wanted = text.replaceAll('\r\n', '\n');
          // An empty payload at the very end leaves no trace in the segments.
          assert.ok(again === wanted || (options.dialect === 'tellask' && `${again}!?` === wanted));
        }),
        tries,
      );
    });

    it('has no empty and no adjacent prose', () => {
      fc.assert(
        fc.property(texts, text => {
          const kinds = parseSegments(text, options).map(segment => (segment.kind === 'prose' ? segment.text : ''));
          assert.ok(kinds.every((kind, index) => kind === '' || !kinds[index - 1]));
          assert.ok(parseSegments(text, options).every(segment => segment.kind === 'tellask' || segment.text !== ''));
        }),
        tries,
      );
    });

    it('holds no more prose back than the line opening it may be (2.6)', () => {
      fc.assert(
        fc.property(texts, text => checkHeld(text, options)),
        tries,
      );
    });
  });
}

/** After each character, what is neither given out nor part of an open block must be short. */
function checkHeld(text: string, options: ParseOptions): void {
  const longestName = Math.max(...[...options.names, ...reservedNames].map(name => name.length));
  const bound = options.dialect === 'tellask' ? 2 : longestName + 2;
  const parser = createSegmentParser(options);
  const given: Segment[] = [];
  for (let end = 1; end <= text.length; end++) {
    given.push(...parser.push(text.charAt(end - 1)));
    if (parser.open() !== undefined) continue;
    const held = text.slice(0, end).replaceAll('\r\n', '\n').slice(toText(given, options).length);
    const opensTellask = options.dialect === 'tellask' && held.startsWith('!?');
    assert.ok(held.length <= bound || opensTellask, JSON.stringify({ held, text }));
  }
}

describe('a parser that is fed', () => {
  it('gives prose out at once', () => {
    const parser = createSegmentParser(tellaskDialect);
    assert.deepEqual(parser.push('one\ntwo'), [prose('one\ntwo')]);
    assert.deepEqual(parser.push('\n!'), [prose('\n')]);
    assert.deepEqual(parser.push('x\r'), [prose('!x')]);
    assert.deepEqual(parser.end(), [prose('\r')]);
  });

  it('gives a tellask out when its block is closed', () => {
    const parser = createSegmentParser(tellaskDialect);
    assert.deepEqual(parser.push('!?@bob go\n!?b\n'), []);
    assert.deepEqual(parser.push('x'), [tellask('@bob go\n', 'b\n'), prose('x')]);
  });

  it('gives an unknown mention out once it is longer than any name', () => {
    const parser = createSegmentParser(textingDialect);
    assert.deepEqual(parser.push('@update_reminder'), []);
    assert.deepEqual(parser.push('s'), [prose('@update_reminders')]);
  });

  for (const [options, text] of [
    [tellaskDialect, '!?@bob go\n!?bo'],
    [textingDialect, '@bob go\nbo'],
  ] as const) {
    it(`shows the open block of the ${options.dialect} dialect`, () => {
      const parser = createSegmentParser(options);
      assert.equal(parser.open(), undefined);
      parser.push(text);
      assert.deepEqual(parser.open(), { headline: '@bob go\n', body: 'bo' });
      parser.end();
      assert.equal(parser.open(), undefined);
    });

    it(`takes long lines of the ${options.dialect} dialect in small chunks`, () => {
      const line = '@~!? '.repeat(20_000);
      for (const start of [
        '',
        '!?@bob ',
        '!?',
        '@bob ',
        '@',
        '~~~',
        '    ',
        '@bob\n',
        '@clear_mind\n',
        `@bob\n${' '.repeat(99)}`,
      ]) {
        const joined = toText(parseChunks((start + line).split(''), options), options);
        assert.equal(joined.length, start.length + line.length);
      }
    });
  }

  it('joins only adjacent prose', () => {
    const joined = joinProse([prose('a'), prose('b'), tellask('@bob'), prose('c'), prose('d'), prose('e')]);
    assert.deepEqual(joined, [prose('ab'), tellask('@bob'), prose('cde')]);
  });
});
