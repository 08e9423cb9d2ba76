// Finishes in a tree what a crash or a full disk left between two records.
import { openCalls } from '../core/dialog/state.ts';
import { deliverGiven, offerQueuedCalls } from './calls/deliver.ts';
import { dropUnwanted } from './calls/dismiss.ts';
import { placeCall } from './calls/dispatch.ts';
import { commit } from './commit.ts';
import { closeSubdialogs } from './complete-root.ts';
import type { Tree } from './driver-context.ts';
import { restartFacts } from './end-work.ts';
import { isRunning } from './tree.ts';

/** Records what is still missing. Doing it again changes nothing. Throws `DriveError` when it cannot be stored. */
export function mendTree(tree: Tree): void {
  if (!isRunning(tree)) {
    closeSubdialogs(tree);
    return;
  }
  const dialogs = [...tree.dialogs.values()];
  for (const dialog of dialogs) {
    // Left so by a disk that refused when the tree was loaded.
    if (dialog.state.generating && !dialog.driving) commit(dialog, ...restartFacts(dialog));
  }
  for (const dialog of dialogs) deliverGiven(dialog);
  dropUnwanted(tree);
  for (const dialog of dialogs) {
    for (const call of openCalls(dialog.state)) placeCall(dialog, call);
  }
  // Only now, so that the queues are in their order.
  offerQueuedCalls(tree);
}
