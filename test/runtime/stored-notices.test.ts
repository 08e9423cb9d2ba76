// Notices of a workspace that several workers serve: what was sent is in the store, so each is sent once (SPEC 20.3,
// 21.2).
import assert from 'node:assert/strict';
import type { DialogId, RootId } from '../../src/core/base/ids.ts';
import type { Notice, SentLine } from '../../src/core/notices/notice.ts';
import { Notices } from '../../src/runtime/notices/notices.ts';
import { openRuntime, openWorker, type Worker } from '../../src/runtime.ts';
import { openPostgresStorage } from '../../src/store/postgres/storage.ts';
import { emptyStore } from '../support/postgres.ts';
import { receiver } from '../support/receiver.ts';
import { makeTempWorkspace } from '../support/temp-workspace.ts';

const noticeOf = (key: string): Notice => ({
  key,
  event: 'question',
  at: '2026-01-01T12:00:00.000Z',
  rootId: 'r1' as RootId,
  selfId: 'r1' as DialogId,
  agentId: 'lead',
  headline: '',
  body: '',
});

describe('notices under workers', function () {
  this.timeout(30_000);
  let url: string;
  beforeEach(async () => {
    url = await emptyStore();
  });

  const storage = async () => {
    const opened = await openPostgresStorage({
      url,
      rtws: 'shop',
      besideWorkers: true,
      newId: () => `w${Math.random()}`,
      after: () => () => {},
      elapsed: () => performance.now(),
    });
    assert.ok(opened.ok);
    return opened.storage;
  };

  it('are sent once by whichever of many looks first, and a failed one is tried again by one', async () => {
    const all = await Promise.all(Array.from({ length: 4 }, storage));
    const keys = ['q1', 'q2', 'q3'];
    let now = Date.parse('2026-01-01T13:00:00Z');
    const sent: string[] = [];
    const logs = all.flatMap(({ notices }) => notices ?? []);
    const made = logs.map(
      notices =>
        new Notices({
          settings: () => ({ afterS: 60, content: 'none', transports: [{ kind: 'ntfy', name: 'ntfy', target: 'x' }] }),
          pending: async () => keys.map(noticeOf),
          isSeen: () => false,
          sent: notices,
          async send({ notices: [notice] }) {
            sent.push(notice.key);
            return sent.length > keys.length ? undefined : { id: 'late' };
          },
          now: () => now,
          after: () => () => {},
          log: { error: (message, error) => assert.fail(`${message} ${error}`) },
        }),
    );
    await Promise.all(made.map(each => each.look()));
    assert.deepEqual(sent.toSorted(), keys);
    now += 60_000;
    await Promise.all(made.map(each => each.look()));
    assert.deepEqual(sent.toSorted(), [...keys, ...keys].toSorted());
    now += 60_000;
    await Promise.all(made.map(each => each.look()));
    assert.equal(sent.length, 2 * keys.length);
    for (const each of all) await each.close();
  });

  it('are kept as far back as they must be, by workspace', async () => {
    const [one, two] = [await storage(), await storage()];
    const line = (key: string): SentLine => ({ ...noticeOf(key), transport: 'ntfy', outcome: 'sent' });
    await one.notices?.append([line('a'), line('b')]);
    const log = await two.notices?.read();
    assert.deepEqual(
      log?.lines.map(({ key }) => key),
      ['a', 'b'],
    );
    await two.notices?.replace({ lines: log.lines.slice(1), since: '2026-01-02T00:00:00.000Z' });
    const short = await one.notices?.read();
    assert.deepEqual([short?.lines.map(({ key }) => key), short?.since], [['b'], '2026-01-02T00:00:00.000Z']);
    await one.close();
    await two.close();
  });

  it('tell of a question that a dialog of the store asks, and are listed from anywhere', async () => {
    const hook = await receiver(200);
    const workspace = await makeTempWorkspace({
      '.minds/team.yaml': 'members: {lead: {diligence-push-max: 0}}\n',
      '.minds/llm.yaml': 'provider: playbook\nplaybook: p.yaml\n',
      '.minds/p.yaml': 'replies:\n  - {say: "!?@human Which colour?\\n", repeat: true}\n',
      '.minds/notify.yaml': `after_s: 0\ntransports:\n  - {kind: webhook, url: "${hook.url}"}\n`,
    });
    const workers: Worker[] = [];
    for (let n = 0; n < 2; n++) {
      const opened = await openWorker({
        url,
        serves: [{ name: 'shop', rtws: workspace.folder }],
        room: 5,
        env: {},
        onEvent() {},
        onAway: why => assert.equal(why, undefined),
      });
      assert.ok(opened.ok);
      workers.push(opened.worker);
    }
    const store = { url, workspace: 'shop', drive: 'workers' } as const;
    const opened = await openRuntime({ rtws: workspace.folder, env: {}, mode: 'read', store });
    assert.ok(opened.ok);
    const { runtime } = opened;
    const started = await runtime.perform({ kind: 'start', text: 'Begin' });
    assert.ok(started.ok, JSON.stringify(started));
    await hook.until(1);
    assert.equal(JSON.parse(hook.received[0]?.body ?? '').event, 'question');
    const isSent = async () => (await runtime.notices()).some(({ fault }) => !fault);
    while (!(await isSent())) await new Promise(setImmediate);
    for (const worker of workers) await worker.close();
    assert.equal(hook.received.length, 1);
    assert.equal((await runtime.notices()).length, 1);
    await runtime.close();
    await workspace.remove();
    await hook.close();
  });
});
