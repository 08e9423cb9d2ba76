// Texts that are hard to hold in YAML.
import fc from 'fast-check';

export const hostileTexts: readonly (readonly [name: string, text: string])[] = [
  ['leading spaces', '   indented\n  less\n    more'],
  ['a number sign', '# not a comment # at all'],
  ['document marks', '---\n...\n--- |\n%YAML 1.2'],
  ['tabs', '\tfirst\n\t\tsecond\tend\t'],
  ['Windows line ends', 'one\r\ntwo\r\n'],
  ['emoji', '👩‍👩‍👧‍👦 🇨🇳 👍🏽'],
  ['a hundred kilobytes', 'All work and no play. 只工作不玩耍。\n'.repeat(2500)],
  ['blank lines around', '\n\n  \nword\n \n\n'],
  ['a single newline at the end', 'word\n'],
  ['spaces at the ends of lines', 'word  \n  \nother  '],
  ['YAML of its own', 'draft: |\n  nested\nthoughts:\n- "a": {b: [c]} # d\n? e\n: &f *f !!str g'],
  ['fences', '```yaml\ndraft: x\n```\n~~~'],
  ['quotes and backslashes', `"it's" \\n \\u0041 ''`],
  ['control characters', 'bell \u0007 null \u0000 next line \u0085 del \u007f'],
  ['separators and marks', 'a\u2028b\u2029c\ufeffd\uffff'],
  ['half a character', 'before \ud83d after'],
  ['a comment like ours', 'x  # age: 3, cluster: {~}'],
];

const piece = fc.oneof(
  fc.constantFrom(
    ' ',
    '\n',
    '\t',
    '\r',
    '#',
    '---',
    ':',
    '- ',
    '"',
    "'",
    '|',
    '>',
    '\\',
    '%',
    '{~}',
    '```',
    '  ',
    '😀',
    '\u0085',
    '\u2028',
    '\ufeff',
  ),
  fc.string({ unit: 'binary', maxLength: 6 }),
  fc.string({ maxLength: 6 }),
);

export const hostileText: fc.Arbitrary<string> = fc.array(piece, { maxLength: 12 }).map(pieces => pieces.join(''));
