// Takes the lock of an rtws, as an outcome that front ends can show.
import { type Outcome, type Refusal, refuse } from '../core/trouble.ts';
import type { Files } from '../store/disk-files.ts';
import { blockedOf } from '../store/files/confined-files.ts';
import { createLayout, statuses } from '../store/files/layout.ts';
import { acquireLock, type RtwsLock } from '../store/files/lock.ts';
import type { Parts } from './parts.ts';

/**
 * Refused with `driven-elsewhere` while another process drives, with `broken-file` when no lock can be where it belongs, with
 * `disk` when the folder cannot be written.
 */
export function takeLock({
  rtws,
  newId,
  lockEnvironment,
  log,
}: Pick<Parts, 'rtws' | 'newId' | 'lockEnvironment' | 'log'>): Outcome<{ lock: RtwsLock }> {
  const layout = createLayout(rtws);
  const { files } = lockEnvironment;
  const [blocked] = blockedOf(files, layout.base, [layout.inbox, ...statuses.map(layout.statusFolder)]);
  if (blocked !== undefined) return noFolder(blocked);
  try {
    const result = acquireLock(rtws, newId(), lockEnvironment);
    if (result.kind === 'taken') {
      const { pid, host } = result.by;
      return refuse('driven-by-process', { pid, host });
    }
    if (result.kind === 'blocked') {
      return refuse('lock-not-file', { file: layout.lock });
    }
    writeGitignore(files, layout.gitignore, log);
    return { ok: true, lock: result.lock };
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (['EEXIST', 'ENOTDIR', 'ELOOP'].includes(code)) return noFolder(layout.base);
    return refuse('folder-not-writable', { folder: layout.base, reason: (error as Error).message });
  }
}

function noFolder(folder: string): Refusal {
  return refuse('lock-not-folder', { folder });
}

/** What is of this machine alone. A file that a person changed stays as it is. */
function writeGitignore(files: Files, file: string, log: Parts['log']): void {
  const older = ['lock\ninbox/\n', 'lock\ninbox/\ndominds.log*\n'];
  const text = 'lock\nlock.*\ninbox/\ndominds.log*\n';
  try {
    if (!files.createExclusive(file, text) && older.includes(files.read(file) ?? '')) files.replace(file, text);
  } catch (error) {
    // Not worth stopping for: nothing but git reads it.
    log.warn(`${file} could not be written: ${(error as Error).message}`);
  }
}
