// `reminders.json` as a person may have edited it: the one index file whose hand edit counts (SPEC 9.1).
import * as path from 'node:path';
import { parse } from 'yaml';
import type { DialogState } from '../core/dialog/state.ts';
import type { Files } from './files.ts';
import { indexFiles } from './layout.ts';

/**
 * The reminders of a dialog's folder when a person changed them, else `undefined`. Only while the other indexes are current
 * can that be told from a file that a crash left behind.
 */
export function editedReminders(files: Files, folder: string, state: DialogState): readonly string[] | undefined {
  const reminders = parseReminders(files.read(path.join(folder, indexFiles.reminders)));
  if (!reminders || JSON.stringify(reminders) === JSON.stringify(state.reminders)) return undefined;
  return isCurrent(files.read(path.join(folder, indexFiles.latest)), state) ? reminders : undefined;
}

function parseReminders(text: string | undefined): readonly string[] | undefined {
  try {
    const value: unknown = JSON.parse(text ?? '');
    return Array.isArray(value) && value.every(item => typeof item === 'string') ? value : undefined;
  } catch {
    return undefined;
  }
}

function isCurrent(latest: string | undefined, state: DialogState): boolean {
  try {
    const { trueUpTo } = (parse(latest ?? '', { logLevel: 'error' }) ?? {}) as {
      trueUpTo?: { course?: unknown; records?: unknown };
    };
    return trueUpTo?.course === state.course && trueUpTo.records === state.seq;
  } catch {
    return false;
  }
}
