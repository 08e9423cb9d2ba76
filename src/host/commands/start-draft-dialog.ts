// Start Root Dialog (Drafts): a message, and a mind that refines drafts for it until one is accepted (SPEC 15).
import { randomUUID } from 'node:crypto';
import { rootRef } from '../../core/dialog/ids.ts';
import type { Outcome } from '../../core/trouble.ts';
import type { Runtime } from '../../runtime.ts';
import type { Host } from '../host.ts';
import { askForLine } from '../notices/show.ts';
import { t } from '../words.ts';
import { beginning } from './command.ts';
import { pickMember } from './start-root-dialog.ts';

/** Asks for message and member. Nothing is made when the person backs out. */
export function startDraftDialog(host: Host): Promise<void> {
  return beginning(host, runtime => start(host, runtime));
}

async function start(host: Host, runtime: Runtime): Promise<Outcome<object> | undefined> {
  const text = await askForLine({
    title: t('Start Root Dialog (Drafts)'),
    prompt: t('What shall be answered? Leave empty to write it in the panel.'),
    ignoreFocusOut: true,
  });
  if (text === undefined) return undefined;
  const agentId = (await pickMember(runtime.team().team))?.id;
  if (agentId === undefined) return undefined;
  const started = await runtime.start({ agentId, mode: 'draft' });
  if (!started.ok) return started;
  host.panels.open(rootRef(started.rootId));
  if (text.trim() === '') return started;
  return runtime.draft(started.rootId, { kind: 'send', msgId: randomUUID(), content: text, run: 'paused' });
}
