// The loop of a worker: claims trees that have something to do or were spoken to, drives them, and lets each go when it
// rests, so that a question which waits for weeks costs one row and no process (SPEC 20.3).
import type { After } from '../../core/base/after.ts';
import type { RootId } from '../../core/base/ids.ts';
import { errorMessage } from '../../core/base/thrown.ts';
import { restartInterruption } from '../../core/facts/interruption.ts';
import type { DriveError } from '../../core/facts/trouble.ts';
import { commit } from '../../driver/commit.ts';
import type { Driver } from '../../driver/driver.ts';
import type { Tree } from '../../driver/driver-context.ts';
import { continueDialogs } from '../../driver/intents/intents.ts';
import { hasProcesses } from '../../driver/processes.ts';
import type { Shared } from '../../store/shared-storage.ts';

/** A worker's events about its trees. */
export interface WorkEvent {
  /** `lost`: another worker drives it now, or the store has not kept what was recorded in it; then `why` says so. */
  readonly type: 'claimed' | 'released' | 'lost';
  readonly rootId: RootId;
  readonly why?: string;
}

export interface ClaimLoopOptions {
  readonly driver: Driver;
  readonly shared: Shared;
  /**
   * Stores the line of a tree, from its records; `unread`: of one that cannot be read, which nobody is to claim for its
   * own sake.
   */
  readonly list: (tree: Tree | { readonly unread: RootId }) => void;
  /** Wakes the dialogs of a claimed tree whose sleep is over. */
  readonly wake: (rootId: RootId) => Promise<void>;
  /** How many more trees may be driven now. */
  readonly freeRoom: () => number;
  readonly onEvent: (event: WorkEvent) => void;
  readonly log: {
    info(message: string): void;
    warn(message: string): void;
    error(message: string, error?: unknown): void;
  };
  readonly after: After;
}

export interface ClaimLoop {
  /** Drives a tree that this process began, and lets it go when it rests. */
  keep(rootId: RootId): void;
  /** The tree was claimed by another worker, or the store has not kept what was recorded in it. */
  lost(rootId: RootId, why: DriveError): void;
  /** Claims nothing more. Resolves when no claim is under way. */
  stop(): Promise<void>;
}

/** A look comes at least this often; bells come at once. */
const LOOK_EVERY_MS = 1_000;
/** So long a tree that rests stays, for what its person says next. */
const LINGER_MS = 100;
/** So long one is left alone that has something to do and does not do it. */
const STUCK_MS = 5_000;
/** So long one is left alone at most that not even its reason for stopping could be stored in. */
const LONGEST_STUCK_MS = 600_000;
/** A tree that was taken over so often without a generation in between asks its person. */
const MAX_TAKEOVERS = 3;

/** Something was not stored in a tree. */
interface Unstored {
  readonly why: DriveError;
  /** How often in a row: more than once means that not even the reason could be stored. */
  readonly times: number;
  /** True once it was left alone for that. */
  readonly hasWaited: boolean;
}

interface OneClaim {
  readonly rootId: RootId;
  readonly takeovers: number;
}

/** Claims at once, and again whenever the store says that a tree is due, until it is stopped. */
export function startClaimLoop(options: ClaimLoopOptions): ClaimLoop {
  return new Claims(options);
}

class Claims implements ClaimLoop {
  readonly #options: ClaimLoopOptions;
  /** Each claim of a tree differs from an earlier one that was lost. */
  readonly #claimed = new Map<RootId, OneClaim>();
  /**
   * Trees in which something was not stored, and how often in a row: working on would cost model calls again and again.
   */
  readonly #unstored = new Map<RootId, Unstored>();
  readonly #stopListening: () => void;
  /** Ends waits early when the loop is stopped. */
  readonly #waits = new Set<() => void>();
  #looking: Promise<void> | undefined;
  #looksAgain = false;
  #isStopped = false;
  #takeBackLook: (() => void) | undefined;

  constructor(options: ClaimLoopOptions) {
    this.#options = options;
    this.#stopListening = options.shared.onDue(() => this.#look());
    this.#look();
  }

  keep(rootId: RootId): void {
    this.#begin(rootId, 0);
  }

  lost(rootId: RootId, why: DriveError): void {
    const isUnstored = why.code === 'store';
    const times = (this.#unstored.get(rootId)?.times ?? 0) + 1;
    if (isUnstored) this.#unstored.set(rootId, { why, times, hasWaited: false });
    if (!this.#claimed.delete(rootId)) return;
    this.#options.onEvent({ type: 'lost', rootId, ...(isUnstored && { why: why.message }) });
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#stopListening();
    this.#takeBackLook?.();
    for (const end of this.#waits) end();
    await this.#looking;
  }

  #look(): void {
    if (this.#isStopped) return;
    this.#looksAgain = this.#looking !== undefined;
    if (this.#looksAgain) return;
    this.#takeBackLook?.();
    this.#looking = this.#claim().finally(() => {
      this.#looking = undefined;
      if (this.#isStopped) return;
      this.#takeBackLook = this.#options.after(LOOK_EVERY_MS, () => this.#look());
      if (this.#looksAgain) this.#look();
    });
  }

  async #claim(): Promise<void> {
    const { shared, freeRoom, log } = this.#options;
    try {
      for (const { rootId, takeovers } of await shared.claimDue(freeRoom())) this.#begin(rootId, takeovers);
    } catch (error) {
      // The store says by itself that it is away; the next look tries again.
      log.info(`no trees could be claimed: ${errorMessage(error)}`);
    }
  }

  #begin(rootId: RootId, takeovers: number): void {
    const claim = { rootId, takeovers };
    this.#claimed.set(rootId, claim);
    this.#options.onEvent({ type: 'claimed', rootId });
    void this.#work(claim);
  }

  async #work(claim: OneClaim): Promise<void> {
    const { driver, shared, list, log } = this.#options;
    const { rootId } = claim;
    const isOver = () => this.#isStopped || !this.#has(claim);
    try {
      const unstored = this.#unstored.get(rootId);
      if (unstored && unstored.times > 1 && !unstored.hasWaited) {
        this.#unstored.set(rootId, { ...unstored, hasWaited: true });
        await shared.letGo(rootId, { dueInMs: Math.min(STUCK_MS * 2 ** unstored.times, LONGEST_STUCK_MS) });
        this.#end(claim);
        return;
      }
      const tree = await driver.tree(rootId);
      if (tree) await this.#drive(tree, claim);
      if (isOver()) return;
      this.#unstored.delete(rootId);
      // Its last worker may have died before it wrote the line; by a line that lags it would be claimed again and
      // again.
      if (!tree?.isLost) list(tree ?? { unread: rootId });
      driver.forget(rootId);
      await shared.letGo(rootId);
    } catch (error) {
      if (isOver()) return;
      log.error(`${rootId} could not be driven`, error);
      // Any worker may try again, but not at once.
      await shared.letGo(rootId, { dueInMs: STUCK_MS });
      driver.forget(rootId);
    }
    this.#end(claim);
    // New messages are left to the next claim.
    this.#look();
  }

  #has(claim: OneClaim): boolean {
    return this.#claimed.get(claim.rootId) === claim;
  }

  #end(claim: OneClaim): void {
    const { rootId } = claim;
    if (!this.#has(claim)) return;
    this.#claimed.delete(rootId);
    this.#options.onEvent({ type: 'released', rootId });
  }

  /** Drives a tree until it rests and has no new message. */
  async #drive(tree: Tree, claim: OneClaim): Promise<void> {
    const { driver, shared, wake } = this.#options;
    this.#goOn(tree, claim);
    await wake(tree.rootId);
    for (;;) {
      await driver.quiet(tree);
      // The end of a command wakes its dialog by itself.
      await this.#wait(driver.isDue(tree) || hasProcesses(tree) ? STUCK_MS : LINGER_MS);
      if (this.#isStopped || tree.isLost || !this.#has(claim)) return;
      if (tree.driving === 0 && !driver.isDue(tree) && !hasProcesses(tree) && !shared.hasIntents(tree.rootId)) return;
    }
  }

  /** Work interrupted by another worker's death continues; work stopped by a person does not. */
  #goOn(tree: Tree, { takeovers }: OneClaim): void {
    const { driver, log } = this.#options;
    const unstored = this.#unstored.get(tree.rootId);
    if (unstored) {
      const { code, message } = unstored.why;
      for (const dialog of tree.dialogs.values())
        if (driver.isDialogDue(dialog) || dialog.state.interruption?.code === 'restart')
          commit(dialog, { kind: 'interrupted', code, message });
      return;
    }
    if (takeovers >= MAX_TAKEOVERS) {
      log.warn(`${tree.rootId} lost its worker ${takeovers} times in a row: it waits for its person`);
      for (const dialog of tree.dialogs.values())
        if (driver.isDialogDue(dialog)) commit(dialog, { kind: 'interrupted', ...restartInterruption });
      return;
    }
    const interrupted = [...tree.dialogs.values()].filter(({ state }) => state.interruption?.code === 'restart');
    continueDialogs(driver, tree, interrupted);
  }

  #wait(ms: number): Promise<void> {
    return new Promise(resolve => {
      const end = () => {
        takeBack();
        this.#waits.delete(end);
        resolve();
      };
      const takeBack = this.#options.after(ms, end);
      this.#waits.add(end);
    });
  }
}
