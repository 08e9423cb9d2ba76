// `DOMINDS_START`: starts the first dialog of a folder by itself, in view, so that a sample shows the main feature. The
// environment is the person's own; no file of a folder can request this.
import { randomUUID } from 'node:crypto';
import { commands, type Disposable } from 'vscode';
import { rootRef } from '../../core/base/ids.ts';
import type { Host } from '../host.ts';
import { refusalWords } from '../words.ts';

/** Starts it once the window drives a folder without dialogs; `DOMINDS_START_TASKDOC` names its taskdoc. */
export function startByEnvironment({ rtws, panels, log }: Pick<Host, 'rtws' | 'panels' | 'log'>): Disposable {
  const { DOMINDS_START: text = '', DOMINDS_START_TASKDOC: taskDocPath = '' } = process.env;
  if (text.trim() === '') return { dispose: () => {} };
  let isDone = false;
  const start = async () => {
    const { runtime, reading } = rtws;
    if (isDone || !runtime || reading) return;
    isDone = true;
    if (runtime.listRoots().length > 0) return;
    await commands.executeCommand('dominds.dialogs.focus');
    const started = await runtime.perform({
      kind: 'start',
      text,
      msgId: randomUUID(),
      ...(taskDocPath !== '' && { taskDocPath }),
    });
    if (started.ok) panels.open(rootRef(started.rootId));
    else log.warn(`DOMINDS_START: ${refusalWords(started).message}`);
  };
  const following = rtws.onChange(() => void start());
  setImmediate(() => void rtws.open().then(start));
  return following;
}
