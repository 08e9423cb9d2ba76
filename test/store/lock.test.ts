import assert from 'node:assert/strict';
import path from 'node:path';
import { acquireLock, type LockEnvironment, type RtwsLock, readLock, STALE_AFTER_MS } from '../../src/store/lock.ts';
import { type Place, places } from './store-support.ts';

for (const [name, make] of places) {
  describe(`the lock of an rtws ${name}`, () => {
    let place: Place;
    let now: number;
    let alive: Set<number>;
    beforeEach(async () => {
      place = await make();
      now = Date.UTC(2026, 0, 1);
      alive = new Set([1, 2, 3]);
    });
    afterEach(() => place.remove());

    const file = () => path.join(place.rtws, '.dialogs/lock');
    const environment = (pid: number, host = 'here'): LockEnvironment => ({
      files: place.files,
      pid,
      host,
      now: () => now,
      isAlive: each => alive.has(each),
    });
    const acquire = (pid: number, host?: string) => acquireLock(place.rtws, `token-${pid}`, environment(pid, host));
    const hold = (pid: number, host?: string): RtwsLock => {
      const result = acquire(pid, host);
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
        by: { pid: 1, host: 'here', token: 'token-1', heartbeatAt: '2026-01-01T00:00:00.000Z' },
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

    it('is lost when its file was deleted: somebody else may have written since', () => {
      const lock = hold(1);
      place.files.remove(file());
      assert.equal(lock.beat(), false);
      assert.equal(place.files.exists(file()), false);
    });

    it('is not looked at while heartbeats are young, and renewed after a pause', () => {
      const lock = hold(1);
      const reads: string[] = [];
      const { read } = place.files;
      const watched = {
        ...place.files,
        read(each: string) {
          reads.push(each);
          return read(each);
        },
      };
      lock.release();
      const result = acquireLock(place.rtws, 'watched', { ...environment(1), files: watched });
      assert.ok(result.kind === 'held');
      for (let age = 0; age < STALE_AFTER_MS / 3; age += 1000) assert.ok(result.lock.isHeld());
      now += STALE_AFTER_MS / 3;
      assert.deepEqual(reads, []);
      assert.ok(result.lock.isHeld());
      assert.equal(reads.length, 1);
      assert.equal(readLock(place.rtws, environment(2))?.heartbeatAt, new Date(now).toISOString());
    });

    for (const broken of ['', 'x', '{}', 'null', '{"pid":"1","host":"here"}', '{"pid":1,"host":"here"}']) {
      it(`that nobody can have written is stale: ${broken || 'empty'}`, () => {
        place.files.createExclusive(file(), broken);
        hold(2);
        assert.equal(holder(), 2);
      });
    }

    it('goes to one of two that found it stale at the same time', () => {
      hold(7);
      // Process 2 has read the stale lock; before it moves it away, process 3 has taken over.
      const rename = place.files.rename;
      let isFirst = true;
      const racing = {
        ...place.files,
        rename(from: string, to: string) {
          if (isFirst) {
            isFirst = false;
            hold(3);
          }
          rename(from, to);
        },
      };
      const second = acquireLock(place.rtws, 'token-2', { ...environment(2), files: racing });
      assert.equal(second.kind, 'taken');
      assert.equal(holder(), 3);
      assert.deepEqual(place.files.list(path.join(place.rtws, '.dialogs')), ['lock']);
    });
  });
}
