// The lock file and those elected to succeed whom it names. The successor of an entry has one possible file, named by the
// token of that entry and made exclusively, so that of any number of processes one is elected. A winner that dies before it
// replaces the lock file is itself succeeded in the same way: the last of the chain counts. No file of it is ever moved or
// overwritten by another process than its own, and a token never comes back, so that a file made too late hangs on nothing.
import * as path from 'node:path';
import { hashText } from '../../core/hash.ts';
import type { Files } from '../disk-files.ts';

/** What a process says of itself in the lock. */
export interface LockEntry {
  readonly pid: number;
  readonly host: string;
  readonly token: string;
  /** ISO instant. */
  readonly heartbeatAt: string;
  /** Absent in entries of earlier versions. */
  readonly pidSpace?: string;
}

/** One file of the chain; no entry when its text is none. */
export interface ChainLink {
  readonly file: string;
  readonly text: string;
  readonly entry: LockEntry | undefined;
}

/** The lock file, then each successor; empty without a lock. A chain that runs in a circle ends before it repeats. */
export function chainOf(files: Files, lock: string): readonly ChainLink[] {
  const chain: ChainLink[] = [];
  const seen = new Set<string>();
  for (let file = lock; !seen.has(file); file = successorOf(lock, chain)) {
    const text = files.read(file);
    if (text === undefined) break;
    seen.add(file);
    chain.push({ file, text, entry: parseEntry(text) });
  }
  return chain;
}

/** Where the successor of the end of a chain is named. */
export function successorOf(lock: string, chain: readonly ChainLink[]): string {
  const last = chain.at(-1);
  // Hashed, since the token comes from a file that anybody may have written.
  return `${lock}.${hashText(last?.entry?.token ?? last?.text ?? '')}.next`;
}

/** Whether two looks found the same texts. */
export function isUnchanged(before: readonly ChainLink[], now: readonly ChainLink[]): boolean {
  return before.length === now.length && before.every(({ text }, index) => text === now[index]?.text);
}

/** Files of elections, of this lock and of earlier ones. */
export function electionFiles(files: Files, lock: string): string[] {
  const folder = path.dirname(lock);
  const isElection = new RegExp(`^${path.basename(lock)}\\.[0-9a-f]{16}\\.next$`);
  return files
    .list(folder)
    .filter(name => isElection.test(name))
    .map(name => path.join(folder, name));
}

function parseEntry(text: string): LockEntry | undefined {
  try {
    const value = JSON.parse(text) as Partial<LockEntry> | null;
    return typeof value?.pid === 'number' && typeof value.host === 'string' ? (value as LockEntry) : undefined;
  } catch {
    return undefined;
  }
}
