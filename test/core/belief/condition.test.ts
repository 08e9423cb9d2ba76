// Conditions of slots and of next flows: what they say of values, and what is wrong in one that cannot be read (SPEC
// 16.14).
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { holds, parseCondition, slotsIn } from '../../../src/core/belief/domain/condition.ts';
import type { ConditionProblem } from '../../../src/core/belief/domain-faults.ts';
import type { Json } from '../../../src/core/belief/values/json.ts';
import { runs } from '../../support/properties.ts';

const values: Readonly<Record<string, Json>> = {
  size: 3,
  colour: 'Red',
  gift: true,
  extras: ['bow', { name: 'Card' }],
  score: -1,
  shape: ['round', 'square'],
  door: { from: 'inn', to: 'mill' },
  wayBack: { to: 'mill', from: 'inn' },
  day: 'March 30',
  until: 'April 2',
};

function isTrue(text: string): boolean {
  const parsed = parseCondition(text);
  assert.ok(parsed.ok, `${text}: ${parsed.ok ? '' : JSON.stringify(parsed.problem)}`);
  return holds(parsed.condition, slot => {
    const value = values[slot];
    return value === undefined ? undefined : { value, filled: slot !== 'shape' };
  });
}

describe('a condition', () => {
  it('compares slots with values as people write them', () => {
    const rows = [
      'size == 3',
      'size == "3.0"',
      'colour == "red"',
      "colour != 'blue'",
      'size < 4',
      'score == -1',
      'score != 1',
      'score < 1',
      'not score in [1, 2]',
      'not size < 3',
      'day < until',
      'gift == true',
      'gift == "yes"',
      'colour in [red, blue]',
      '"card" in extras',
      'door == wayBack',
      'filled(size)',
      'not filled(price)',
      'not filled(shape)',
      '"round" in shape',
      'price != 5',
      'size == 1 or size == 3 and gift == true',
      'not (size == 1 or size == 2)',
    ];
    for (const text of rows) {
      assert.equal(isTrue(text), true, text);
      assert.equal(isTrue(`not (${text})`), false, text);
    }
  });

  it('does not hold of a slot that is unset', () => {
    for (const text of [
      'price == 5',
      'price < 5',
      '5 < price',
      'price in [5]',
      'price in price',
      'filled(price)',
      'price == price',
    ])
      assert.equal(isTrue(text), false, text);
  });

  it('names its slots', () => {
    const parsed = parseCondition('filled(a) and (b == c or not "x" in d) and e in [f]');
    assert.ok(parsed.ok);
    assert.deepEqual(slotsIn(parsed.condition), ['a', 'b', 'c', 'd', 'e']);
  });

  it('that cannot be read names the place and what is expected there', () => {
    const rows: Readonly<Record<string, ConditionProblem>> = {
      '': { kind: 'ends', expected: 'operand' },
      'size == and': { kind: 'stray', found: 'and', at: 9, expected: 'operand' },
      size: { kind: 'ends', expected: 'comparison' },
      'size > 3': { kind: 'stray', found: '>', at: 6, expected: 'comparison' },
      'size = 3': { kind: 'stray', found: '=', at: 6, expected: 'comparison' },
      '(size == 3': { kind: 'ends', expected: 'bracket' },
      'size == 3 colour': { kind: 'stray', found: 'colour', at: 11, expected: 'end' },
      'size in [1': { kind: 'ends', expected: 'listEnd' },
      [`size == "${'x'.repeat(500)}"`]: { kind: 'tooLong', length: 510, most: 500 },
    };
    for (const [text, problem] of Object.entries(rows)) assert.deepEqual(parseCondition(text), { ok: false, problem });
  });

  it('is read or refused whatever it is, and never throws', () => {
    const words = fc.constantFrom(
      'a',
      '==',
      '!=',
      '<',
      'in',
      'and',
      'or',
      'not',
      'filled',
      '(',
      ')',
      '[',
      ']',
      ',',
      '1',
      "'x'",
      '#',
    );
    fc.assert(
      fc.property(fc.array(words, { maxLength: 40 }), fc.jsonValue(), (parts, value) => {
        const parsed = parseCondition(parts.join(' '));
        if (parsed.ok)
          assert.equal(typeof holds(parsed.condition, () => ({ value: value as Json, filled: true })), 'boolean');
        else assert.notEqual(parsed.problem.kind, 'tooLong');
      }),
      runs(1_000),
    );
  });
});
