// Open Settings, Drive Here, Connect to Store, Show Log: what concerns this window and no dialog.
import { commands } from 'vscode';
import type { Host } from '../host.ts';
import { showWarning } from '../notices/show.ts';
import { showRefusal } from '../refusals.ts';
import { t } from '../words.ts';

export async function openSettings(): Promise<void> {
  await commands.executeCommand('workbench.action.openSettings', '@ext:dominds.dominds');
}

/** Tries to take over when the driving process is gone or has released the folder (SPEC 9.4). */
export async function driveHere(host: Host): Promise<void> {
  await host.rtws.reopen();
  if (host.rtws.reading !== 'driven-elsewhere') return;
  void showWarning(t('Another window or terminal still drives this folder. Close it there first.'));
}

/** Tries to open the store again that could not be opened. */
export async function connectStore({ rtws }: Host): Promise<void> {
  const refused = await rtws.reopen();
  if (refused) void showRefusal(refused);
}

export function showLog({ log }: Host): void {
  log.show();
}
