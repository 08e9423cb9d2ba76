// The folder that a person named, looked at before anything is opened in it.
import { statSync } from 'node:fs';
import { errorMessage } from '../../core/base/thrown.ts';
import { type Outcome, refuse } from '../../core/facts/trouble.ts';

/** Whether a folder is there to be opened; refused with what stands in its way. */
export function findFolder(folder: string): Outcome<object> {
  try {
    const stats = statSync(folder, { throwIfNoEntry: false });
    if (!stats) return refuse('no-folder', { folder });
    return stats.isDirectory() ? { ok: true } : refuse('not-a-folder', { folder });
  } catch (error) {
    return refuse('unreadable-folder', { folder, reason: errorMessage(error) });
  }
}
