// Loads one dialog from its course files, and mends them: what a crash or a power cut left behind is cut off, put aside
// or removed, and reported.
import * as path from 'node:path';
import { type DialogRef, isRootRef } from '../../../core/base/ids.ts';
import { errorMessage, isSystemError } from '../../../core/base/thrown.ts';
import { foldCourse } from '../../../core/dialog/fold/apply.ts';
import type { DialogState } from '../../../core/dialog/state.ts';
import type { FileFault } from '../../../core/facts/file-faults.ts';
import type { LoadedDialog } from '../../dialog-store.ts';
import type { FileStat, Files } from '../../disk-files.ts';
import { clearTemporary } from '../clear-temporary.ts';
import { unusableLines } from '../health/unusable-lines.ts';
import { isFile } from '../is-file.ts';
import { contentFolders, courseFileName, courseOfFileName, indexFiles } from '../layout.ts';
import { type CourseContent, keepAside, MAX_COURSE_BYTES, mendCourse, readCourseBytes } from './course-log.ts';
import type { Fence } from './fence.ts';
import { isContentName } from './previous-contents.ts';

const indexNames: ReadonlySet<string> = new Set(Object.values(indexFiles));

function isDialogFile(name: string): boolean {
  return indexNames.has(name) || courseOfFileName(name.replace(/\.corrupt-\d+$/, '')) !== undefined;
}

export interface DialogLoaderOptions {
  readonly files: Files;
  /** Nothing is repaired. */
  readonly readOnly: boolean;
  /** Learns where the files that were loaded end. */
  readonly fence: Fence | undefined;
  /** The current folder of a dialog's files. */
  readonly folderOf: (ref: DialogRef) => string;
  /** Reports a problem of a file or folder, the action taken or due, and its line (from 1). */
  readonly report: (file: string, fault: FileFault, line?: number) => void;
}

/** A course, and which file it was read from. */
type ReadCourse = CourseContent & Pick<FileStat, 'identity'>;

export class DialogLoader {
  readonly #options: DialogLoaderOptions;

  constructor(options: DialogLoaderOptions) {
    this.#options = options;
  }

  /**
   * Loads the newest course that can be opened. An empty or torn beginning means that the course never started, or that
   * a power cut took it: the file stays unless nothing can have come before it. An unreadable file stops the search,
   * because its records must not be skipped. `listed` are the names in the dialog's folder, where they are known.
   */
  load(ref: DialogRef, listed?: readonly string[]): LoadedDialog | undefined {
    const folder = this.#options.folderOf(ref);
    const names = listed ?? this.#options.files.list(folder);
    const courses = names.flatMap(name => courseOfFileName(name) ?? []);
    const unusable: string[] = [];
    const empty: string[] = [];
    for (const course of courses.sort((a, b) => b - a)) {
      const file = path.join(folder, courseFileName(course));
      const content = this.read(file);
      if (!content) break;
      const state = foldCourse(content.records);
      if (state && !isOf(ref, state)) {
        this.#options.report(file, { id: 'of-other-dialog' });
        return undefined;
      }
      if (state) {
        for (const each of empty) this.change(each, () => this.#options.files.remove(each));
        this.#putAside(unusable);
        this.#mend(file, content);
        this.#clear(folder, names);
        return { records: content.records, state };
      }
      if (content.records.length > 0 || content.bad.length > 0) unusable.push(file);
      else empty.push(file);
    }
    if (!isRootRef(ref)) this.#putAside(unusable);
    // A file of a person is none of ours; the health check names it.
    if (isFile(this.#options.files, folder)) return undefined;
    if (unusable.length === 0 && this.#neverBegan(folder)) {
      if (isRootRef(ref) && this.#options.files.exists(folder))
        this.change(folder, () => this.#options.files.remove(folder));
    } else if (isRootRef(ref) || courses.length > 0) {
      this.#options.report(folder, { id: 'no-course-readable' });
    }
    return undefined;
  }

  /**
   * True if a folder holds only course files without a complete line: its creator was killed before the first record.
   */
  #neverBegan(folder: string): boolean {
    return this.#options.files.list(folder).every(name => {
      const file = path.join(folder, name);
      return courseOfFileName(name) !== undefined && this.read(file)?.wholeBytes === 0;
    });
  }

  /** The records of a course file; undefined when there is none, or it cannot be read, which is reported. */
  read(file: string): ReadCourse | undefined {
    try {
      const stats = this.#options.files.stat(file);
      if (!stats) return undefined;
      const { identity, bytes: size } = stats;
      if (size > MAX_COURSE_BYTES) {
        const [inMb, most] = [Math.round(size / 2 ** 20), MAX_COURSE_BYTES / 2 ** 20];
        this.#options.report(file, { id: 'course-too-large', size: inMb, most });
        return undefined;
      }
      const bytes = this.#options.files.readBytes(file);
      return bytes && { ...readCourseBytes(bytes), identity };
    } catch (error) {
      this.#options.report(file, { id: 'course-unreadable', reason: errorMessage(error) });
      return undefined;
    }
  }

  /** Renames unusable course files, so that the next course, or the recreated dialog, can take their names. */
  #putAside(unusable: readonly string[]): void {
    for (const file of unusable) {
      this.#options.report(file, { id: 'no-opening-record' });
      this.change(file, () => keepAside(this.#options.files, file));
    }
  }

  #mend(file: string, content: ReadCourse): void {
    for (const { line, fault } of unusableLines(content)) this.#options.report(file, fault, line);
    this.change(file, () => {
      mendCourse(this.#options.files, file, content);
      this.#remember(file, content);
    });
  }

  #clear(folder: string, names: readonly string[]): void {
    const { files } = this.#options;
    this.change(folder, () => clearTemporary(files, { folder, names, isOurs: isDialogFile }));
    for (const name of Object.values(contentFolders).filter(each => names.includes(each))) {
      const place = path.join(folder, name);
      this.change(place, () =>
        clearTemporary(files, { folder: place, names: files.list(place), isOurs: isContentFile }),
      );
    }
  }

  /** Later appends by another process are noticed. */
  #remember(file: string, { mark, bad, wholeBytes, identity }: ReadCourse): void {
    const { fence, files } = this.#options;
    if (!fence) return;
    // A file with bad lines was rewritten.
    const present = bad.length > 0 ? files.stat(file) : { identity, bytes: wholeBytes };
    if (present) fence.remember(file, { identity: present.identity, end: present.bytes, mark });
  }

  /** What `read` gives; undefined if the system refuses to read something of the folder, which is reported. */
  whereReadable<T>(folder: string, read: () => T): T | undefined {
    try {
      return read();
    } catch (error) {
      if (!isSystemError(error)) throw error;
      this.#options.report(folder, { id: 'course-unreadable', reason: errorMessage(error) });
      return undefined;
    }
  }

  /**
   * Changes something of a file unless nothing may be changed. A disk that refuses to be mended does not stop the rest
   * from loading: appending tries again.
   */
  change(file: string, change: () => void): void {
    if (this.#options.readOnly) return;
    try {
      change();
    } catch (error) {
      this.#options.report(file, { id: 'not-mended', reason: errorMessage(error) });
    }
  }
}

/** In a folder whose files are named by what they hold. */
function isContentFile(name: string): boolean {
  return isContentName(path.parse(name).name);
}

/** Appended lines must match the place that the records name. */
function isOf(ref: DialogRef, { identity }: DialogState): boolean {
  return (
    identity.rootId === ref.rootId && identity.selfId === ref.selfId && (identity.kind === 'root') === isRootRef(ref)
  );
}
