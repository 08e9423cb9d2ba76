// One process drives an rtws (SPEC 9.4). The lock file names it. A stale lock is never removed or moved: a process that
// wants to take over is elected its successor by an exclusively created file, and the winner then replaces the lock
// file (`lock-chain.ts`). The owner checks the lock in every turn of the event loop in which it writes.
import * as path from 'node:path';
import type { Files } from '../../disk-files.ts';
import { createLayout } from '../layout.ts';
import { type ChainLink, chainOf, electionFiles, isUnchanged, type LockEntry, successorOf } from './lock-chain.ts';

export type { LockEntry } from './lock-chain.ts';

/** A heartbeat that differs by this much from the present, in milliseconds, is stale. */
export const STALE_AFTER_MS = 30_000;

/** How long a look at the lock counts at most, in milliseconds. */
const TRUSTED_MS = STALE_AFTER_MS / 3;

export interface LockEnvironment {
  readonly files: Files;
  readonly pid: number;
  readonly host: string;
  /** Equal in two processes that can ask about the id of each other (`pidSpace`). */
  readonly pidSpace: string;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Milliseconds of a monotonic clock; it may stand still while the machine sleeps. */
  readonly elapsed: () => number;
  /** The number of the present turn of the event loop. */
  readonly turn: () => number;
  /** True if a process with this id exists in this pid space. */
  readonly isAlive: (pid: number) => boolean;
}

export type LockResult =
  | { readonly kind: 'held'; readonly lock: RtwsLock }
  | { readonly kind: 'taken'; readonly by: LockEntry }
  /** The path holds something other than a file: a folder, a link, a pipe. */
  | { readonly kind: 'blocked' };

export interface RtwsLock {
  readonly token: string;
  /**
   * Renews the heartbeat; false when another process has the lock: this one must not write any more, ever. Throws the
   * system's errors when the heartbeat cannot be stored; the lock is still held then.
   */
  beat(): boolean;
  /** True if this process may write. Checks once per turn, and renews the heartbeat after a pause. Never throws. */
  isHeld(): boolean;
  release(): void;
}

/** Each try that fails has seen another process get ahead. */
const TRIES = 5;

/** Takes the lock of an rtws, or says who holds it. `token` must be unique. Throws the system's errors. */
export function acquireLock(rtws: string, token: string, environment: LockEnvironment): LockResult {
  const { lock: file } = createLayout(rtws);
  let seen: ChainLink | undefined;
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const chain = chainOf(environment.files, file);
    const living = livingIn(chain, environment);
    if (living) return { kind: 'taken', by: living };
    seen = chain.at(-1) ?? seen;
    const isTaken = chain.length > 0 ? succeed(file, token, chain, environment) : begin(file, token, environment);
    if (!isTaken) continue;
    const lock = new HeldLock(file, token, environment);
    if (lock.look()) return { kind: 'held', lock };
  }
  const last = chainOf(environment.files, file).at(-1) ?? seen;
  if (!last) return { kind: 'blocked' };
  return { kind: 'taken', by: last.entry ?? { pid: 0, host: 'unknown', token: '', heartbeatAt: '' } };
}

/** The process that drives the rtws now, if any. */
export function readLock(rtws: string, environment: LockEnvironment): LockEntry | undefined {
  return livingIn(chainOf(environment.files, createLayout(rtws).lock), environment);
}

/**
 * The last of a chain that is not stale. One with a stale successor counts: it may have woken up before that one, which
 * died when it was about to withdraw.
 */
function livingIn(chain: readonly ChainLink[], environment: LockEnvironment): LockEntry | undefined {
  return chain.findLast(({ entry }) => entry && !isStale(entry, environment))?.entry;
}

/** Makes the lock where there is none; false when another process was first. */
function begin(file: string, token: string, environment: LockEnvironment): boolean {
  return environment.files.createExclusive(file, entryText(token, environment));
}

/**
 * Takes over from the stale end of a chain; false when another process was first. Only one process can create the file
 * that names the successor. It checks again after that: if the lock has changed hands, or its owner has woken up, the
 * file is void and removed. Otherwise it stays until the lock is released, so that an owner that wakes up during its
 * heartbeat learns of its successor.
 */
function succeed(file: string, token: string, chain: readonly ChainLink[], environment: LockEnvironment): boolean {
  const { files } = environment;
  const elected = successorOf(file, chain);
  if (!files.createExclusive(elected, entryText(token, environment))) return false;
  const now = chainOf(files, file);
  if (now.at(-1)?.entry?.token !== token || !isUnchanged(chain, now.slice(0, -1))) {
    // One that was succeeded already holds the chain together.
    const isSucceeded = now.slice(0, -1).some(({ entry }) => entry?.token === token);
    if (!isSucceeded) files.remove(elected);
    return false;
  }
  files.replace(file, entryText(token, environment));
  return true;
}

/** A moment by all clocks there are. */
interface Moment {
  readonly wall: number;
  readonly elapsed: number;
  readonly turn: number;
}

class HeldLock implements RtwsLock {
  readonly token: string;
  readonly #file: string;
  readonly #environment: LockEnvironment;
  /** When the lock was last seen to be ours. */
  #looked: Moment | undefined;
  /** When the heartbeat in the lock file was stored, and which file that made. */
  #beat: (Moment & { readonly identity: string | undefined }) | undefined;
  #isLost = false;

  constructor(file: string, token: string, environment: LockEnvironment) {
    this.#file = file;
    this.token = token;
    this.#environment = environment;
    this.#noteBeat();
  }

  /** True if this process is the last of the chain. Once false, it stays false. */
  look(): boolean {
    if (this.#isLost) return false;
    const { files } = this.#environment;
    const last = chainOf(files, this.#file).at(-1);
    // If the whole folder was moved away, the lock has no other owner: the folder may come back, and until then nothing
    // can be written.
    const isAway = !last && !files.exists(path.dirname(this.#file));
    this.#isLost = !isAway && last?.entry?.token !== this.token && !(!last && this.#isMadeAgain());
    if (!this.#isLost) this.#looked = this.#moment();
    return !this.#isLost;
  }

  /**
   * A lock that was just ours is gone with what a command removed (`rm -rf .dialogs/*`): nobody can have taken it over
   * in so short a time. False when another process was first.
   */
  #isMadeAgain(): boolean {
    return this.#isYoung(this.#looked ?? this.#beat) && begin(this.#file, this.token, this.#environment);
  }

  beat(): boolean {
    if (!this.look()) return false;
    this.#environment.files.replace(this.#file, entryText(this.token, this.#environment));
    this.#noteBeat();
    // A process that was elected before that sees the new heartbeat, or is seen here.
    return this.look();
  }

  isHeld(): boolean {
    if (this.#isLost) return false;
    const { turn } = this.#environment;
    if (this.#looked?.turn === turn() && this.#isYoung(this.#looked)) return true;
    try {
      return this.#isInPlace() || this.beat();
    } catch {
      // A disk that takes no heartbeat, or cannot be read, says nothing of others.
      return !this.#isLost && this.#isYoung(this.#looked);
    }
  }

  release(): void {
    try {
      if (!this.beat()) return;
    } catch {
      // A full disk takes no heartbeat, but removes files.
      if (!this.isHeld()) return;
    }
    this.#isLost = true;
    const { files } = this.#environment;
    files.remove(this.#file);
    for (const each of electionFiles(files, this.#file)) files.remove(each);
  }

  /** True if the heartbeat is recent and the lock file is the one it created. */
  #isInPlace(): boolean {
    if (!this.#isYoung(this.#beat) || this.#beat?.identity === undefined) return false;
    if (this.#environment.files.stat(this.#file)?.identity !== this.#beat.identity) return false;
    this.#looked = this.#moment();
    return true;
  }

  #noteBeat(): void {
    this.#beat = { ...this.#moment(), identity: this.#environment.files.stat(this.#file)?.identity };
  }

  /** By both clocks: one stands still while the machine sleeps, the other can be set. */
  #isYoung(moment: Moment | undefined): boolean {
    if (!moment) return false;
    const { wall, elapsed } = this.#moment();
    const age = wall - moment.wall;
    return age >= 0 && age < TRUSTED_MS && elapsed - moment.elapsed < TRUSTED_MS;
  }

  #moment(): Moment {
    const { now, elapsed, turn } = this.#environment;
    return { wall: now(), elapsed: elapsed(), turn: turn() };
  }
}

/** Its process is gone, or has not shown life for long: suspended, elsewhere, or another process under its id. */
function isStale(entry: LockEntry, { host, pidSpace, now, isAlive }: LockEnvironment): boolean {
  const age = now() - Date.parse(entry.heartbeatAt);
  if (entry.host === host && entry.pidSpace === pidSpace) {
    if (!isAlive(entry.pid)) return true;
    // The clock that both go by was set back: the next heartbeat will show it.
    if (age < 0) return false;
  }
  return !(Math.abs(age) < STALE_AFTER_MS);
}

function entryText(token: string, { pid, host, pidSpace, now }: LockEnvironment): string {
  return `${JSON.stringify({ pid, host, pidSpace, token, heartbeatAt: new Date(now()).toISOString() })}\n`;
}
