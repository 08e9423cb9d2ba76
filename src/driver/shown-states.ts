// How dialogs look to views: work that nobody does before the person says so is shown as left.
import type { DialogId } from '../core/base/ids.ts';
import { type DialogState, openCalls } from '../core/dialog/state.ts';
import type { RootSummary } from '../core/dialog/view/projection.ts';
import { leftState, shownLine } from '../core/dialog/view/undriven.ts';
import { isOnItsWay } from './calls/deliver.ts';
import type { Dialog, Tree } from './driver-context.ts';
import { rootOf } from './tree.ts';

/** The state of a dialog for views. */
export function shownState(dialog: Dialog): DialogState {
  return dialog.tree.ctx.isLeft(dialog) ? leftState(dialog.state) : dialog.state;
}

/** The states of all dialogs of a tree for views; the root first. */
export function shownStates(tree: Tree): readonly [DialogState, ...DialogState[]] {
  const root = rootOf(tree);
  const others = [...tree.dialogs.values()].filter(dialog => dialog !== root);
  return [shownState(root), ...others.map(shownState)];
}

/**
 * The dialogs of a tree with calls that a crash left on their way to their callees, and that no process brings there.
 */
export function leftCallers(tree: Tree): ReadonlySet<DialogId> {
  const isLeft = (dialog: Dialog) =>
    tree.ctx.isLeft(dialog, () => openCalls(dialog.state).some(call => isOnItsWay(dialog, call)));
  const callers = [...tree.dialogs.values()].filter(isLeft);
  return new Set(callers.map(({ ref }) => ref.selfId));
}

/** A root's line for lists; `line` is the one that is stored. */
export function shownSummary(tree: Tree, line: RootSummary): RootSummary {
  return shownLine(line, shownStates(tree), leftCallers(tree));
}
