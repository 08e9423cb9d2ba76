// The status of a root by a person's act, which every dialog of its tree shows (SPEC 1.4).
import type { Fact } from '../../core/dialog/record.ts';
import { commit } from '../commit.ts';
import type { Tree } from '../driver-context.ts';
import { rootOf } from '../tree.ts';

/** Records a change of a root's status. */
export function changeStatus(tree: Tree, fact: Fact): void {
  commit(rootOf(tree), fact);
  for (const dialog of tree.dialogs.values()) tree.ctx.markIndexesDirty(dialog);
}

/** Words to a completed root reopen it (SPEC 19.4); call it once nothing refuses them any more. */
export function reopenForWords(tree: Tree): void {
  if (rootOf(tree).state.status === 'completed') changeStatus(tree, { kind: 'dialogReopened' });
}
