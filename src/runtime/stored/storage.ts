// How much the dialogs take, and the removal of archived ones; never of others (SPEC 13.9).
import { type RootId, rootRef } from '../../core/base/ids.ts';
import { DriveError, type Outcome, refuse, refuseToStore } from '../../core/facts/trouble.ts';
import type { StoredRoot } from '../api.ts';
import type { Role } from '../roles/role.ts';
import type { StoredServices } from '../services.ts';

/** All roots, or those of some ids, with their sizes. */
export async function measureRoots(
  { storage }: Pick<StoredServices, 'storage'>,
  { queries }: Pick<Role, 'queries'>,
  only?: readonly RootId[],
): Promise<readonly StoredRoot[]> {
  const wanted = only && new Set(only);
  const roots = queries.listRoots().filter(({ rootId }) => !wanted || wanted.has(rootId));
  const sizes = await storage.sizes(roots);
  return roots.map(root => ({ root, bytes: sizes.get(root.rootId) ?? 0 }));
}

/**
 * Deletes archived roots permanently. Deletes nothing when one of them is not archived, or another process drives. In a
 * shared store archived roots have no driver.
 */
export async function removeArchived(
  { storage, feed }: Pick<StoredServices, 'storage' | 'feed'>,
  role: Role,
  rootIds: readonly RootId[],
): Promise<Outcome<{ removed: readonly RootId[] }>> {
  if (!storage.shared && role.drivenBy() !== 'this') return refuse('delete-elsewhere');
  const archived = new Set(role.queries.listRoots({ status: 'archived' }).map(({ rootId }) => rootId));
  const other = rootIds.find(rootId => !archived.has(rootId) || role.isBusy(rootId));
  if (other !== undefined) return refuse('not-archived', { dialog: other });
  const { driver, open } = role.engine;
  const removed: RootId[] = [];
  for (const rootId of rootIds) {
    driver.forget(rootId);
    try {
      await open.remove(rootId);
    } catch (error) {
      if (!(error instanceof DriveError)) throw error;
      return refuseToStore(error, 'not-deleted');
    }
    feed.publish({ type: 'root_changed', ...rootRef(rootId) });
    removed.push(rootId);
  }
  return { ok: true, removed };
}
