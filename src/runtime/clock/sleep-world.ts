// What is asked of the world for sleeps of several trees at once (SPEC 21.4).
import type { RootId } from '../../core/base/ids.ts';
import { type WakingPorts, wakingOf } from '../../core/dialog/sleep.ts';
import type { Status } from '../../core/dialog/state.ts';
import type { Sleep } from '../../core/dialog/tool-call.ts';

export interface SleepWorldPorts extends Pick<WakingPorts, 'markOf' | 'sleepsIn'> {
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** How these roots stand now; those that are not there are left out. */
  readonly statusesOf: (rootIds: readonly RootId[]) => Promise<ReadonlyMap<RootId, Status>>;
}

/**
 * The world as it is for these sleeps. Rejects like `statusesOf`, which is asked only when one of them waits for a
 * root.
 */
export async function worldFor(
  sleeps: readonly Sleep[],
  { now, markOf, sleepsIn, statusesOf }: SleepWorldPorts,
): Promise<WakingPorts> {
  const roots = sleeps.flatMap(({ root }) => (root === undefined ? [] : [root]));
  const statuses = roots.length === 0 ? undefined : await statusesOf(roots);
  return { now: now(), markOf, statusOf: rootId => statuses?.get(rootId), sleepsIn };
}

/** True if one of the sleeps in a root's tree is over. */
export function isSomeOver(rootId: RootId, sleeps: readonly Sleep[], world: WakingPorts): boolean {
  return sleeps.some(sleep => wakingOf(sleep, rootId, world) !== undefined);
}
