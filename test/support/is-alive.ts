// Whether a process runs, for tests.
import { existsSync, readFileSync } from 'node:fs';

/** False also for one that ended, but that nobody took note of yet. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !existsSync('/proc') || !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
