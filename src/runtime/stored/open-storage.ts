// Opens the storage that the dialogs of a runtime are in: files of its folder, or a store, whose engine is loaded when
// one is named. The only place that knows which engines there are, besides what an operator does to a store
// (`store-admin.ts`).
import { performance } from 'node:perf_hooks';
import type { Outcome } from '../../core/facts/trouble.ts';
import { openFileStorage } from '../../store/files/storage.ts';
import type { Storage } from '../../store/storage.ts';
import { after } from '../clock/after.ts';
import { createElapsed } from '../clock/elapsed.ts';
import type { OpenStore } from '../open-options.ts';
import type { Services } from '../services.ts';
import { workspaceName } from './store-admin.ts';

/** Opens the storage; refused when a store cannot be reached, or its tables are missing or newer. */
export async function openStorage(services: Services): Promise<Outcome<{ storage: Storage }>> {
  const { rtws, log, now, options } = services;
  if (options.store) return openStore(services, options.store);
  return { ok: true, storage: openFileStorage({ rtws, log, now }) };
}

/** The name by which workers of a store serve this workspace (SPEC 20.3). */
export function workspaceOf({ rtws, options }: Pick<Services, 'rtws' | 'options'>): string {
  return options.store?.workspace ?? workspaceName(rtws, options.env);
}

async function openStore(services: Services, store: OpenStore): Promise<Outcome<{ storage: Storage }>> {
  const { openPostgresStorage } = await import('../../store/postgres/engine.ts');
  const { newId, options } = services;
  const { url, password, drive, handsOver, worker } = store;
  return openPostgresStorage({
    url,
    ...(password && { password }),
    rtws: workspaceOf(services),
    ...(worker && { room: worker.room }),
    // A reader that takes over one day must not do so beside workers.
    besideWorkers: drive === 'here' || (options.mode === 'record' && !handsOver),
    newId,
    after,
    elapsed: createElapsed({ steady: () => performance.now(), wall: Date.now }),
  });
}
