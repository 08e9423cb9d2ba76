// Relative dates as the dates that they mean.
import assert from 'node:assert/strict';
import { emptyState } from '../../../src/core/belief/state.ts';
import { playTurn } from '../../../src/core/belief/turn.ts';
import { dateFor } from '../../../src/core/belief/values/relative-day.ts';
import { domainOf, head, set } from './support.ts';

/** A Saturday. */
const today = { date: '2026-11-28', weekday: 6 };

function checkAll(pairs: Readonly<Record<string, string>>): void {
  const got = Object.keys(pairs).map(text => [text, dateFor(text, today)]);
  assert.deepEqual(Object.fromEntries(got), pairs);
}

describe('a relative date', () => {
  it('is the date that it means from today', () => {
    checkAll({
      today: '2026-11-28',
      Tomorrow: '2026-11-29',
      yesterday: '2026-11-27',
      'the day after tomorrow': '2026-11-30',
      'day before yesterday': '2026-11-26',
      'in 3 days': '2026-12-01',
      'in two weeks': '2026-12-12',
      'a week ago': '2026-11-21',
      'on this Saturday': '2026-11-28',
      'coming Saturday': '2026-12-05',
      'last Friday': '2026-11-27',
      'last Saturday': '2026-11-21',
      'next Monday': '2026-11-30',
      'next Sunday': '2026-12-06',
    });
  });

  it('is one in Chinese, too', () => {
    checkAll({
      今天: '2026-11-28',
      明天: '2026-11-29',
      大后天: '2026-12-01',
      前天: '2026-11-26',
      三天后: '2026-12-01',
      两周前: '2026-11-14',
      下周一: '2026-11-30',
      这周三: '2026-11-25',
      上个星期天: '2026-11-22',
      明天下午3点: '2026-11-29 下午3点',
      今晚: '2026-11-28 晚上',
    });
  });

  it('keeps the time of day', () => {
    checkAll({
      'tomorrow at 3 pm': '2026-11-29 3 pm',
      'tomorrow morning': '2026-11-29 morning',
      'next Friday, 18:30': '2026-12-04 18:30',
      tonight: '2026-11-28 evening',
    });
  });

  it('is none in a bare weekday, in other words, and in longer text', () => {
    for (const text of [
      'Friday',
      'today’s special',
      'tomorrow never dies',
      'next week',
      'May 3',
      '周五',
      '',
      '明天见',
      '三四天后',
      'in a moment',
    ])
      assert.equal(dateFor(text, today), text);
  });

  it('is resolved when a slot is set, where the slot may hold one', () => {
    const domain = domainOf(`${head}flows:
  - name: visit
    intent: Change
    entity: day
    slots:
      day: {type: BaseSlot, priority: required}
      stay: {type: RangeSlot, priority: optional}
      iso: {type: ExactSlot, priority: optional, pattern: '\\d{4}-\\d\\d-\\d\\d'}
      says: {type: FreeTextSlot, priority: optional}
`);
    const slots = { day: 'tomorrow', stay: 'today to next Friday', iso: 'yesterday', says: 'tomorrow' };
    const commands = [{ start: 'visit' }, ...Object.entries(slots).map(([slot, value]) => set('visit', slot, value))];
    const labels = { turn: 1, predictions: [], commands };
    const valuesOf = (day: typeof today | undefined) => {
      const { state } = playTurn({ domain, ...(day && { today: day }) }, emptyState, labels);
      return Object.values(state.stack[0]?.slots ?? {}).map(({ value }) => value);
    };
    assert.deepEqual(valuesOf(today), [
      '2026-11-29',
      { start: '2026-11-28', stop: '2026-12-04' },
      '2026-11-27',
      ['tomorrow'],
    ]);
    assert.deepEqual(valuesOf(undefined), ['tomorrow', { start: 'today', stop: 'next Friday' }, null, ['tomorrow']]);
    const again = playTurn({ domain, today }, playTurn({ domain, today }, emptyState, labels).state, {
      ...labels,
      turn: 2,
    });
    assert.equal(again.state.stack.length, 1);
  });
});
