// What is known of schedules besides their roots: it stays short, and forgets nothing that a clock may come back to
// (SPEC 21.4).
import assert from 'node:assert/strict';
import {
  isScheduleLine,
  marksOfSchedules,
  missingLines,
  remembered,
  type ScheduleLine,
  shortenedLog,
} from '../../src/core/notices/schedule-log.ts';

const MINUTE = 60_000;
const BEGIN = Date.parse('2026-01-01T00:00:00Z');
const served = (minute: number, name = 'often'): ScheduleLine => ({
  name,
  due: new Date(BEGIN + minute * MINUTE).toISOString(),
});
const rule = (cron: string, name = 'often'): ScheduleLine => ({ name, cron, since: '2026-01-01T00:00:00.000Z' });

describe('the log of schedules', () => {
  it('says the newest rule of each schedule and all that was served', () => {
    const lines = [rule('* * * * *'), served(1), rule('0 * * * *', 'hourly'), served(2), rule('*/2 * * * *')];
    const marks = marksOfSchedules(lines);
    assert.deepEqual(marks.get('often'), {
      rule: rule('*/2 * * * *'),
      served: new Set([BEGIN + MINUTE, BEGIN + 2 * MINUTE]),
    });
    assert.deepEqual([marks.get('hourly')?.rule, marks.size], [rule('0 * * * *', 'hourly'), 2]);
  });

  it('remembers the newest up to now, and all that a clock which was ahead left', () => {
    const minutes = Array.from({ length: 2_000 }, (_, minute) => BEGIN + minute * MINUTE);
    const left = remembered([...minutes, ...minutes], BEGIN + 999 * MINUTE);
    assert.deepEqual(left, minutes.slice(500));
    assert.deepEqual(remembered(left, BEGIN + 999 * MINUTE), left);
    const few = minutes.slice(0, 400);
    assert.deepEqual(remembered(few, BEGIN + 999 * MINUTE), few);
  });

  it('is made shorter once most of it is not needed, and says the same then', () => {
    const lines = [
      rule('0 0 * * *'),
      rule('* * * * *'),
      ...Array.from({ length: 1_501 }, (_, minute) => served(minute)),
    ];
    const now = BEGIN + 2_000 * MINUTE;
    assert.equal(shortenedLog(lines.slice(0, -1), now), undefined);
    const short = shortenedLog(lines, now);
    assert.deepEqual(short, [rule('* * * * *'), ...lines.slice(-500)]);
    assert.equal(shortenedLog(short ?? [], now), undefined);
    // Several workers may store the same.
    const often = Array.from({ length: 4 }, () => structuredClone(short ?? [])).flat();
    assert.deepEqual(shortenedLog(often, now)?.length, 501);
  });

  it('takes over from another one what it does not know', () => {
    const own = [rule('* * * * *'), served(1)];
    const other = [rule('0 0 * * *'), served(1), served(2), rule('0 * * * *', 'hourly'), served(3, 'hourly')];
    assert.deepEqual(missingLines(other, own), [served(2), rule('0 * * * *', 'hourly'), served(3, 'hourly')]);
  });

  it('takes lines of no other form', () => {
    assert.ok([served(1), rule('* * * * *'), { ...rule('* * * * *'), zone: 'Asia/Tokyo' }].every(isScheduleLine));
    const broken = [{}, null, 'x', { name: 'often' }, { name: 'often', due: 'soon' }, { cron: '* * * * *', since: '' }];
    assert.ok(!broken.some(isScheduleLine));
  });
});
