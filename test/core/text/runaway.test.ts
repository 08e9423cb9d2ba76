// Texts that run away are noticed while they come; texts that only look alike are left alone (SPEC 23.14).
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type Runaway, watchRunaway } from '../../../src/core/text/runaway.ts';
import { runs } from '../../support/properties.ts';

/** What is found, and how many characters had come by then. */
function watch(pieces: Iterable<string>): { found: Runaway; read: number } | undefined {
  const watched = watchRunaway();
  let read = 0;
  for (const piece of pieces) {
    const found = watched.push(piece);
    read += piece.length;
    if (found) return { found, read };
  }
  return undefined;
}

const lines = (count: number, line: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => line(at)).join('\n');
const noise = (count: number) =>
  Array.from({ length: count }, (_, at) => ((at * 7919 + 13) % 9973).toString(36)).join(' ');
const passage = `${noise(120)}\n`;

describe('a text that runs away', () => {
  const before = 'I look at the file first.\n';
  const repeated: [what: string, unit: string, times: number][] = [
    ['a line', 'I will check the file now.\n', 200],
    ['a phrase', 'and so on, ', 200],
    ['a word', 'no ', 200],
    ['a phrase in Chinese', '好的，', 200],
    ['a line of code', '    x = x + one;\n', 200],
    ['blank lines', '\n', 200],
    ['blank lines with spaces', '  \n', 200],
    ['spaces', ' ', 4_000],
    ['one character', 'A', 4_000],
    ['a rule', '-=', 4_000],
    ['a sentence of 100 characters', `${'ab cd '.repeat(3)}${noise(20)}.\n`, 60],
    ['a passage', passage, 8],
  ];
  for (const [what, unit, times] of repeated) {
    it(`is noticed: ${what} again and again`, () => {
      const text = before + unit.repeat(times + 2);
      const { found } = watch([text]) ?? assert.fail();
      const kept = text.slice(0, found.keep);
      assert.ok(kept.startsWith(before.trimEnd()), kept);
      assert.ok(found.keep <= before.length + unit.length, `keeps ${found.keep}`);
    });
  }

  it('is noticed by white space of all kinds, in any mix', () => {
    const spaces = noise(2_000).replaceAll(/./g, each => ' \t\r\u3000'[each.charCodeAt(0) % 4] ?? ' ');
    assert.equal(watch(['Done.', spaces])?.found.keep, 5);
  });

  it('is noticed soon, however it is cut into pieces, and always at the same place', () => {
    const unit = fc.string({ minLength: 3, maxLength: 300, unit: fc.constantFrom(...'ab c,\n') });
    const lead = fc.string({ maxLength: 3_000, unit: fc.constantFrom(...'abc def\n') });
    fc.assert(
      fc.property(lead, unit, fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 1 }), (start, part, cuts) => {
        const text = `${start}|${`word ${part}`.repeat(Math.ceil(9_000 / (part.length + 5)))}`;
        const whole = watch([text]) ?? assert.fail('nothing found');
        const pieces: string[] = [];
        for (let at = 0, cut = 0; at < text.length; at += pieces.at(-1)?.length ?? 0) {
          pieces.push(text.slice(at, at + (cuts[cut++ % cuts.length] ?? 1)));
        }
        assert.deepEqual(watch(pieces)?.found, whole.found);
        assert.ok(watch(text)?.read ?? 0 < start.length + 7_000);
      }),
      runs(60),
    );
  });
});

describe('a text that only looks alike', () => {
  const alike: [what: string, text: string][] = [
    ['a table', lines(400, at => `| row ${at} | open | none |`)],
    ['an empty table', lines(60, () => '|   |   |   |')],
    ['a rule across the page', `Title\n${'='.repeat(300)}\nText`],
    ['a matrix of zeros', lines(64, () => '0, '.repeat(20))],
    ['an array of zeros in C', '0x00, '.repeat(512)],
    ['an array of nulls', `[${'null, '.repeat(500)}null]`],
    ['a hex dump', lines(500, at => `${(at * 16).toString(16).padStart(8, '0')}  00 00 00 00 00 00 00 00`)],
    ['base64', Buffer.from(noise(4_000)).toString('base64')],
    ['base64 of zeros', Buffer.alloc(2_400).toString('base64')],
    ['rows of a CSV file', lines(1_000, at => `${at},Smith,Berlin,0,0,0`)],
    ['a numbered list', lines(500, at => `${at + 1}. To do`)],
    ['code with similar lines', lines(400, at => `  case ${at}: return handle(${at});`)],
    [
      'a drawing of a box',
      [`+${'-'.repeat(78)}+`, lines(60, () => `|${' '.repeat(78)}|`), `+${'-'.repeat(78)}+`].join('\n'),
    ],
    ['a map', lines(100, () => `#${'.'.repeat(50)}#`)],
    [
      'a log',
      lines(600, at => `2026-01-01T00:${String(Math.floor(at / 60)).padStart(2, '0')}:${at % 60} GET /health 200`),
    ],
    ['a passage that is quoted twice', passage.repeat(2)],
    ['100 equal lines', lines(100, () => 'ok, next')],
    ['an indented block', `${' '.repeat(2_000)}x\n`.repeat(2)],
    ['199 equal phrases', `${'and so on, '.repeat(199)}done`],
  ];
  for (const [what, text] of alike) {
    it(`is left alone: ${what}`, () => assert.equal(watch([text]), undefined));
  }

  it('is left alone: words in any order, long or short', () => {
    const words = fc.array(fc.integer({ min: 0, max: 99_999 }), { minLength: 1, maxLength: 2_000 });
    fc.assert(
      fc.property(words, numbers =>
        assert.equal(watch([lines(numbers.length, at => `value ${at} is ${numbers[at]}`)]), undefined),
      ),
    );
  });
});
