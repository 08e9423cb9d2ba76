// Background commands of one driver (SPEC 21.5): they end with their dialogs, whose records say when that is.
import type { DialogId, DialogRef } from '../../core/base/ids.ts';
import type { Driver } from '../../driver/driver.ts';
import type { Feed } from '../../driver/feed.ts';
import { recordEnd } from '../../driver/processes.ts';
import { changesSoFar } from '../../driver/tools/file-changes.ts';
import type { DialogStore } from '../../store/dialog-store.ts';
import { Background } from '../../tools/shell/background.ts';
import { forCommands, type ShellPorts } from '../../tools/shell/run-shell.ts';
import { after } from '../clock/after.ts';

export interface BackgroundOptions {
  readonly shell: ShellPorts;
  readonly store: DialogStore;
  readonly feed: Feed;
  readonly driver: () => Driver;
}

/** The commands of one driver; none runs yet. Ends those of a dialog whose records close it. */
export function createBackground({ shell, store, feed, driver }: BackgroundOptions): Background {
  const background = new Background({
    async env() {
      const hidden = ((await shell.secrets?.()) ?? []).filter(secret => secret !== '');
      return { env: forCommands(shell.env, hidden), hidden };
    },
    after: shell.after ?? after,
    outputs: {
      append(ref, processId, text) {
        try {
          store.appendOutput(ref, processId, text);
        } catch (error) {
          // A full disk, or another process that drives by now: it comes when it comes, and nobody waits for it who
          // could be told.
          driver().ctx.log.error(`output of ${processId} could not be kept`, error);
        }
      },
      read: (ref, processId, from, length) => store.readOutput(ref, processId, from, length),
    },
    changesSoFar: () => changesSoFar(driver().ctx),
    onEnded(ref, end, changes) {
      const dialog = driver().loadedTree(ref.rootId)?.dialogs.get(ref.selfId);
      if (dialog) recordEnd(dialog, end, changes);
    },
  });
  feed.subscribe(event => {
    if (event.type !== 'recorded') return;
    const { record, rootId, selfId } = event;
    switch (record.kind) {
      case 'processStarted':
        return background.recorded(event, record.processId);
      case 'dialogCompleted':
      case 'dialogArchived':
        return void background.endOf({ rootId, selfId });
      case 'assignmentDropped':
        return keepsProcesses(driver(), event) ? undefined : void background.endOf({ rootId, selfId });
      case 'responseGiven':
        return isOver(driver(), event, record.to) ? void background.endOf({ rootId, selfId }) : undefined;
      default:
        return undefined;
    }
  });
  return background;
}

/** A dropped task takes its commands along; a dropped question of a callee leaves those of the task alone. */
function keepsProcesses(driver: Driver, { rootId, selfId }: DialogRef): boolean {
  const state = driver.loadedTree(rootId)?.dialogs.get(selfId)?.state;
  return (state?.processes ?? []).length > 0;
}

/**
 * A fresh subdialog that has answered the one who made it is never called again; whoever asks back gets an answer in
 * between.
 */
function isOver(driver: Driver, { rootId, selfId }: DialogRef, answered: DialogId): boolean {
  const identity = driver.loadedTree(rootId)?.dialogs.get(selfId)?.state.identity;
  return identity?.kind === 'sub' && identity.tellaskSession === undefined && identity.supdialogId === answered;
}
