// A file of `.dialogs/` that holds one JSON object a line, and may be broken anywhere: a crash cuts a line off, a merge
// leaves its marks.
import type { AppendHandle, Files } from '../disk-files.ts';
import { mergedLines, mergePlaces } from './courses/merge-sides.ts';

export interface JsonLines {
  /** Lines that are no objects are left out; of a merge, both sides. */
  read(): readonly object[];
  /** They survive a power cut when this returns. The file is made by the first line. */
  append(lines: readonly object[]): void;
  replace(lines: readonly object[]): void;
}

/** The lines of a file. `files` is asked for each time: only a process that drives may write. */
export function jsonLines(file: string, files: () => Files): JsonLines {
  return {
    read: () => mergedLines(mergePlaces(), (files().read(file) ?? '').split('\n')).lines.flatMap(parsed),
    append(lines) {
      const handle = files().openAppend(file);
      try {
        handle.append(`${isCut(handle, file, files()) ? '\n' : ''}${textOf(lines)}`);
        handle.sync();
      } finally {
        handle.close();
      }
    },
    replace: lines => files().replace(file, textOf(lines)),
  };
}

/** True if the last line has no end: what follows it in place would be lost with it. */
function isCut(handle: AppendHandle, file: string, files: Files): boolean {
  const size = handle.size();
  return size > 0 && files.readBytes(file, size - 1, 1)?.[0] !== NEWLINE;
}

const NEWLINE = 0x0a;

function textOf(lines: readonly object[]): string {
  return lines.map(line => `${JSON.stringify(line)}\n`).join('');
}

function parsed(line: string): readonly object[] {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? [value] : [];
  } catch {
    return [];
  }
}
