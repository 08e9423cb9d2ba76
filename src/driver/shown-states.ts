// How dialogs look to views: work that nobody does before the person says so is shown as left.
import { leftState, shownLine } from '../core/dialog/left.ts';
import type { RootSummary } from '../core/dialog/projection.ts';
import type { DialogState } from '../core/dialog/state.ts';
import { type Dialog, rootOf, type Tree } from './tree.ts';

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

/** A root's line for lists; `line` is the one that is stored. */
export function shownSummary(tree: Tree, line: RootSummary): RootSummary {
  const states = shownStates(tree);
  return shownLine(line, states[0], states);
}
