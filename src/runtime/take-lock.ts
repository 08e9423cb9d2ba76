// Takes the lock of an rtws, as an outcome that front ends can show.
import { type Outcome, refuse } from '../core/trouble.ts';
import { createLayout } from '../store/layout.ts';
import { acquireLock, type RtwsLock } from '../store/lock.ts';
import type { Parts } from './parts.ts';

/** Refused with `driven-elsewhere` while another process drives, with `disk` when the folder cannot be written. */
export function takeLock({ rtws, newId, lockEnvironment }: Parts): Outcome<{ lock: RtwsLock }> {
  const layout = createLayout(rtws);
  try {
    const result = acquireLock(rtws, newId(), lockEnvironment);
    if (result.kind === 'taken') {
      const { pid, host } = result.by;
      return refuse(
        'driven-elsewhere',
        `Process ${pid} on ${host} drives this folder`,
        'use that one, or end it first',
      );
    }
    lockEnvironment.files.createExclusive(layout.gitignore, 'lock\ninbox/\n');
    return { ok: true, lock: result.lock };
  } catch (error) {
    return refuse('disk', `${layout.base} cannot be written: ${(error as Error).message}`, 'make the folder writable');
  }
}
