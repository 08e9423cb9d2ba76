// Notices while people look, and how often the log is read (SPEC 21.2).
import assert from 'node:assert/strict';
import type { DialogId, RootId } from '../../src/core/base/ids.ts';
import type { LogLine, Notice, NoticeFault, SentLog } from '../../src/core/notices/notice.ts';
import type { NotifySettings } from '../../src/core/notices/notify.ts';
import { Notices } from '../../src/runtime/notices/notices.ts';

const START = Date.parse('2026-01-01T12:00:00Z');
const MINUTE = 60_000;
const settings: NotifySettings = {
  afterS: 60,
  content: 'headline',
  transports: [{ kind: 'ntfy', name: 'ntfy', target: 'http://a' }],
};

const notice = (key: string, event: Notice['event'] = 'question', at = START): Notice => ({
  key,
  event,
  at: new Date(at).toISOString(),
  rootId: 'r' as RootId,
  selfId: 'r' as DialogId,
  agentId: 'lead',
  headline: key,
  body: '',
});

/** A process with a clock; `outcome` is what becomes of what it sends. */
function machine(outcome: () => NoticeFault | undefined = () => undefined) {
  let now = START;
  let timer: { at: number; work: () => void } | undefined;
  let reads = 0;
  let log: SentLog = { lines: [] };
  const pending: Notice[] = [];
  const inView = new Set<string>();
  const sent: string[] = [];
  const notices = new Notices({
    settings: () => settings,
    pending: async () => pending,
    isSeen: ({ key }) => inView.has(key),
    sent: {
      async read() {
        reads += 1;
        return log;
      },
      async append(lines: readonly LogLine[]) {
        log = { ...log, lines: [...log.lines, ...lines] };
        return lines;
      },
      async replace(short) {
        log = short;
      },
    },
    async send({ notices: told }) {
      sent.push(...told.map(({ key }) => key));
      return outcome();
    },
    now: () => now,
    after(ms, work) {
      const mine = { at: now + ms, work };
      timer = mine;
      return () => {
        if (timer === mine) timer = undefined;
      };
    },
    log: { error: (message, error) => assert.fail(`${message} ${error}`) },
  });
  const pass = async (ms: number) => {
    const end = now + ms;
    for (let due = timer; due && due.at <= end; due = timer) {
      now = Math.max(now, due.at);
      timer = undefined;
      due.work();
      await notices.look();
    }
    now = end;
  };
  return {
    notices,
    pending,
    inView,
    sent,
    pass,
    reads: () => reads,
    log: () => log,
    hasTimer: () => timer !== undefined,
  };
}

describe('notices of what a person looks at', () => {
  it('wait until a minute after the person has looked away from the question', async () => {
    const { notices, pending, inView, sent, pass } = machine();
    pending.push(notice('q1'));
    inView.add('q1');
    await notices.look();
    await pass(10 * MINUTE);
    assert.deepEqual(sent, []);
    inView.clear();
    await notices.look();
    await pass(MINUTE - 1);
    assert.deepEqual(sent, []);
    await pass(1);
    assert.deepEqual(sent, ['q1']);
  });

  it('are never sent of an end that the person saw, also not by a later process', async () => {
    const { notices, pending, inView, sent, pass, log } = machine();
    pending.push(notice('e1', 'ended'));
    inView.add('e1');
    await notices.look();
    inView.clear();
    await notices.look();
    await pass(60 * MINUTE);
    assert.deepEqual(sent, []);
    assert.deepEqual(
      log().lines.map(({ key, outcome }) => [key, outcome]),
      [
        ['added', 'added'],
        ['e1', 'seen'],
      ],
    );
  });

  it('need no timer while nothing waits for a time', async () => {
    const { notices, pending, inView, hasTimer } = machine();
    pending.push(notice('q1'));
    inView.add('q1');
    await notices.look();
    assert.equal(hasTimer(), false);
  });
});

describe('the log of notices', () => {
  it('is read once for each look, however much is sent', async () => {
    const { notices, pending, pass, sent, reads } = machine();
    await notices.look();
    pending.push(notice('e1', 'ended'), notice('e2', 'ended'));
    const before = reads();
    await notices.look();
    assert.deepEqual([sent, reads() - before], [['e1', 'e2'], 1]);
    await pass(60 * MINUTE);
  });

  it('stays short over a year of questions', async () => {
    const { notices, pending, pass, log, sent } = machine();
    for (let day = 0; day < 365; day++) {
      pending.splice(0);
      for (let each = 0; each < 4; each++)
        pending.push(notice(`${day} ${each}`, 'question', START + day * 1_440 * MINUTE));
      await notices.look();
      await pass(1_440 * MINUTE);
    }
    assert.equal(sent.length, 365 * 4);
    assert.ok(log().lines.length <= 1_000);
    assert.ok(log().since);
  });
});
