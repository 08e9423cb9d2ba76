// The folder that a dialog takes for its workspace (SPEC 27.1): its own place, else that of its caller, up to the
// folder that all share.
import path from 'node:path';
import type { DialogState } from '../../core/dialog/state.ts';
import type { Dialog, Tree } from '../driver-context.ts';
import { isUsable } from './usable.ts';

/** Absolute. */
export function folderOf({ tree, state: own }: Dialog): string {
  const { ctx } = tree;
  const seen = new Set<DialogState>();
  for (let state: DialogState | undefined = own; state && !seen.has(state); state = above(tree, state)) {
    if (state.workplace && isUsable(ctx, state.workplace)) return state.workplace.root;
    seen.add(state);
  }
  return ctx.rtws;
}

/** The one who called last. */
function above(tree: Tree, { identity, caller }: DialogState): DialogState | undefined {
  return identity.kind === 'sub' ? tree.dialogs.get(caller?.dialogId ?? identity.supdialogId)?.state : undefined;
}

/** True if a dialog works elsewhere than in the folder that all share. */
export function hasOwnFolder(dialog: Dialog): boolean {
  return folderOf(dialog) !== dialog.tree.ctx.rtws;
}

/** A path below the folder of a dialog as one from the folder that all share: files are watched from there. */
export function fromShared(dialog: Dialog, relative: string): string {
  const own = folderOf(dialog);
  const { rtws } = dialog.tree.ctx;
  return own === rtws ? relative : path.relative(rtws, path.join(own, relative)).split(path.sep).join('/');
}
