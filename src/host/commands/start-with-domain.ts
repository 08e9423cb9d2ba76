// New Dialog in a Domain: a root dialog with a tracked dialogue state (SPEC 16). The domain is chosen first.
import type { Host } from '../host.ts';
import { pickOnce } from '../notices/prompts.ts';
import { t } from '../words.ts';
import { beginning } from './command.ts';

/** Asks for the domain, then opens the empty panel. */
export function startWithDomain(host: Host): Promise<void> {
  return beginning(host, async runtime => {
    const domains = runtime.domains().map(label => ({ label }));
    const picked = await pickOnce(domains, {
      title: t('New Dialog in a Domain'),
      placeHolder: t('Choose a domain. Add your own in .minds/domains/.'),
    });
    if (picked) host.panels.openNew({ domain: picked.label });
    return undefined;
  });
}
