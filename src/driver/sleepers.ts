// Dialogs that sleep, and what wakes them (SPEC 21.4).

import type { RootId } from '../core/base/ids.ts';
import { sleepingCall, sleepOf, type WakingPorts, wakingOf } from '../core/dialog/sleep.ts';
import { commit } from './commit.ts';
import type { Driver } from './driver.ts';
import type { Dialog } from './driver-context.ts';
import { endSleep } from './end-sleep.ts';
import { isRunning } from './tree.ts';

/**
 * Wakes the dialogs of a tree whose sleep is over (SPEC 21.4), and drives them. Beside work that an earlier process
 * left, and that the person has not let go on, they wait for the same word.
 */
export async function wakeSleepers(driver: Driver, rootId: RootId, ports: WakingPorts): Promise<void> {
  const tree = await driver.tree(rootId);
  if (!tree || driver.ctx.closing() || !isRunning(tree)) return;
  const isLeft = !driver.isReleased(rootId) && driver.isDue(tree);
  const woken = [...tree.dialogs.values()].filter(dialog => wakeOver(dialog, ports));
  if (woken.length === 0) return;
  if (isLeft) for (const dialog of woken) commit(dialog, { kind: 'leftWaiting' });
  else driver.release(tree);
}

function wakeOver(dialog: Dialog, ports: WakingPorts): boolean {
  const sleep = sleepOf(dialog.state);
  const call = sleepingCall(dialog.state);
  const waking = sleep && wakingOf(sleep, dialog.tree.rootId, ports);
  if (!waking || !call) return false;
  endSleep(dialog, call, waking);
  return true;
}
