// Takes the lock of an rtws, as an outcome that front ends can show.
import { errorCode, errorMessage } from '../../../core/base/thrown.ts';
import { type Outcome, type Refusal, refuse } from '../../../core/facts/trouble.ts';
import type { Files } from '../../disk-files.ts';
import { blockedOf } from '../confined-files.ts';
import { createLayout, statuses } from '../layout.ts';
import { acquireLock, type LockEnvironment, type RtwsLock } from './lock.ts';

export interface LockTaking {
  readonly rtws: string;
  readonly newId: () => string;
  readonly lockEnvironment: LockEnvironment;
  readonly log: { warn(message: string): void };
}

/**
 * Refused with `driven-elsewhere` while another process drives, with `broken-file` when no lock can be where it
 * belongs, with `disk` when the folder cannot be written.
 */
export function takeLock({ rtws, newId, lockEnvironment, log }: LockTaking): Outcome<{ lock: RtwsLock }> {
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
    const code = errorCode(error) ?? '';
    if (['EEXIST', 'ENOTDIR', 'ELOOP'].includes(code)) return noFolder(layout.base);
    return refuse('folder-not-writable', { folder: layout.base, reason: code || errorMessage(error) });
  }
}

function noFolder(folder: string): Refusal {
  return refuse('lock-not-folder', { folder });
}

/** The fields of this machine alone. A file that a person changed stays as it is. */
function writeGitignore(files: Files, file: string, log: LockTaking['log']): void {
  const older = ['lock\ninbox/\n', 'lock\ninbox/\ndominds.log*\n'];
  const text = 'lock\nlock.*\ninbox/\ndominds.log*\n';
  try {
    if (!files.createExclusive(file, text) && older.includes(files.read(file) ?? '')) files.replace(file, text);
  } catch (error) {
    // Not worth stopping for: nothing but git reads it.
    log.warn(`${file} could not be written: ${errorMessage(error)}`);
  }
}
