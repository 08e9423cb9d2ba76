// A command may remove or rewind course files while this process drives: `git clean -xfd`, `git checkout -- .`, `rm
// -rf`. What memory holds of them is written back before the next record is stored (SPEC 9.7).
import * as path from 'node:path';
import { type DialogRef, rootRef } from '../../../core/base/ids.ts';
import type { CourseRecord } from '../../../core/dialog/record.ts';
import type { CourseRef } from '../../dialog-store.ts';
import type { Files } from '../../disk-files.ts';
import type { HeldDialog, HeldDialogs } from '../../held-dialogs.ts';
import { courseFileName, courseOfFileName } from '../layout.ts';
import { type CourseContent, courseLine, keepAside, readCourseBytes } from './course-log.ts';
import type { Fence } from './fence.ts';
import type { OpenLogs } from './open-logs.ts';
import { nextMark } from './writer-mark.ts';

export interface WriteBackOptions {
  readonly files: Files;
  readonly fence: Fence;
  readonly logs: OpenLogs;
  readonly held: HeldDialogs;
  readonly folderOf: (ref: DialogRef) => string;
  /** True if a root lies in another folder than the one that it was left in: somebody moved it. */
  readonly isElsewhere: (ref: DialogRef) => boolean;
  /** A file was written anew. */
  readonly onWritten: (file: string) => void;
}

/** How a course file differs from what memory holds. */
type Loss = 'gone' | 'rewound' | undefined;

export class WriteBack {
  readonly #options: WriteBackOptions;

  constructor(options: WriteBackOptions) {
    this.#options = options;
  }

  /**
   * Looks whether a dialog, and its root, still lie where they were left, before something is appended. Where a command
   * removed them, or they were rewound, all loaded dialogs are looked at, and what is lost of them is written back.
   * What a person removed by hand stays removed. Throws the system's errors.
   */
  look(ref: DialogRef): void {
    const { held } = this.#options;
    for (const each of new Set([held.of(rootRef(ref.rootId)), held.of(ref)])) {
      if (!each || this.#isAsLeft(each)) continue;
      const loss = this.#lossOf(each);
      const by = loss && this.#takenBy(each, loss);
      if (by !== undefined) this.#writeAll(by);
    }
  }

  /** What every append asks. */
  #isAsLeft(dialog: HeldDialog): boolean {
    const { logs, files, fence } = this.#options;
    if (logs.isAsLeft(dialog.selfId, dialog.course)) return true;
    const file = this.#fileOf(dialog);
    const left = fence.left(file);
    const stats = left && files.stat(file);
    return !left || (stats?.identity === left.identity && stats.bytes >= left.end);
  }

  #takenBy({ records }: HeldDialog, loss: Loss): string | null | undefined {
    const by = this.#options.held.takenBy(Date.parse(records.at(-1)?.at ?? ''));
    return by === undefined && loss === 'rewound' ? null : by;
  }

  #writeAll(by: string | null): void {
    const { held, folderOf, files } = this.#options;
    const written: HeldDialog[] = [];
    const partly: HeldDialog[] = [];
    for (const dialog of held.all()) {
      if (!this.#lossOf(dialog)) continue;
      this.#write(dialog);
      written.push(dialog);
      const kept = files.list(folderOf(dialog)).filter(name => courseOfFileName(name) !== undefined);
      if (kept.length < dialog.course) partly.push(dialog);
    }
    held.wroteBack({ by, written, partly });
  }

  #lossOf(dialog: HeldDialog): Loss {
    const { files, fence, isElsewhere } = this.#options;
    const { records } = dialog;
    const file = this.#fileOf(dialog);
    const bytes = files.readBytes(file);
    if (!bytes) return isElsewhere(dialog) ? undefined : 'gone';
    const present = readCourseBytes(bytes);
    // A process that took over wrote last: the fence says so.
    const left = fence.left(file);
    if (present.mark && present.mark.epoch > (left?.mark?.epoch ?? 0) && present.mark.writer !== fence.writer)
      return undefined;
    return holdsAll(present, records) ? undefined : 'rewound';
  }

  #write(dialog: HeldDialog): void {
    const { files, fence, logs, onWritten } = this.#options;
    const file = this.#fileOf(dialog);
    const present = readCourseBytes(files.readBytes(file) ?? new Uint8Array());
    logs.release(dialog.selfId);
    // What memory does not hold, as of another branch, is kept.
    if (!isBeginning(present, dialog.records)) keepAside(files, file);
    const mark = nextMark(present.mark ?? fence.left(file)?.mark, fence.writer);
    files.makeFolder(path.dirname(file));
    files.replace(file, dialog.records.map(record => courseLine(record, mark)).join(''), true);
    const stats = files.stat(file);
    if (stats) fence.remember(file, { identity: stats.identity, end: stats.bytes, mark });
    onWritten(file);
  }

  #fileOf(dialog: CourseRef): string {
    return path.join(this.#options.folderOf(dialog), courseFileName(dialog.course));
  }
}

/** True if a file holds the newest record in its place, and so those before it. */
function holdsAll({ records }: CourseContent, held: readonly CourseRecord[]): boolean {
  const newest = held.at(-1);
  return newest === undefined || isSame(records[held.length - 1], newest);
}

function isBeginning({ records }: CourseContent, held: readonly CourseRecord[]): boolean {
  const last = records.at(-1);
  return last === undefined || isSame(held[records.length - 1], last);
}

function isSame(a: CourseRecord | undefined, b: CourseRecord): boolean {
  return a?.n === b.n && a?.at === b.at && a.kind === b.kind;
}
