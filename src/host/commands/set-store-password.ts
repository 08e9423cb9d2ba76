// Set Store Password: the password of the PostgreSQL store, kept in the secret storage of the editor (SPEC 20.1).
import { commands } from 'vscode';
import type { Host } from '../host.ts';
import { prompting } from '../notices/prompts.ts';
import { showInformation, showWarning } from '../notices/show.ts';
import { showRefusal } from '../refusals.ts';
import { storeAddress, storePassword } from '../settings/store-setting.ts';
import { t } from '../words.ts';

/** Asks for the password and connects with it. */
export async function setStorePassword({ extension, rtws }: Host): Promise<void> {
  const url = storeAddress();
  if (url === undefined) {
    const open = t('Open Settings');
    const chosen = await showWarning(
      t('No store is set. Enter its address in the setting Dominds: Store first.'),
      open,
    );
    if (chosen === open) await commands.executeCommand('workbench.action.openSettings', 'dominds.store');
    return;
  }
  const password = await prompting(prompts =>
    prompts.ask({
      title: t('Password of the store'),
      prompt: t('It is kept in the secret storage of the editor. Leave it empty to remove what is stored.'),
      password: true,
    }),
  );
  if (password === undefined) return;
  const done = await storePassword(extension, url, password);
  const refused = await rtws.reopen();
  if (refused) return showRefusal(refused);
  void showInformation(
    done === 'stored' ? t('The password of the store is stored.') : t('The password of the store was removed.'),
  );
}
