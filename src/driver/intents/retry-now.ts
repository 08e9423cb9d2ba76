// Retry Now: the person ends the wait before a model request is sent again (SPEC 10.3).

import type { DialogRef } from '../../core/base/ids.ts';
import type { AnsweredBy } from '../../core/dialog/answered-by.ts';
import { type Outcome, refuse } from '../../core/facts/trouble.ts';
import { commit } from '../commit.ts';
import type { Driver } from '../driver.ts';
import type { Dialog, Tree } from '../driver-context.ts';
import { isRunning } from '../tree.ts';

/**
 * Sends the request of each of these dialogs that waits to retry at once, whatever its provider asked for. Other
 * dialogs of that provider wait on. Refused when none of them waits to retry.
 */
export function retryNow(
  driver: Driver,
  tree: Tree,
  dialogs: readonly Dialog[],
  by: AnsweredBy,
): Outcome<{ retried: readonly DialogRef[] }> {
  const waiting = isRunning(tree) ? dialogs.filter(({ state }) => state.pause?.kind === 'retry') : [];
  if (waiting.length === 0) return refuse('not-retrying');
  for (const dialog of waiting) {
    commit(dialog, { kind: 'retriedNow', by });
    // An attempt that the person asks for is not counted: it neither brings the last one nearer nor lengthens the
    // waits.
    dialog.attempts = Math.max(0, dialog.attempts - 1);
    dialog.endWait?.();
  }
  driver.release(tree);
  return { ok: true, retried: waiting.map(({ ref }) => ref) };
}
