// Looks over a whole rtws for faults, as it lies on the disk (SPEC 14.2). Reads only: loads every root for itself, beside
// whatever this or another process drives, and says nothing of what is merely under way.
import path from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';
import { checkTree } from '../core/dialog/check-tree.ts';
import type { DialogRef, RootId } from '../core/dialog/ids.ts';
import { isRootRef, rootRef } from '../core/dialog/ids.ts';
import type { RootSummary } from '../core/dialog/projection.ts';
import type { Status } from '../core/dialog/state.ts';
import type { Finding } from '../core/findings.ts';
import type { HealthKind } from '../core/health.ts';
import { shownDialog } from '../driver/index-writer.ts';
import { rootOf, statesOf, type Tree } from '../driver/tree.ts';
import type { Files } from '../store/disk-files.ts';
import { handEdit } from '../store/files/edited-reminders.ts';
import { checkCourses } from '../store/files/health/check-courses.ts';
import { checkFolders, checkImages, leftOvers } from '../store/files/health/check-folders.ts';
import { checkInbox } from '../store/files/health/check-inbox.ts';
import { checkIndexes } from '../store/files/health/check-indexes.ts';
import { checkRoots } from '../store/files/health/check-roots.ts';
import { indexTexts } from '../store/files/indexes.ts';
import { createLayout, indexFiles, type Layout } from '../store/files/layout.ts';
import { createEngine, type Engine, type Parts } from './parts.ts';
import { readMinds } from './read-minds.ts';

/** A fault, and what repairs it. Loading its root for driving is tried in any case. */
export interface Fault {
  readonly kind: HealthKind;
  /** Relative to the rtws, with `/`. */
  readonly path: string;
  readonly finding: Finding;
  readonly rootId?: RootId;
  readonly remedy?: Remedy;
}

export type Remedy =
  | { readonly kind: 'remove'; readonly file: string }
  | { readonly kind: 'mendCourse'; readonly file: string }
  | { readonly kind: 'writeLine' }
  | { readonly kind: 'takeReminders'; readonly dialog: DialogRef; readonly reminders: readonly string[] }
  | {
      readonly kind: 'writeIndex';
      readonly dialog: DialogRef;
      readonly file: string;
      readonly text: string | undefined;
      readonly isForeign: boolean;
    };

/** All faults of an rtws. `isBusy`: a root that is being driven; what is written late there is no fault. */
export async function checkHealth(parts: Parts, isBusy: (rootId: RootId) => boolean): Promise<Fault[]> {
  const engine = await createEngine(parts, 'reads', parts.lockEnvironment.files);
  return new HealthCheck(parts, engine, isBusy).run();
}

class HealthCheck {
  readonly #parts: Parts;
  readonly #engine: Engine;
  readonly #isBusy: (rootId: RootId) => boolean;
  readonly #files: Files;
  readonly #layout: Layout;
  readonly #faults: Fault[] = [];

  constructor(parts: Parts, engine: Engine, isBusy: (rootId: RootId) => boolean) {
    this.#parts = parts;
    this.#engine = engine;
    this.#isBusy = isBusy;
    this.#files = parts.lockEnvironment.files;
    this.#layout = createLayout(parts.rtws);
  }

  async run(): Promise<Fault[]> {
    const { rtws, lockEnvironment } = this.#parts;
    const folders = [...checkFolders(rtws, lockEnvironment), ...(await inTurns(checkInbox(rtws, lockEnvironment)))];
    for (const { kind, at, finding, isJunk } of folders) {
      this.#add({ kind, at, finding, ...(isJunk && { remedy: { kind: 'remove', file: at } }) });
    }
    const roots = new Map<RootId, RootSummary>();
    for (const [rootId, status] of this.#engine.store.listRoots()) {
      const tree = await this.#checkRoot(rootId, status);
      if (tree) roots.set(rootId, this.#engine.driver.summaryOf(tree));
      await breathe();
    }
    const at = this.#layout.rootsIndex;
    const isListed = folders.every(fault => fault.at !== at);
    const wrong = isListed ? checkRoots(rtws, this.#files, { roots, isBusy: this.#isBusy }) : [];
    for (const { rootId, finding } of wrong) {
      this.#add({ kind: 'index', at, finding, ...(rootId && { rootId }), remedy: { kind: 'writeLine' } });
    }
    this.#checkMinds([...new Set([...roots.values()].map(root => root.taskDocPath))]);
    return this.#faults;
  }

  #add({ at, ...fault }: Omit<Fault, 'path'> & { readonly at: string }): void {
    const relative = path.isAbsolute(at) ? path.relative(this.#parts.rtws, at) : at;
    this.#faults.push({ ...fault, path: relative.replaceAll('\\', '/') });
  }

  async #checkRoot(rootId: RootId, status: Status): Promise<Tree | undefined> {
    const { store, driver } = this.#engine;
    for (const ref of [rootRef(rootId), ...store.listSubdialogs(rootId)]) this.#checkFiles(ref, status);
    const tree = await driver.tree(rootId);
    if (!tree || this.#isBusy(rootId)) return tree;
    this.#checkPlace(tree, status);
    for (const { selfId, kind, finding } of checkTree(rootOf(tree).state, statesOf(tree))) {
      this.#add({ kind, at: this.#layout.dialogFolder({ rootId, selfId }, status), finding, rootId });
    }
    this.#checkIndexes(tree, status);
    return tree;
  }

  #checkFiles(ref: DialogRef, status: Status): void {
    const { rootId } = ref;
    const folder = this.#layout.dialogFolder(ref, status);
    for (const { at, finding } of checkCourses(this.#files, folder, ref)) {
      if (at !== folder) {
        const remedy = { kind: 'mendCourse', file: at.replace(/:\d+$/, '') } as const;
        this.#add({ kind: 'records', at, finding, rootId, remedy });
      } else if (!isRootRef(ref)) {
        this.#add({ kind: 'orphan', at, finding, rootId });
      }
    }
    const { lockEnvironment } = this.#parts;
    const images = this.#layout.imagesFolder(ref, status);
    const folders = isRootRef(ref) ? [folder, this.#layout.systemFolder(rootId, status)] : [folder];
    for (const { kind, at, finding } of folders.flatMap(each => leftOvers(each, lockEnvironment)))
      this.#add({ kind, at, finding, remedy: { kind: 'remove', file: at } });
    for (const { kind, at, finding, isJunk } of checkImages(images, lockEnvironment))
      this.#add({ kind, at, finding, ...(isJunk && { remedy: { kind: 'remove', file: at } }) });
  }

  /** The record decides where a root lies (SPEC 1.6). */
  #checkPlace(tree: Tree, status: Status): void {
    const recorded = rootOf(tree).state.status;
    if (recorded === status) return;
    const finding: Finding = { id: 'wrong-folder', recorded, found: status };
    const at = this.#layout.rootFolder(tree.rootId, status);
    this.#add({ kind: 'hierarchy', at, finding, rootId: tree.rootId });
  }

  #checkIndexes(tree: Tree, status: Status): void {
    const { driver } = this.#engine;
    for (const dialog of tree.dialogs.values()) {
      const folder = this.#layout.dialogFolder(dialog.ref, status);
      const { state, status: recorded, ...extras } = shownDialog(dialog, driver.isDialogDue(dialog));
      const texts = indexTexts({ ...state, status: recorded }, extras);
      const edit = handEdit(this.#files, folder, dialog.state);
      for (const { kind, finding, ...fault } of checkIndexes(this.#files, folder, texts)) {
        const isReminders = path.basename(fault.file) === indexFiles.reminders;
        if (isReminders && edit.kind === 'edited') {
          const remedy = { kind: 'takeReminders', dialog: dialog.ref, reminders: edit.reminders } as const;
          this.#add({ kind, at: fault.file, finding: { id: 'edited-by-hand' }, rootId: tree.rootId, remedy });
          continue;
        }
        const isSlip = isReminders && edit.kind === 'slip';
        const isForeign = fault.isForeign || isSlip;
        const remedy = { kind: 'writeIndex', dialog: dialog.ref, ...fault, isForeign } as const;
        const found = { kind, at: fault.file, rootId: tree.rootId, remedy };
        if (isSlip) this.#add({ ...found, finding: { id: 'not-a-list-of-texts' } });
        else this.#add({ ...found, finding });
      }
    }
  }

  #checkMinds(taskDocPaths: readonly string[]): void {
    const { rtws, options } = this.#parts;
    const { language, env } = options;
    const minds = readMinds({ rtws, env, ...(language !== undefined && { language }) });
    for (const { file, line, column, fault } of minds.problems(taskDocPaths)) {
      const kind = file.startsWith('.minds/') || file === 'AGENTS.md' ? 'minds' : 'taskdoc';
      this.#add({
        kind,
        at: [file, line, column].filter(part => part !== undefined).join(':'),
        finding: { id: 'file-fault', fault },
      });
    }
  }
}

/** Others have their turn wherever the work yields. */
async function inTurns<T>(work: Generator<void, T>): Promise<T> {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    await breathe();
  }
}
