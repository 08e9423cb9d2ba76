import assert from 'node:assert/strict';
import { healthItems, healthText } from '../../src/host/rows/health-items.ts';
import { wording } from './support.ts';

describe('the findings of Check Health', () => {
  const { t } = wording;
  const problems = [
    { kind: 'index', kindName: 'index', path: '.dialogs/run/r/latest.yaml', message: 'it is missing', repaired: false },
    { kind: 'minds', kindName: 'minds', path: '.minds/team.yaml:3', message: 'no such tool', repaired: false },
    { kind: 'lock', kindName: 'lock', path: '.dialogs/lock', message: 'it is stale', repaired: true },
  ] as const;

  it('offer repair first, then each that is left with its place', () => {
    const items = healthItems({ ok: false, problems }, t);
    assert.deepEqual(
      items.map(item => [item.does, 'place' in item ? item.place : undefined]),
      [
        ['repair', undefined],
        ['readAll', undefined],
        ['open', { file: '.dialogs/run/r/latest.yaml' }],
        ['open', { file: '.minds/team.yaml', line: 3 }],
      ],
    );
  });

  it('begin with the place that they speak of', () => {
    const [, , item] = healthItems({ ok: false, problems }, t);
    assert.deepEqual([item?.label, item?.detail], ['$(warning) .dialogs/run/r/latest.yaml', 'index: it is missing']);
  });

  it('offer no repair where only files that people write are at fault', () => {
    const items = healthItems({ ok: false, problems: problems.slice(1) }, t);
    assert.deepEqual(
      items.map(({ does }) => does),
      ['readAll', 'open'],
    );
  });

  it('offer nothing where nothing is left', () => {
    assert.deepEqual(healthItems({ ok: true, problems: problems.slice(2) }, t), []);
  });

  it('can be read as a whole', () => {
    assert.equal(
      healthText({ ok: false, problems }, t),
      [
        '# Health of this folder',
        '',
        '- **index** `.dialogs/run/r/latest.yaml`: it is missing',
        '- **minds** `.minds/team.yaml:3`: no such tool',
        '- **repaired** `.dialogs/lock`: it is stale',
        '',
      ].join('\n'),
    );
  });
});
