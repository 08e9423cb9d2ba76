// What a store takes and counts, and the removal of archived roots from it.
import type { RootId } from '../core/dialog/ids.ts';
import { rootRef } from '../core/dialog/ids.ts';
import { DriveError, type Outcome, refuse } from '../core/trouble.ts';
import type { SharedStorage } from '../store/shared-storage.ts';
import type { Parts } from './parts.ts';
import type { SharedRole } from './shared-roles.ts';
import type { StoredRoot } from './storage.ts';

/** All roots, or those of some ids, with their sizes. */
export async function measureStored(
  storage: SharedStorage,
  { desk }: Pick<SharedRole, 'desk'>,
  only?: readonly RootId[],
): Promise<readonly StoredRoot[]> {
  const wanted = only && new Set(only);
  const roots = desk.listRoots().filter(({ rootId }) => !wanted || wanted.has(rootId));
  const sizes = await storage.sizes(roots);
  return roots.map(root => ({ root, bytes: sizes.get(root.rootId) ?? 0 }));
}

/** Deletes archived roots for good. Nothing is deleted when one of them is not archived. */
export async function removeStored(
  { feed }: Pick<Parts, 'feed'>,
  { desk, remove }: Pick<SharedRole, 'desk' | 'remove'>,
  rootIds: readonly RootId[],
): Promise<Outcome<{ removed: readonly RootId[] }>> {
  const archived = new Set(desk.listRoots({ status: 'archived' }).map(({ rootId }) => rootId));
  const other = rootIds.find(rootId => !archived.has(rootId));
  if (other !== undefined) return refuse('not-archived', { dialog: other });
  const removed: RootId[] = [];
  for (const rootId of rootIds) {
    try {
      await remove(rootId);
    } catch (error) {
      if (!(error instanceof DriveError)) throw error;
      return refuse('not-deleted', { reason: error.message });
    }
    feed.publish({ type: 'root_changed', ...rootRef(rootId) });
    removed.push(rootId);
  }
  return { ok: true, removed };
}
