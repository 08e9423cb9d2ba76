// The lock file and its elected successors. The successor of an entry has one possible file, named by that entry's
// token and created exclusively, so exactly one process is elected. A winner that dies before it replaces the lock file
// is succeeded in the same way: the last entry of the chain counts. A process moves or overwrites only its own files,
// and tokens are never reused, so a file created too late is not part of any chain.
import * as path from 'node:path';
import { hashText } from '../../../core/text/hash.ts';
import type { Files } from '../../disk-files.ts';

/** What a process states about itself in the lock. */
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

/** The path that names the successor of the chain's end. */
export function successorOf(lock: string, chain: readonly ChainLink[]): string {
  const last = chain.at(-1);
  // Hashed, since the token comes from an untrusted file.
  return `${lock}.${hashText(last?.entry?.token ?? last?.text ?? '')}.next`;
}

/** True if two reads found the same texts. */
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
