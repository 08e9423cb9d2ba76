// One process drives an rtws (SPEC 9.4). The lock names it; a lock whose process is gone on this host is stale at once, any
// other when its heartbeat is old. Who holds it asks `isHeld` before it writes, so that a process that slept too long and
// lost it meanwhile never writes again.
import type { Files } from './files.ts';
import { createLayout } from './layout.ts';

export interface LockEntry {
  readonly pid: number;
  readonly host: string;
  readonly token: string;
  /** ISO instant. */
  readonly heartbeatAt: string;
}

/** A heartbeat older than this, in milliseconds, is stale. */
export const STALE_AFTER_MS = 30_000;

/** How long a holder may trust its last heartbeat without looking, in milliseconds. */
const TRUSTED_MS = STALE_AFTER_MS / 3;

export interface LockEnvironment {
  readonly files: Files;
  readonly pid: number;
  readonly host: string;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly isAlive: (pid: number) => boolean;
}

export type LockResult =
  | { readonly kind: 'held'; readonly lock: RtwsLock }
  | { readonly kind: 'taken'; readonly by: LockEntry }
  /** What lies in its place is no file: a folder, a link, a pipe. */
  | { readonly kind: 'blocked' };

export interface RtwsLock {
  readonly token: string;
  /** Renews the heartbeat; false when another process has the lock: this one must not write any more, ever. */
  beat(): boolean;
  /** Whether this process may write. Costs nothing while heartbeats go on; after a pause it looks, and renews. */
  isHeld(): boolean;
  release(): void;
}

/** Takes the lock of an rtws, or says who holds it. `token` must be unique. Throws the system's errors. */
export function acquireLock(rtws: string, token: string, environment: LockEnvironment): LockResult {
  const { lock: file } = createLayout(rtws);
  const { files } = environment;
  let isFile = false;
  for (let attempt = 0; attempt < 3; attempt++) {
    if (files.createExclusive(file, entryText(token, environment)))
      return { kind: 'held', lock: new HeldLock(file, token, environment) };
    const text = files.read(file);
    const entry = parseEntry(text);
    if (entry && !isStale(entry, environment)) return { kind: 'taken', by: entry };
    if (text === undefined) continue;
    isFile = true;
    removeStale(files, file, { token, text });
  }
  const entry = parseEntry(files.read(file));
  if (!entry && !isFile) return { kind: 'blocked' };
  return { kind: 'taken', by: entry ?? { pid: 0, host: 'unknown', token: '', heartbeatAt: '' } };
}

/** Who drives the rtws now, if anybody does. */
export function readLock(rtws: string, environment: LockEnvironment): LockEntry | undefined {
  const entry = parseEntry(environment.files.read(createLayout(rtws).lock));
  return entry && !isStale(entry, environment) ? entry : undefined;
}

class HeldLock implements RtwsLock {
  readonly token: string;
  readonly #file: string;
  readonly #environment: LockEnvironment;
  #beatAt: number;
  #lost = false;

  constructor(file: string, token: string, environment: LockEnvironment) {
    this.#file = file;
    this.token = token;
    this.#environment = environment;
    this.#beatAt = environment.now();
  }

  beat(): boolean {
    if (this.#lost || !this.#isOurs()) {
      this.#lost = true;
      return false;
    }
    this.#environment.files.replace(this.#file, entryText(this.token, this.#environment));
    this.#beatAt = this.#environment.now();
    return true;
  }

  isHeld(): boolean {
    if (this.#lost) return false;
    const age = this.#environment.now() - this.#beatAt;
    return (age >= 0 && age < TRUSTED_MS) || this.beat();
  }

  release(): void {
    if (!this.#lost && this.#isOurs()) this.#environment.files.remove(this.#file);
    this.#lost = true;
  }

  #isOurs(): boolean {
    return parseEntry(this.#environment.files.read(this.#file))?.token === this.token;
  }
}

/**
 * Moves a stale lock out of the way. Of several processes that found it stale one moves it; another one may then have moved
 * the new lock of the first, and puts it back.
 */
function removeStale(files: Files, file: string, stale: { readonly token: string; readonly text: string }): void {
  const aside = `${file}.${stale.token}`;
  try {
    files.rename(file, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  const moved = files.read(aside);
  if (moved !== undefined && moved !== stale.text) files.createExclusive(file, moved);
  files.remove(aside);
}

/** Its process is gone, or it has not shown life for long: suspended, on another host, or another process under its pid. */
function isStale(entry: LockEntry, { host, now, isAlive }: LockEnvironment): boolean {
  if (entry.host === host && !isAlive(entry.pid)) return true;
  const age = now() - Date.parse(entry.heartbeatAt);
  return !(age < STALE_AFTER_MS);
}

function entryText(token: string, { pid, host, now }: LockEnvironment): string {
  return `${JSON.stringify({ pid, host, token, heartbeatAt: new Date(now()).toISOString() })}\n`;
}

function parseEntry(text: string | undefined): LockEntry | undefined {
  try {
    const value = JSON.parse(text ?? '') as Partial<LockEntry> | null;
    return typeof value?.pid === 'number' && typeof value.host === 'string' ? (value as LockEntry) : undefined;
  } catch {
    return undefined;
  }
}
