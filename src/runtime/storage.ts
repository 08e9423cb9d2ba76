// How much the dialogs take, and the removal of archived ones; never of others (SPEC 13.9).
import type { RootId } from '../core/dialog/ids.ts';
import { rootRef } from '../core/dialog/ids.ts';
import type { RootSummary } from '../core/dialog/projection.ts';
import { type Outcome, refuse } from '../core/trouble.ts';
import { rootBytes } from '../store/files/dialog-sizes.ts';
import { createLayout } from '../store/files/layout.ts';
import type { Parts } from './parts.ts';
import type { Role } from './role.ts';

/** A root with the bytes of its folder. */
export interface StoredRoot {
  readonly root: RootSummary;
  readonly bytes: number;
}

/** All roots, or those of some ids, with their sizes. */
export async function measureRoots(
  { rtws }: Pick<Parts, 'rtws'>,
  { desk }: Pick<Role, 'desk'>,
  only?: readonly RootId[],
): Promise<readonly StoredRoot[]> {
  const wanted = only && new Set(only);
  const measured: StoredRoot[] = [];
  for (const root of desk.listRoots()) {
    if (wanted && !wanted.has(root.rootId)) continue;
    measured.push({ root, bytes: await rootBytes(rtws, root.rootId, root.status) });
  }
  return measured;
}

/** Deletes archived roots for good. Nothing is deleted when one of them is not archived, or another process drives. */
export async function removeArchived(
  { rtws, feed }: Pick<Parts, 'rtws' | 'feed'>,
  role: Role,
  rootIds: readonly RootId[],
): Promise<Outcome<{ removed: readonly RootId[] }>> {
  if (role.drivenBy() !== 'this') {
    return refuse('delete-elsewhere');
  }
  const archived = new Set(role.desk.listRoots({ status: 'archived' }).map(({ rootId }) => rootId));
  const other = rootIds.find(rootId => !archived.has(rootId) || role.isBusy(rootId));
  if (other !== undefined) return refuse('not-archived', { dialog: other });
  const { driver, roots } = role.engine;
  const layout = createLayout(rtws);
  const removed: RootId[] = [];
  for (const rootId of rootIds) {
    driver.forget(rootId);
    try {
      role.files.remove(layout.rootFolder(rootId, 'archived'));
    } catch (error) {
      return refuse('not-deleted', { reason: (error as Error).message });
    }
    roots.drop(rootId);
    feed.publish({ type: 'root_changed', ...rootRef(rootId) });
    removed.push(rootId);
  }
  return { ok: true, removed };
}
