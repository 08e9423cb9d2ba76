import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { DialogId, RootId } from '../../src/core/base/ids.ts';
import {
  failingTransports,
  linesOfAdded,
  MAX_ATTEMPTS,
  type Notice,
  noticeRows,
  planNotices,
  type SentLine,
  shortened,
} from '../../src/core/notices/notice.ts';
import { contentFor, joinNotify, type NotifySettings, type Transport } from '../../src/core/notices/notify.ts';

const MINUTE = 60_000;
const START = Date.parse('2026-01-01T12:00:00Z');
const ntfy: Transport = { kind: 'ntfy', name: 'ntfy', target: 'http://a' };
const slack: Transport = { kind: 'slack', name: 'slack', target: 'http://b' };
const settings: NotifySettings = { afterS: 60, content: 'headline', transports: [ntfy] };

const notice = (key: string, change: Partial<Notice> = {}): Notice => ({
  key,
  event: 'question',
  at: new Date(START).toISOString(),
  rootId: 'r' as RootId,
  selfId: 'r' as DialogId,
  agentId: 'lead',
  headline: key,
  body: '',
  ...change,
});

const line = (key: string, outcome: SentLine['outcome'], at = START): SentLine => ({
  key,
  event: 'question',
  rootId: 'r' as RootId,
  transport: 'ntfy',
  at: new Date(at).toISOString(),
  outcome,
});

const keysOf = ({ sendings }: ReturnType<typeof planNotices>) =>
  sendings.map(({ transport, notices }) => [transport.name, ...notices.map(({ key }) => key)]);

describe('notices', () => {
  it('are sent once a question has waited long enough, and for an end at once', () => {
    const pending = [notice('q1'), notice('e1', { event: 'ended' })];
    const early = planNotices(settings, { pending, sent: [], now: START });
    assert.deepEqual(keysOf(early), [['ntfy', 'e1']]);
    assert.equal(early.next, START + 60_000);
    assert.deepEqual(keysOf(planNotices(settings, { pending, sent: [line('e1', 'sent')], now: START + 60_000 })), [
      ['ntfy', 'q1'],
    ]);
  });

  it('go to each transport once, also when the process died while it sent', () => {
    const both = { ...settings, transports: [ntfy, slack] };
    const now = START + 60_000;
    for (const outcome of ['began', 'sent'] as const) {
      const plan = planNotices(both, { pending: [notice('q1')], sent: [line('q1', outcome)], now });
      assert.deepEqual(keysOf(plan), [['slack', 'q1']]);
    }
  });

  it('are tried again later and later, and given up in the end', () => {
    const sent: SentLine[] = [];
    let now = START + 60_000;
    const waits: number[] = [];
    for (;;) {
      const { sendings, next } = planNotices(settings, { pending: [notice('q1')], sent, now });
      if (sendings.length > 0) sent.push(line('q1', 'began', now), line('q1', 'failed', now));
      else if (next === undefined) break;
      else {
        waits.push((next - now) / 1_000);
        now = next;
      }
    }
    assert.deepEqual(waits, [30, 60, 120, 240, 480, 960, 1_920]);
    assert.equal(sent.length, 2 * MAX_ATTEMPTS);
  });

  it('are one digest when more than three wait', () => {
    const pending = ['a', 'b', 'c', 'd'].map(key => notice(key));
    const now = START + 60_000;
    assert.deepEqual(keysOf(planNotices(settings, { pending, sent: [], now })), [['ntfy', 'a', 'b', 'c', 'd']]);
    assert.equal(planNotices(settings, { pending: pending.slice(1), sent: [], now }).sendings.length, 3);
  });

  it('wait for the end of quiet hours in their zone, over midnight and changes of the clock', () => {
    const quiet = { from: 22 * 60, to: 7 * 60, zone: 'Europe/Berlin' };
    const at = (time: string) =>
      planNotices({ ...settings, quiet }, { pending: [notice('q1')], sent: [], now: Date.parse(time) });
    assert.equal(at('2026-01-02T20:59:59Z').sendings.length, 1);
    const night = at('2026-01-02T21:00:00Z');
    assert.deepEqual([night.sendings.length, new Date(night.next ?? 0).toISOString()], [0, '2026-01-03T06:00:00.000Z']);
    assert.equal(at('2026-01-03T06:00:00Z').sendings.length, 1);
    const endOf = (time: string) => new Date(at(time).next ?? 0).toISOString();
    assert.equal(endOf('2026-03-28T21:30:00Z'), '2026-03-29T05:00:00.000Z');
    assert.equal(endOf('2026-10-24T20:30:00Z'), '2026-10-25T06:00:00.000Z');
  });

  it('wait for the first minute that is not quiet, in every zone and over a year', () => {
    const minutes = fc.integer({ min: 0, max: 1_439 });
    const from = Date.parse('2026-01-01T00:00:00Z') / MINUTE;
    const instants = [
      fc.integer({ min: from, max: from + 365 * 1_440 }),
      // The night before clocks are changed somewhere.
      ...['2026-03-07', '2026-03-28', '2026-04-04', '2026-09-05', '2026-10-03', '2026-10-24', '2026-10-31'].map(day =>
        fc.integer({ min: 0, max: 2_160 }).map(minute => Date.parse(day) / MINUTE + minute),
      ),
    ];
    const zones = ['Europe/Berlin', 'America/New_York', 'America/Santiago', 'Australia/Lord_Howe', 'Asia/Kolkata'];
    fc.assert(
      fc.property(fc.constantFrom(...zones), fc.oneof(...instants), minutes, minutes, (zone, minute, quietFrom, to) => {
        const clock = new Intl.DateTimeFormat('sv-SE', { timeStyle: 'short', timeZone: zone });
        const text = (time: number) =>
          `${String(Math.floor(time / 60)).padStart(2, '0')}:${String(time % 60).padStart(2, '0')}`;
        const [begin, end] = [text(quietFrom), text(to)];
        const isQuiet = (at: number) => {
          const time = clock.format(at * MINUTE);
          return begin <= end ? begin <= time && time < end : begin <= time || time < end;
        };
        let first = minute;
        while (isQuiet(first)) first += 1;
        const quiet = { from: quietFrom, to, zone };
        const facts = { pending: [notice('q1', { at: '2025-01-01T00:00:00Z' })], sent: [] };
        const { sendings, next } = planNotices({ ...settings, quiet }, { ...facts, now: minute * MINUTE + 17 });
        assert.deepEqual([sendings.length, next], first === minute ? [1, undefined] : [0, first * MINUTE]);
      }),
      { numRuns: 400 },
    );
  });

  it('wait anew once a person has looked away from a question', () => {
    const seenAt = new Map([['q1', START + 300_000]]);
    const at = (now: number) => planNotices(settings, { pending: [notice('q1')], sent: [], seenAt, now });
    assert.deepEqual([at(START + 359_999).sendings.length, at(START + 359_999).next], [0, START + 360_000]);
    assert.equal(at(START + 360_000).sendings.length, 1);
  });

  it('are not sent again, and not listed, when a person saw an end as it came', () => {
    const seen = line('e1', 'seen');
    const plan = planNotices(settings, { pending: [notice('e1', { event: 'ended' })], sent: [seen], now: START });
    assert.deepEqual([plan.sendings, plan.next, noticeRows([seen], START)], [[], undefined, []]);
  });

  it('are listed with how they ended', () => {
    const lines: SentLine[] = [
      line('a', 'began'),
      line('a', 'sent'),
      line('b', 'began'),
      { ...line('b', 'failed'), fault: { id: 'status', status: 500 } },
      line('c', 'began'),
      { ...line('d', 'failed'), error: 'an earlier version said so' },
    ];
    const rows = noticeRows(lines, START + 60_000);
    assert.deepEqual(
      rows.map(({ fault }) => fault),
      [undefined, { id: 'status', status: 500 }, { id: 'told', message: 'an earlier version said so' }, { id: 'cut' }],
    );
  });

  it('are not listed while they may be under way, and hide no failure of their transport then', () => {
    const failed: SentLine = { ...line('a', 'failed', START - 30_000), fault: { id: 'status', status: 500 } };
    const rows = noticeRows([failed, line('a', 'began')], START + 15_000);
    assert.deepEqual(
      rows.map(({ fault }) => fault?.id),
      ['status'],
    );
    assert.equal(failingTransports(rows).length, 1);
  });

  it('name the transports whose newest notice failed', () => {
    const by = (transport: string, outcome: 'sent' | 'failed', minute: number): SentLine => ({
      ...line('a', outcome, START + minute * 60_000),
      transport,
      ...(outcome === 'failed' && { fault: { id: 'status', status: 403 } }),
    });
    const lines = [by('slack', 'failed', 1), by('slack', 'sent', 2), by('ntfy', 'sent', 1), by('ntfy', 'failed', 2)];
    assert.deepEqual(
      failingTransports(noticeRows(lines, START)).map(({ transport, fault }) => [transport, fault.id]),
      [['ntfy', 'status']],
    );
    assert.deepEqual(failingTransports(noticeRows([line('a', 'began')], START + 60_000)), []);
  });

  it('go by all transports of several places, each under a name of its own', () => {
    const other = { transports: [slack, { ...ntfy, target: 'http://c' }] };
    assert.deepEqual(
      joinNotify([settings, other]).transports.map(({ name, target }) => [name, target]),
      [
        ['ntfy', 'http://a'],
        ['slack', 'http://b'],
        ['ntfy #2', 'http://c'],
      ],
    );
  });

  it('are sent as the place nearest to the person says, with no more content than each place allows', () => {
    const quiet = { from: 0, to: 60 };
    const folder = { afterS: 5, content: 'full', baseUrl: 'https://a.example', transports: [] } as const;
    const own = { content: 'none', quiet, transports: [] } as const;
    const { transports: _, ...joined } = joinNotify([{ ...folder, quiet: { from: 1, to: 2 } }, own]);
    assert.deepEqual(joined, { afterS: 5, content: 'none', quiet, baseUrl: 'https://a.example' });
    assert.equal(
      joinNotify([
        { ...folder, content: 'headline' },
        { ...own, content: 'full' },
      ]).content,
      'headline',
    );
    assert.deepEqual(joinNotify([]), { afterS: 60, transports: [] });
  });

  it('hold nothing of a dialog where no place allows it, but in a browser that the person chose', () => {
    const push = { kind: 'push', name: 'b', target: '', keys: { p256dh: '', auth: '' }, since: '' } as const;
    assert.deepEqual([contentFor(ntfy, {}), contentFor(push, {})], ['none', 'headline']);
    assert.deepEqual([contentFor(ntfy, { content: 'full' }), contentFor(push, { content: 'none' })], ['full', 'none']);
  });

  it('tell a transport of no end from before it was added, also after quiet hours and in a log made short', () => {
    const ended = notice('e1', { event: 'ended' });
    const at = (now: number) => new Date(now).toISOString();
    const old = { ...line('x', 'sent', START - 60_000), transport: 'slack' };
    const late = linesOfAdded(settings, [old], at(START + 1));
    assert.deepEqual(late, [{ outcome: 'added', transport: 'ntfy', key: 'added', at: at(START + 1) }]);
    assert.deepEqual(linesOfAdded(settings, late, at(START + 2)), []);
    assert.deepEqual(planNotices(settings, { pending: [ended], sent: [old, ...late], now: START + 2 }).sendings, []);
    const early = linesOfAdded(settings, [], at(START - 1));
    const many = Array.from({ length: 1_001 }, (_, index) => line(`n${index}`, 'sent', START - 1));
    const short = shortened({ lines: [...early, ...many] }, []);
    assert.deepEqual(keysOf(planNotices(settings, { pending: [ended], sent: short?.lines ?? [], now: START + 2 })), [
      ['ntfy', 'e1'],
    ]);
    assert.deepEqual(noticeRows(early, START), []);
  });

  it('keep a log that stays short, and send nothing twice for that', () => {
    const old = line('open', 'sent', START - 1);
    const lines = [old, ...Array.from({ length: 1_000 }, (_, at) => line(`n${at}`, 'sent', START + at))];
    assert.equal(shortened({ lines: lines.slice(1) }, []), undefined);
    const short = shortened({ lines }, [notice('open')]);
    assert.ok(short);
    assert.deepEqual([short.lines.length, short.lines[0]], [501, old]);
    assert.equal(short.since, new Date(START + 499).toISOString());
    const pending = [notice('open')];
    assert.deepEqual(planNotices(settings, { pending, sent: short.lines, now: START + 90_000 }).sendings, []);
  });
});
