// Opens the store that a runtime's dialogs are in. The engine is loaded when a store is named.
import { performance } from 'node:perf_hooks';
import type { Outcome } from '../core/trouble.ts';
import type { SharedStorage } from '../store/shared-storage.ts';
import type { OpenMode, OpenStore } from './api.ts';
import type { Parts } from './parts.ts';
import { workspaceName } from './store-admin.ts';

/** Opens the storage of a workspace in a store; refused when it cannot be reached, or its tables are missing or newer. */
export async function openStore(
  { rtws, newId, options }: Parts,
  store: OpenStore,
  mode: OpenMode,
): Promise<Outcome<{ storage: SharedStorage }>> {
  const { openPostgresStorage } = await import('../store/postgres/engine.ts');
  const { url, password, workspace, drive, handsOver, worker } = store;
  return openPostgresStorage({
    url,
    ...(password && { password }),
    rtws: workspace ?? workspaceName(rtws, options.env),
    ...(worker && { room: worker.room }),
    besideWorkers: drive === 'here' || (mode !== 'drive' && !handsOver),
    newId,
    after(ms, work) {
      const timer = setTimeout(work, ms);
      return () => clearTimeout(timer);
    },
    elapsed: () => performance.now(),
  });
}
