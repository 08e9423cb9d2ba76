// Writes beside the workers of a store: as a further process that claims trees for one piece of work, drives none and
// lets them go (SPEC 20.4).
import type { RootId } from '../../core/base/ids.ts';
import { DriveError, type Outcome, refuse, refuseAway, refuseToStore, StoreAway } from '../../core/facts/trouble.ts';
import type { PerformAny } from '../api.ts';
import type { OpenOptions } from '../open-options.ts';
import type { Services } from '../services.ts';
import { openStorage } from '../stored/open-storage.ts';
import { openDriving } from './driving.ts';
import type { LookingFollower } from './follower.ts';
import type { Role } from './role.ts';

export interface BesidePorts {
  /** Runs work as a process that may claim trees; others may go on with them when it resolves. */
  readonly write: (work: (perform: PerformAny) => Promise<Outcome<object>>) => Promise<Outcome<object>>;
  readonly follower: Pick<LookingFollower, 'isClosed' | 'look' | 'nextEvent'>;
  /** Whether its line says that a tree has something to do. */
  readonly isAtWork: (rootId: RootId) => boolean;
  /** Whether a worker has a tree. Rejects when the store is away. */
  readonly isDrivenByOther: (rootId: RootId) => Promise<boolean>;
}

/** Another worker may claim a tree as soon as one lets it go. */
const TRIES = 3;

/** Performs intents in trees that are claimed for that only. */
export function performBeside(ports: BesidePorts): PerformAny {
  const { write, follower, isAtWork } = ports;
  return async (intent, by) => {
    const rootId = intent.kind !== 'start' && 'dialog' in intent ? intent.dialog?.rootId : undefined;
    for (let tries = 0; ; tries++) {
      const done = await write(perform => perform(intent, by));
      await follower.look();
      if (done.ok || done.code !== 'driven-elsewhere' || rootId === undefined) return done;
      if (isAtWork(rootId) || tries === TRIES) return refuse('driven-by-worker');
      await letGo(rootId, ports);
    }
  };
}

/** A worker keeps a tree for a moment after it rests. */
async function letGo(rootId: RootId, { follower, isAtWork, isDrivenByOther }: BesidePorts): Promise<void> {
  while (!follower.isClosed && !isAtWork(rootId) && (await isDrivenByOther(rootId).catch(() => false)))
    await follower.nextEvent();
}

/**
 * Runs work in a role that performs intents and generates nothing. What it did is stored, and others may go on, when
 * this resolves.
 */
export async function writeBeside<T>(
  services: Services,
  work: (role: Role) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const own = { ...services, options: asRecorder(services.options) };
  const opened = await openStorage(own);
  if (!opened.ok) return opened;
  const { storage } = opened;
  try {
    const leased = await storage.acquire(services.newId());
    if (!leased.ok) return leased;
    const role = await openDriving(
      { ...own, storage },
      { lease: leased.lease, mode: 'record', appliesLeftOver: false, onLost() {}, onOutrun() {} },
    );
    try {
      return await work(role);
    } finally {
      await role.close();
    }
  } catch (error) {
    if (error instanceof StoreAway) return refuseAway(error);
    if (!(error instanceof DriveError)) throw error;
    return refuseToStore(error, 'not-opened');
  } finally {
    await storage.close();
  }
}

function asRecorder({ store, ...options }: OpenOptions): OpenOptions {
  if (!store) return { ...options, mode: 'record' };
  const { worker: _, ...place } = store;
  return { ...options, mode: 'record', store: { ...place, drive: 'here' } };
}
