// Rules of ignore files say what those of git say: the `ignore` package is the judge, which takes git's own tests as
// its own.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import ignore from 'ignore';
import { ignoreVerdict, parseIgnoreRule, parseIgnoreRules } from '../../src/core/team/ignore-rules.ts';
import { runs } from '../support/properties.ts';

describe('rules of ignore files', () => {
  const rulesOf = (lines: readonly string[]) =>
    lines.map(line => parseIgnoreRule(line, true)).filter(rule => rule !== undefined);
  const verdict = (lines: readonly string[], path: string) =>
    ignoreVerdict(rulesOf(lines), path.replace(/\/$/, ''), path.endsWith('/'));
  const check = (line: string, hits: readonly string[], misses: readonly string[]) => {
    for (const path of hits) assert.equal(verdict([line], path), 'ignored', `${line} ${path}`);
    for (const path of misses) assert.equal(verdict([line], path), undefined, `${line} ${path}`);
  };

  it('without a slash name a file or folder in any folder, with one a path from theirs', () => {
    check('a', ['a', 'a/', 'x/a'], ['ab', 'a/x']);
    check('a/', ['a/', 'x/a/'], ['a', 'x/a']);
    check('/a', ['a', 'a/'], ['x/a']);
    check('x/a', ['x/a'], ['y/x/a', 'a']);
    check('/x/a/', ['x/a/'], ['x/a']);
  });

  it('take stars, question marks and brackets within a name, and two stars over folders', () => {
    check('*.log', ['.log', 'a.log', 'x/a.log'], ['a.logs', 'alog']);
    check('x/*', ['x/a'], ['x', 'x/y/a']);
    check('a?c', ['abc'], ['ac', 'a/c']);
    check('**/a', ['a', 'x/y/a'], ['xa']);
    check('x/**', ['x/a', 'x/y/a'], ['x', 'y']);
    check('x/**/a', ['x/a', 'x/y/z/a'], ['xa', 'x/ba']);
    check('[a-c]1', ['a1', 'C1'], ['d1', '/1']);
    check('[!a-c]1', ['d1'], ['a1', 'B1']);
    check('[]a]', [']', 'a'], ['b']);
    check('[a-]', ['a', '-'], ['b']);
    check('[\\]]', [']'], ['\\']);
  });

  it('are taken by the letter behind a backslash, and without spaces at their end', () => {
    check('\\#a', ['#a'], ['a']);
    check('\\!a', ['!a'], ['a']);
    check('a\\*', ['a*'], ['ab']);
    check('a  ', ['a'], ['a  ']);
    check('a\\ ', ['a '], ['a']);
    check('a\\\\ ', ['a\\'], ['a\\ ']);
  });

  it('look at letter case where Git does', () => {
    check('Build', ['build', 'BUILD'], []);
    check('ÄÖ', ['äö', 'Äö'], ['ao']);
    for (const [rule, path] of [
      ['Build', 'build'],
      ['[a-c]', 'B'],
      ['[[:upper:]]', 'x'],
    ] as const) {
      const { rules } = parseIgnoreRules([rule], false);
      assert.equal(ignoreVerdict(rules, path, false), undefined, rule);
    }
  });

  it('take the classes of characters of POSIX, and begin behind a byte order mark', () => {
    check('a[[:digit:]]', ['a1'], ['ab', 'a:', 'a[1]']);
    check('[^[:alpha:]_]', ['1'], ['a', '_', '/']);
    check('[[:xdigit:]x-z]', ['f', 'y'], ['g']);
    check('[[:none:]]', [], ['n', ':']);
    assert.equal(ignoreVerdict(parseIgnoreRules(['\ufeff/a'], true).rules, 'a', false), 'ignored');
  });

  it('are none as a comment, empty, or when they can match nothing', () => {
    assert.deepEqual(rulesOf(['# a', '', '   ', '/', '!', '[a', 'a\\']), []);
  });

  it('let the last one decide', () => {
    assert.equal(verdict(['*.log', '!a.log'], 'a.log'), 'kept');
    assert.equal(verdict(['!a.log', '*.log'], 'a.log'), 'ignored');
    assert.equal(verdict(['*.log', '!a.log'], 'b.txt'), undefined);
  });

  it('say what the judge says', () => {
    const names = fc.string({ unit: fc.constantFrom('a', 'b', 'B', '.', '-'), minLength: 1, maxLength: 4 });
    const paths = fc
      .array(
        names.filter(name => !/^\.+$/.test(name)),
        { minLength: 1, maxLength: 4 },
      )
      .map(steps => steps.join('/'));
    const parts = fc.constantFrom(
      'a',
      'b',
      'B',
      '.',
      '-',
      '/',
      '*',
      '?',
      '**/',
      '/**',
      '/**/',
      '[ab]',
      '[!a]',
      '[a-b]',
      '\\a',
      '\\*',
    );
    const rules = fc
      .tuple(
        fc.constantFrom('', '!', '/'),
        fc.array(parts, { minLength: 1, maxLength: 6 }),
        fc.constantFrom('', '/', ' '),
      )
      .map(([start, middle, end]) => start + middle.join('') + end)
      // Empty names and three stars and more in a row mean nothing to git.
      .filter(rule => !/\/\/|\*\*\*|[^/!]\*\*|\*\*[^/]/.test(rule));
    fc.assert(
      fc.property(fc.array(rules, { minLength: 1, maxLength: 4 }), paths, fc.boolean(), (lines, path, isFolder) => {
        const judge = ignore({ allowRelativePaths: true }).add(lines);
        const steps = path.split('/');
        // A walk does not come into ignored folders.
        fc.pre(!steps.slice(1).some((_, depth) => judge.test(`${steps.slice(0, depth + 1).join('/')}/`).ignored));
        const { ignored, unignored } = judge.test(path + (isFolder ? '/' : ''));
        const expected = ignored ? 'ignored' : unignored ? 'kept' : undefined;
        assert.equal(ignoreVerdict(rulesOf(lines), path, isFolder), expected);
      }),
      runs(2_000),
    );
  });
});
