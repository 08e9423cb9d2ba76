// Writes index files and lists late: a turn pays for its records only, and frequent changes are written once (SPEC 9.1,
// 17). Indexes are derived; a crash loses nothing that the records cannot restore.

import { currentAssignment } from '../core/dialog/state.ts';
import type { RegistryEntry, RootSummary } from '../core/dialog/view/projection.ts';
import type { ShownDialog } from '../store/dialog-store.ts';
import type { RootsIndex } from '../store/storage.ts';
import type { Dialog, DriverContext, Tree } from './driver-context.ts';
import { policyOf } from './member.ts';
import { shownSummary } from './shown-states.ts';
import { holdUntilStored } from './stored.ts';
import { rootOf } from './tree.ts';

export interface IndexWriterOptions {
  readonly ctx: DriverContext;
  readonly roots: RootsIndex;
  readonly summaryOf: (tree: Tree) => RootSummary;
  readonly isDue: (dialog: Dialog) => boolean;
  /** Called shortly after a tree changed: flush what is due, or everything once the tree is idle. */
  readonly onLate: (tree: Tree) => void;
  readonly defer: Defer;
}

/** Runs `work` a little later: lists follow soon, files late, and what the disk refused once it may have room again. */
export type Defer = (work: () => void, when: 'ui' | 'indexes' | 'retry') => void;

/** Trees that are written in one go; others get a turn in between. */
const TREES_AT_ONCE = 8;

/** Dialogs of a tree whose files do not show their state. */
interface Outdated {
  /** Changed since the last look. */
  fresh: Set<Dialog>;
  /** Unchanged since then: the change that made them outdated is not followed by the next. */
  ripe: Set<Dialog>;
}

export class IndexWriter {
  readonly #options: IndexWriterOptions;
  readonly #outdated = new Map<Tree, Outdated>();
  /** Trees whose change was not published yet. */
  readonly #unpublished = new Set<Tree>();
  /** Dialogs whose files, or whose root's line, the disk refused. */
  readonly #refused = new Set<Dialog>();
  #writingPlanned = false;

  constructor(options: IndexWriterOptions) {
    this.#options = options;
  }

  /** The dialog's index files and its root's line no longer show its state. */
  markIndexesDirty(dialog: Dialog): void {
    const { tree } = dialog;
    if (tree.isLost) return;
    this.#note(dialog);
    // The registry, which shows what its subdialogs do, is among the root's files.
    if (isRegistered(dialog)) this.#note(rootOf(tree));
    if (this.#unpublished.size === 0) this.#options.defer(() => this.#publishAll(), 'ui');
    this.#unpublished.add(tree);
    this.#planWriting();
  }

  /** True if the dialog's index files show its state. */
  areCurrent(dialog: Dialog): boolean {
    const outdated = this.#outdated.get(dialog.tree);
    return !outdated?.fresh.has(dialog) && !outdated?.ripe.has(dialog) && !this.#refused.has(dialog);
  }

  /** Neither writes nor publishes anything more of a tree. */
  drop(tree: Tree): void {
    this.#outdated.delete(tree);
    this.#unpublished.delete(tree);
    for (const dialog of [...this.#refused]) if (dialog.tree === tree) this.#refused.delete(dialog);
  }

  /** Writes and publishes a tree's outdated indexes now. */
  flush(tree: Tree): void {
    this.#takeRefused(tree);
    const outdated = this.#outdated.get(tree);
    this.#outdated.delete(tree);
    for (const dialog of [...(outdated?.ripe ?? []), ...(outdated?.fresh ?? [])]) this.#write(dialog);
    if (outdated) this.#storeSummary(tree);
    if (this.#unpublished.has(tree)) this.#publish(tree);
  }

  /**
   * Writes outdated indexes of an active tree that has not changed since the last check: fifty subdialogs that start,
   * speak and answer within one interval are written once.
   */
  flushRipe(tree: Tree): void {
    const outdated = this.#outdated.get(tree);
    if (!outdated) return;
    const { ripe, fresh } = outdated;
    if (fresh.size > 0) this.#outdated.set(tree, { fresh: new Set(), ripe: fresh });
    else this.#outdated.delete(tree);
    for (const dialog of ripe) this.#write(dialog);
  }

  #note(dialog: Dialog): void {
    const { tree } = dialog;
    const outdated = this.#outdated.get(tree) ?? { fresh: new Set(), ripe: new Set() };
    outdated.fresh.add(dialog);
    outdated.ripe.delete(dialog);
    this.#outdated.set(tree, outdated);
  }

  #planWriting(): void {
    if (this.#writingPlanned) return;
    this.#writingPlanned = true;
    this.#options.defer(() => this.#writeSome([...this.#outdated.keys()]), 'indexes');
  }

  #writeSome(trees: readonly Tree[]): void {
    // Closing flushes everything.
    if (this.#options.ctx.closing()) return;
    for (const tree of trees.slice(0, TREES_AT_ONCE)) if (this.#outdated.has(tree)) this.#options.onLate(tree);
    const others = trees.slice(TREES_AT_ONCE);
    if (others.length > 0) {
      this.#options.defer(() => this.#writeSome(others), 'ui');
      return;
    }
    this.#writingPlanned = false;
    if (this.#outdated.size > 0) this.#planWriting();
  }

  #publishAll(): void {
    for (const tree of [...this.#unpublished]) this.#publish(tree);
  }

  #publish(tree: Tree): void {
    this.#unpublished.delete(tree);
    const summary = shownSummary(tree, this.#options.summaryOf(tree));
    holdUntilStored(tree, rootOf(tree).ref.selfId);
    this.#options.ctx.feed.publish({ type: 'root_changed', ...rootOf(tree).ref, summary });
  }

  /** The stored line changes only when the tree starts and when it rests: in between it says `needsDrive`. */
  #storeSummary(tree: Tree): void {
    try {
      if (tree.driving === 0) this.#options.roots.put(this.#options.summaryOf(tree));
    } catch (error) {
      this.#options.ctx.log.error('the list of roots could not be written; it is tried again', error);
      this.#retry(rootOf(tree));
    }
  }

  #write(dialog: Dialog): void {
    const { ctx } = this.#options;
    try {
      ctx.store.project?.(shownDialog(dialog, this.#options.isDue(dialog)));
    } catch (error) {
      ctx.log.error(`indexes of ${dialog.ref.rootId} could not be written; they are tried again`, error);
      this.#retry(dialog);
    }
  }

  #retry(dialog: Dialog): void {
    if (this.#refused.size === 0) this.#options.defer(() => this.#retryAll(), 'retry');
    this.#refused.add(dialog);
  }

  #retryAll(): void {
    for (const { tree } of [...this.#refused]) this.#takeRefused(tree);
    if (this.#outdated.size > 0) this.#planWriting();
  }

  /** What the disk refused of a tree is outdated again. */
  #takeRefused(tree: Tree): void {
    for (const dialog of [...this.#refused]) {
      if (dialog.tree !== tree) continue;
      this.#refused.delete(dialog);
      this.#note(dialog);
    }
  }
}

/** A dialog as index files show it; `isDue`: it has something to do and nothing in its way. */
export function shownDialog(dialog: Dialog, isDue: boolean): ShownDialog {
  const { tree, state, records } = dialog;
  const diligenceLeft = Math.max(0, policyOf(tree.ctx, state).pushMax - state.diligence.pushed);
  return {
    state,
    records,
    // A subdialog has the status of its root (SPEC 1.4).
    status: rootOf(tree).state.status,
    needsDrive: dialog.driving || isDue,
    ...(state.identity.kind === 'root' && { diligenceLeft, registry: registryEntries(tree) }),
  };
}

function isRegistered({ state: { identity } }: Dialog): boolean {
  return identity.kind === 'sub' && identity.tellaskSession !== undefined;
}

/** `registry.yaml` of a tree; `locked` while the subdialog is driven (SPEC 9.2). */
export function registryEntries(tree: Tree): Record<string, RegistryEntry> {
  const entries: Record<string, RegistryEntry> = {};
  for (const [key, selfId] of tree.registry) {
    const dialog = tree.dialogs.get(selfId);
    if (dialog?.state.identity.kind !== 'sub') continue;
    const { agentId, tellaskSession = '', createdAt } = dialog.state.identity;
    const lastAccessed = dialog.state.assignedAt;
    entries[key] = {
      subdialogId: selfId,
      agentId,
      tellaskSession,
      createdAt,
      ...(lastAccessed !== undefined && { lastAccessed }),
      locked: dialog.driving && currentAssignment(dialog.state) !== undefined,
    };
  }
  return entries;
}
