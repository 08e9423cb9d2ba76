// Course files: append only, one record per line, the source of truth of a dialog (SPEC 9.1). The only module that
// appends to them and repairs them: a torn last line is cut off, a bad line in the middle is kept aside.
import * as path from 'node:path';
import { errorMessage } from '../../../core/base/thrown.ts';
import { opensDialog } from '../../../core/dialog/fold/open-course.ts';
import type { CourseRecord } from '../../../core/dialog/record.ts';
import { isWellFormed } from '../../../core/dialog/record-shape.ts';
import { DriveError } from '../../../core/facts/trouble.ts';
import type { AppendHandle, Files } from '../../disk-files.ts';
import { mustExist } from '../removed-roots.ts';
import type { Fence, FilePosition } from './fence.ts';
import { mergePlaces } from './merge-sides.ts';
import { isForeign, lineSplitter, markLine, nextMark, type WriterMark } from './writer-mark.ts';

const NEWLINE = 0x0a;

/** Appends to one course file. */
export interface CourseLog {
  /**
   * Stores records in one write. `durable` waits for the disk. A failed write leaves the file unchanged and throws
   * `DriveError('disk')`. Only the record that opens a course creates its file.
   */
  append(records: readonly CourseRecord[], durable: boolean): void;
  close(): void;
  /** Bytes of whole records in the file; `undefined` while it is not open. */
  bytes(): number | undefined;
  /** True if it is open, and the file still is the one that it wrote, with all that it wrote. */
  isAsLeft(): boolean;
  /** True if the file holds part of a failed write that could not be cut off yet; only this log knows its offset. */
  isTorn(): boolean;
}

/**
 * Opens a course file for appending; the handle is opened at the first append and closed by `close`. With a fence, each
 * line carries its writer's mark, and lines appended by another process are put aside before the next append.
 */
export function openCourseLog(files: Files, file: string, fence?: Fence): CourseLog {
  return new FileCourseLog(files, file, fence);
}

class FileCourseLog implements CourseLog {
  readonly #files: Files;
  readonly #file: string;
  #handle: AppendHandle | undefined;
  /** Bytes that hold whole records. */
  #whole = 0;
  /** A failed write left more than that, and the disk refused to cut it off. */
  #torn = false;

  readonly #fence: Fence | undefined;
  #position: FilePosition | undefined;

  constructor(files: Files, file: string, fence: Fence | undefined) {
    this.#files = files;
    this.#file = file;
    this.#fence = fence;
  }

  append(records: readonly CourseRecord[], durable: boolean): void {
    let text = '';
    try {
      const handle = this.#open(records);
      if (this.#torn) this.#cut(handle);
      const mark = this.#fence && this.#passFence(this.#fence, handle);
      text = records.map(record => courseLine(record, mark)).join('');
      this.#write(handle, text, durable);
      if (this.#position) this.#position.mark = mark;
    } catch (error) {
      throw driveError(error);
    }
    this.#whole += Buffer.byteLength(text);
    if (this.#position) this.#position.end = this.#whole;
  }

  close(): void {
    this.#handle?.close();
    this.#handle = undefined;
    this.#position = undefined;
  }

  bytes(): number | undefined {
    return this.#handle && this.#whole;
  }

  isAsLeft(): boolean {
    return this.#handle?.isInPlace() === true && this.#handle.size() >= this.#whole;
  }

  isTorn(): boolean {
    return this.#torn;
  }

  #open(records: readonly CourseRecord[]): AppendHandle {
    if (this.#handle?.isInPlace()) return this.#handle;
    this.close();
    const [first] = records;
    // The folder of a new dialog is missing, too: trying without it would cost as much as making it.
    if (first && opensDialog(first)) this.#files.makeFolder(path.dirname(this.#file));
    else mustExist(this.#files, first?.kind === 'courseStarted' ? path.dirname(this.#file) : this.#file);
    this.#handle = this.#files.openAppend(this.#file);
    const size = this.#handle.size();
    // A failed write may have left whole lines; cut them too.
    if (!this.#torn || this.#whole > size) this.#whole = this.#wholeBytes(size, this.#handle.identity);
    this.#torn = this.#whole < size;
    return this.#handle;
  }

  /** A file that could not be mended when it was loaded is mended before anything is appended. */
  #wholeBytes(size: number, identity: string): number {
    if (size === 0 || this.#fence?.recall(this.#file, identity)?.end === size) return size;
    if (this.#files.readBytes(this.#file, size - 1, 1)?.[0] === NEWLINE) return size;
    return (this.#files.readBytes(this.#file)?.lastIndexOf(NEWLINE) ?? -1) + 1;
  }

  /**
   * Returns the mark of the next line. Lines appended by a process of an earlier epoch are put aside; a process of a
   * later epoch has taken over, and this one must not write.
   */
  #passFence(fence: Fence, handle: AppendHandle): WriterMark {
    this.#position ??=
      fence.recall(this.#file, handle.identity) ?? fence.remember(this.#file, endOf(this.#files, this.#file, handle));
    const { end, mark: last } = this.#position;
    const ours = nextMark(last, fence.writer);
    if (handle.size() <= end) return ours;
    const bytes = this.#files.readBytes(this.#file, end) ?? new Uint8Array();
    const { mark: theirs } = readCourseBytes(bytes);
    if (theirs && theirs.epoch > (last?.epoch ?? 0)) {
      fence.onOutrun();
      throw new DriveError('lock-lost', `another process (${theirs.writer}) drives this folder now`);
    }
    this.#files.replace(freeName(this.#files, `${this.#file}.corrupt-`), bytes, true);
    this.#whole = end;
    this.#cut(handle);
    fence.onForeign(this.#file, theirs, ours);
    return ours;
  }

  #write(handle: AppendHandle, text: string, durable: boolean): void {
    try {
      handle.append(text);
      if (durable) handle.sync();
    } catch (error) {
      this.#torn = true;
      try {
        this.#cut(handle);
      } catch {
        // Cut off before the next append, then.
      }
      throw error;
    }
  }

  #cut(handle: AppendHandle): void {
    handle.truncate(this.#whole);
    this.#torn = false;
  }
}

/** The position at the end of a file as it lies there. */
function endOf(files: Files, file: string, { identity, size }: AppendHandle): FilePosition {
  const end = size();
  const mark = end === 0 ? undefined : readCourseBytes(files.readBytes(file) ?? new Uint8Array()).mark;
  return { identity, end, mark };
}

/** The contents of a course file. */
export interface CourseContent {
  readonly records: readonly CourseRecord[];
  /** Bytes of the file that hold whole lines: the place to cut at when the last line is torn. */
  readonly wholeBytes: number;
  readonly torn: boolean;
  /** Lines, 1-based, that are no records, or that another process wrote beside the one that drove then. */
  readonly bad: readonly BadLine[];
  /** The last writer, where lines name one. */
  readonly mark?: WriterMark;
  /** Records without the fields of their kind: they count as of an unknown kind, and stay in the file. */
  readonly skipped: readonly { readonly line: number; readonly kind: string }[];
  /**
   * Lines of the other side of a merge, 1-based, as they go on without the mark of their writer; empty where ours has
   * the same.
   */
  readonly merged?: ReadonlyMap<number, string>;
}

export interface BadLine {
  readonly line: number;
  readonly text: string;
  /** Of a record that another process wrote: who that was, and who drove. */
  readonly writers?: { readonly theirs: WriterMark; readonly ours: WriterMark };
}

/** Larger course files are not loaded: all of a course is in memory while its dialog is (SPEC 18.3). */
export const MAX_COURSE_BYTES = 256 * 1024 * 1024;

/** Reads the bytes of a course file. Never throws on content. */
export function readCourseBytes(bytes: Uint8Array): CourseContent {
  const wholeBytes = bytes.lastIndexOf(NEWLINE) + 1;
  const lines = readLines(linesOf(bytes.subarray(0, wholeBytes)));
  return { ...lines, wholeBytes, torn: wholeBytes < bytes.length };
}

/** Reads the lines of one course, each without its newline. Never throws on content; empty lines count for nothing. */
export function readLines(lines: readonly string[]): Omit<CourseContent, 'wholeBytes' | 'torn'> {
  const records: CourseRecord[] = [];
  const bad: BadLine[] = [];
  let ours: WriterMark | undefined;
  const skipped: { line: number; kind: string }[] = [];
  const split = lineSplitter();
  const merged = new Map<number, string>();
  const placeOf = mergePlaces();
  for (const [index, line] of lines.entries()) {
    if (line === '') continue;
    const place = placeOf(line);
    const { json, mark } = split(line);
    const isMerged = place === 'theirs' || place === 'both';
    // The writer of the other side could not know that of this one.
    const theirs = isMerged ? undefined : mark;
    if (isMerged) merged.set(index + 1, place === 'both' ? '' : json);
    if (place === 'both') continue;
    const record = place === 'base' ? undefined : parseRecord(json);
    if (!record) bad.push({ line: index + 1, text: line });
    else if (ours && theirs && isForeign(ours, theirs))
      bad.push({ line: index + 1, text: line, writers: { theirs, ours } });
    else if (isWellFormed(record)) records.push(record);
    else {
      skipped.push({ line: index + 1, kind: record.kind });
      records.push(typeof record.n === 'number' ? { ...unreadable, n: record.n } : unreadable);
    }
    if (!(ours && theirs && isForeign(ours, theirs))) ours = theirs ?? ours;
  }
  return { records, bad, skipped, ...(ours && { mark: ours }), ...(merged.size > 0 && { merged }) };
}

/** A record as a line of a course file. */
export function courseLine(record: CourseRecord, mark: WriterMark | undefined): string {
  const json = JSON.stringify(record);
  return `${mark ? markLine(json, mark) : json}\n`;
}

/**
 * Takes the place of a record that cannot be read, so that positions stay. Its kind is unknown to everybody; its number
 * is no other record's.
 */
const unreadable = { v: 1, at: new Date(0).toISOString(), kind: 'unreadable' } as unknown as CourseRecord;

function linesOf(bytes: Uint8Array): string[] {
  return new TextDecoder().decode(bytes).split('\n');
}

/** Mends a file: cuts a torn end, moves bad lines into `<file>.corrupt-<n>`. Throws the system's errors. */
export function mendCourse(files: Files, file: string, content: CourseContent): void {
  if (content.bad.length > 0) {
    const aside = freeName(files, `${file}.corrupt-`);
    files.replace(aside, content.bad.map(({ text }) => `${text}\n`).join(''), true);
    const dropped = new Set(content.bad.map(({ line }) => line));
    const lines = linesOf(files.readBytes(file)?.subarray(0, content.wholeBytes) ?? new Uint8Array());
    const kept = lines
      .map((line, index) => (dropped.has(index + 1) ? '' : (content.merged?.get(index + 1) ?? line)))
      .filter(line => line !== '');
    files.replace(file, kept.map(line => `${line}\n`).join(''), true);
  } else if (content.torn) {
    files.truncate(file, content.wholeBytes);
  }
}

/**
 * Moves a whole course file that cannot be used to `<file>.corrupt-<n>`, so that its name is free. Gives the new path.
 */
export function keepAside(files: Files, file: string): string {
  const aside = freeName(files, `${file}.corrupt-`);
  files.rename(file, aside);
  return aside;
}

function freeName(files: Files, prefix: string): string {
  for (let number = 1; ; number++) {
    if (!files.exists(`${prefix}${number}`)) return `${prefix}${number}`;
  }
}

/** Unknown kinds are records too (SPEC 9.5); a value that is not an object with a kind and a time is not. */
function parseRecord(line: string): CourseRecord | undefined {
  try {
    const value: unknown = JSON.parse(line);
    const { kind, at, v } = (value ?? {}) as Partial<CourseRecord>;
    return typeof kind === 'string' && typeof at === 'string' && typeof v === 'number'
      ? (value as CourseRecord)
      : undefined;
  } catch {
    return undefined;
  }
}

/** A disk failure; a lost lock has its own error. */
export function driveError(error: unknown): DriveError {
  return error instanceof DriveError ? error : new DriveError('disk', errorMessage(error), error);
}
