// Every order in which processes can take, renew and release the lock, operation by operation: at most one may write.
import assert from 'node:assert/strict';
import type { Files } from '../../../src/store/disk-files.ts';
import { createLayout } from '../../../src/store/files/layout.ts';
import {
  acquireLock,
  type LockEnvironment,
  type RtwsLock,
  STALE_AFTER_MS,
} from '../../../src/store/files/lock/lock.ts';
import { chainOf, successorOf } from '../../../src/store/files/lock/lock-chain.ts';
import { exploreOrders, type Program, pathTo, type World } from '../../support/interleavings.ts';
import { createMemoryFiles } from '../../support/memory-files.ts';

const { lock: file } = createLayout('/rtws');
const START = Date.UTC(2026, 0, 1);

/** Whether a program ended as one that may write. */
type End = 'writes' | 'does not';

interface Scene {
  /** Entries of the lock and of successors, oldest first: ids of processes that made them. */
  readonly lock: readonly number[];
  readonly programs: readonly Program<End>[];
  /** Programs that may die at any moment. */
  readonly mortal?: readonly number[];
  readonly text?: string;
}

/** The programs have the process ids 0, 1, 2 …; nobody else lives. */
function environment(pid: number, now: number, rest: Pick<LockEnvironment, 'files' | 'isAlive'>): LockEnvironment {
  const clocks = { now: () => now, elapsed: () => now, turn: () => 0 };
  return { pid, host: 'here', pidSpace: 'one', ...clocks, ...rest };
}

const living = (pid: number) => (world: World<End>) => world.actors[pid] !== undefined && !world.actors[pid].isDead;

const takes =
  (pid: number, now = START): Program<End> =>
  (files, ask) => {
    const isAlive = (each: number) => ask(living(each));
    const taken = acquireLock('/rtws', `token-${pid}`, environment(pid, now, { files, isAlive }));
    return taken.kind === 'held' ? 'writes' : 'does not';
  };

/** What a process does that holds the lock since the beginning. */
const holding =
  (pid: number, now: number, act: (lock: RtwsLock) => boolean): Program<End> =>
  (files, ask) => {
    // It took the lock long ago, in files of its own: from here on it looks at those that all share.
    let isBeginning = true;
    const own = createMemoryFiles();
    const shared = { ...own };
    for (const name of ['read', 'stat', 'list', 'createExclusive', 'replace', 'remove'] as const) {
      const [before, after] = [own[name], files[name]] as [
        (...args: never[]) => unknown,
        (...args: never[]) => unknown,
      ];
      Object.assign(shared, { [name]: (...args: never[]) => (isBeginning ? before(...args) : after(...args)) });
    }
    const isAlive = (each: number) => ask(living(each));
    let clock = START;
    const place = { ...environment(pid, now, { files: shared, isAlive }), now: () => clock, elapsed: () => clock };
    const taken = acquireLock('/rtws', `token-${pid}`, place);
    assert.ok(taken.kind === 'held');
    isBeginning = false;
    clock = now;
    return act(taken.lock) ? 'writes' : 'does not';
  };

function entry(pid: number): string {
  const heartbeatAt = new Date(START).toISOString();
  return `${JSON.stringify({ pid, host: 'here', pidSpace: 'one', token: `token-${pid}`, heartbeatAt })}\n`;
}

/** The files of a lock and its successors. */
function chain(pids: readonly number[]): Record<string, string> {
  const { texts, ...files } = createMemoryFiles();
  for (const pid of pids) {
    const links = chainOf(files as Files, file);
    texts.set(links.length === 0 ? file : successorOf(file, links), entry(pid));
  }
  return Object.fromEntries(texts);
}

function explore({ lock, programs, mortal = [], text }: Scene) {
  const winners = new Set<number>();
  const { worlds, ends } = exploreOrders(programs, {
    texts: text === undefined ? chain(lock) : { [file]: text },
    mayCrash: pid => mortal.includes(pid),
    check: world => {
      const writing = world.actors.flatMap(({ result, isDead }, pid) => (result === 'writes' && !isDead ? [pid] : []));
      assert.ok(writing.length <= 1, `${writing.join(' and ')} write after the steps${pathTo(world)}`);
      for (const pid of writing) winners.add(pid);
      const isOver = world.actors.every(actor => 'result' in actor);
      if (isOver && mortal.length === 0) assert.equal(writing.length, 1, JSON.stringify([...world.texts]));
    },
  });
  return { worlds, ends, winners: [...winners].sort() };
}

describe('the lock, in every order of the operations of several processes', () => {
  const GONE = 9;
  const later = START + STALE_AFTER_MS;

  it('goes to exactly one of three that start together', () => {
    assert.deepEqual(explore({ lock: [], programs: [takes(0), takes(1), takes(2)] }).winners, [0, 1, 2]);
  });

  it('goes to exactly one of three that find the lock of a dead process', () => {
    assert.deepEqual(explore({ lock: [GONE], programs: [takes(0), takes(1), takes(2)] }).winners, [0, 1, 2]);
  });

  it('goes to exactly one of three after an elected process died before it took over', () => {
    assert.deepEqual(explore({ lock: [GONE, GONE + 1], programs: [takes(0), takes(1), takes(2)] }).winners, [0, 1, 2]);
  });

  it('goes to exactly one of three where the file is no lock', () => {
    assert.deepEqual(explore({ lock: [], text: '{', programs: [takes(0), takes(1), takes(2)] }).winners, [0, 1, 2]);
  });

  it('goes to at most one while others die at any moment', () => {
    for (const lock of [[], [GONE]]) {
      assert.deepEqual(explore({ lock, programs: [takes(0), takes(1)], mortal: [0, 1] }).winners, [0, 1]);
      const { winners } = explore({ lock, programs: [takes(0), takes(1), takes(2)], mortal: [0] });
      assert.deepEqual(winners, [0, 1, 2]);
    }
  });

  it('stays with a holder that wakes up, or goes to one of those that thought it gone', () => {
    const wakes = holding(0, later, lock => lock.beat());
    const programs = [wakes, takes(1, later), takes(2, later)];
    assert.deepEqual(explore({ lock: [0], programs, mortal: [2] }).winners, [0, 1, 2]);
  });

  it('goes to at most one of those that come while its holder releases it', () => {
    const releases = (now: number) =>
      holding(0, now, lock => {
        lock.release();
        return false;
      });
    for (const now of [START, later]) {
      const { winners } = explore({ lock: [0], programs: [releases(now), takes(1, now), takes(2, now)], mortal: [2] });
      assert.deepEqual(winners, [1, 2]);
    }
  });
});
