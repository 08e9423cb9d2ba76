// Every slot type with the values at its edges.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { isFilled, missingSlots } from '../../../src/core/belief/missing.ts';
import { emptySlots, setSlot } from '../../../src/core/belief/slots.ts';
import type { EntityLookup } from '../../../src/core/belief/values/fit-entities.ts';
import { fillingOf, fitValue } from '../../../src/core/belief/values/fit-value.ts';
import type { Json } from '../../../src/core/belief/values/json.ts';
import { reasonText } from '../../../src/core/belief/values/reasons.ts';
import { formOf } from '../../../src/core/belief/values/slot-form.ts';
import { runs } from '../../support/properties.ts';
import { domainOf, head, shop, slotOf, typeNames } from './support.ts';

/** `good`: [value, as it is kept (else the same), whether it fills]. */
interface Row {
  readonly slot: string;
  readonly good: readonly (readonly [Json, Json?, boolean?])[];
  readonly bad: readonly unknown[];
}

const names: Row['good'] = [
  [['a']],
  [['a', { name: 'b', rows: 3 }]],
  [[], [], false],
  ['a', ['a']],
  [{ name: 'a' }, [{ name: 'a' }]],
  [[7], ['7']],
];
const noNames = ['', {}, [''], true, [true], [{ title: 'a' }], [null]];

const table: readonly Row[] = [
  { slot: 'type: BaseSlot', good: [['x'], [0], [false], [-1]], bad: ['', '  ', ['x'], {}, Number.NaN, Infinity] },
  { slot: 'type: GroupSlot', good: [...names, [['a', 'a']]], bad: noNames },
  { slot: 'type: GroupSlot, min_size: 2', good: [[['a'], ['a'], false], [['a', 'b']]], bad: [] },
  { slot: 'type: SourceSlot', good: [...names, [['a', { name: 'a' }, 'A'], ['a']]], bad: noNames },
  { slot: 'type: SourceSlot, min_size: 2', good: [[['a', 'a'], ['a'], false]], bad: [] },
  { slot: 'type: TargetSlot', good: names, bad: noNames },
  { slot: 'type: RemovalSlot', good: names, bad: noNames },
  {
    slot: 'type: FreeTextSlot',
    good: [['x', ['x']], [['x', 'y']], [[], [], false], [4, ['4']]],
    bad: ['', [''], true, {}],
  },
  {
    slot: 'type: LevelSlot, min: -5, max: 100',
    good: [[0], [-5], [100], [2.5], ['5', 5]],
    bad: [-6, 101, '101', true, [1]],
  },
  {
    slot: 'type: LevelSlot',
    good: [
      [-0, 0],
      [1e9],
      ['1,250', 1250],
      ['$12.50', 12.5],
      ['40%', 40],
      ['.5', 0.5],
      ['-.5', -0.5],
      ['1e3', 1000],
      ['５', 5],
      ['\u22123', -3],
    ],
    bad: [Number.NaN, '', {}, 'two', '2 or 3', 'about 5'],
  },
  {
    slot: 'type: RangeSlot',
    good: [
      [{ start: 1, stop: 1 }],
      [{ start: -3, stop: 0 }],
      [{ start: '2026-01-31', stop: '2026-02-01' }],
      [{ start: '9', stop: '10' }],
      [{ unit: 'day', length: 0 }],
      [
        { unit: 'day', length: '1' },
        { unit: 'day', length: 1 },
      ],
      [{ start: 1, stop: 'b' }],
      [[1, 2], { start: 1, stop: 2 }],
      [
        { start: 1, stop: 5, unit: null, length: null },
        { start: 1, stop: 5 },
      ],
      [
        { start: null, stop: null, unit: 'day', length: 2 },
        { unit: 'day', length: 2 },
      ],
      ['May 3 to May 5', { start: 'May 3', stop: 'May 5' }],
    ],
    bad: [
      { start: 2, stop: 1 },
      { start: '2026-02-01', stop: '2026-01-31' },
      { start: 1, stop: true },
      { start: 1 },
      { stop: 1 },
      { unit: 'day' },
      { unit: '', length: 1 },
      { unit: 'day', length: -1 },
      { unit: 'day', length: 'long' },
      { start: 1, stop: 2, unit: 'day', length: 1 },
      { start: 1, stop: 2, step: 1 },
      { start: 1, stop: null, unit: null, length: null },
      {},
      [1, 2, 3],
      'tomorrow',
      5,
    ],
  },
  { slot: 'type: ExactSlot', good: [[' x '], ['0'], [5, '5']], bad: ['', ['x'], true, 'x'.repeat(1001)] },
  {
    slot: 'type: ExactSlot, pattern: "[A-Z]{2}[0-9]+|none"',
    good: [['AB1'], ['none'], ['AB1 ', 'AB1']],
    bad: ['xAB1', 'ab1', 'nonesuch'],
  },
  {
    slot: 'type: DictionarySlot, keys: [a, b]',
    good: [
      [{ a: 0, b: false }],
      [
        { A: 1, b: 2 },
        { a: 1, b: 2 },
      ],
      [{ a: 1 }, { a: 1 }, false],
      [{ a: 1, b: null }, { a: 1, b: null }, false],
    ],
    bad: [{ a: 1, c: 2 }, { a: 1, A: 2 }, ['a'], 'a', 1],
  },
  { slot: 'type: DictionarySlot, keys: [straße]', good: [[{ STRASSE: 'x' }, { straße: 'x' }]], bad: [{ strase: 'x' }] },
  { slot: 'type: DictionarySlot', good: [[{ x: 0 }], [{}, {}, false]], bad: [[], 'x'] },
  {
    slot: 'type: CategorySlot, options: [red, green, 1]',
    good: [
      ['red'],
      ['1'],
      [1, '1'],
      ['1.0', '1'],
      ['Red', 'red'],
      [['red'], 'red'],
      [['red', 'RED'], 'red'],
      [['red', 'green'], ['red', 'green'], false],
    ],
    bad: ['blue', [], ['red', 'blue'], '', 2, {}, 'dark red'],
  },
  {
    slot: 'type: CategorySlot, options: ["True", "False"]',
    good: [
      [true, 'True'],
      [false, 'False'],
      ['true', 'True'],
      ['yes', 'True'],
      ['No', 'False'],
    ],
    bad: [1, 'maybe'],
  },
  {
    slot: 'type: CategorySlot, options: [straße, Masse, Maße, İstanbul, ıslak, ΟΔΟΣ]',
    good: [
      ['STRASSE', 'straße'],
      ['STRAẞE', 'straße'],
      ['masse', 'Masse'],
      ['maße', 'Maße'],
      ['istanbul', 'İstanbul'],
      ['ISTANBUL', 'İstanbul'],
      ['ISLAK', 'ıslak'],
      ['οδος', 'ΟΔΟΣ'],
    ],
    bad: ['strase'],
  },
  {
    slot: 'type: CategorySlot, options: [A b, a-b, no-one]',
    good: [['A b'], ['a B', ['A b', 'a-b'], false], ['No one.', 'no-one']],
    bad: ['ab'],
  },
  {
    slot: 'type: ChecklistSlot, items: [a, b, c]',
    good: [
      [[{ item: 'a', checked: false }]],
      [
        [
          { item: 'a', checked: true },
          { item: 'b', checked: false },
        ],
      ],
      [['a', 'c']],
      ['a', ['a']],
      [['A'], ['a']],
      [[{ item: 'B', checked: true }], [{ item: 'b', checked: true }]],
      [[], [], false],
    ],
    bad: ['d', ['d'], [{ item: 'a' }], [{ item: 'a', checked: 'yes' }], ['a', 'A'], [1], {}],
  },
  {
    slot: 'type: CategorySlot, options: [A, A-, B, "1", "2", check-in, 5 °C]',
    good: [
      ['a-', 'A-'],
      ['"A\u2212"!', 'A-'],
      ['a', 'A'],
      ['- B', 'B'],
      ['B -', 'B'],
      ['check in', 'check-in'],
      ['CHECK_IN', 'check-in'],
      [1, '1'],
    ],
    bad: [-2, '-2', '- 2', '\u22122', 'B-', '-5 °C', '" -5 °C"'],
  },
  { slot: 'type: ChecklistSlot, items: ["1", "2"]', good: [['1', ['1']]], bad: ['-1', [-1], ['- 2']] },
  { slot: 'type: DictionarySlot, keys: ["1"]', good: [[{ '1': 'a' }]], bad: [{ '-1': 'a' }] },
  { slot: 'type: ProposalSlot, candidates: [1, 2]', good: [['2', 2]], bad: [-2, '-2'] },
  {
    slot: 'type: FormulaSlot',
    good: [
      ['a'],
      ['0'],
      ['= sum(orders.total) / count(orders) * 100'],
      ['-(a + b) ** 2 >= 3 and not c'],
      ['if(x == "a b", 1, 2)'],
      ['now()'],
      ['`Unit price` * 2'],
      ['x in [1, 2]'],
      ['a ? b : c'],
      ['x not in list'],
      [5, '5'],
    ],
    bad: [
      '',
      '  ',
      'a +',
      '(a',
      'a)',
      'a b',
      '1 2',
      'f(,)',
      'f(a,)',
      '()',
      'a # b',
      '* a',
      '"open',
      '(a, b)',
      ['a'],
      true,
    ],
  },
  {
    slot: 'type: ChartSlot',
    good: [
      [{ type: 'bar' }],
      [{ type: 'line', x: 'day', y: ['a', 'b'] }],
      [{ type: 'bar', x: null, y: null }, { type: 'bar' }],
    ],
    bad: [{}, { type: '' }, { x: 'a' }, { type: 'bar', x: 5 }, { type: 'bar', y: [] }, { type: 'bar', z: 'a' }, 'bar'],
  },
  {
    slot: 'type: ProposalSlot, candidates: [0, x, {a: 1}, {id: 7, n: x}]',
    good: [
      [0],
      ['0', 0],
      ['x'],
      ['X', 'x'],
      [{ a: 1 }],
      [
        { n: 'x', id: 7 },
        { id: 7, n: 'x' },
      ],
    ],
    bad: ['y', ['x'], false, { a: 2 }],
  },
  { slot: 'type: ProposalSlot', good: [['x'], [0]], bad: ['', []] },
  { slot: 'type: ScoreSlot', good: [[-3], [0], [7.5], ['1', 1]], bad: ['much', [1]] },
  { slot: 'type: ScoreSlot, min: -2, max: 2', good: [[-2], [2]], bad: [-2.1, 3] },
];

describe('slot types', () => {
  for (const { slot, good, bad } of table) {
    const spec = slotOf(`{${slot}, priority: required}`);
    it(`{${slot}} takes its values`, () => {
      for (const [value, kept = value, fills = true] of good) {
        const fit = fitValue(spec, value);
        assert.deepEqual(fit, { ok: true, value: kept }, JSON.stringify(value));
        assert.equal(fit.ok && fillingOf(spec, fit.value).filled, fills, JSON.stringify(value));
      }
    });
    it(`{${slot}} refuses others with a reason`, () => {
      for (const value of [...bad, null, undefined]) {
        const fit = fitValue(spec, value);
        assert.ok(!fit.ok && reasonText(fit.why) !== '', JSON.stringify(value));
      }
    });
  }

  it('are all in the table', () => {
    const tested = new Set(table.map(({ slot }) => /type: (\w+)/.exec(slot)?.[1]));
    assert.deepEqual([...tested].sort(), typeNames(shop).toSorted());
  });

  it('take it as a value when the person has no preference', () => {
    for (const { slot } of table) {
      const spec = slotOf(`{${slot}, priority: required}`);
      for (const value of ['dontcare', 'DontCare', "don't care", 'do not care', ['dontcare']]) {
        assert.deepEqual(fitValue(spec, value), { ok: true, value: 'dontcare' }, `${slot} ${JSON.stringify(value)}`);
      }
      assert.deepEqual(fillingOf(spec, 'dontcare'), { filled: true });
    }
    const listed = slotOf('{type: CategorySlot, priority: required, options: [Dontcare, red]}');
    assert.deepEqual(fitValue(listed, 'dontcare'), { ok: true, value: 'Dontcare' });
  });

  it('never throw on any value, and keep nothing but JSON', () => {
    const specs = table.map(({ slot }) => slotOf(`{${slot}, priority: optional}`));
    fc.assert(
      fc.property(fc.constantFrom(...specs), fc.anything({ withBigInt: true, withDate: true }), (spec, value) => {
        const fit = fitValue(spec, value);
        if (fit.ok) assert.deepEqual(JSON.parse(JSON.stringify(fit.value)), fit.value);
      }),
      runs(500),
    );
  });

  it('refuse values that are nested too deeply', () => {
    let deep: Json = {};
    for (let level = 0; level < 50_000; level += 1) deep = { deep };
    assert.equal(fitValue(slotOf('{type: DictionarySlot, priority: optional}'), deep).ok, false);
  });

  it('check formulas of any depth', () => {
    const depth = 50_000;
    const formula = slotOf('{type: FormulaSlot, priority: optional}');
    assert.equal(fitValue(formula, `${'('.repeat(depth)}a${')'.repeat(depth)}`).ok, true);
    assert.equal(fitValue(formula, '('.repeat(depth)).ok, false);
  });
});

describe('entities', () => {
  const lookUp: EntityLookup = name => (name === 'orders' ? 'exists' : name === 'ghosts' ? 'missing' : 'unknown');
  const fitted = (type: string, value: Json) => fitValue(slotOf(`{type: ${type}, priority: required}`), value, lookUp);

  it('of a source and of a removal must exist, as far as that is known', () => {
    for (const type of ['SourceSlot', 'RemovalSlot']) {
      assert.deepEqual(fitted(type, ['orders', 'maybe']), {
        ok: true,
        value: ['orders', 'maybe'],
        verified: ['orders'],
      });
      assert.deepEqual(fitted(type, ['orders', 'ghosts']), {
        ok: false,
        why: { id: 'missing-entities', names: ['ghosts'] },
      });
    }
  });

  it('of a target need not exist', () => {
    assert.deepEqual(fitted('TargetSlot', ['ghosts']), { ok: true, value: ['ghosts'] });
    assert.deepEqual(fitted('TargetSlot', [{ name: 'orders' }]), {
      ok: true,
      value: [{ name: 'orders' }],
      verified: ['orders'],
    });
  });
});

describe('the slots of a flow', () => {
  const spec = domainOf(`${head}flows:
  - name: f
    intent: Read
    slots:
      need: {type: LevelSlot, priority: required, min: 0}
      one: {type: BaseSlot, priority: elective}
      two: {type: BaseSlot, priority: elective}
      extra: {type: LevelSlot, priority: optional, default: 0}
`).flows[0];
  assert.ok(spec);
  const slotsAfter = (...settings: readonly (readonly [string, Json])[]) => {
    let slots = emptySlots(spec);
    for (const [name, value] of settings) {
      const done = setSlot({ spec, slots }, name, value);
      if (done.ok) slots = done.slots;
    }
    return slots;
  };

  it('are filled when all required ones and one elective are', () => {
    const rows: readonly (readonly [readonly (readonly [string, Json])[], boolean])[] = [
      [[], false],
      [[['need', 0]], false],
      [[['one', false]], false],
      [
        [
          ['need', 0],
          ['two', -1],
        ],
        true,
      ],
      [
        [
          ['need', 0],
          ['one', 1],
          ['two', 2],
        ],
        true,
      ],
    ];
    for (const [settings, filled] of rows) assert.equal(isFilled({ slots: slotsAfter(...settings) }), filled);
  });

  it('say exactly what is missing', () => {
    assert.deepEqual(missingSlots({ slots: slotsAfter() }), { required: ['need'], elective: ['one', 'two'] });
    assert.deepEqual(missingSlots({ slots: slotsAfter(['one', 'x']) }), { required: ['need'], elective: [] });
  });

  it('keep their old value when a new one is refused', () => {
    assert.equal(slotsAfter(['need', 5], ['need', -1], ['need', 'six']).need?.value, 5);
  });

  it('hold a marked default until they are set', () => {
    assert.deepEqual(slotsAfter().extra, {
      type: 'LevelSlot',
      priority: 'optional',
      value: 0,
      filled: true,
      isDefault: true,
    });
    assert.deepEqual(slotsAfter(['extra', 3]).extra, {
      type: 'LevelSlot',
      priority: 'optional',
      value: 3,
      filled: true,
    });
  });

  it('do not exist under the names that every object has', () => {
    for (const name of ['__proto__', 'constructor', 'none']) {
      assert.deepEqual(setSlot({ spec, slots: emptySlots(spec) }, name, 1), {
        ok: false,
        why: { id: 'unknown-slot', flow: 'f', slot: name },
      });
    }
  });
});

describe('the form of a value, as the model reads it', () => {
  it('names the bounds of a number, and says nothing where there are none', () => {
    const form = (keys: string) => formOf(slotOf(`{type: LevelSlot, priority: optional${keys}}`));
    assert.equal(form(', min: -5, max: 100'), 'number from -5 to 100');
    assert.equal(form(', min: 1'), 'number from 1 to …');
    assert.equal(form(', max: 9'), 'number from … to 9');
    assert.equal(form(''), 'number');
  });
});
