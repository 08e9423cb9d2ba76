// Wildcards match like the regular expressions they stand for, and look at each character at most once for each step.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { matchesPath } from '../../../src/core/team/policy-patterns.ts';
import { matchesAll, type WildcardStep } from '../../../src/core/text/wildcard.ts';
import { runs } from '../../support/properties.ts';

const letters = fc.string({ unit: fc.constantFrom('a', 'b', '/', '\u{1f600}'), maxLength: 12 });
const globs = fc
  .array(fc.constantFrom('a', 'b', '/', '*', '**', '**/', '?', '\u{1f600}'), { maxLength: 8 })
  .map(parts => parts.join(''))
  .filter(glob => /^(?!\.?\/).*[^/]$/u.test(glob));

describe('wildcards', () => {
  it('match like the expressions they stand for', () => {
    fc.assert(
      fc.property(globs, letters, (glob, path) => {
        assert.equal(matchesPath(glob, path, true), byExpression(glob, path));
      }),
      runs(2_000),
    );
  });

  it('look at a character once for each step, however many stars there are', () => {
    let looks = 0;
    const star: WildcardStep = { kind: 'many', fits: () => ++looks > 0 };
    const steps: readonly WildcardStep[] = ['a', star, 'a', star, 'a', star, 'a', star, 'a', star, 'b'];
    assert.equal(matchesAll(steps, 'a'.repeat(10_000)), false);
    assert.ok(looks <= steps.length * 10_000, String(looks));
  });

  it('leave a text that cannot match any more', () => {
    let looks = 0;
    const any: WildcardStep = { kind: 'one', fits: () => ++looks > 0 };
    assert.equal(matchesAll([any, 'x', any], 'a'.repeat(10_000)), false);
    assert.equal(looks, 1);
  });
});

function byExpression(glob: string, path: string): boolean {
  const tokens: Readonly<Record<string, string>> = { '**/': '(?:.*/)?', '**': '.*', '*': '[^/]*', '?': '[^/]' };
  const source = glob.replaceAll(/\*\*\/|\*\*|\*|\?/gu, token => tokens[token] ?? token);
  const expression = new RegExp(`^(?:${source})$`, 'su');
  const steps = path.split('/');
  if (!glob.includes('/') && glob !== '**') return steps.some(step => expression.test(step));
  return steps.some((_, index) => expression.test(steps.slice(0, index + 1).join('/')));
}
