// Shows a refusal: what happened, what to do, and a button that does it where one exists.
import { commands } from 'vscode';
import type { Refusal } from '../core/facts/trouble.ts';
import { showWarning } from './notices/show.ts';
import { refusalWords, t } from './words.ts';

/** What happened and what to do, in sentences. */
export function refusalText(refusal: Refusal): string {
  const { message, remedy } = refusalWords(refusal);
  return [message, remedy].filter(part => part !== '').join(' ');
}

interface Way {
  readonly label: string;
  readonly command: string;
}

/** Tells the person that something was refused. Resolves when the message is gone. */
export async function showRefusal(refusal: Refusal): Promise<void> {
  const ways = recoveryCommandsFor(refusal);
  const chosen = await showWarning(refusalText(refusal), ...ways.map(({ label }) => label));
  const way = ways.find(({ label }) => label === chosen);
  if (way) await commands.executeCommand(way.command);
}

function recoveryCommandsFor({ code, why }: Refusal): Way[] {
  const tryAgain = { label: t('Try Again'), command: 'dominds.connectStore' };
  if (why.id === 'store-password' || why.id === 'store-wants-password' || why.id === 'store-refused')
    return [{ label: t('Set Store Password'), command: 'dominds.setStorePassword' }, tryAgain];
  if (['store-away', 'store-no-database', 'store-not-migrated', 'store-server-old'].includes(why.id)) return [tryAgain];
  // Stopping it there is up to its own button.
  if (why.id === 'driven-by-worker') return [];
  switch (code) {
    case 'disk':
      if (why.id !== 'folder-not-writable') return [];
      return [{ label: t('Open Folder'), command: 'workbench.action.files.openFolder' }];
    case 'no-folder':
      return [{ label: t('Open Folder'), command: 'workbench.action.files.openFolder' }];
    case 'untrusted':
      return [{ label: t('Manage Trust'), command: 'workbench.trust.manage' }];
    case 'driven-elsewhere':
      return [{ label: t('Drive Here'), command: 'dominds.driveHere' }];
    case 'not-configured':
      return [
        { label: t('Choose Model'), command: 'dominds.chooseModel' },
        { label: t('Set API Key'), command: 'dominds.setApiKey' },
      ];
    case 'broken-file':
      return [{ label: t('Show Log'), command: 'dominds.showLog' }];
    default:
      return [];
  }
}
