// A worker wakes dialogs that sleep (SPEC 20.3, 21.4). A tree whose time has come is claimed like any that has work; for files and
// for ends of other dialogs every worker looks now and then, so that nothing is missed while none watched, or on a shared volume.
import type { After } from '../../core/after.ts';
import type { RootId } from '../../core/dialog/ids.ts';
import { type Sleep, sleepOf, type WakingPorts, wakingOf } from '../../core/dialog/sleep.ts';
import { errorMessage } from '../../core/thrown.ts';
import type { Driver } from '../../driver/driver.ts';
import { wakeSleepers } from '../../driver/sleepers.ts';
import { statesOf } from '../../driver/tree.ts';
import type { Shared } from '../../store/shared-storage.ts';

export interface StoredSleepersPorts extends Pick<WakingPorts, 'markOf'> {
  readonly driver: Driver;
  readonly shared: Shared;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly after: After;
  readonly log: { info(message: string): void };
}

export interface StoredSleepers {
  /** Wakes those of a tree that this process drives. */
  wake(rootId: RootId): Promise<void>;
  stop(): void;
}

const LOOK_EVERY_MS = 1_000;

/** Looks every second until it is stopped. */
export function createStoredSleepers({ driver, shared, markOf, now, after, log }: StoredSleepersPorts): StoredSleepers {
  const worldOf = async (sleeps: readonly Sleep[]): Promise<WakingPorts> => {
    const roots = sleeps.flatMap(({ root }) => (root === undefined ? [] : [root]));
    const statuses = roots.length === 0 ? undefined : await shared.statusesOf(roots);
    return { now: now(), markOf, statusOf: rootId => statuses?.get(rootId) };
  };
  const wake = async (rootId: RootId) => {
    const tree = driver.isReleased(rootId) ? driver.loadedTree(rootId) : undefined;
    const sleeps = tree ? statesOf(tree).flatMap(state => sleepOf(state) ?? []) : [];
    if (sleeps.length > 0) await wakeSleepers(driver, rootId, await worldOf(sleeps));
  };
  const look = async () => {
    // A tree stays here while a command runs in it or another of its dialogs works.
    for (const rootId of shared.held()) await wake(rootId);
    const resting = await shared.resting();
    const world = await worldOf(resting.flatMap(({ sleeps }) => sleeps));
    const due = resting.filter(({ sleeps }) => sleeps.some(sleep => wakingOf(sleep, world)));
    if (due.length > 0) await shared.callDue(due.map(({ rootId }) => rootId));
  };
  let takeBack: (() => void) | undefined;
  let isStopped = false;
  const plan = () => {
    takeBack = after(LOOK_EVERY_MS, async () => {
      try {
        await look();
      } catch (error) {
        // The store says by itself that it is away; the next look tries again.
        log.info(`dialogs that wait were not looked at: ${errorMessage(error)}`);
      }
      if (!isStopped) plan();
    });
  };
  plan();
  return {
    wake,
    stop() {
      isStopped = true;
      takeBack?.();
    },
  };
}
