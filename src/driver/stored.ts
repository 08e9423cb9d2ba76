// Support for a store whose `append` only queues: memory may be ahead of it, so nothing leaves this process before
// everything that led to it is stored. A file store has no `stored`, and nothing waits here.
import type { DialogId } from '../core/base/ids.ts';
import type { Tree } from './driver-context.ts';

/**
 * Resolves when everything recorded of a tree so far is stored; absent when it is. Rejects with
 * `DriveError('lock-lost')` when another process owns the tree.
 */
export function untilStored({ ctx, rootId }: Tree): Promise<void> | undefined {
  return ctx.store.stored?.(rootId);
}

/**
 * Holds back a dialog's events until everything recorded so far is stored. A refusal drops them and the tree: memory's
 * view was never seen. False when nothing has to wait.
 */
export function holdUntilStored(tree: Tree, selfId: DialogId): boolean {
  const stored = untilStored(tree);
  if (!stored) return false;
  tree.ctx.feed.hold(selfId, stored, 'drop');
  stored.catch(error => tree.ctx.lose(tree, error));
  return true;
}
