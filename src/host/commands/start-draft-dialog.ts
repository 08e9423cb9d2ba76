// New Draft: a message, and a mind that refines drafts for it until one is accepted (SPEC 15).

import { randomUUID } from 'node:crypto';
import { rootRef } from '../../core/base/ids.ts';
import type { Outcome } from '../../core/facts/trouble.ts';
import type { Runtime } from '../../runtime.ts';
import type { Host } from '../host.ts';
import { prompting } from '../notices/prompts.ts';
import { t } from '../words.ts';
import { beginning } from './command.ts';
import { openToWrite, pickMember } from './start-root-dialog.ts';

/** Asks for message and member. Creates nothing when the person cancels. */
export function startDraftDialog(host: Host): Promise<void> {
  return beginning(host, runtime => start(host, runtime));
}

async function start(host: Host, runtime: Runtime): Promise<Outcome<object> | undefined> {
  const asked = await prompting(async prompts => {
    const text = await prompts.ask({
      title: t('New Draft'),
      prompt: t('What should be answered? Leave empty to write it in the panel.'),
    });
    const member = text === undefined ? undefined : await pickMember(prompts, runtime.team().team);
    if (text === undefined || !member) return undefined;
    return { text, agentId: member.id };
  });
  if (!asked) return undefined;
  const { text, agentId } = asked;
  const started = await runtime.perform({ kind: 'start', agentId, mode: 'draft' });
  if (!started.ok) return started;
  openToWrite(host, started.rootId);
  if (text.trim() === '') return started;
  return runtime.perform({
    kind: 'draft',
    dialog: rootRef(started.rootId),
    draft: { kind: 'send', msgId: randomUUID(), content: text, run: 'paused' },
  });
}
