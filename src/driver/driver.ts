// Holds what is loaded and decides when a dialog is driven: once at a time each, woken by records, never by polling
// (SPEC 1.5).

import { type DialogRef, type RootId, registryKey } from '../core/base/ids.ts';
import { Listeners } from '../core/base/listeners.ts';
import { needsDrive } from '../core/dialog/next-step.ts';
import { isPastSleep } from '../core/dialog/sleep.ts';
import { type RegistryEntry, type RootSummary, rootSummary } from '../core/dialog/view/projection.ts';
import { DriveError } from '../core/facts/trouble.ts';
import { actAs } from './acting.ts';
import { holdsInternal, idleInternal, runInternal } from './belief/background.ts';
import { offerCalls } from './calls/deliver.ts';
import { unknownCalls } from './calls/dismiss.ts';
import { commit, editedByHand, lostTree, syncAnswers } from './commit.ts';
import { isFinished } from './complete-root.ts';
import { driveDialog } from './drive-dialog.ts';
import type { Dialog, DriverContext, DriverPorts, Tree } from './driver-context.ts';
import { endEffects, endWork, restartFacts } from './end-work.ts';
import { mendTree } from './finish-interrupted-calls.ts';
import { type Defer, IndexWriter, registryEntries } from './index-writer.ts';
import { LoadedTrees } from './loaded-trees.ts';
import { policyOf } from './member.ts';
import type { OpenMode } from './open-mode.ts';
import { hasProcesses, lostFacts } from './processes.ts';
import { createTree, isRunning, rootOf, statesOf } from './tree.ts';

export interface DriverOptions extends DriverPorts {
  readonly mode: OpenMode;
  readonly defer: Defer;
}

export class Driver {
  readonly ctx: DriverContext;
  readonly #options: DriverOptions;
  readonly #trees: LoadedTrees;
  /** Loaded, but not to be driven before the person says so or speaks to it (SPEC 11.2). */
  readonly #held = new Set<RootId>();
  readonly #indexes: IndexWriter;
  readonly #loading = new Map<RootId, Promise<Tree | undefined>>();
  readonly #releases = new Listeners();
  #closing = false;

  constructor(options: DriverOptions) {
    this.#options = options;
    this.#trees = new LoadedTrees(options.store.stored ? 'far' : 'near');
    this.ctx = {
      ...options,
      closing: () => this.#closing,
      actor: { by: undefined },
      wake: dialog => this.#wake(dialog),
      isLeft: (dialog, isDue = () => this.isDialogDue(dialog) || isPastSleep(dialog.state, options.now())) =>
        this.#isLeft(dialog, isDue),
      soon: work => options.defer(work, 'ui'),
      areIndexesCurrent: dialog => this.#indexes.areCurrent(dialog),
      markIndexesDirty: dialog => this.#indexes.markIndexesDirty(dialog),
      lose: (tree, error) => this.#lose(tree, error),
    };
    this.#indexes = new IndexWriter({
      ctx: this.ctx,
      roots: options.roots,
      defer: options.defer,
      summaryOf: tree => this.summaryOf(tree),
      isDue: dialog => this.isDialogDue(dialog),
      onLate: tree => this.#write(tree),
    });
  }

  /** Trees that are in memory now. */
  loaded(): readonly Tree[] {
    return this.#trees.all();
  }

  /** The registry key of a registered subdialog of a tree that is in memory. */
  sessionOf({ rootId, selfId }: DialogRef): string | undefined {
    const identity = this.#trees.get(rootId)?.dialogs.get(selfId)?.state.identity;
    if (identity?.kind !== 'sub' || identity.tellaskSession === undefined) return undefined;
    return registryKey(identity.agentId, identity.tellaskSession);
  }

  /** Whether a root is in memory and driven whenever a record wakes it. */
  isReleased(rootId: RootId): boolean {
    return this.#trees.get(rootId) !== undefined && !this.#held.has(rootId);
  }

  /** The tree of a root that is in memory. */
  loadedTree(rootId: RootId): Tree | undefined {
    return this.#trees.get(rootId);
  }

  /** The tree of a root, loaded and mended if it was not; `undefined` when there is no readable root of that id. */
  async tree(rootId: RootId): Promise<Tree | undefined> {
    const known = this.#trees.get(rootId);
    // One that another process drove may be this one's by now.
    const tree = known && !known.isLost ? known : await this.#load(rootId);
    if (tree) this.#trees.noteUse(tree);
    return tree;
  }

  /** Takes in what a person changed in `reminders.json` of dialogs that wait or rest, as records (SPEC 9.1). */
  takeEdited(dialogs: Iterable<Dialog>): void {
    if (this.#options.mode === 'read') return;
    for (const dialog of dialogs) if (!dialog.driving && !dialog.tree.isLost) commit(dialog, ...editedByHand(dialog));
  }

  /** Adds a root that was just made. */
  adopt(tree: Tree): void {
    this.#add(tree);
  }

  /** Keeps a tree up to date that another process drives. */
  follow(tree: Tree): void {
    tree.isLost = this.#options.mode !== 'read';
    this.adopt(tree);
  }

  /** Drives everything in a tree that has something to do; from now on it is driven whenever a record wakes it. */
  release(tree: Tree): void {
    if (this.#held.delete(tree.rootId)) this.#releases.tell();
    // What follows by itself is no person's act.
    actAs(this.ctx, undefined, () => {
      mendTree(tree);
      for (const dialog of tree.dialogs.values()) {
        if (this.isDialogDue(dialog)) this.#wake(dialog);
      }
    });
  }

  /** Tells when a tree may be driven that might not before. */
  onRelease(listener: () => void): { dispose(): void } {
    return this.#releases.add(listener);
  }

  /** True if a dialog in the tree has something to do or is being driven. */
  isDue(tree: Tree): boolean {
    return tree.driving > 0 || [...tree.dialogs.values()].some(dialog => this.isDialogDue(dialog));
  }

  /** True if a dialog has something to do and nothing blocks it. */
  isDialogDue(dialog: Dialog): boolean {
    const tree = this.#trees.get(dialog.ref.rootId);
    return (!tree || isRunning(tree)) && needsDrive(dialog.state, policyOf(this.ctx, dialog.state, tree));
  }

  /** Resolves when the drive loop of a dialog has ended; at once when none runs. */
  async ended(dialog: Dialog): Promise<void> {
    await dialog.loop;
  }

  /** Resolves when no dialog of the tree is driven; its indexes are written and its folder is in place by then. */
  async quiet(tree: Tree): Promise<void> {
    while (tree.driving > 0) await new Promise<void>(resolve => tree.quiet.push(resolve));
    for (const dialog of tree.dialogs.values()) {
      syncAnswers(dialog);
      await this.ctx.feed.shown(dialog.ref.selfId);
    }
    this.settle(tree);
  }

  /** Writes outdated indexes of an idle tree and finishes a move between the folders of `.dialogs/`. */
  settle(tree: Tree): void {
    if (this.#options.mode === 'read' || tree.isLost || tree.driving > 0) return;
    this.#leaveResting(tree);
    this.#indexes.flush(tree);
  }

  /** A root's line as it is stored, from memory. */
  summaryOf(tree: Tree): RootSummary {
    return {
      ...rootSummary(rootOf(tree).state, statesOf(tree), this.isDue(tree) || hasProcesses(tree)),
      ...(tree.lastNumber > 0 && { lastNumber: tree.lastNumber }),
    };
  }

  /**
   * The same for a root that may not be in memory. A root with nothing to finish is read and not kept; any other is
   * loaded, repaired and dropped again. `undefined` when no readable root has that id.
   */
  async lineOf(rootId: RootId): Promise<RootSummary | undefined> {
    const known = this.#trees.get(rootId);
    const read = known ?? (await this.#read(rootId));
    if (!read) return undefined;
    // It may have been loaded meanwhile.
    const loaded = this.#trees.get(rootId);
    const line = this.summaryOf(loaded ?? read);
    if (loaded || !this.#mayWrite(read)) return line;
    if (isFinished(read) && !line.needsDrive) {
      this.#leaveResting(read);
      return line;
    }
    this.#keep(read);
    const mended = this.summaryOf(read);
    this.forget(rootId);
    return mended;
  }

  registryOf(tree: Tree): Record<string, RegistryEntry> {
    return registryEntries(tree);
  }

  /** Forgets a tree, its indexes written; it is loaded again when needed. */
  forget(rootId: RootId): void {
    const tree = this.#trees.get(rootId);
    if (tree) this.settle(tree);
    this.#trees.delete(rootId);
    this.#held.delete(rootId);
    // What another process drove when it was read is not this one's to let go; by now it may be claimed, and be
    // loading.
    if (!tree?.isLost) this.ctx.store.forget(rootId);
  }

  /**
   * Another process owns a tree now, or the store has not kept what was recorded: what runs of it here is ended,
   * nothing more is recorded, and memory forgets it.
   */
  lose(rootId: RootId, why: DriveError = lostTree()): void {
    const tree = this.#trees.get(rootId);
    if (tree) this.#lose(tree, why);
  }

  /**
   * Other processes may own the trees by now, and none of them can end what this one does outside of it: that ends.
   * Memory keeps the trees, which go on when the store takes their records.
   */
  endEffects(): void {
    for (const tree of this.#trees.all()) endEffects(tree);
    void this.ctx.background?.endOf({}, 'lost');
  }

  /** Ends what runs, keeping all that was said; resolves when everything is stored. */
  async close(): Promise<void> {
    this.#closing = true;
    for (const tree of this.#trees.all()) endWork(tree);
    await Promise.all(this.#trees.all().map(tree => this.quiet(tree)));
    await this.ctx.background?.endOf();
  }

  #isLeft(dialog: Dialog, isDue: () => boolean): boolean {
    const { tree, driving } = dialog;
    const goesOn = driving || (this.#options.mode === 'drive' && this.isReleased(tree.rootId));
    return !goesOn && isRunning(tree) && isDue() && !this.ctx.othersDrive?.();
  }

  #lose(tree: Tree, error: unknown): void {
    if (tree.isLost) return;
    tree.isLost = true;
    const isElsewhere = !(error instanceof DriveError) || error.code === 'lock-lost';
    const what = isElsewhere ? 'is driven by another process from now on' : 'is let go';
    this.ctx.log.error(`${tree.rootId} ${what}`, error);
    endWork(tree);
    void this.ctx.background?.endOf({ rootId: tree.rootId });
    this.#indexes.drop(tree);
    if (this.#trees.get(tree.rootId) !== tree) return;
    this.#trees.delete(tree.rootId);
    this.#held.delete(tree.rootId);
  }

  /** Concurrent requests for a tree that is loading share one promise. */
  #load(rootId: RootId): Promise<Tree | undefined> {
    const known = this.#loading.get(rootId);
    if (known) return known;
    const loading = this.#loadAnew(rootId).finally(() => this.#loading.delete(rootId));
    this.#loading.set(rootId, loading);
    return loading;
  }

  async #loadAnew(rootId: RootId): Promise<Tree | undefined> {
    const read = await this.#read(rootId);
    const known = this.#trees.get(rootId);
    if (!read || (known && (!known.isLost || read.isLost))) return known;
    if (this.#mayWrite(read)) {
      this.#keep(read);
      await this.#finishReverts(read);
    }
    return read;
  }

  async #finishReverts(tree: Tree): Promise<void> {
    if (![...tree.dialogs.values()].some(({ state }) => state.reverting)) return;
    try {
      await this.ctx.finishReverts?.(tree);
    } catch (error) {
      // As in `#recover`: it is tried again when the tree is loaded the next time.
      this.ctx.log.error(`${tree.rootId}: a revert of files could not be ended`, error);
    }
  }

  #mayWrite(tree: Tree): boolean {
    return this.#options.mode !== 'read' && !tree.isLost && !this.#closing;
  }

  async #read(rootId: RootId): Promise<Tree | undefined> {
    const loaded = await this.ctx.store.load(rootId, this.#options.mode === 'read' ? 'toRead' : 'toDrive');
    if (!loaded) return undefined;
    const tree = createTree(this.ctx, rootId, [loaded.root, ...loaded.subdialogs]);
    tree.isLost = loaded.isDrivenElsewhere === true;
    if (this.#mayWrite(tree)) tree.unknownCalls = await unknownCalls(tree);
    return tree;
  }

  #keep(tree: Tree): void {
    this.#add(tree);
    this.#held.add(tree.rootId);
    this.#recover(tree);
  }

  /** Records and repairs what a crash left. Drives nothing: the tree is held. */
  #recover(tree: Tree): void {
    try {
      this.takeEdited(tree.dialogs.values());
      for (const dialog of tree.dialogs.values()) {
        if (this.ctx.store.isProjectionOld?.(dialog.state)) this.#indexes.markIndexesDirty(dialog);
        commit(dialog, ...restartFacts(dialog), ...lostFacts(dialog));
      }
      mendTree(tree);
    } catch (error) {
      // A disk that refuses is no reason not to read; it is tried again before anything is driven.
      this.ctx.log.error(`${tree.rootId} could not be mended`, error);
    }
    // Other index files follow late: a thousand roots that a crash left are mended in a second.
    if (tree.registry.size > 0) this.settle(tree);
    else this.#leaveResting(tree);
  }

  /** Lets go of the files of a tree, and moves its folder to where its status belongs. */
  #leaveResting(tree: Tree): void {
    try {
      this.ctx.store.rest(tree.rootId, rootOf(tree).state.status);
    } catch (error) {
      this.ctx.log.error(`${tree.rootId} could not be put where its status belongs`, error);
    }
  }

  #wake(dialog: Dialog): void {
    const { tree } = dialog;
    if (dialog.driving || this.#closing || this.#options.mode !== 'drive' || this.#held.has(tree.rootId)) return;
    if (!isRunning(tree)) return;
    dialog.driving = true;
    tree.driving += 1;
    if (tree.driving === 1) this.#noteStart(tree);
    // Starts in the next tick, so that the waking record is complete before anything follows from it.
    dialog.loop = Promise.resolve().then(() => this.#drive(dialog));
  }

  async #drive(dialog: Dialog): Promise<void> {
    const { tree } = dialog;
    await driveDialog(dialog);
    dialog.driving = false;
    delete dialog.loop;
    tree.driving -= 1;
    this.#indexes.markIndexesDirty(dialog);
    // A record that came between the last look and here finds no running loop to take it up.
    if (!this.#closing) this.#takeUp(dialog);
    this.#startBackgroundFlow(dialog);
    this.#noteQuiet(tree);
  }

  /**
   * An Internal flow runs beside the dialog: words reach it meanwhile, and only who waits for the whole tree waits for
   * it.
   */
  #startBackgroundFlow(dialog: Dialog): void {
    const { tree } = dialog;
    const flow = this.#closing || !isRunning(tree) ? undefined : idleInternal(dialog);
    if (!flow || this.#isInternalHeld(dialog)) return;
    tree.driving += 1;
    void runInternal(dialog, flow).then(() => {
      tree.driving -= 1;
      this.#indexes.markIndexesDirty(dialog);
      this.#noteQuiet(tree);
    });
  }

  #isInternalHeld(dialog: Dialog): boolean {
    try {
      return holdsInternal(dialog);
    } catch (error) {
      this.ctx.log.error(`a question of ${dialog.ref.selfId} could not be recorded`, error);
      return true;
    }
  }

  #noteQuiet(tree: Tree): void {
    if (tree.driving > 0) return;
    for (const resolve of tree.quiet.splice(0)) resolve();
  }

  #takeUp(dialog: Dialog): void {
    try {
      offerCalls(dialog);
      if (this.isDialogDue(dialog)) this.#wake(dialog);
    } catch (error) {
      this.ctx.log.error(`a call in line for ${dialog.ref.selfId} could not be recorded; it stays in line`, error);
    }
  }

  /** From now on the list marks this tree as active, in case the process dies. */
  #noteStart(tree: Tree): void {
    const { roots } = this.#options;
    if (roots.summaries.get(tree.rootId)?.needsDrive) return;
    try {
      roots.put({ ...this.summaryOf(tree), needsDrive: true });
    } catch (error) {
      this.ctx.log.error('the list of roots could not be written; it is rebuilt from the folders', error);
    }
  }

  #write(tree: Tree): void {
    if (tree.driving > 0) this.#indexes.flushRipe(tree);
    else this.settle(tree);
  }

  #add(tree: Tree): void {
    const rests = (each: Tree) => each.driving === 0 && !this.isDue(each) && !hasProcesses(each);
    this.#trees.makeRoom(rests, rootId => this.forget(rootId));
    this.#trees.add(tree);
  }
}
