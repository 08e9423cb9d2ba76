// A worker wakes dialogs that sleep (SPEC 20.3, 21.4). A tree whose time has come is claimed like any that has work;
// for files and for ends of other dialogs every worker looks now and then, so that nothing is missed while none
// watched, or on a shared volume.
import type { After } from '../../core/base/after.ts';
import type { RootId } from '../../core/base/ids.ts';
import { errorMessage } from '../../core/base/thrown.ts';
import { onlyEndOf, sleepOf, type WakingPorts } from '../../core/dialog/sleep.ts';
import type { Sleep } from '../../core/dialog/tool-call.ts';
import type { Driver } from '../../driver/driver.ts';
import { wakeSleepers } from '../../driver/sleepers.ts';
import { statesOf } from '../../driver/tree.ts';
import type { Shared, SleepingTree } from '../../store/shared-storage.ts';
import { isSomeOver, worldFor } from './sleep-world.ts';

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

type Sleeping = Pick<SleepingTree, 'rootId' | 'sleeps'>;

/** Looks every second until it is stopped. */
export function createStoredSleepers({ driver, shared, markOf, now, after, log }: StoredSleepersPorts): StoredSleepers {
  /** The trees that sleep and for whose end these sleeps last, those for whose end they sleep themselves, and so on. */
  const awaitedBy = async (sleeps: readonly Sleep[], known: readonly Sleeping[]): Promise<readonly Sleeping[]> => {
    const roots = new Set(sleeps.flatMap(sleep => onlyEndOf(sleep) ?? []));
    for (const { rootId } of known) roots.delete(rootId);
    if (roots.size === 0) return known;
    const found = await shared.sleeping([...roots]);
    return awaitedBy(
      found.flatMap(tree => tree.sleeps),
      [...known, ...found],
    );
  };
  /** For the sleeps of `about`, beside others that sleep. */
  const worldOf = (about: readonly Sleeping[], others: readonly Sleeping[]): Promise<WakingPorts> => {
    const sleeps = new Map([...others, ...about].map(tree => [tree.rootId, tree.sleeps]));
    const sleepsIn = (rootId: RootId) => sleeps.get(rootId) ?? [];
    const statusesOf = (rootIds: readonly RootId[]) => shared.statusesOf(rootIds);
    return worldFor(
      about.flatMap(tree => tree.sleeps),
      { now, markOf, sleepsIn, statusesOf },
    );
  };
  const wake = async (rootId: RootId, all?: readonly Sleeping[]) => {
    const tree = driver.isReleased(rootId) ? driver.loadedTree(rootId) : undefined;
    const sleeps = tree ? statesOf(tree).flatMap(state => sleepOf(state) ?? []) : [];
    if (sleeps.length === 0) return;
    const own = { rootId, sleeps };
    await wakeSleepers(driver, rootId, await worldOf([own], all ?? (await awaitedBy(sleeps, [own]))));
  };
  const look = async () => {
    const sleeping = await shared.sleeping();
    // A tree stays here while a command runs in it or another of its dialogs works.
    for (const rootId of shared.held()) await wake(rootId, sleeping);
    const resting = sleeping.filter(({ isHeld }) => !isHeld);
    const world = await worldOf(resting, sleeping);
    const due = resting.filter(({ rootId, sleeps }) => isSomeOver(rootId, sleeps, world));
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
