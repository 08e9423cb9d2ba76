import assert from 'node:assert/strict';
import type { SlotBehaviour, SlotSpec } from '../../../src/core/belief/domain/domain.ts';
import { type Json, lineOf } from '../../../src/core/belief/values/json.ts';
import { slotDraftOf, slotFieldsOf, typedValue } from '../../../webview/dialog/belief/slot-draft.ts';

const specOf = (behaviour: SlotBehaviour, more: Partial<SlotSpec> = {}): SlotSpec => ({
  type: behaviour,
  behaviour,
  priority: 'required',
  ...more,
});

describe('a slot as a form', () => {
  const same: readonly (readonly [SlotSpec, Json])[] = [
    [specOf('BaseSlot'), 'blue'],
    [specOf('BaseSlot'), 7],
    [specOf('GroupSlot'), ['a', 'b']],
    [specOf('SourceSlot'), [{ name: 'src/a.ts', line: 3 }, 'b']],
    [specOf('FreeTextSlot'), 'one\ntwo'],
    [specOf('FreeTextSlot'), ['one', 'two']],
    [specOf('LevelSlot', { min: -5, max: 5 }), 0],
    [specOf('ScoreSlot'), -2.5],
    [specOf('RangeSlot'), { start: 1, stop: 4 }],
    [specOf('RangeSlot'), { unit: 'night', length: 3 }],
    [specOf('ExactSlot'), 'AB1234'],
    [specOf('DictionarySlot', { keys: ['adults', 'children'] }), { adults: 2, children: 0 }],
    [specOf('DictionarySlot'), { host: 'a:b', port: 80 }],
    [specOf('CategorySlot', { options: ['Paris', 'Berlin'] }), 'Paris'],
    [specOf('ChecklistSlot', { items: ['a', 'b'] }), [{ item: 'a', checked: true }]],
    [
      specOf('ChecklistSlot'),
      [
        { item: 'a', checked: false },
        { item: 'b', checked: true },
      ],
    ],
    [specOf('ProposalSlot', { candidates: ['x', { name: 'y', cost: 3 }] }), { name: 'y', cost: 3 }],
    [specOf('ChartSlot'), { type: 'bar', x: 'month' }],
    [specOf('FormulaSlot'), 'a + 1'],
  ];
  for (const [spec, value] of same) {
    it(`gives back what was not touched: ${spec.behaviour} ${JSON.stringify(value)}`, () => {
      assert.deepEqual(typedValue(spec, slotDraftOf(spec, value), value), value);
    });
  }

  it('has nothing to set when nothing was typed', () => {
    for (const [spec] of same) assert.equal(typedValue(spec, slotDraftOf(spec, null), null), undefined, spec.behaviour);
  });

  it('takes a start and a stop before a length', () => {
    assert.deepEqual(typedValue(specOf('RangeSlot'), { start: '1', stop: '2', unit: 'day', length: '' }, null), {
      start: 1,
      stop: 2,
    });
  });

  it('offers the options of a category and the limits of a number', () => {
    const options = ['a', 'b'];
    assert.deepEqual(slotFieldsOf(specOf('CategorySlot', { options })), [{ name: '', kind: 'one', options }]);
    assert.deepEqual(slotFieldsOf(specOf('LevelSlot', { min: 1 })), [{ name: '', kind: 'number', min: 1 }]);
  });

  it('takes JSON, or text, where the domain is not known', () => {
    assert.deepEqual(typedValue(undefined, { '': '[1, 2]' }, null), [1, 2]);
    assert.equal(typedValue(undefined, { '': 'plain' }, null), 'plain');
  });

  it('shows any value in one line', () => {
    assert.equal(lineOf([{ name: 'a' }, 'b', 0, false]), 'a, b, 0, false');
    assert.equal(lineOf({ start: 1, stop: 2 }), 'start: 1, stop: 2');
  });
});
