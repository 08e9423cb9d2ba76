// Looks over a whole `.dialogs/` for faults, as it lies on the disk (SPEC 14.2), and says what repairs each. Reads
// only, beside whatever this or another process drives, and says nothing of what is merely under way.
import path from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';
import { type DialogRef, isRootRef, type RootId, rootRef } from '../../../core/base/ids.ts';
import { errorMessage, isSystemError } from '../../../core/base/thrown.ts';
import { foldCourse } from '../../../core/dialog/fold/apply.ts';
import type { Status } from '../../../core/dialog/state.ts';
import { checkTree } from '../../../core/dialog/view/check-tree.ts';
import type { RootSummary } from '../../../core/dialog/view/projection.ts';
import type { Finding } from '../../../core/facts/findings.ts';
import type { ShownDialog } from '../../dialog-store.ts';
import type { Files } from '../../disk-files.ts';
import type { Fault, Remedy, TreesToCheck, TreeToCheck } from '../../health.ts';
import { openCourseFiles } from '../courses/course-files.ts';
import { keepAside, mendCourse, readCourseBytes } from '../courses/course-log.ts';
import { handEdit } from '../courses/edited-reminders.ts';
import { indexTexts } from '../indexes.ts';
import { createLayout, indexFiles, type Layout } from '../layout.ts';
import type { StorageEnvironment } from '../lock/environment.ts';
import { checkCourses } from './check-courses.ts';
import {
  checkFolders,
  checkPrevious,
  type FolderFault,
  keptLines,
  leftOvers,
  misplacedAmong,
} from './check-folders.ts';
import { checkInbox } from './check-inbox.ts';
import { checkIndexes, type IndexFault } from './check-indexes.ts';
import { checkRoots } from './check-roots.ts';
import { missingNumbers } from './missing-numbers.ts';

export interface StorageCheck {
  readonly rtws: string;
  readonly environment: StorageEnvironment;
  /** The files that a remedy writes through: those of the process that holds the lock. */
  readonly written: () => Files;
  readonly trees: TreesToCheck;
}

/** All faults of the `.dialogs/` of an rtws. */
export function checkStorage(check: StorageCheck): Promise<readonly Fault[]> {
  return new FilesCheck(check).run();
}

class FilesCheck {
  readonly #check: StorageCheck;
  readonly #files: Files;
  readonly #layout: Layout;
  readonly #faults: Fault[] = [];

  constructor(check: StorageCheck) {
    this.#check = check;
    this.#files = check.environment.files;
    this.#layout = createLayout(check.rtws);
  }

  async run(): Promise<readonly Fault[]> {
    const { rtws, environment, trees } = this.#check;
    if (environment.isDiskFull?.()) this.#add({ kind: 'records', at: this.#layout.base, finding: { id: 'disk-full' } });
    const folders = checkFolders(rtws, environment);
    this.#addFolders(folders);
    await this.#whereReadable(this.#layout.inbox, async () =>
      this.#addFolders(await inTurns(checkInbox(rtws, environment))),
    );
    const roots = new Map<RootId, RootSummary>();
    const unreadable = new Set<RootId>();
    const store = openCourseFiles({ rtws, files: this.#files, readOnly: true });
    for (const [rootId, status] of store.listRoots()) {
      const isRead = await this.#whereReadable(this.#layout.rootFolder(rootId, status), async () => {
        const tree = await this.#checkRoot(rootId, status, store.listSubdialogs(rootId));
        if (tree) roots.set(rootId, tree.summary);
      });
      if (!isRead) unreadable.add(rootId);
      await breathe();
    }
    const at = this.#layout.rootsIndex;
    const isListed = folders.every(fault => fault.at !== at);
    const wrong = isListed ? checkRoots(rtws, this.#files, { roots, isBusy: trees.isBusy }) : [];
    for (const { rootId, finding } of wrong) {
      if (rootId && unreadable.has(rootId)) continue;
      this.#add({ kind: 'index', at, finding, ...(rootId && { rootId }), remedy: { kind: 'writeLine' } });
    }
    this.#addMisplaced();
    return this.#faults;
  }

  /** Adds a place that may not be read to the faults, and gives false; the other places are still checked. */
  async #whereReadable(at: string, look: () => Promise<void>): Promise<boolean> {
    try {
      await look();
      return true;
    } catch (error) {
      if (!isSystemError(error)) throw error;
      this.#add({ kind: 'records', at, finding: { id: 'folder-unreadable', reason: errorMessage(error) } });
      return false;
    }
  }

  #add({ at, ...fault }: Omit<Fault, 'path'> & { readonly at: string }): void {
    this.#faults.push({ ...fault, path: path.relative(this.#check.rtws, at).replaceAll('\\', '/') });
  }

  #addFolders(faults: readonly FolderFault[]): void {
    for (const { kind, at, finding, isJunk } of faults)
      this.#add({ kind, at, finding, ...(isJunk && { remedy: this.#mend(files => void files.remove(at)) }) });
  }

  /** What all of this came across and passed over. */
  #addMisplaced(): void {
    const { rtws, environment } = this.#check;
    const seen = (environment.files.problems ?? []).map(({ file }) => path.join(rtws, file));
    const named = new Set(this.#faults.map(fault => path.join(rtws, fault.path)));
    this.#addFolders(misplacedAmong(rtws, this.#files, seen).filter(({ at }) => !named.has(at)));
  }

  #mend(work: (files: Files) => string | undefined): Remedy {
    return { kind: 'mend', mend: () => work(this.#check.written()) };
  }

  async #checkRoot(rootId: RootId, status: Status, subdialogs: readonly DialogRef[]): Promise<TreeToCheck | undefined> {
    const { trees } = this.#check;
    const numbers = new Set<number>();
    const isWhole = [rootRef(rootId), ...subdialogs].map(ref => this.#checkFiles(ref, status, numbers)).every(Boolean);
    const tree = await trees.read(rootId);
    if (!tree || trees.isBusy(rootId)) return tree;
    // Lines that are bad or kept aside are named by themselves.
    const missing = isWhole ? missingNumbers(numbers) : undefined;
    if (missing) this.#add({ kind: 'lost', at: this.#layout.rootFolder(rootId, status), finding: missing, rootId });
    const [root] = tree.dialogs;
    this.#checkPlace(rootId, root, status);
    const states = tree.dialogs.map(({ state }) => state);
    for (const { selfId, kind, finding } of checkTree(root.state, states)) {
      this.#add({ kind, at: this.#layout.dialogFolder({ rootId, selfId }, status), finding, rootId });
    }
    for (const dialog of tree.dialogs) this.#checkIndexes(rootId, dialog, status);
    return tree;
  }

  /** True if nothing is wrong with the records of a dialog by themselves; their numbers are added to `numbers`. */
  #checkFiles(ref: DialogRef, status: Status, numbers: Set<number>): boolean {
    const { rootId } = ref;
    const { environment } = this.#check;
    const folder = this.#layout.dialogFolder(ref, status);
    const faults = checkCourses(this.#files, folder, ref, numbers);
    for (const { at, finding } of faults) {
      if (at !== folder) {
        const file = at.replace(/:\d+$/, '');
        this.#add({ kind: 'records', at, finding, rootId, remedy: this.#mend(files => void mendRecords(files, file)) });
      } else if (!isRootRef(ref)) {
        this.#add({ kind: 'orphan', at, finding, rootId });
      }
    }
    const folders = isRootRef(ref) ? [folder, this.#layout.systemFolder(rootId, status)] : [folder];
    this.#addFolders(folders.flatMap(each => leftOvers(each, environment)));
    const kept = keptLines(this.#files, folder);
    this.#addFolders(kept);
    this.#addFolders(checkPrevious(this.#layout.beforeFolder(ref, status), environment));
    return faults.length + kept.length === 0;
  }

  /** The record decides where a root lies (SPEC 1.6). */
  #checkPlace(rootId: RootId, { state: { status: recorded } }: ShownDialog, status: Status): void {
    if (recorded === status) return;
    const finding: Finding = { id: 'wrong-folder', recorded, found: status };
    this.#add({ kind: 'hierarchy', at: this.#layout.rootFolder(rootId, status), finding, rootId });
  }

  #checkIndexes(rootId: RootId, { state, records, status: recorded, ...extras }: ShownDialog, status: Status): void {
    const dialog = { rootId, selfId: state.identity.selfId };
    const folder = this.#layout.dialogFolder(dialog, status);
    const edit = handEdit(this.#files, folder, { state, records });
    for (const fault of checkIndexes(this.#files, folder, indexTexts({ ...state, status: recorded }, extras))) {
      const { kind, file: at, finding } = fault;
      const isReminders = path.basename(at) === indexFiles.reminders;
      if (isReminders && edit.kind === 'edited') {
        const remedy = { kind: 'takeReminders', dialog, reminders: edit.reminders } as const;
        this.#add({ kind, at, finding: { id: 'edited-by-hand' }, rootId, remedy });
        continue;
      }
      const isSlip = isReminders && edit.kind === 'slip';
      const isForeign = fault.isForeign || isSlip;
      const remedy = this.#mend(files => writeIndex(files, { ...fault, isForeign }));
      this.#add({ kind, at, finding: isSlip ? { id: 'not-a-list-of-texts' } : finding, rootId, remedy });
    }
  }
}

/**
 * Bad lines go into a file of their own; a file that cannot open its course at all is judged when its root is loaded.
 */
function mendRecords(files: Files, file: string): void {
  const bytes = files.readBytes(file);
  const content = bytes && readCourseBytes(bytes);
  if (content && foldCourse(content.records)) mendCourse(files, file, content);
}

/** Gives the name under which a foreign file was kept. */
function writeIndex(
  files: Files,
  { file, text, isForeign }: Pick<IndexFault, 'file' | 'text' | 'isForeign'>,
): string | undefined {
  const aside = isForeign ? path.basename(keepAside(files, file)) : undefined;
  if (text === undefined) files.remove(file);
  else files.replace(file, text);
  return aside;
}

/** Others have their turn wherever the work yields. */
async function inTurns<T>(work: Generator<void, T>): Promise<T> {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    await breathe();
  }
}
