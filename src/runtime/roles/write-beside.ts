// Writes beside the workers of a store: as a further process that claims trees for one piece of work, drives none and lets them go
// (SPEC 20.4).
import { DriveError, type Outcome, refuseAway, refuseToStore, StoreAway } from '../../core/trouble.ts';
import type { OpenOptions } from '../open-options.ts';
import { openStorage } from '../open-storage.ts';
import type { Services } from '../services.ts';
import { openDriving } from './driving.ts';
import type { Role } from './role.ts';

/** Runs work in a role that applies intents and generates nothing. What it did is stored, and others may go on, when this resolves. */
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
