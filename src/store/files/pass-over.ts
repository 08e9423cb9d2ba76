// For reading beside the process that drives: what the system refuses to read now is passed over, and told, so that the
// rest is read.
import * as path from 'node:path';
import { errorMessage, isSystemError } from '../../core/base/thrown.ts';
import type { FileProblem } from '../../core/team/team.ts';
import type { Files } from '../disk-files.ts';

/**
 * The same files for reading; a file or folder that may not be read counts as missing. `tell` is called each time with
 * its path.
 */
export function passOverUnreadable<F extends Files>(files: F, tell: (place: string, error: unknown) => void): F {
  const attempt = <T>(place: string, read: () => T, missing: T): T => {
    try {
      return read();
    } catch (error) {
      if (!isSystemError(error)) throw error;
      tell(place, error);
      return missing;
    }
  };
  return {
    ...files,
    list: folder => attempt(folder, () => files.list(folder), []),
    read: file => attempt(file, () => files.read(file), undefined),
    readBytes: (file, from, length) => attempt(file, () => files.readBytes(file, from, length), undefined),
    stat: file => attempt(file, () => files.stat(file), undefined),
    exists: place => attempt(place, () => files.exists(place), false),
  };
}

/** What could not be read of an rtws, as its problems. */
export interface Unreadable {
  /** Each place once, with its first reason. */
  readonly problems: readonly FileProblem[];
  report(place: string, error: unknown): void;
}

/** Nothing was unreadable yet. */
export function createUnreadable(rtws: string): Unreadable {
  const problems: FileProblem[] = [];
  return {
    problems,
    report(place, error) {
      const file = path.relative(rtws, place).replaceAll('\\', '/');
      if (problems.some(problem => problem.file === file)) return;
      problems.push({ file, fault: { id: 'course-unreadable', reason: errorMessage(error) }, severity: 'error' });
    },
  };
}
