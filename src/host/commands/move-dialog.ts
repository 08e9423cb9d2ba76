// Move Dialog to Side Bar, Move Dialog to Editor: dialogs open from then on where the person left one last (SPEC 25.6).
import { ConfigurationTarget, workspace } from 'vscode';
import type { Host } from '../host.ts';
import { type Home, homeOfDialogs } from '../panel/panel-place.ts';
import { SECTION } from '../settings/settings.ts';
import { dialogOfTarget } from './target.ts';

export function moveToSideBar(host: Host, target: unknown): Promise<void> {
  return move(host, target, 'sideBar');
}

export function moveToEditor(host: Host, target: unknown): Promise<void> {
  return move(host, target, 'editor');
}

async function move({ panels }: Host, target: unknown, home: Home): Promise<void> {
  if (homeOfDialogs() !== home)
    await workspace.getConfiguration(SECTION).update('home', home, ConfigurationTarget.Global);
  const dialog = dialogOfTarget(target) ?? panels.last;
  if (dialog) panels.move(dialog, home);
  else panels.openNew();
}
