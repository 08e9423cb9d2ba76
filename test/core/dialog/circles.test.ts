// The pattern in what generations did: which one repeats, and that a new one never does (SPEC 7.4).
import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  repeatedPattern,
  type Trace,
  type TracedCall,
  traceOf,
  withResult,
  withTrace,
} from '../../../src/core/dialog/circles.ts';

const traces = (steps: readonly string[]) =>
  steps.reduce<readonly Trace[]>((recent, step) => withTrace(recent, traceOf([], step)), []);

const call = (written: string): TracedCall => ({ written, meant: () => written });

/** One letter a generation. */
function checkPattern(steps: string, expected: string | undefined): void {
  it(`${steps || 'no step'} ${expected === undefined ? 'repeats nothing' : `repeats ${expected}`}`, () => {
    const shown = repeatedPattern(traces([...steps]))?.map(({ shows }) => shows);
    assert.equal(shown?.join(''), expected);
  });
}

describe('a repeated pattern', () => {
  checkPattern('', undefined);
  checkPattern('AA', undefined);
  checkPattern('AAA', 'A');
  checkPattern('XAAA', 'A');
  checkPattern('AAAX', undefined);
  checkPattern('AABAA', undefined);
  checkPattern('ABABA', undefined);
  checkPattern('ABABAB', 'AB');
  checkPattern('BABABA', 'BA');
  checkPattern('ABABAC', undefined);
  checkPattern('AABAABAAB', 'AAB');
  checkPattern('ABCABCABC', 'ABC');
  checkPattern('ABCABCABD', undefined);
  checkPattern('ABCDABCDABCD', 'ABCD');
  checkPattern('XYZABCDABCDABCD', 'ABCD');
  checkPattern('ABCDABCDABC', undefined);
  checkPattern('ABCDABCEABCD', undefined);
  checkPattern('ABCDEABCDEABCDEABCDE', undefined);

  it('is found within three periods whatever came before', () => {
    const step = fc.constantFrom(...'ABCDEF');
    fc.assert(
      fc.property(fc.array(step), fc.array(step, { minLength: 1, maxLength: 4 }), (before, period) => {
        const repeated = traces([...before, ...period, ...period, ...period]);
        assert.notEqual(repeatedPattern(repeated), undefined);
        assert.ok(repeated.length <= 12);
      }),
    );
  });

  it('is never found where no step comes twice', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string(), { maxLength: 40 }), steps => {
        assert.equal(repeatedPattern(traces(steps)), undefined);
      }),
    );
  });
});

describe('what a generation did', () => {
  const polled = (...results: readonly string[]) =>
    results.reduce(
      (recent, result) => withResult(withTrace(recent, traceOf([call('poll {}')], 'Let me look.')), result),
      traces([]),
    );

  it('is told apart by the results of its calls', () => {
    assert.notEqual(repeatedPattern(polled('1', '1', '1')), undefined);
    assert.equal(repeatedPattern(polled('1', '1', '2')), undefined);
  });

  it('is told apart by its calls alone, not by the words around them', () => {
    assert.equal(traceOf([call('poll {}')], 'Again.').sign, traceOf([call('poll {}')], 'Once more.').sign);
    assert.notEqual(traceOf([call('poll {}')], '').sign, traceOf([call('poll {"all":true}')], '').sign);
    assert.notEqual(traceOf([call('poll {}')], '').sign, traceOf([], 'poll {}').sign);
  });

  it('is the same in whatever order its results come', () => {
    const [one] = withResult(withResult(traces(['A']), 'x'), 'y');
    const [other] = withResult(withResult(traces(['A']), 'y'), 'x');
    assert.equal(one?.sign, other?.sign);
    const [twice] = withResult(withResult(traces(['A']), 'x'), 'x');
    assert.notEqual(one?.sign, twice?.sign);
  });

  it('is shown in one short line, with what came of it', () => {
    assert.equal(polled('two\n  lines')[0]?.shows, 'poll {} → two lines');
    assert.equal(traceOf([], 'x'.repeat(100_000)).shows.length, 120);
  });

  it('that nothing is known of takes no result', () => {
    assert.deepEqual(withResult([], 'late'), []);
  });
});
