// Start Root Dialog: asks for the task, and for the member when there is a choice, then opens the panel (SPEC 13.2). A
// given taskdoc or text is not asked for again.
import { randomUUID } from 'node:crypto';
import { Uri, workspace } from 'vscode';
import { type RootId, rootRef } from '../../core/base/ids.ts';
import type { Outcome } from '../../core/facts/trouble.ts';
import type { IntentOf } from '../../core/intents/intents.ts';
import { type Member, type Team, visibleMembers } from '../../core/team/team.ts';
import { iconText } from '../../pages/member-name.ts';
import type { Runtime } from '../../runtime.ts';
import type { Host } from '../host.ts';
import { type Prompts, prompting } from '../notices/prompts.ts';
import { t } from '../words.ts';
import { beginning } from './command.ts';

/** A task that was typed but could not be started, offered again so that it is not lost. */
let unstarted = '';

type Given = Pick<IntentOf<'start'>, 'text' | 'agentId' | 'taskDocPath' | 'domain'>;

/** Asks for missing values and starts. Creates nothing when the person cancels. */
export function startRootDialog(host: Host, target: unknown): Promise<void> {
  return beginning(host, runtime => startAsking(host, runtime, async () => givenBy(target)));
}

/** Starts with what `first` asks for or knows, and asks for the rest. */
export async function startAsking(
  host: Host,
  runtime: Runtime,
  first: (prompts: Prompts) => Promise<Given | undefined>,
): Promise<Outcome<object> | undefined> {
  const asked = await prompting(async prompts => {
    const given = await first(prompts);
    if (!given) return undefined;
    const text = given.text ?? (await askForText(prompts, given.taskDocPath));
    if (text === undefined) return undefined;
    const agentId = given.agentId ?? (await pickMember(prompts, runtime.team().team))?.id;
    if (agentId === undefined) return undefined;
    return { ...given, agentId, text };
  });
  if (!asked) return undefined;
  const { text, ...given } = asked;
  const started = await runtime.perform({
    kind: 'start',
    ...given,
    ...(text.trim() !== '' && { text: text.trim(), msgId: randomUUID() }),
  });
  unstarted = started.ok ? '' : text;
  if (started.ok) openToWrite(host, started.rootId);
  return started;
}

/** Opens a new dialog, with the focus in its composer: who left the text empty types it there. */
export function openToWrite({ panels }: Host, rootId: RootId): void {
  panels.open(rootRef(rootId), { focus: { kind: 'composer' } });
}

/** The command's argument: a taskdoc folder of the explorer, or `{text?, agentId?, taskDocPath?, domain?}`. */
function givenBy(target: unknown): Given {
  if (target instanceof Uri) return { taskDocPath: workspace.asRelativePath(target, false) };
  const { text, agentId, taskDocPath, domain } = (target ?? {}) as Record<string, unknown>;
  return {
    ...(typeof text === 'string' && { text }),
    ...(typeof agentId === 'string' && { agentId }),
    ...(typeof taskDocPath === 'string' && { taskDocPath }),
    ...(typeof domain === 'string' && { domain }),
  };
}

async function askForText(prompts: Prompts, taskDocPath: string | undefined): Promise<string | undefined> {
  const title = t('Start Root Dialog');
  return prompts.ask({
    title: taskDocPath === undefined ? title : `${title} · ${taskDocPath}`,
    prompt: t('What should the team do? Leave empty to write it in the panel.'),
    placeHolder: t('For example: find out why the build is slow, and suggest a fix'),
    value: unstarted,
  });
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
