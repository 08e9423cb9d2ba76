// What the dialogs of a workspace on disk offer to the engine of files.
import type { DialogRef, RootId } from '../../../core/base/ids.ts';
import type { ImageRef } from '../../../core/base/image.ts';
import type { CourseRecord } from '../../../core/dialog/record.ts';
import type { DialogState, Status } from '../../../core/dialog/state.ts';
import type { PromptPart } from '../../../core/prompt/prompt-part.ts';
import type { FileProblem } from '../../../core/team/team.ts';
import type { AttachedImage, CourseRef, LoadedDialog, LoadedTree, NewestRecord } from '../../dialog-store.ts';
import type { Files } from '../../disk-files.ts';
import type { HeldDialogs } from '../../held-dialogs.ts';
import type { RecordCounts } from '../../record-counts.ts';

export interface CourseFiles {
  /**
   * Stores records of one dialog in one write; the first record of a course opens its file. With `restsOn`, they and
   * all stored records of those dialogs (itself included) survive a power cut. Throws `DriveError('disk')`.
   */
  append(at: CourseRef, records: readonly CourseRecord[], restsOn?: readonly CourseRef[]): void;
  /**
   * Resolves when all that was stored of these dialogs of a tree before the call would survive a power cut, the names
   * of their folders included. Rejects with `DriveError('disk')`.
   */
  synced(dialogs: readonly CourseRef[]): Promise<void>;
  /** Frees the file handle of a dialog that rests. */
  release(ref: DialogRef): void;
  /** Newest courses of a whole tree; `undefined` when the root cannot be read, with the reason in `problems`. */
  loadTree(rootId: RootId): LoadedTree | undefined;
  /** The newest record of a tree, by the ends of its newest course files; undefined when these do not tell. */
  newest(rootId: RootId): NewestRecord | undefined;
  /** Subdialogs of a root, by their folders. */
  listSubdialogs(rootId: RootId): readonly DialogRef[];
  /**
   * The reminders of a dialog as a person edited their file, if they did (SPEC 9.1). An invalid file is kept aside and
   * reported in `problems`.
   */
  editedReminders(dialog: LoadedDialog): readonly string[] | undefined;
  /** True if the index files lag behind the records: a crash came before they were written (SPEC 9.1). */
  indexesLag(state: DialogState): boolean;
  /** Records of one course, `undefined` when there is no such course. */
  readCourse(ref: DialogRef, course: number): readonly CourseRecord[] | undefined;
  /** Bytes of the file of a course; 0 when there is none. */
  courseBytes(ref: DialogRef, course: number): number;
  /** The folder of each root. */
  listRoots(): ReadonlyMap<RootId, Status>;
  /** Counts what is recorded of a dialog, over all its courses. */
  count(ref: DialogRef): RecordCounts;
  /** Moves a root's whole folder in one rename (SPEC 1.6). */
  moveRoot(rootId: RootId, to: Status): void;
  /**
   * Frees the handles of a tree that rests, and moves its folder to where its status belongs. Throws the system's
   * errors.
   */
  rest(rootId: RootId, status: Status): void;
  /** Writes the index files that changed. Throws the system's errors. */
  writeIndexes(ref: DialogRef, texts: Readonly<Record<string, string | undefined>>): void;
  /** Keeps more output of a background command. Throws the system's errors. */
  appendOutput(ref: DialogRef, processId: string, text: string): void;
  /** Bytes of it from an offset on; `undefined` when there is none. */
  readOutput(ref: DialogRef, processId: string, from: number, length: number): Uint8Array | undefined;
  /** Keeps what a file held before this dialog wrote it; false when there is no room. Throws the system's errors. */
  keepPrevious(ref: DialogRef, bytes: Uint8Array): boolean;
  /** What was kept under this fingerprint, if it is still whole. */
  readPrevious(ref: DialogRef, hash: string): Uint8Array | undefined;
  /** Keeps an image that a person attached, and says how a record names it. Throws the system's errors. */
  keepAttached(ref: DialogRef, image: AttachedImage): ImageRef;
  /** The bytes of such an image, if they are still whole. */
  readAttached(ref: DialogRef, image: Pick<ImageRef, 'hash' | 'type'>): Uint8Array | undefined;
  /** Keeps the parts of a system message, and says how a record names them. Throws the system's errors. */
  keepParts(rootId: RootId, parts: readonly PromptPart[]): string;
  /** The parts of that name, if they are still whole. */
  readParts(rootId: RootId, name: string): readonly PromptPart[] | undefined;
  /** Problems found while loading; each says where and what was done. */
  readonly problems: readonly FileProblem[];
  close(): void;
}

export interface StoreOptions {
  readonly rtws: string;
  readonly files: Files;
  /** Repairs and writes nothing. */
  readonly readOnly: boolean;
  /** Marks written lines, so that lines of two processes can be told apart: 8 hexadecimal digits. */
  readonly writer?: string;
  /**
   * Called when a process that took over a course wrote into it: nothing more of that course is stored until it is
   * reloaded.
   */
  readonly onOutrun?: () => void;
  /** What this process holds in memory; absent: nothing is written back. */
  readonly held?: HeldDialogs;
}
