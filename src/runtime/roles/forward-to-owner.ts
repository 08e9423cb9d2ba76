// Intents for a tree that another process drives, at a store where each process drives the trees that it has claimed:
// they are forwarded to that process, as by a process that only reads (SPEC 20.4).

import { type DialogRef, type RootId, rootRef } from '../../core/base/ids.ts';
import type { AnsweredBy } from '../../core/dialog/answered-by.ts';
import type { Outcome } from '../../core/facts/trouble.ts';
import type { IntentKind, IntentOf } from '../../core/intents/intents.ts';
import { intentTraits } from '../../core/intents/traits.ts';
import type { Shared } from '../../store/shared-storage.ts';
import type { DialogQueries, IntentResults, Perform, PerformAny } from '../api.ts';
import type { LookingFollower } from './follower.ts';
import type { HandOver } from './hand-over.ts';

export interface OwnerPorts {
  readonly shared: Pick<Shared, 'held' | 'isDrivenByOther'>;
  readonly follower: LookingFollower;
  readonly handOver: Pick<HandOver, 'isPending'>;
  /** Whether its line says that a tree has something to do. */
  readonly isAtWork: (rootId: RootId) => boolean;
}

/** What tells the trees that others are at. */
interface TreesPorts {
  readonly listRoots: DialogQueries['listRoots'];
}

/** An owner may let a tree go, and another one claim it, while words are on their way: then they go to the next one. */
const TRIES = 3;

/**
 * Performs by `own`; an intent about work that `own` refuses for a tree of another process is forwarded by `other`,
 * which hands it over.
 */
export function forwardToOwner(own: Perform, other: Perform, ports: OwnerPorts & TreesPorts): PerformAny {
  const { follower } = ports;
  const forward = async <K extends IntentKind>(
    intent: IntentOf<K>,
    by: AnsweredBy | undefined,
    tries = TRIES,
  ): Promise<Outcome<IntentResults[K]>> => {
    const done = await own(intent, by);
    if (done.ok || done.code !== 'driven-elsewhere' || tries === 0) return done;
    follower.start();
    await follower.look();
    const handed = await other(intent, by);
    return handed.ok || handed.why.id !== 'no-driver' ? handed : forward(intent, by, tries - 1);
  };
  return async (intent, by) => {
    if (intentTraits[intent.kind].viewer !== 'handOver') return own(intent, by);
    if (intent.kind !== 'stopAll') return forward(intent, by);
    const here = await own(intent, by);
    if (!here.ok) return here;
    const elsewhere = (await treesOfOthers(ports)).map(dialog => forward({ kind: 'stop', dialog, tree: true }, by));
    const stopped = (await Promise.all(elsewhere)).flatMap(done => (done.ok ? done.stopped : []));
    return { ok: true, stopped: [...here.stopped, ...stopped] };
  };
}

/** Resolves when no other process has anything left to do in a tree. */
export async function settledAtOwner(rootId: RootId, ports: OwnerPorts): Promise<void> {
  while (await isWithOwner(rootId, ports)) await ports.follower.nextEvent();
}

/** The roots of the trees that other processes are at. */
async function treesOfOthers({ listRoots, shared, isAtWork }: OwnerPorts & TreesPorts): Promise<readonly DialogRef[]> {
  const held = new Set(shared.held());
  const atWork = listRoots({ status: 'running' }).filter(({ rootId }) => !held.has(rootId) && isAtWork(rootId));
  const areDriven = await Promise.all(atWork.map(({ rootId }) => shared.isDrivenByOther(rootId).catch(() => false)));
  return atWork.flatMap(({ rootId }, index) => (areDriven[index] ? [rootRef(rootId)] : []));
}

async function isWithOwner(rootId: RootId, { shared, follower, handOver, isAtWork }: OwnerPorts): Promise<boolean> {
  if (shared.held().includes(rootId)) return false;
  follower.start();
  const isPending = handOver.isPending(rootId);
  await follower.look();
  const isThere = (isPending || isAtWork(rootId)) && !follower.isClosed;
  // A store that is away says so by itself; what it holds is asked again.
  return isThere && (await shared.isDrivenByOther(rootId).catch(() => true));
}
