// The course files that are open for appending: one a dialog, and no more at a time than common systems allow a
// process.
import type { DialogId, DialogRef, RootId } from '../../../core/base/ids.ts';
import type { Files } from '../../disk-files.ts';
import { type CourseLog, openCourseLog } from './course-log.ts';
import type { Fence } from './fence.ts';

/** Course files open at a time: a thousand active dialogs stay below the limits of common systems. */
const MAX_OPEN_FILES = 200;

interface OpenLog {
  readonly ref: DialogRef;
  readonly course: number;
  readonly log: CourseLog;
}

export class OpenLogs {
  readonly #files: Files;
  readonly #fence: Fence | undefined;
  readonly #open = new Map<DialogId, OpenLog>();

  constructor(files: Files, fence: Fence | undefined) {
    this.#files = files;
    this.#fence = fence;
  }

  /** The log of a course, at its file; the dialog's log of another course is closed. */
  of(ref: DialogRef, course: number, file: string): CourseLog {
    const open = this.#open.get(ref.selfId);
    if (open?.course === course) return open.log;
    open?.log.close();
    this.#makeRoom();
    const log = openCourseLog(this.#files, file, this.#fence);
    this.#open.set(ref.selfId, { ref, course, log });
    return log;
  }

  /** Bytes of whole records in the file of a course; `undefined` while it is not open. */
  bytes(dialog: DialogId, course: number): number | undefined {
    const open = this.#open.get(dialog);
    return open?.course === course ? open.log.bytes() : undefined;
  }

  /** True if the log of a course is open, and its file is the one that this process wrote, with all that it wrote. */
  isAsLeft(dialog: DialogId, course: number): boolean {
    const open = this.#open.get(dialog);
    return open?.course === course && open.log.isAsLeft();
  }

  /** The dialogs of a tree whose logs are open. */
  openIn(rootId: RootId): readonly DialogRef[] {
    const refs: DialogRef[] = [];
    for (const { ref } of this.#open.values()) if (ref.rootId === rootId) refs.push(ref);
    return refs;
  }

  /** Closes the log of a dialog that rests, and returns the number of its course; `undefined` when none is open. */
  release(dialog: DialogId): number | undefined {
    const open = this.#open.get(dialog);
    open?.log.close();
    if (!open?.log.isTorn()) this.#open.delete(dialog);
    return open?.course;
  }

  closeAll(): void {
    for (const { log } of this.#open.values()) log.close();
    this.#open.clear();
  }

  /** The file that was opened first gives way; it is opened again when something is appended to it. */
  #makeRoom(): void {
    if (this.#open.size < MAX_OPEN_FILES) return;
    for (const [dialog, { log }] of this.#open) {
      if (log.isTorn()) continue;
      log.close();
      this.#open.delete(dialog);
      return;
    }
  }
}
