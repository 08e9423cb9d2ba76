// Patterns that people and models write: what they match, and what is refused with what to write instead.
import assert from 'node:assert/strict';
import { compilePattern, MAX_PATTERN } from '../../../src/core/text/pattern.ts';
import { patternProblemText } from '../../../src/core/text/pattern-problem.ts';

function compiled(source: string) {
  const result = compilePattern(source);
  assert.ok(result.ok, source);
  return result.pattern;
}

describe('a pattern', () => {
  const found: [source: string, text: string, at: number][] = [
    ['needle', 'a needle', 2],
    ['^const (needle|NEEDLE) = \\d;$', 'const needle = 1;', 0],
    ['needle\\-wide', 'needle-wide', 0],
    ['(?<=size: )\\d+', 'size: 12', 6],
    ['(?<!x)\\d', 'x1 2', 3],
    ['(?<year>\\d{4})', 'in 2026', 3],
    ['\\u00e9|\\u{1F600}', 'caf\u00e9', 3],
    ['\\p{Lu}+', 'ab CD', 3],
    ['[^]b', '\nb', 0],
    ['[(?=]', '=', 0],
    ['\\\\1', '\\1', 0],
    ['x', 'y', -1],
  ];
  for (const [source, text, at] of found)
    it(`${source} is found at ${at} of ${JSON.stringify(text)}`, () => assert.equal(compiled(source).search(text), at));

  it('is the whole of a text or not', () => {
    assert.equal(compiled('[A-Z]{2}[0-9]+|none').isWhole('AB12'), true);
    assert.equal(compiled('[A-Z]{2}[0-9]+|none').isWhole('AB12 '), false);
    assert.equal(compiled('a|ab').isWhole('ab'), true);
  });

  // An engine that goes back would take longer than the age of the universe.
  it('with nested repetition ends on long texts', () => {
    for (const source of ['(a+)+b', '(a|a)*b', '(.*)*x', '(a?){50}a{50}b'])
      assert.equal(compiled(source).isWhole('a'.repeat(10_000)), false);
  });

  const refused: [source: string, problem: string, remedy: string][] = [
    ['a(?=b)', '(?=…) looks ahead, which is not supported', 'Match the text that follows instead'],
    ['a(?!b)', '(?!…) looks ahead, which is not supported', 'Match the text that follows instead'],
    ['(a)\\1', '\\1 refers back to a group, which is not supported', 'Write the repeated text out'],
    ['(?<n>a)\\k<n>', '\\k< refers back to a group, which is not supported', 'Write the repeated text out'],
    ['(', 'missing closing ): `(`', 'Correct the pattern'],
    ['((a{100}){100}){100}', 'invalid repeat count: `{100}`', 'Correct the pattern'],
    ['a'.repeat(MAX_PATTERN + 1), 'it has 1001 characters, more than 1000', 'Shorten the pattern'],
  ];
  for (const [source, what, remedy] of refused)
    it(`${source.slice(0, 20)} is refused: ${what}`, () => {
      const result = compilePattern(source);
      assert.ok(!result.ok);
      assert.deepEqual(patternProblemText(result.problem), { what, remedy });
    });
});
