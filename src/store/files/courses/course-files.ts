// Dialogs on disk: makes, loads, appends to and moves them. Reads and writes records only: it never publishes, never
// decides, never renders. The same code runs on real files and on files in memory.
import * as path from 'node:path';
import { type DialogId, type DialogRef, isId, type RootId, rootRef } from '../../../core/base/ids.ts';
import type { ImageRef } from '../../../core/base/image.ts';
import { keepRecent } from '../../../core/base/recent.ts';
import { isSystemError } from '../../../core/base/thrown.ts';
import { opensDialog } from '../../../core/dialog/fold/open-course.ts';
import type { CourseRecord } from '../../../core/dialog/record.ts';
import type { DialogState, Status } from '../../../core/dialog/state.ts';
import type { FileFault } from '../../../core/facts/file-faults.ts';
import type { PromptPart } from '../../../core/prompt/prompt-part.ts';
import type { FileProblem } from '../../../core/team/team.ts';
import type { AttachedImage, CourseRef, LoadedDialog, LoadedTree, NewestRecord } from '../../dialog-store.ts';
import type { Files } from '../../disk-files.ts';
import type { RecordCounts } from '../../record-counts.ts';
import { type HeldFiles, holdArrivals } from '../arrivals/arrivals.ts';
import { isArrivalsFile, isPlaceOfSubdialogs } from '../arrivals/arrivals-file.ts';
import { showArrivals } from '../arrivals/show-arrivals.ts';
import { countRecords } from '../health/count-records.ts';
import { faultOfForeign } from '../health/unusable-lines.ts';
import { remindersText, trueUpTo } from '../indexes.ts';
import { courseFileName, createLayout, indexFiles } from '../layout.ts';
import { mustExist, removedStay } from '../removed-roots.ts';
import { findRoot, findRoots } from '../root-places.ts';
import { keepAttached, readAttached } from './attached-images.ts';
import type { CourseFiles, StoreOptions } from './course-files-api.ts';
import { driveError, keepAside } from './course-log.ts';
import { handEdit, isSlip } from './edited-reminders.ts';
import { createFence, type Fence } from './fence.ts';
import { keepPartFiles, readParts } from './kept-parts.ts';
import { DialogLoader } from './load-dialog.ts';
import { newestIn } from './newest-record.ts';
import { OpenLogs } from './open-logs.ts';
import { keepPrevious, readPrevious } from './previous-contents.ts';
import { SyncState } from './sync-state.ts';
import { WriteBack } from './write-back.ts';

/** A store over the `.dialogs/` of one rtws. */
export function openCourseFiles(options: StoreOptions): CourseFiles {
  return new OpenCourseFiles(options);
}

/** Index files with a cached text, so that an unchanged one is not rewritten: those of active trees. */
const MAX_WRITTEN = 1_000;

class OpenCourseFiles implements CourseFiles {
  readonly problems: FileProblem[] = [];
  readonly #reported = new Set<string>();
  readonly #rtws: string;
  readonly #files: Files;
  /** Absent while nothing is written. */
  readonly #held: HeldFiles | undefined;
  readonly #readOnly: boolean;
  readonly #layout;
  readonly #places = new Map<RootId, Status>();
  readonly #logs: OpenLogs;
  readonly #written = new Map<string, string | undefined>();
  readonly #syncs: SyncState;
  /** Roots whose line in `roots.jsonl` was synced with their first durable record. */
  readonly #listed = new Set<RootId>();
  readonly #loader: DialogLoader;
  readonly #fence: Fence | undefined;
  readonly #writeBack: WriteBack | undefined;

  constructor({ rtws, files, readOnly, writer, onOutrun = () => {}, held }: StoreOptions) {
    this.#rtws = rtws;
    const kept = removedStay(files, rtws);
    this.#held = readOnly || writer === undefined ? undefined : holdArrivals(kept, writer, onOutrun);
    this.#files = this.#held ?? showArrivals(kept);
    this.#readOnly = readOnly;
    this.#fence =
      writer === undefined
        ? undefined
        : createFence({
            writer,
            onOutrun,
            onForeign: (file, theirs, ours) => this.#report(file, faultOfForeign(theirs, ours)),
          });
    this.#logs = new OpenLogs(this.#files, this.#fence);
    this.#layout = createLayout(rtws);
    this.#syncs = new SyncState(this.#files);
    this.#loader = new DialogLoader({
      files: this.#files,
      readOnly,
      fence: this.#fence,
      folderOf: ref => this.#folderOf(ref),
      report: (...fault) => this.#report(...fault),
    });
    if (!held || !this.#fence) return;
    this.#writeBack = new WriteBack({
      files: this.#files,
      fence: this.#fence,
      logs: this.#logs,
      held,
      folderOf: ref => this.#folderOf(ref),
      isElsewhere: ({ rootId }) =>
        (findRoot(this.#files, this.#layout, rootId) ?? this.#place(rootId)) !== this.#place(rootId),
      onWritten: file => {
        this.#syncs.forget(file);
        this.#syncs.hasFolder(path.dirname(file), this.#rtws);
        this.#written.clear();
      },
    });
  }

  append(at: CourseRef, records: readonly CourseRecord[], restsOn?: readonly CourseRef[]): void {
    const file = this.#courseFile(at, at.course);
    this.#lookForLosses(at);
    // First what it rests on: a disk that refuses then leaves nothing of it.
    if (restsOn) this.#syncAll(this.#placesOf(restsOn).filter(place => place !== file));
    this.#syncs.changed(file);
    this.#logs.of(at, at.course, file).append(records, restsOn !== undefined);
    if (restsOn) this.#syncs.wasSynced(file);
    const [first] = records;
    if (first && opensDialog(first)) this.#syncs.hasFolder(path.dirname(file), this.#rtws);
    if (first?.kind === 'dialogCreated' || first?.kind === 'courseStarted') this.#syncs.changed(path.dirname(file));
  }

  #lookForLosses(at: CourseRef): void {
    try {
      this.#writeBack?.look(at);
    } catch (error) {
      throw driveError(error);
    }
  }

  async synced(dialogs: readonly CourseRef[]): Promise<void> {
    try {
      await this.#syncs.synced(this.#placesOf(dialogs));
    } catch (error) {
      throw driveError(error);
    }
  }

  release(ref: DialogRef): void {
    const course = this.#logs.release(ref.selfId);
    if (course !== undefined) this.#syncs.forget(this.#courseFile(ref, course));
  }

  loadTree(rootId: RootId): LoadedTree | undefined {
    const folder = this.#layout.rootFolder(rootId, this.#place(rootId));
    return this.#loader.whereReadable(folder, () => {
      const names = this.#files.list(folder);
      // A process before this one may still have held subdialogs: their folders are made.
      if (names.some(isArrivalsFile)) this.#loader.change(folder, () => this.#held?.recover(folder));
      const root = this.#loader.load(rootRef(rootId), names);
      const below = root && names.some(isPlaceOfSubdialogs) ? this.listSubdialogs(rootId) : [];
      return root && { root, subdialogs: below.flatMap(ref => this.#loader.load(ref) ?? []) };
    });
  }

  editedReminders(dialog: LoadedDialog): readonly string[] | undefined {
    const folder = this.#folderOf(dialog.state.identity);
    const edit = handEdit(this.#files, folder, dialog);
    if (edit.kind === 'slip') this.#putBack(path.join(folder, indexFiles.reminders), remindersText(dialog.state));
    return edit.kind === 'edited' ? edit.reminders : undefined;
  }

  indexesLag(state: DialogState): boolean {
    try {
      return !this.#files.read(path.join(this.#folderOf(state.identity), indexFiles.latest))?.endsWith(trueUpTo(state));
    } catch {
      // A folder in its place, or no right to read: writing would fail as well.
      return false;
    }
  }

  listSubdialogs(rootId: RootId): readonly DialogRef[] {
    const names = this.#files.list(this.#layout.subdialogsFolder(rootId, this.#place(rootId)));
    return names
      .filter(isId)
      .sort()
      .map(selfId => ({ rootId, selfId: selfId as DialogId }));
  }

  newest(rootId: RootId): NewestRecord | undefined {
    try {
      return newestIn(
        this.#files,
        [rootRef(rootId), ...this.listSubdialogs(rootId)].map(ref => this.#folderOf(ref)),
      );
    } catch (error) {
      // What cannot be read is reported when it is loaded.
      if (!isSystemError(error)) throw error;
      return undefined;
    }
  }

  count(ref: DialogRef): RecordCounts {
    return countRecords(this.#files, this.#folderOf(ref));
  }

  readCourse(ref: DialogRef, course: number): readonly CourseRecord[] | undefined {
    return this.#loader.read(this.#courseFile(ref, course))?.records;
  }

  courseBytes(ref: DialogRef, course: number): number {
    const known = this.#logs.bytes(ref.selfId, course);
    if (known !== undefined) return known;
    try {
      return this.#files.stat(this.#courseFile(ref, course))?.bytes ?? 0;
    } catch {
      // A failure to check is reported when the next record is stored.
      return 0;
    }
  }

  listRoots(): ReadonlyMap<RootId, Status> {
    const { places, unused } = findRoots(this.#files, this.#layout);
    for (const folder of unused) this.#report(folder, { id: 'root-twice' });
    this.#places.clear();
    for (const [rootId, status] of places) this.#places.set(rootId, status);
    return this.#places;
  }

  moveRoot(rootId: RootId, to: Status): void {
    const from = this.#place(rootId);
    if (from === to) return;
    this.#logs.closeAll();
    const folder = this.#layout.rootFolder(rootId, from);
    this.#files.rename(folder, this.#layout.rootFolder(rootId, to));
    this.#syncs.forgetAllIn(folder);
    this.#places.set(rootId, to);
    this.#written.clear();
    this.#fence?.forget();
  }

  rest(rootId: RootId, status: Status): void {
    try {
      this.moveRoot(rootId, status);
    } finally {
      for (const ref of this.#logs.openIn(rootId)) this.release(ref);
    }
  }

  writeIndexes(ref: DialogRef, texts: Readonly<Record<string, string | undefined>>): void {
    const folder = this.#folderOf(ref);
    // First what must not be there: a new folder, which the first file makes, has nothing to be looked for.
    const removedFirst = Object.entries(texts).toSorted(
      ([, a], [, b]) => Number(a !== undefined) - Number(b !== undefined),
    );
    for (const [name, text] of removedFirst) {
      const file = path.join(folder, name);
      const isWritten = this.#written.has(file) && this.#written.get(file) === text;
      if (!isWritten && name === indexFiles.reminders && isSlip(this.#files, file, text)) this.#keepSlip(file);
      if (!isWritten && text === undefined) this.#files.remove(file);
      else if (!isWritten && text !== undefined) this.#files.replace(file, text);
      keepRecent(this.#written, file, text, MAX_WRITTEN);
    }
  }

  appendOutput(ref: DialogRef, processId: string, text: string): void {
    mustExist(this.#files, this.#folderOf(ref));
    const handle = this.#files.openAppend(this.#layout.outputFile(ref, this.#place(ref.rootId), processId));
    try {
      handle.append(text);
    } finally {
      handle.close();
    }
  }

  readOutput(ref: DialogRef, processId: string, from: number, length: number): Uint8Array | undefined {
    return this.#files.readBytes(this.#layout.outputFile(ref, this.#place(ref.rootId), processId), from, length);
  }

  keepPrevious(ref: DialogRef, bytes: Uint8Array): boolean {
    return keepPrevious(this.#files, this.#layout.beforeFolder(ref, this.#place(ref.rootId)), bytes);
  }

  readPrevious(ref: DialogRef, hash: string): Uint8Array | undefined {
    return readPrevious(this.#files, this.#layout.beforeFolder(ref, this.#place(ref.rootId)), hash);
  }

  keepAttached(ref: DialogRef, image: AttachedImage): ImageRef {
    return keepAttached(this.#files, this.#layout.attachedFolder(ref, this.#place(ref.rootId)), image);
  }

  readAttached(ref: DialogRef, image: Pick<ImageRef, 'hash' | 'type'>): Uint8Array | undefined {
    return readAttached(this.#files, this.#layout.attachedFolder(ref, this.#place(ref.rootId)), image);
  }

  keepParts(rootId: RootId, parts: readonly PromptPart[]): string {
    return keepPartFiles(this.#files, this.#layout.systemFolder(rootId, this.#place(rootId)), parts);
  }

  readParts(rootId: RootId, name: string): readonly PromptPart[] | undefined {
    return readParts(this.#files, this.#layout.systemFolder(rootId, this.#place(rootId)), name);
  }

  close(): void {
    this.#logs.closeAll();
    try {
      this.#held?.close();
    } catch {
      // The next process finds what is held.
    }
  }

  /** A person's file is never overwritten; the valid reminders are written back at once. */
  #putBack(file: string, text: string | undefined): void {
    this.#loader.change(file, () => {
      this.#keepSlip(file);
      if (text !== undefined) this.#files.replace(file, text);
    });
  }

  #keepSlip(file: string): void {
    const aside = path.basename(keepAside(this.#files, file));
    this.#report(file, { id: 'reminders-not-a-list', aside });
  }

  #folderOf(ref: DialogRef): string {
    return this.#layout.dialogFolder(ref, this.#place(ref.rootId));
  }

  /**
   * Course files, then the folders that name them, each once; a tree's line in the list is among them the first time.
   */
  #placesOf(dialogs: readonly CourseRef[]): string[] {
    const files = dialogs.flatMap(ref =>
      // The course before was left with what it had; the newest one carries all that outlives it.
      [ref.course - 1, ref.course].filter(course => course > 0).map(course => this.#courseFile(ref, course)),
    );
    const folders = dialogs.flatMap(ref => this.#foldersOf(ref));
    return [...this.#unlisted(dialogs), ...new Set([...files, ...folders])];
  }

  /** From the folder of a dialog up to the rtws. */
  #foldersOf(ref: DialogRef): string[] {
    const folders = [];
    for (let at = this.#folderOf(ref); at !== this.#rtws; at = path.dirname(at)) folders.push(at);
    return [...folders, this.#rtws];
  }

  #unlisted([first]: readonly CourseRef[]): string[] {
    if (!first || this.#listed.has(first.rootId)) return [];
    this.#listed.add(first.rootId);
    return this.#files.exists(this.#layout.rootsIndex) ? [this.#layout.rootsIndex] : [];
  }

  #syncAll(places: readonly string[]): void {
    try {
      this.#syncs.sync(places);
    } catch (error) {
      throw driveError(error);
    }
  }

  #place(rootId: RootId): Status {
    const known = this.#places.get(rootId);
    // Only the process that drives moves roots.
    if (known && (!this.#readOnly || this.#files.exists(this.#layout.rootFolder(rootId, known)))) return known;
    const found = findRoot(this.#files, this.#layout, rootId) ?? 'running';
    this.#places.set(rootId, found);
    return found;
  }

  #courseFile(ref: DialogRef, course: number): string {
    return path.join(this.#folderOf(ref), courseFileName(course));
  }

  #report(file: string, fault: FileFault, line?: number): void {
    const shown = path.relative(this.#rtws, file).replaceAll('\\', '/');
    const key = `${shown}\n${line}\n${JSON.stringify(fault)}`;
    if (this.#reported.has(key)) return;
    this.#reported.add(key);
    this.problems.push({ file: shown, fault, severity: 'error', ...(line !== undefined && { line }) });
  }
}
