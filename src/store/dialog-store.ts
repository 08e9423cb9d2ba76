// The dialogs of an open storage (`storage.ts`): their records, and what is kept beside them.
import type { DialogRef, RootId } from '../core/base/ids.ts';
import type { ImageRef, ImageType } from '../core/base/image.ts';
import type { CourseRecord } from '../core/dialog/record.ts';
import type { DialogState, Status } from '../core/dialog/state.ts';
import type { RegistryEntry } from '../core/dialog/view/projection.ts';
import type { PromptPart } from '../core/prompt/prompt-part.ts';
import type { RecordCounts } from './record-counts.ts';

/** A dialog of a tree with its newest course. */
export interface CourseRef extends DialogRef {
  readonly course: number;
}

/** One dialog as loaded: its newest course and the state it folds to. */
export interface LoadedDialog {
  readonly records: readonly CourseRecord[];
  readonly state: DialogState;
}

/** A root with all its subdialogs. */
export interface LoadedTree {
  readonly root: LoadedDialog;
  readonly subdialogs: readonly LoadedDialog[];
  /** Another process drives this tree now: it can be read and followed, not written. */
  readonly isDrivenElsewhere?: true;
}

/**
 * A course that takes as many stored bytes begins the next one: far below what can be loaded, since one more generation
 * may come.
 */
export const FULL_COURSE_BYTES = 64 * 1024 * 1024;

export interface DialogStore {
  /**
   * Stores records of one dialog in one write; the first record of a course opens it. With `restsOn`, they and all
   * stored records of those dialogs (itself included) survive a power cut when this returns; an engine with `stored`
   * ignores it. Throws `DriveError`: `disk` (nothing was stored), `lock-lost` (another process writes now).
   */
  append(at: CourseRef, records: readonly CourseRecord[], restsOn?: readonly CourseRef[]): void;
  /**
   * Absent: `append` itself stores. Otherwise resolves when everything appended to this tree before the call is stored,
   * with its contents, so that it survives a power cut. Already resolved when nothing is pending. Rejects with
   * `DriveError('lock-lost')` when the engine refused by fence, and keeps rejecting until the tree is reloaded.
   */
  readonly stored?: (rootId: RootId) => Promise<void>;
  /** True if records appended to this tree are not stored yet. Absent with `stored`. */
  readonly isPending?: (rootId: RootId) => boolean;
  /**
   * Resolves when all that was stored of these dialogs of a tree before the call would survive a power cut. Rejects
   * with `DriveError('disk')`.
   */
  synced(dialogs: readonly CourseRef[]): Promise<void>;
  /**
   * The newest courses of a whole tree; `undefined` when the root cannot be read, with the reason in `problems`.
   * `toDrive` claims the tree where trees are claimed one by one.
   */
  load(rootId: RootId, how: 'toDrive' | 'toRead'): Promise<LoadedTree | undefined>;
  /** A tree rests: frees its handles, and puts it where its status belongs (SPEC 1.6). Throws the engine's errors. */
  rest(rootId: RootId, status: Status): void;
  /** A tree leaves memory: another process may own it now. */
  forget(rootId: RootId): void;
  /** Records of one course, `undefined` when there is no such course. */
  readCourse(ref: DialogRef, course: number): Promise<readonly CourseRecord[] | undefined>;
  /** Stored bytes of a course of a loaded dialog; 0 when there is none. */
  courseBytes(ref: DialogRef, course: number): number;
  /** The current place of each root. */
  listRoots(): Promise<ReadonlyMap<RootId, Status>>;
  /**
   * The number and time of the newest record of a tree, without reading its courses; undefined when that takes reading
   * them. Absent where lines of the list are stored with their records.
   */
  readonly newest?: (rootId: RootId) => NewestRecord | undefined;
  listSubdialogs(rootId: RootId): Promise<readonly DialogRef[]>;
  /** Counts what is recorded of a dialog, over all its courses. */
  count(ref: DialogRef): Promise<RecordCounts>;
  /**
   * Brings the engine's own projection of a dialog in line with its state, if it has one. Throws the engine's errors.
   */
  readonly project?: (shown: ShownDialog) => void;
  /** True if that projection lags behind the records: a crash came before it was written (SPEC 9.1). */
  readonly isProjectionOld?: (state: DialogState) => boolean;
  /** The reminders of a dialog as a person edited them in the projection, if they did (SPEC 9.1). */
  readonly editedReminders?: (dialog: LoadedDialog) => readonly string[] | undefined;
  /**
   * Keeps the previous contents of a file that a dialog writes; false when there is no room. The record that names it
   * is appended later. Throws the engine's errors.
   */
  keepPrevious(ref: DialogRef, bytes: Uint8Array): boolean;
  /** The contents kept under this hash, if they are still whole. */
  readPrevious(ref: DialogRef, hash: string): Promise<Uint8Array | undefined>;
  /** Keeps an image that a person attached, and says how a record names it. Throws the engine's errors. */
  keepAttached(ref: DialogRef, image: AttachedImage): ImageRef;
  /** The bytes of such an image, if they are still whole. */
  readAttached(ref: DialogRef, image: Pick<ImageRef, 'hash' | 'type'>): Promise<Uint8Array | undefined>;
  /** Keeps more output of a background command of a dialog (SPEC 21.5). Throws the engine's errors. */
  appendOutput(ref: DialogRef, processId: string, text: string): void;
  /** Bytes of it from an offset on, at most so many; `undefined` when there is none. */
  readOutput(ref: DialogRef, processId: string, from: number, length: number): Uint8Array | undefined;
  /** Keeps the parts of a system message, and says how a record names them. Throws the engine's errors. */
  keepParts(rootId: RootId, parts: readonly PromptPart[]): string;
  /** The parts of that name, if they are still whole. */
  readParts(rootId: RootId, name: string): Promise<readonly PromptPart[] | undefined>;
}

/** What a line of the list says of the newest record, too. */
export interface NewestRecord {
  readonly lastNumber: number;
  readonly lastModified: string;
}

/** An image to be kept; its kind was read from its bytes. */
export interface AttachedImage {
  readonly name: string;
  readonly type: ImageType;
  readonly bytes: Uint8Array;
}

/** A dialog as a projection shows it. */
export interface ShownDialog extends LoadedDialog {
  /** Of its root. */
  readonly status: Status;
  readonly needsDrive: boolean;
  /** Diligence pushes left; of a root. */
  readonly diligenceLeft?: number;
  /** Of a root. */
  readonly registry?: Readonly<Record<string, RegistryEntry>>;
}
