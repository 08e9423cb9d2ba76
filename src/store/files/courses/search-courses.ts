// Looks for words in everything that is stored, one course file after the other and one line at a time: a search over
// 10,000 dialogs takes no more memory than one (SPEC 13.2).
import { createReadStream } from 'node:fs';
import * as path from 'node:path';
import * as readline from 'node:readline';
import type { DialogId, RootId } from '../../../core/base/ids.ts';
import { isId, rootRef } from '../../../core/base/ids.ts';
import type { CourseRecord } from '../../../core/dialog/record.ts';
import { excerptOf, recordText } from '../../../core/dialog/transcript/record-text.ts';
import type { Files } from '../../disk-files.ts';
import type { FoundDialog } from '../../storage.ts';
import { courseOfFileName, createLayout, statuses } from '../layout.ts';

export interface CourseSearch {
  readonly rtws: string;
  readonly files: Pick<Files, 'list' | 'stat'>;
  readonly query: string;
  /** Ends the search between two lines. */
  readonly signal: AbortSignal;
}

/** Dialogs with a match, running ones first, the newest root first; upper case does not matter. */
export async function* searchCourses(search: CourseSearch): AsyncGenerator<FoundDialog> {
  const { rtws, files, query, signal } = search;
  if (query.trim() === '') return;
  const layout = createLayout(rtws);
  for (const status of statuses) {
    const roots = files.list(layout.statusFolder(status)).filter(isId).sort().reverse();
    for (const rootId of roots as RootId[]) {
      const subdialogs = files.list(layout.subdialogsFolder(rootId, status)).filter(isId).sort();
      for (const dialog of [rootRef(rootId), ...subdialogs.map(selfId => ({ rootId, selfId: selfId as DialogId }))]) {
        if (signal.aborted) return;
        const found = await searchDialog(layout.dialogFolder(dialog, status), search);
        if (found) yield { dialog, status, ...found };
      }
    }
  }
}

/** For longer courses; each of thousands of short ones takes a piece of its own length. */
const MAX_PIECE_BYTES = 256 * 1024;

type Place = Pick<FoundDialog, 'course' | 'at' | 'excerpt' | 'agentId'>;

async function searchDialog(folder: string, search: CourseSearch): Promise<Place | undefined> {
  const courses = search.files.list(folder).flatMap(name => {
    const course = courseOfFileName(name);
    return course === undefined ? [] : [{ course, name }];
  });
  for (const { course, name } of courses.sort((a, b) => b.course - a.course)) {
    const found = await searchFile(path.join(folder, name), search);
    if (found) return { course, ...found };
  }
  return undefined;
}

/** A file that cannot be read (any more: its dialog was put away meanwhile) has no match. */
async function searchFile(
  file: string,
  { files, query, signal }: CourseSearch,
): Promise<Omit<Place, 'course'> | undefined> {
  // The text as it appears in a JSON line: a line without it needs no parsing.
  const written = JSON.stringify(query.trim()).slice(1, -1).toLowerCase();
  const stream = createReadStream(file, { encoding: 'utf8', highWaterMark: pieceBytes(files, file) });
  const failed = new Promise<void>(resolve => stream.once('error', () => resolve()));
  const lines = readline.createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY });
  try {
    // Some versions of Node end the loop only so, others throw out of it.
    void failed.then(() => lines.close());
    let opening = '';
    for await (const line of lines) {
      if (signal.aborted) return undefined;
      opening ||= line;
      const found = line.toLowerCase().includes(written) ? matchIn(line, query.trim()) : undefined;
      if (found) return { ...found, ...agentIn(opening) };
    }
    return undefined;
  } catch {
    return undefined;
  } finally {
    lines.close();
    stream.destroy();
  }
}

function pieceBytes(files: Pick<Files, 'stat'>, file: string): number {
  try {
    return Math.min(MAX_PIECE_BYTES, (files.stat(file)?.bytes ?? 0) + 1);
  } catch {
    return MAX_PIECE_BYTES;
  }
}

/** The first record of a course says whose it is. */
function agentIn(line: string): Pick<FoundDialog, 'agentId'> {
  try {
    const { identity } = JSON.parse(line) as { readonly identity?: { readonly agentId?: unknown } };
    return typeof identity?.agentId === 'string' ? { agentId: identity.agentId } : {};
  } catch {
    return {};
  }
}

function matchIn(line: string, query: string): Omit<Place, 'course'> | undefined {
  try {
    const record = JSON.parse(line) as CourseRecord;
    const excerpt = excerptOf(recordText(record), query);
    return excerpt === undefined ? undefined : { at: record.at, excerpt };
  } catch {
    return undefined;
  }
}
