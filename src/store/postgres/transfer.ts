// Copies dialogs between a store and a `.dialogs/` folder, line for line: export and import keep every byte of the
// course files. Index files are left out; the first process that opens the folder writes them.
import * as path from 'node:path';
import { type DialogId, isId, type RootId } from '../../core/base/ids.ts';
import type { Status } from '../../core/dialog/state.ts';
import { missingLines } from '../../core/notices/schedule-log.ts';
import type { Files } from '../disk-files.ts';
import { isPlaceOfSubdialogs } from '../files/arrivals/arrivals-file.ts';
import { splitLine } from '../files/courses/writer-mark.ts';
import {
  courseFileName,
  courseOfFileName,
  createLayout,
  schedulesFileName,
  statuses,
  subdialogsFolderName,
} from '../files/layout.ts';
import { openScheduleLog } from '../files/schedule-log.ts';
import type { ScheduleLog } from '../storage.ts';
import { type Blob, type BlobKey, insertBlobs } from './blobs.ts';
import { openImported, type UnimportedFile } from './imported-files.ts';
import type { Query } from './link.ts';
import { schedulesOf } from './schedules.ts';
import { dueInMs, summaryOfLines, watchesOf } from './summaries.ts';

/** The result of a copy. */
export interface Transferred {
  readonly roots: readonly RootId[];
  readonly records: number;
  /** Roots that were there already, and were left as they are. */
  readonly present: readonly RootId[];
  /** Places of lines that are no records; they were left out. */
  readonly bad: readonly string[];
  /** Roots that were left out, since a file with their records could not be taken in. */
  readonly incomplete: readonly RootId[];
  /** Files that were not taken in. */
  readonly leftOut: readonly UnimportedFile[];
}

/** One stored course file. */
interface StoredCourse {
  readonly dialog: DialogId;
  readonly course: number;
  readonly lines: readonly string[];
}

const blobKinds = ['before', 'images', 'system'] as const;
/** Characters of records in one statement, about. */
const MAX_CHARACTERS = 4 * 1024 * 1024;

/** Writes the roots of a workspace below a `.dialogs/` folder. Roots that are there already are left alone. */
export async function exportRoots(query: Query, rtws: string, { files, folder }: Target): Promise<Transferred> {
  const rows = await query<{ root: RootId; status: Status }>(
    'select root, status from tree where rtws = $1 order by root',
    [rtws],
  );
  const roots: RootId[] = [];
  const present: RootId[] = [];
  let records = 0;
  for (const { root, status } of rows) {
    if (statuses.some(each => files.exists(rootFolder(folder, root, each)))) {
      present.push(root);
      continue;
    }
    records += await exportRoot(query, root, { files, folder: rootFolder(folder, root, status) });
    roots.push(root);
  }
  await copySchedules(schedulesOf(query, rtws), scheduleFile({ files, folder }));
  return { roots, records, present, bad: [], incomplete: [], leftOut: [] };
}

/** Copies what the other log does not have. */
async function copySchedules(from: ScheduleLog, into: ScheduleLog): Promise<void> {
  const missing = missingLines(await from.read(), await into.read());
  if (missing.length > 0) await into.append(missing);
}

function scheduleFile({ files, folder }: Target): ScheduleLog {
  return openScheduleLog(path.join(folder, schedulesFileName), () => files);
}

export interface Target {
  readonly files: Files;
  /** A `.dialogs/` folder, whatever its name. */
  readonly folder: string;
}

async function exportRoot(query: Query, root: RootId, { files, folder }: Target): Promise<number> {
  const rows = await query<{ dialog: string; course: number; body: string }>(
    'select dialog, course, body from record where root = $1 order by seq',
    [root],
  );
  const texts = new Map<string, string[]>();
  for (const { dialog, course, body } of rows) {
    const file = path.join(dialogFolder(folder, root, dialog), courseFileName(course));
    const lines = texts.get(file);
    if (lines) lines.push(body);
    else texts.set(file, [body]);
  }
  for (const [file, lines] of texts) {
    files.makeFolder(path.dirname(file));
    files.replace(file, `${lines.join('\n')}\n`, true);
  }
  const blobs = await query<{ dialog: string; kind: BlobKey['kind']; hash: string; bytes: Buffer }>(
    'select dialog, kind, hash, bytes from blob where root = $1',
    [root],
  );
  for (const { dialog, kind, hash, bytes } of blobs) {
    const place = path.join(dialogFolder(folder, root, dialog), kind);
    files.makeFolder(place);
    files.replace(path.join(place, hash), bytes);
  }
  return rows.length;
}

/**
 * Stores the roots of a `.dialogs/` folder as those of a workspace, each as a whole or not at all. They are not driven
 * by that.
 */
export async function importRoots(query: Query, rtws: string, { files: disk, folder }: Target): Promise<Transferred> {
  const foldersAlone = statuses.map(status => statusFolder(folder, status));
  const { files, leftOut } = openImported(disk, { folder, foldersAlone });
  const roots: RootId[] = [];
  const incomplete: RootId[] = [];
  const present: RootId[] = [];
  const bad: string[] = [];
  let records = 0;
  for (const status of statuses) {
    for (const root of files.list(statusFolder(folder, status)).filter(isId).sort() as RootId[]) {
      const place = { files, folder: rootFolder(folder, root, status) };
      const courses = readCourses(root, place, bad);
      if (leftOut().some(each => holdsRecords(each.place, place.folder))) {
        incomplete.push(root);
        continue;
      }
      if (courses.length === 0) continue;
      if (await importRoot(query, { root, rtws, status, courses, blobs: readBlobs(root, place) })) {
        roots.push(root);
        records += courses.reduce((sum, { lines }) => sum + lines.length, 0);
      } else present.push(root);
    }
  }
  await copySchedules(scheduleFile({ files, folder }), schedulesOf(query, rtws));
  return { roots, records, present, bad, incomplete, leftOut: leftOut() };
}

/** True if records of a root, or dialogs of it, are looked for at a place in its folder. */
function holdsRecords(place: string, folder: string): boolean {
  const name = path.basename(place);
  if (place === folder) return true;
  if (!place.startsWith(folder + path.sep)) return false;
  const isDialog = path.basename(path.dirname(place)) === subdialogsFolderName;
  return isDialog || isPlaceOfSubdialogs(name) || courseOfFileName(name) !== undefined;
}

interface ImportedRoot {
  readonly root: RootId;
  readonly rtws: string;
  readonly status: Status;
  readonly courses: readonly StoredCourse[];
  readonly blobs: Iterable<Blob>;
}

/** False when the store has the root already. */
async function importRoot(query: Query, { root, rtws, status, courses, blobs }: ImportedRoot): Promise<boolean> {
  const lines = inOrder(courses);
  const summary = summaryOfLines(
    lines.map((line, index) => ({ ...line, root, seq: index + 1 })),
    root,
  );
  await query('begin');
  try {
    const made = await query(
      `insert into tree (root, rtws, epoch, seq, status, summary, due_at, watches)
       values ($1, $2, 1, $3, $4, $5, now() + $6 * interval '1 ms', $7)
       on conflict do nothing returning root`,
      [
        root,
        rtws,
        lines.length,
        status,
        summary ? JSON.stringify({ ...summary, status }) : null,
        // Work that was left begins with the next message; one that sleeps goes on by itself.
        (summary && !summary.needsDrive && dueInMs(summary, Date.now())) || null,
        summary ? watchesOf(summary) : null,
      ],
    );
    if (made.length > 0) {
      await insertLines(query, root, lines);
      for (const blob of blobs) await insertBlobs(query, [blob]);
    }
    await query('commit');
    return made.length > 0;
  } catch (error) {
    await query('rollback').catch(() => {});
    throw error;
  }
}

interface ImportedLine {
  readonly dialog: DialogId;
  readonly course: number;
  readonly body: string;
}

async function insertLines(query: Query, root: RootId, lines: readonly ImportedLine[]): Promise<void> {
  for (let from = 0; from < lines.length; ) {
    let characters = 0;
    let to = from;
    while (to < lines.length && (to === from || characters < MAX_CHARACTERS))
      characters += lines[to++]?.body.length ?? 0;
    const batch = lines.slice(from, to);
    await query(
      `insert into record (root, seq, epoch, dialog, course, body)
       select $1, $2 + b.ordinality, 1, b.dialog, b.course, b.body
       from unnest($3::text[], $4::int[], $5::text[]) with ordinality b (dialog, course, body, ordinality)`,
      [root, from, batch.map(({ dialog }) => dialog), batch.map(({ course }) => course), batch.map(({ body }) => body)],
    );
    from = to;
  }
  await query(
    `insert into course (root, dialog, course, seq)
     select root, dialog, course, min(seq) from record where root = $1 group by root, dialog, course`,
    [root],
  );
}

/**
 * Lines of all dialogs in the order in which they were recorded: by their number in the tree, each course in its own
 * order.
 */
function inOrder(courses: readonly StoredCourse[]): readonly ImportedLine[] {
  const queues = courses
    .toSorted((a, b) => a.course - b.course)
    .map(({ lines, ...place }) => ({ place, lines: lines.map(body => ({ body, key: keyOf(body) })), next: 0 }));
  const ordered: ImportedLine[] = [];
  const started = new Map<DialogId, number>();
  const isOpen = ({ place }: (typeof queues)[number]) =>
    place.course === (started.get(place.dialog) ?? firstCourse(courses, place.dialog));
  for (;;) {
    let first: (typeof queues)[number] | undefined;
    for (const queue of queues) {
      if (queue.next === queue.lines.length || !isOpen(queue)) continue;
      if (!first || compareKeys(queue.lines[queue.next]?.key, first.lines[first.next]?.key) < 0) first = queue;
    }
    const line = first?.lines[first.next];
    if (!first || !line) return ordered;
    ordered.push({ ...first.place, body: line.body });
    first.next += 1;
    if (first.next < first.lines.length) continue;
    const after = courses.filter(each => each.dialog === first.place.dialog && each.course > first.place.course);
    started.set(first.place.dialog, Math.min(...after.map(({ course }) => course)));
  }
}

function firstCourse(courses: readonly StoredCourse[], dialog: DialogId): number {
  return Math.min(...courses.filter(each => each.dialog === dialog).map(({ course }) => course));
}

interface LineKey {
  readonly n: number;
  readonly at: string;
}

function keyOf(body: string): LineKey {
  const { n, at } = JSON.parse(splitLine(body).json) as { n?: number; at: string };
  return { n: n ?? 0, at };
}

/** Records of earlier versions have no number: their time decides. */
function compareKeys(a: LineKey | undefined, b: LineKey | undefined): number {
  if (!a || !b) return 0;
  if (a.n > 0 && b.n > 0) return a.n - b.n;
  return a.at < b.at ? -1 : a.at > b.at ? 1 : 0;
}

function readCourses(root: RootId, { files, folder }: Target, bad: string[]): readonly StoredCourse[] {
  return dialogsIn(root, { files, folder }).flatMap(dialog => {
    const place = dialogFolder(folder, root, dialog);
    return files.list(place).flatMap((name): StoredCourse[] => {
      const course = courseOfFileName(name);
      const text = course === undefined ? undefined : files.read(path.join(place, name));
      if (course === undefined || text === undefined) return [];
      // A torn last line was never stored.
      const whole = text.slice(0, text.lastIndexOf('\n') + 1).split('\n');
      const lines = whole.filter((line, index) => {
        if (line === '') return false;
        if (isRecord(line)) return true;
        bad.push(`${path.join(place, name)}:${index + 1}`);
        return false;
      });
      return lines.length > 0 ? [{ dialog, course, lines }] : [];
    });
  });
}

function isRecord(line: string): boolean {
  try {
    const { kind, at } = JSON.parse(line) as { kind?: unknown; at?: unknown };
    return typeof kind === 'string' && typeof at === 'string';
  } catch {
    return false;
  }
}

/** One at a time: memory holds no more. */
function* readBlobs(root: RootId, { files, folder }: Target): Generator<Blob> {
  for (const dialog of dialogsIn(root, { files, folder })) {
    for (const kind of blobKinds) {
      const place = path.join(dialogFolder(folder, root, dialog), kind);
      for (const name of files.list(place)) {
        const bytes = name.endsWith('.tmp') ? undefined : files.readBytes(path.join(place, name));
        if (bytes) yield { root, dialog, kind, name, bytes };
      }
    }
  }
}

function dialogsIn(root: RootId, { files, folder }: Target): readonly DialogId[] {
  const names = [root as string, ...files.list(path.join(folder, subdialogsFolderName)).filter(isId).sort()];
  return names.map(name => name as DialogId);
}

function rootFolder(base: string, root: RootId, status: Status): string {
  const layout = createLayout('/');
  return path.join(base, path.relative(layout.base, layout.rootFolder(root, status)));
}

function statusFolder(base: string, status: Status): string {
  return path.dirname(rootFolder(base, 'x' as RootId, status));
}

function dialogFolder(folder: string, root: RootId, dialog: string): string {
  return dialog === root ? folder : path.join(folder, subdialogsFolderName, dialog);
}
