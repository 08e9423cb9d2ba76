// *Manage Permissions*: what the person allowed in this workspace for good, to be taken back (SPEC 24.4).
import { permissionLine } from '../../core/team/permissions.ts';
import type { Host } from '../host.ts';
import { pickOnce } from '../notices/prompts.ts';
import { showInformation } from '../notices/show.ts';
import { t } from '../words.ts';
import { driving } from './command.ts';

/** Lists the permissions; the chosen one asks from then on. */
export function managePermissions(host: Host): Promise<void> {
  return driving(host, async ({ permissions }) => {
    const items = permissions
      .list()
      .map((grant, at) => ({ label: permissionLine(grant), description: grant.tool, at }));
    if (items.length === 0) {
      void showInformation(t('Nothing is allowed for good in this workspace. A question for permission offers it.'));
      return;
    }
    const chosen = await pickOnce(items, { title: t('Choose a permission to take it back') });
    if (chosen && permissions.remove(chosen.at)) void showInformation(t('{0} asks again.', chosen.label));
  });
}
