// Words for a tree that another process drives, at a store where each process drives the trees that it has claimed: they are handed to
// that process, as by a process that only reads (SPEC 20.4).
import { type DialogRef, type RootId, rootRef } from '../../core/dialog/ids.ts';
import { type Outcome, refuse } from '../../core/trouble.ts';
import type { Shared } from '../../store/shared-storage.ts';
import type { DialogApi } from '../api.ts';
import type { LookingFollower } from './follower-api.ts';
import type { HandOver } from './hand-over.ts';

export interface OwnerPorts {
  readonly shared: Pick<Shared, 'held' | 'isDrivenByOther'>;
  readonly follower: LookingFollower;
  readonly handOver: Pick<HandOver, 'isPending'>;
  /** Whether its line says that a tree has something to do. */
  readonly isAtWork: (rootId: RootId) => boolean;
}

/** An owner may let a tree go, and another one claim it, while words are on their way: then they go to the next one. */
const TRIES = 3;

/** The intents and queries of `own`; what `own` refuses for a tree of another process is asked of `other`, which hands it over. */
export function handToOwner(own: DialogApi, other: DialogApi, ports: OwnerPorts): DialogApi {
  const inTree = async <T>(ask: (api: DialogApi) => Promise<Outcome<T>>, tries = TRIES): Promise<Outcome<T>> => {
    const done = await ask(own);
    if (done.ok || done.code !== 'driven-elsewhere' || tries === 0) return done;
    ports.follower.start();
    await ports.follower.look();
    const handed = await ask(other);
    return handed.ok || handed.why.id !== 'no-driver' ? handed : inTree(ask, tries - 1);
  };
  return {
    ...own,
    say: input => inTree(api => api.say(input)),
    answer: input => inTree(api => api.answer(input)),
    changeQueued: (ref, change) => inTree(api => api.changeQueued(ref, change)),
    removeQueued: (ref, removed) => inTree(api => api.removeQueued(ref, removed)),
    dismiss: (rootId, callId) => inTree(api => api.dismiss(rootId, callId)),
    tellCallee: (rootId, told) => inTree(api => api.tellCallee(rootId, told)),
    stop: (ref, how) => inTree(api => api.stop(ref, how)),
    retryNow: (ref, how) => inTree(api => api.retryNow(ref, how)),
    async stopAll() {
      const stopped = await own.stopAll();
      const elsewhere = await treesOfOthers(own, ports);
      const done = await Promise.all(elsewhere.map(ref => inTree(api => api.stop(ref, { tree: true }))));
      return [...stopped, ...done.flatMap(each => (each.ok ? each.stopped : []))];
    },
    async settled(rootId) {
      while (await isWithOwner(rootId, ports)) await ports.follower.nextEvent();
      return own.settled(rootId);
    },
  };
}

/** The same; words that nobody has taken when the tree's owner is gone are taken back, and refused with `no-driver`. */
export function takenBack(handOver: HandOver): HandOver {
  return {
    ...handOver,
    async outcome(msgId) {
      const done = await handOver.outcome(msgId);
      if (!done.ok || done.by === 'driver') return done;
      handOver.takeBack(msgId);
      return refuse('no-driver');
    },
  };
}

/** The roots of the trees that other processes are at. */
async function treesOfOthers(own: DialogApi, { shared, isAtWork }: OwnerPorts): Promise<readonly DialogRef[]> {
  const held = new Set(shared.held());
  const atWork = own.listRoots({ status: 'running' }).filter(({ rootId }) => !held.has(rootId) && isAtWork(rootId));
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
