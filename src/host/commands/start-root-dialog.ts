// Start Root Dialog: a panel whose first message begins the dialog (SPEC 25.6). A given text is started with at once.
import { randomUUID } from 'node:crypto';
import { Uri, workspace } from 'vscode';
import { type RootId, rootRef } from '../../core/base/ids.ts';
import { type Member, type Team, visibleMembers } from '../../core/team/team.ts';
import { iconText } from '../../pages/member-name.ts';
import type { NewDialog } from '../../protocol/new-dialog.ts';
import type { Host } from '../host.ts';
import type { Prompts } from '../notices/prompts.ts';
import { t } from '../words.ts';
import { beginning } from './command.ts';

/** Opens the empty panel, or starts with the text of the target. */
export function startRootDialog(host: Host, target: unknown): Promise<void> {
  return beginning(host, async runtime => {
    const { text, ...choices } = givenBy(target);
    if (text === undefined) {
      host.panels.openNew(choices);
      return undefined;
    }
    const msgId = randomUUID();
    const started = await runtime.perform({ kind: 'start', ...choices, ...(text !== '' && { text, msgId }) });
    if (started.ok) openToWrite(host, started.rootId);
    return started;
  });
}

/** Opens a new dialog, with the focus in its composer. */
export function openToWrite({ panels }: Host, rootId: RootId): void {
  panels.open(rootRef(rootId), { focus: { kind: 'composer' } });
}

/** The command's argument: a taskdoc folder of the explorer, or `{text?, agentId?, taskDocPath?, domain?}`. */
function givenBy(target: unknown): NewDialog & { readonly text?: string } {
  if (target instanceof Uri) return { taskDocPath: workspace.asRelativePath(target, false) };
  const { text, agentId, taskDocPath, domain } = (target ?? {}) as Record<string, unknown>;
  return {
    ...(typeof text === 'string' && { text: text.trim() }),
    ...(typeof agentId === 'string' && { agentId }),
    ...(typeof taskDocPath === 'string' && { taskDocPath }),
    ...(typeof domain === 'string' && { domain }),
  };
}

/** The only member there is to choose, or the one picked; the default responder comes first. */
export async function pickMember(prompts: Prompts, team: Team): Promise<Member | undefined> {
  const responder = team.members.get(team.defaultResponder);
  const others = visibleMembers(team).filter(member => member !== responder);
  const choice = responder ? [responder, ...others] : others;
  if (choice.length <= 1) return choice[0];
  const items = choice.map(member => ({
    label: `${iconText(member.icon)}${member.name}`,
    description: member === responder ? t('{0} (default)', member.id) : member.id,
    ...(member.description !== undefined && { detail: member.description }),
    member,
  }));
  const picked = await prompts.pick(items, { title: t('Who should start?'), matchOnDescription: true });
  return picked?.member;
}
