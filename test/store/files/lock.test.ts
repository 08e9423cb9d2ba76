import assert from 'node:assert/strict';
import path from 'node:path';
import {
  acquireLock,
  type LockEnvironment,
  type RtwsLock,
  readLock,
  STALE_AFTER_MS,
} from '../../../src/store/files/lock/lock.ts';
import { type Place, places } from './store-support.ts';

for (const [name, make] of places) {
  describe(`the lock of an rtws ${name}`, () => {
    let place: Place;
    let now: number;
    let elapsed: number;
    let turn: number;
    let alive: Set<number>;
    beforeEach(async () => {
      place = await make();
      now = Date.UTC(2026, 0, 1);
      elapsed = 0;
      turn = 0;
      alive = new Set([1, 2, 3]);
    });
    afterEach(() => place.remove());

    const file = () => path.join(place.rtws, '.dialogs/lock');
    const environment = (pid: number, host = 'here', pidSpace = 'one'): LockEnvironment => ({
      files: place.files,
      pid,
      host,
      pidSpace,
      now: () => now,
      elapsed: () => elapsed,
      // What comes from outside comes in another turn.
      turn: () => ++turn,
      isAlive: each => alive.has(each),
    });
    const acquire = (pid: number, host?: string, pidSpace?: string) =>
      acquireLock(place.rtws, `token-${pid}`, environment(pid, host, pidSpace));
    const hold = (pid: number, host?: string, pidSpace?: string): RtwsLock => {
      const result = acquire(pid, host, pidSpace);
      assert.equal(result.kind, 'held');
      return (result as Extract<typeof result, { kind: 'held' }>).lock;
    };
    const holder = () => readLock(place.rtws, environment(9))?.pid;
    const isTaken = (pid: number, host?: string) => acquire(pid, host).kind === 'taken';

    it('is held by one process, which it names', () => {
      hold(1);
      const second = acquire(2);
      assert.deepEqual(second, {
        kind: 'taken',
        by: { pid: 1, host: 'here', pidSpace: 'one', token: 'token-1', heartbeatAt: '2026-01-01T00:00:00.000Z' },
      });
      assert.equal(holder(), 1);
    });

    it('is free again after its holder released it', () => {
      hold(1).release();
      assert.equal(place.files.exists(file()), false);
      hold(2);
      assert.equal(holder(), 2);
    });

    it('is stale at once when its process on this host is gone', () => {
      hold(1);
      alive.delete(1);
      assert.equal(holder(), undefined);
      hold(2);
      assert.equal(holder(), 2);
    });

    it('is stale by its heartbeat when its process is on another host, or sleeps', () => {
      hold(7, 'elsewhere');
      now += STALE_AFTER_MS - 1;
      assert.ok(isTaken(2));
      now += 1;
      const second = hold(2);
      now += STALE_AFTER_MS;
      hold(3);
      assert.equal(second.beat(), false);
    });

    it('stays held as long as heartbeats come', () => {
      const lock = hold(7, 'elsewhere');
      for (let beats = 0; beats < 5; beats++) {
        now += STALE_AFTER_MS - 1;
        assert.ok(lock.beat());
      }
      assert.ok(isTaken(2));
    });

    it('stays held when the clock jumps back', () => {
      const lock = hold(1);
      now -= 3_600_000;
      assert.ok(isTaken(2));
      assert.ok(lock.isHeld());
      now += STALE_AFTER_MS - 1;
      assert.ok(isTaken(2));
    });

    it('is taken from one whose clock seems to have slept; that one notices before it writes', () => {
      const first = hold(1);
      now += 3_600_000;
      hold(2);
      assert.equal(first.isHeld(), false);
      assert.equal(holder(), 2);
    });

    it('is lost for ever, even when it is free again', () => {
      const first = hold(1);
      now += STALE_AFTER_MS;
      const second = hold(2);
      assert.equal(first.isHeld(), false);
      second.release();
      assert.equal(first.isHeld(), false);
      assert.equal(first.beat(), false);
      assert.equal(place.files.exists(file()), false);
    });

    it('is not taken away by the release of one that lost it', () => {
      const first = hold(1);
      now += STALE_AFTER_MS;
      hold(2);
      first.release();
      assert.equal(holder(), 2);
    });

    it('is made again when its file was deleted just now: no other process can have been here', () => {
      const lock = hold(1);
      place.files.createExclusive(path.join(place.rtws, '.dialogs/roots.jsonl'), '');
      place.files.remove(file());
      assert.equal(lock.beat(), true);
      assert.equal(holder(), 1);
    });

    it('is lost when its file was deleted some time ago: another process may have written since', () => {
      const lock = hold(1);
      place.files.createExclusive(path.join(place.rtws, '.dialogs/roots.jsonl'), '');
      place.files.remove(file());
      now += STALE_AFTER_MS;
      assert.equal(lock.isHeld(), false);
      assert.equal(lock.beat(), false);
      assert.equal(place.files.exists(file()), false);
    });

    it('stays held while its whole folder is away, unless another process drives what is there then', () => {
      const lock = hold(1);
      const base = path.join(place.rtws, '.dialogs');
      place.files.rename(base, path.join(place.rtws, 'away'));
      assert.ok(lock.isHeld());
      place.files.remove(base);
      place.files.rename(path.join(place.rtws, 'away'), base);
      assert.ok(lock.isHeld());
      place.files.remove(base);
      hold(2);
      assert.equal(lock.isHeld(), false);
    });

    it('costs one look at the file in a turn, and is renewed after a pause', () => {
      const asked: string[] = [];
      const files = {
        ...place.files,
        read(each: string) {
          asked.push('read');
          return place.files.read(each);
        },
        stat(each: string) {
          asked.push('stat');
          return place.files.stat(each);
        },
      };
      const result = acquireLock(place.rtws, 'watched', { ...environment(1), files, turn: () => turn });
      assert.ok(result.kind === 'held');
      asked.splice(0);
      for (const later of [0, 1]) {
        turn += later;
        for (let writes = 0; writes < 3; writes++) assert.ok(result.lock.isHeld());
      }
      assert.deepEqual(asked, ['stat']);
      turn += 1;
      now += STALE_AFTER_MS / 3;
      assert.ok(result.lock.isHeld());
      assert.equal(readLock(place.rtws, environment(2))?.heartbeatAt, new Date(now).toISOString());
    });

    it('is noticed to be lost in the next turn, whatever the clocks say', () => {
      const first = hold(1);
      const asleep = place.files.read(file()) ?? '';
      now += STALE_AFTER_MS;
      hold(2);
      // The machine slept, which one clock does not count, and the other was set back.
      now -= STALE_AFTER_MS;
      assert.equal(first.isHeld(), false);
      assert.notEqual(place.files.read(file()), asleep);
    });

    it('is looked at again within a turn that takes very long, by either clock', () => {
      for (const sleep of [() => (now += STALE_AFTER_MS), () => (elapsed += STALE_AFTER_MS)]) {
        const result = acquireLock(place.rtws, 'sleeper', { ...environment(1), turn: () => 0 });
        assert.ok(result.kind === 'held');
        sleep();
        assert.ok(result.lock.isHeld());
        const renewed = readLock(place.rtws, environment(9));
        assert.equal(renewed?.heartbeatAt, new Date(now).toISOString());
        result.lock.release();
      }
    });

    it('of a living process in another pid namespace stays, whatever its id means here', () => {
      const first = hold(7, 'here', 'another');
      assert.ok(isTaken(2));
      assert.equal(holder(), 7);
      now += STALE_AFTER_MS - 1;
      assert.ok(isTaken(2));
      assert.ok(first.beat());
      now += STALE_AFTER_MS;
      hold(2);
      assert.equal(first.isHeld(), false);
    });

    it('of a version that did not name its pid namespace is stale by its heartbeat only', () => {
      const heartbeatAt = new Date(now).toISOString();
      place.files.createExclusive(file(), JSON.stringify({ pid: 7, host: 'here', token: 'old', heartbeatAt }));
      assert.ok(isTaken(2));
      now += STALE_AFTER_MS;
      hold(2);
    });

    it('with a heartbeat from the future does not block', () => {
      for (const [host, pidSpace] of [['elsewhere'], ['here', 'another']]) {
        now += 86_400_000;
        const lock = hold(7, host, pidSpace);
        now -= 86_400_000;
        assert.equal(holder(), undefined);
        const second = hold(2);
        assert.equal(lock.isHeld(), false);
        second.release();
      }
    });

    it('stays held where its heartbeat cannot be stored or its file not be read', () => {
      let fault: string | undefined;
      const failing = <A extends unknown[], R>(work: (...args: A) => R, code: string) => {
        return (...args: A): R => {
          if (fault === code) throw Object.assign(new Error(code), { code });
          return work(...args);
        };
      };
      const { replace, read } = place.files;
      const files = { ...place.files, replace: failing(replace, 'ENOSPC'), read: failing(read, 'EIO') };
      const result = acquireLock(place.rtws, 'token-1', { ...environment(1), files });
      assert.ok(result.kind === 'held');
      fault = 'ENOSPC';
      for (let minutes = 0; minutes < 3; minutes++) {
        now += 60_000;
        assert.ok(result.lock.isHeld());
      }
      assert.throws(() => result.lock.beat(), /ENOSPC/);
      fault = 'EIO';
      assert.ok(result.lock.isHeld());
      now += 60_000;
      assert.equal(result.lock.isHeld(), false);
      fault = 'ENOSPC';
      assert.ok(result.lock.isHeld());
      result.lock.release();
      assert.equal(place.files.exists(file()), false);
    });

    for (const broken of ['', 'x', '{}', 'null', '{"pid":"1","host":"here"}', '{"pid":1,"host":"here"}']) {
      it(`that nobody can have written is stale: ${broken || 'empty'}`, () => {
        place.files.createExclusive(file(), broken);
        hold(2);
        assert.equal(holder(), 2);
      });
    }

    it('goes on from a process that was elected and died before it took over', () => {
      hold(7);
      const replace = () => {
        throw new Error('killed');
      };
      const files = { ...place.files, replace };
      assert.throws(() => acquireLock(place.rtws, 'token-1', { ...environment(1), files }), /killed/);
      assert.ok(isTaken(2));
      assert.equal(holder(), 1);
      alive.delete(1);
      assert.equal(holder(), undefined);
      const second = hold(2);
      assert.equal(holder(), 2);
      second.release();
      assert.deepEqual(place.files.list(path.join(place.rtws, '.dialogs')), []);
    });

    it('cannot be made to run in a circle or to name files elsewhere', () => {
      for (const token of ['a', '../../../x']) {
        const text = JSON.stringify({ pid: 7, host: 'here', token, heartbeatAt: '2026-01-01' });
        place.files.createExclusive(file(), text);
        now += STALE_AFTER_MS;
        const lock = hold(2);
        const names = place.files.list(path.join(place.rtws, '.dialogs'));
        for (const name of names)
          if (name !== 'lock') place.files.replace(path.join(place.rtws, '.dialogs', name), text);
        assert.equal(holder(), 2);
        lock.release();
        for (const each of names) assert.match(each, /^lock(\.[0-9a-f]{16}\.next)?$/);
      }
    });
  });
}
