// Brings index files and lists in line with the states, late: a turn pays for records only, and what changes often is
// written once (SPEC 9.1, 17). Nothing here is a truth: what a crash leaves unwritten is rebuilt from the records.
import type { RegistryEntry, RootSummary } from '../core/dialog/projection.ts';
import { currentAssignment } from '../core/dialog/state.ts';
import { indexTexts } from '../store/indexes.ts';
import type { RootsIndex } from '../store/roots-index.ts';
import { policyOf, type Run } from './run.ts';
import { type Dialog, rootOf, type Tree } from './tree.ts';

export interface IndexWriterOptions {
  readonly run: Run;
  readonly roots: RootsIndex;
  readonly summaryOf: (tree: Tree) => RootSummary;
  readonly isDue: (dialog: Dialog) => boolean;
  /** Called a little after a tree changed: it is to be flushed, or settled if it rests. */
  readonly onLate: (tree: Tree) => void;
  /** Runs `work` a little later: lists follow `soon`, files `late`. */
  readonly defer: (work: () => void, when: 'soon' | 'late') => void;
}

/** Trees that are written in one go; others get a turn in between. */
const TREES_AT_ONCE = 8;

export class IndexWriter {
  readonly #options: IndexWriterOptions;
  readonly #outdated = new Map<Tree, Set<Dialog>>();
  /** Trees whose change was not published yet. */
  readonly #unpublished = new Set<Tree>();
  #writingPlanned = false;

  constructor(options: IndexWriterOptions) {
    this.#options = options;
  }

  /** The dialog's index files and its root's line no longer show its state. */
  touched(tree: Tree, dialog: Dialog): void {
    const outdated = (this.#outdated.get(tree) ?? new Set()).add(dialog);
    // The registry, which shows what its subdialogs do, is among the root's files.
    if (isRegistered(dialog)) outdated.add(rootOf(tree));
    this.#outdated.set(tree, outdated);
    if (this.#unpublished.size === 0) this.#options.defer(() => this.#publishAll(), 'soon');
    this.#unpublished.add(tree);
    this.#planWriting('late');
  }

  /** Writes and publishes now what is outdated of a tree. */
  flush(tree: Tree): void {
    const dialogs = this.#outdated.get(tree);
    this.#outdated.delete(tree);
    for (const dialog of dialogs ?? []) this.#write(tree, dialog);
    if (dialogs) this.#storeSummary(tree);
    if (this.#unpublished.has(tree)) this.#publish(tree);
  }

  #planWriting(when: 'soon' | 'late'): void {
    if (this.#writingPlanned) return;
    this.#writingPlanned = true;
    this.#options.defer(() => {
      this.#writingPlanned = false;
      // Whoever closes writes all of it.
      if (!this.#options.run.closing()) this.#writeSome();
    }, when);
  }

  #writeSome(): void {
    const trees = [...this.#outdated.keys()];
    for (const tree of trees.slice(0, TREES_AT_ONCE)) this.#options.onLate(tree);
    if (trees.length > TREES_AT_ONCE) this.#planWriting('soon');
  }

  #publishAll(): void {
    for (const tree of [...this.#unpublished]) this.#publish(tree);
  }

  #publish(tree: Tree): void {
    this.#unpublished.delete(tree);
    const summary = this.#options.summaryOf(tree);
    this.#options.run.feed.publish({ type: 'root_changed', ...rootOf(tree).ref, summary });
  }

  /** The stored line changes only when the tree starts and when it rests: in between it says `needsDrive`. */
  #storeSummary(tree: Tree): void {
    try {
      if (tree.driving === 0) this.#options.roots.put(this.#options.summaryOf(tree));
    } catch (error) {
      this.#options.run.log.error('the list of roots could not be written; it is rebuilt from the folders', error);
    }
  }

  #write(tree: Tree, dialog: Dialog): void {
    const { run } = this.#options;
    try {
      run.store.writeIndexes(dialog.ref, indexTextsOf(run, tree, dialog, this.#options.isDue(dialog)));
    } catch (error) {
      run.log.error(`indexes of ${dialog.ref.rootId} could not be written; they are rebuilt from the records`, error);
    }
  }
}

/** The texts of all index files of a dialog as it stands; `isDue`: it has something to do and nothing in its way. */
export function indexTextsOf(
  run: Run,
  tree: Tree,
  dialog: Dialog,
  isDue: boolean,
): Readonly<Record<string, string | undefined>> {
  const { state } = dialog;
  const left = Math.max(0, policyOf(run, state).pushMax - state.diligence.pushed);
  // A subdialog has the status of its root (SPEC 1.4).
  const shown = { ...state, status: rootOf(tree).state.status };
  return indexTexts(shown, {
    needsDrive: dialog.driving || isDue,
    ...(state.identity.kind === 'root' && { diligenceLeft: left, registry: registryEntries(tree) }),
  });
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
