// Tells the person when a dialog is interrupted by something that is not their own doing, with the way out as a button.
import { commands, type Disposable } from 'vscode';
import type { DialogRef } from '../../core/dialog/ids.ts';
import type { CourseRecord } from '../../core/dialog/record.ts';
import type { InterruptCode, Interruption } from '../../core/trouble.ts';
import type { Host } from '../host.ts';
import { interruptionWords, t } from '../words.ts';
import { showWarning } from './show.ts';

/** One notification for all dialogs that stopped for the same reason, until it is closed. */
export function notifyTrouble({ rtws, panels, log }: Pick<Host, 'rtws' | 'panels' | 'log'>): Disposable {
  const telling = new Set<InterruptCode>();
  return rtws.onEvent(event => {
    if (event.type !== 'recorded') return;
    const why = troubleIn(event.record);
    if (why === undefined) return;
    log.warn(`${event.rootId}#${event.selfId}: ${why.code}: ${why.message}`);
    if (telling.has(why.code) || (panels.isVisible(event) && waysOut(why.code).length === 0)) return;
    telling.add(why.code);
    void tell(event, why).finally(() => telling.delete(why.code));
  });
}

/** A long wait asked for by the provider is trouble as well, although it comes as a question (SPEC 10.3). */
function troubleIn(record: CourseRecord): Interruption | undefined {
  if (record.kind === 'questionAsked' && record.questionKind === 'provider') {
    return { code: 'rate-limited', message: record.headline };
  }
  if (record.kind !== 'interrupted' || record.code === 'stopped' || record.code === 'restart') return undefined;
  return { code: record.code, message: record.message };
}

async function tell({ rootId, selfId }: DialogRef, interruption: Interruption): Promise<void> {
  const { heading, detail, remedy } = interruptionWords(interruption);
  const open = { label: t('Open Dialog'), command: 'dominds.openDialog' };
  const ways = [...waysOut(interruption.code), open];
  const text = `${heading}: ${detail}. ${remedy}`;
  const chosen = await showWarning(text, ...ways.map(({ label }) => label));
  const way = ways.find(({ label }) => label === chosen);
  if (way) await commands.executeCommand(way.command, way === open ? { rootId, selfId } : undefined);
}

/** What the person can do about it besides looking; empty when the panel tells it all. */
function waysOut(code: InterruptCode): readonly { readonly label: string; readonly command: string }[] {
  const choose = { label: t('Choose Model'), command: 'dominds.chooseModel' };
  const setKey = { label: t('Set API Key'), command: 'dominds.setApiKey' };
  const test = { label: t('Test Connection'), command: 'dominds.testConnection' };
  const demo = { label: t('Try the Demo'), command: 'dominds.tryDemo' };
  switch (code) {
    case 'not-configured':
      return [choose, setKey, demo];
    case 'auth':
      return [setKey, choose];
    case 'consent-needed':
    case 'quota':
    case 'broken-playbook':
    case 'playbook-exhausted':
    case 'rate-limited':
      return [choose];
    case 'unreachable':
    case 'bad-request':
      return [test, choose];
    default:
      return [];
  }
}
