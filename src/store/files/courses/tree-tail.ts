// Reads what another process appends to the course files of one root's tree (SPEC 9.4). Whole lines only, each once; a
// file that was mended or replaced is read again. Changes nothing.
import * as path from 'node:path';
import type { DialogId, DialogRef, RootId } from '../../../core/base/ids.ts';
import { isId, rootRef } from '../../../core/base/ids.ts';
import { foldCourse } from '../../../core/dialog/fold/apply.ts';
import type { CourseRecord } from '../../../core/dialog/record.ts';
import type { Status } from '../../../core/dialog/state.ts';
import type { Files } from '../../disk-files.ts';
import type { DialogNews, IsNews, TreeTail } from '../../storage.ts';
import { courseFileName, courseOfFileName, createLayout, type Layout, statuses } from '../layout.ts';
import { MAX_COURSE_BYTES, readCourseBytes } from './course-log.ts';

/** A tail over files. */
export interface FileTreeTail extends TreeTail {
  /** The folders in which something can come. */
  folders(): readonly string[];
}

/** Follows the tree of a root, wherever its folder is moved to. */
export function openTreeTail(rtws: string, files: Files, rootId: RootId): FileTreeTail {
  return new CourseTails(createLayout(rtws), files, rootId);
}

class CourseTails implements FileTreeTail {
  readonly #layout: Layout;
  readonly #files: Files;
  readonly #rootId: RootId;
  readonly #dialogs = new Map<DialogId, DialogTail>();
  #status: Status | undefined;

  constructor(layout: Layout, files: Files, rootId: RootId) {
    this.#layout = layout;
    this.#files = files;
    this.#rootId = rootId;
  }

  look(isNews: IsNews): readonly DialogNews[] {
    const status = this.#place();
    if (!status) return [];
    return this.#refs(status).flatMap(ref => {
      const tail = this.#dialogs.get(ref.selfId) ?? new DialogTail(this.#files);
      this.#dialogs.set(ref.selfId, tail);
      const { anew, records } = tail.look(this.#layout.dialogFolder(ref, status), first => isNews(ref, first));
      const [first, ...others] = records;
      return first ? [{ ref, anew, records: [first, ...others] as const }] : [];
    });
  }

  folders(): readonly string[] {
    const status = this.#place();
    if (!status) return [];
    const dialogs = this.#refs(status).map(ref => this.#layout.dialogFolder(ref, status));
    return [...dialogs, this.#layout.subdialogsFolder(this.#rootId, status)];
  }

  #refs(status: Status): DialogRef[] {
    const names = this.#files.list(this.#layout.subdialogsFolder(this.#rootId, status)).filter(isId).sort();
    return [rootRef(this.#rootId), ...names.map(selfId => ({ rootId: this.#rootId, selfId: selfId as DialogId }))];
  }

  #place(): Status | undefined {
    const isAt = (status: Status) => this.#files.exists(this.#layout.rootFolder(this.#rootId, status));
    if (!this.#status || !isAt(this.#status)) this.#status = statuses.find(isAt);
    return this.#status;
  }
}

interface TailLook {
  readonly anew: boolean;
  readonly records: readonly CourseRecord[];
}

/** How far which file was read. */
interface Position {
  readonly course: number;
  readonly identity: string;
  readonly bytes: number;
}

interface OpenedCourse {
  readonly records: readonly CourseRecord[];
  /** Its end. */
  readonly position: Position;
}

const nothing: TailLook = { anew: false, records: [] };

class DialogTail {
  readonly #files: Files;
  /** Absent before the first record. */
  #read: Position | undefined;

  constructor(files: Files) {
    this.#files = files;
  }

  look(folder: string, isNews: (first: CourseRecord) => boolean): TailLook {
    const courses = this.#files
      .list(folder)
      .flatMap(name => courseOfFileName(name) ?? [])
      .sort((a, b) => a - b);
    const records = this.#read && this.#rest(folder, this.#read);
    if (!this.#read || !records) return this.#begin(folder, courses, isNews);
    for (const course of courses) {
      if (course <= this.#read.course) continue;
      const opened = this.#open(folder, course);
      if (opened) records.push(...this.#enter(opened));
    }
    return { anew: false, records };
  }

  /** The newest course that can be opened, and those before it that hold news as well. */
  #begin(folder: string, courses: readonly number[], isNews: (first: CourseRecord) => boolean): TailLook {
    let records: readonly CourseRecord[] = [];
    for (const course of courses.toReversed()) {
      const opened = this.#open(folder, course);
      if (!opened) continue;
      records = records.length === 0 ? this.#enter(opened) : [...opened.records, ...records];
      if (!records[0] || !isNews(records[0])) break;
    }
    return records.length === 0 ? nothing : { anew: true, records };
  }

  /** Reads on from the end of a course. */
  #enter({ records, position }: OpenedCourse): readonly CourseRecord[] {
    this.#read = position;
    return records;
  }

  #open(folder: string, course: number): OpenedCourse | undefined {
    const file = path.join(folder, courseFileName(course));
    const stats = this.#files.stat(file);
    if (!stats || stats.bytes > MAX_COURSE_BYTES) return undefined;
    const { identity } = stats;
    const bytes = this.#files.readBytes(file);
    if (!bytes) return undefined;
    const { records, wholeBytes } = readCourseBytes(bytes);
    if (!records[0] || !foldCourse([records[0]])) return undefined;
    return { records, position: { course, identity, bytes: wholeBytes } };
  }

  /** The new lines of the file that was read last; `undefined` when it is not the same file any more. */
  #rest(folder: string, read: Position): CourseRecord[] | undefined {
    const file = path.join(folder, courseFileName(read.course));
    const stats = this.#files.stat(file);
    if (stats?.identity !== read.identity || stats.bytes < read.bytes) return undefined;
    if (stats.bytes === read.bytes) return [];
    const { records, bad, wholeBytes } = readCourseBytes(this.#files.readBytes(file, read.bytes) ?? new Uint8Array());
    if (bad.length > 0) return undefined;
    this.#read = { ...read, bytes: read.bytes + wholeBytes };
    return [...records];
  }
}
