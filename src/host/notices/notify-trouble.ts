// Tells the person when a dialog is interrupted by something that is not their own doing, with the way out as a button.
import { commands, type Disposable } from 'vscode';
import type { DialogRef } from '../../core/base/ids.ts';
import type { CourseRecord } from '../../core/dialog/record.ts';
import { type InterruptCode, type Interruption, isTrouble } from '../../core/facts/interruption.ts';
import { type RecoveryCommand, recoveryCommandsFor } from '../../core/facts/recovery-commands.ts';
import type { Host } from '../host.ts';
import { interruptionWords, t } from '../words.ts';
import { showWarning } from './show.ts';

/**
 * One notification for all dialogs that stopped for the same reason, until it is closed; a panel in view says so
 * itself.
 */
export function notifyTrouble({ rtws, panels, log }: Pick<Host, 'rtws' | 'panels' | 'log'>): Disposable {
  const telling = new Set<InterruptCode>();
  return rtws.onEvent(event => {
    if (event.type !== 'recorded') return;
    const why = troubleIn(event.record);
    if (why === undefined) return;
    log.warn(`${event.rootId}#${event.selfId}: ${why.code}: ${why.message}`);
    if (telling.has(why.code) || panels.isVisible(event)) return;
    telling.add(why.code);
    void tell(event, why).finally(() => telling.delete(why.code));
  });
}

/** A long wait asked for by the provider is trouble as well, although it comes as a question (SPEC 10.3). */
function troubleIn(record: CourseRecord): Interruption | undefined {
  if (record.kind === 'questionAsked' && record.longWait) {
    return { code: 'rate-limited', message: record.headline };
  }
  if (record.kind !== 'interrupted' || !isTrouble(record.code)) return undefined;
  return { code: record.code, message: record.message };
}

async function tell({ rootId, selfId }: DialogRef, interruption: Interruption): Promise<void> {
  const { heading, detail, remedy } = interruptionWords(interruption);
  const open = { label: t('Open Dialog'), command: 'dominds.openDialog' };
  const ways = [...recoveryCommandsFor(interruption.code).map(wayOut), open];
  const text = `${heading}: ${detail}. ${remedy}`;
  const chosen = await showWarning(text, ...ways.map(({ label }) => label));
  const way = ways.find(({ label }) => label === chosen);
  if (way) await commands.executeCommand(way.command, { rootId, selfId });
}

/** A way out with what its button says. */
function wayOut(command: RecoveryCommand): { readonly label: string; readonly command: string } {
  const labels: Readonly<Record<RecoveryCommand, string>> = {
    chooseModel: t('Choose Model'),
    setApiKey: t('Set API Key'),
    testConnection: t('Test Connection'),
    tryDemo: t('Try the Demo'),
  };
  return { label: labels[command], command: `dominds.${command}` };
}
