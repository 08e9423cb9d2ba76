// `reminders.json` as a person may have edited it: the one index file whose hand edit counts (SPEC 9.1).
import * as path from 'node:path';
import type { DialogState } from '../core/dialog/state.ts';
import { yamlValue } from '../core/parse-yaml.ts';
import type { Files } from './files.ts';
import { courseFileName, indexFiles } from './layout.ts';

/**
 * The reminders of a dialog's folder when a person changed them, else `undefined`. Only while the other indexes are current
 * can that be told from a file that a crash left behind.
 */
export function editedReminders(files: Files, folder: string, state: DialogState): readonly string[] | undefined {
  const read = (name: string) => {
    const file = path.join(folder, name);
    const bytes = files.stat(file)?.bytes ?? 0;
    return bytes > 0 && bytes <= MAX_BYTES ? (files.read(file) ?? '') : '';
  };
  const reminders = readReminders(() => read(indexFiles.reminders));
  if (!reminders || JSON.stringify(reminders) === JSON.stringify(state.reminders)) return undefined;
  return isCurrent(() => read(indexFiles.latest), state) ? reminders : undefined;
}

/** A larger file is no work of a person's hand. */
const MAX_BYTES = 2 ** 20;

/** A folder in the place of a file, or one that may not be read, is no edit either. */
function readReminders(text: () => string): readonly string[] | undefined {
  try {
    const value: unknown = JSON.parse(text());
    return Array.isArray(value) && value.every(item => typeof item === 'string') ? value : undefined;
  } catch {
    return undefined;
  }
}

function isCurrent(latest: () => string, state: DialogState): boolean {
  try {
    const { trueUpTo } = (yamlValue(latest()) ?? {}) as {
      trueUpTo?: Readonly<Record<string, unknown>>;
    };
    // Version 0.1.0 counted over all courses.
    return trueUpTo?.file === undefined
      ? trueUpTo?.course === state.course && trueUpTo.records === state.seq
      : trueUpTo.file === courseFileName(state.course) && trueUpTo.records === state.courseRecords;
  } catch {
    return false;
  }
}
