// New Dialog in a Domain: a root dialog with a tracked dialogue state (SPEC 16). The domain is chosen first.
import type { Host } from '../host.ts';
import { t } from '../words.ts';
import { beginning } from './command.ts';
import { startAsking } from './start-root-dialog.ts';

/** Asks for the domain, then continues like Start Root Dialog. Creates nothing when the person cancels. */
export function startWithDomain(host: Host): Promise<void> {
  return beginning(host, runtime =>
    startAsking(host, runtime, async prompts => {
      const domains = runtime.domains().map(label => ({ label }));
      const picked = await prompts.pick(domains, {
        title: t('New Dialog in a Domain'),
        placeHolder: t('Choose a domain. Add your own in .minds/domains/.'),
      });
      return picked && { domain: picked.label };
    }),
  );
}
