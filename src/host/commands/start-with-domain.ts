// Start Root Dialog (Domain): a root dialog with a tracked dialogue state (SPEC 16). What is spoken about is chosen first.
import { window } from 'vscode';
import type { Outcome } from '../../core/trouble.ts';
import type { Runtime } from '../../runtime.ts';
import type { Host } from '../host.ts';
import { t } from '../words.ts';
import { beginning } from './command.ts';
import { startGiven } from './start-root-dialog.ts';

/** Asks for the domain, then like Start Root Dialog. Nothing is made when the person backs out. */
export function startWithDomain(host: Host): Promise<void> {
  return beginning(host, runtime => start(host, runtime));
}

async function start(host: Host, runtime: Runtime): Promise<Outcome<object> | undefined> {
  const domain = await window.showQuickPick(runtime.domains(), {
    title: t('Start Root Dialog (Domain)'),
    placeHolder: t('What is it about? Domains of your own are files in .minds/domains/.'),
  });
  return domain === undefined ? undefined : startGiven(host, runtime, { domain });
}
