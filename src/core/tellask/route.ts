// Routes a tellask: the routing table of SPEC 3 as one pure function, in its order.
import type { AgentId, DialogId } from '../dialog/ids.ts';
import type { TellaskRefusal } from '../dialog/record.ts';
import type { Team } from '../team.ts';
import { visibleMembers } from '../team.ts';
import type { Dialect, MalformedTellask, TellaskProblem, ValidTellask } from './segment.ts';

export type TellaskRoute =
  | { readonly kind: 'human' }
  /** A: to the dialog that made the current assignment. */
  | { readonly kind: 'tellaskBack'; readonly to: DialogId; readonly agentId: AgentId }
  /** B: the registered subdialog `agentId!session` of the root. */
  | { readonly kind: 'registered'; readonly agentId: AgentId; readonly session: string }
  /** C: `count` fresh subdialogs side by side; more than one only for `self` (SPEC 3.5). */
  | { readonly kind: 'fresh'; readonly agentId: AgentId; readonly count: number }
  | { readonly kind: 'refused'; readonly reason: TellaskRefusal; readonly message: string };

/** The speaker: a root has no `caller`; a subdialog's is that of its current (or last) assignment. */
export interface Speaker {
  readonly agentId: AgentId;
  /** The dialog's dialect: fixed when it was created, whatever the team's is now. */
  readonly dialect: Dialect;
  readonly caller?: { readonly dialogId: DialogId; readonly agentId: AgentId };
}

/** Decides the kind of a tellask. Content problems come back as `refused`, with words for the model. */
export function routeTellask(tellask: ValidTellask | MalformedTellask, speaker: Speaker, team: Team): TellaskRoute {
  if (!tellask.valid) return refused('malformed', malformedMessage(tellask.problem));
  const { mention, session } = tellask;
  if (mention === 'human' || (mention === 'ask_human' && speaker.dialect === 'texting')) return { kind: 'human' };
  if (mention === 'tellasker') return tellaskBack(speaker);
  const isBack = session === undefined && mention === speaker.caller?.agentId;
  if (!isBack && !team.members.has(speaker.agentId))
    return refused('unknown-member', notInTeamMessage(speaker.agentId));
  if (mention === 'self') return toSelf(speaker, session, team);
  if (isBack) return tellaskBack(speaker);
  const member = team.members.get(mention as AgentId);
  if (!member) return refused('unknown-member', unknownMemberMessage(mention, team));
  return toMember(member.id, session);
}

function tellaskBack(speaker: Speaker): TellaskRoute {
  if (!speaker.caller)
    return refused(
      'no-tellasker',
      'This is the root dialog: nobody tellasked it, so @tellasker names nobody. Use @human to ask the person.',
    );
  return { kind: 'tellaskBack', to: speaker.caller.dialogId, agentId: speaker.caller.agentId };
}

function toSelf(speaker: Speaker, session: string | undefined, team: Team): TellaskRoute {
  if (session !== undefined) return { kind: 'registered', agentId: speaker.agentId, session };
  const effort = team.members.get(speaker.agentId)?.fbr.effort ?? 1;
  if (effort < 1)
    return refused('fbr-off', 'Fresh boots reasoning (@self) is switched off for you. Think it through here instead.');
  return { kind: 'fresh', agentId: speaker.agentId, count: effort };
}

function toMember(agentId: AgentId, session: string | undefined): TellaskRoute {
  return session === undefined ? { kind: 'fresh', agentId, count: 1 } : { kind: 'registered', agentId, session };
}

function refused(reason: TellaskRefusal, message: string): TellaskRoute {
  return { kind: 'refused', reason, message };
}

function notInTeamMessage(id: AgentId): string {
  return `@${id} is no longer in the team, so it calls nobody. Answer from what you know, or ask @human.`;
}

function unknownMemberMessage(mention: string, team: Team): string {
  const names = visibleMembers(team).map(member => `@${member.id}`);
  return `There is no teammate @${mention}. Teammates: ${names.join(', ')}; also @human, @self, and in a subdialog @tellasker.`;
}

const malformedMessages: Record<TellaskProblem, string> = {
  'missing-mention': 'A tellask must begin with `!?@name`; this block has no `@` after `!?`.',
  'invalid-mention': 'After `@` must come a name: a letter, then letters, digits, `_` or `-`.',
  'invalid-session': 'The session directive needs a name after it: a letter, then letters, digits, `_` or `-`.',
  'conflicting-session': 'The headline names two different sessions; name one.',
  'session-not-allowed': 'A session cannot be used with @tellasker or @human; leave it out.',
};

function malformedMessage(problem: TellaskProblem): string {
  return `${malformedMessages[problem]} Nobody was called; write the block again if it was meant.`;
}
