// Routes a tellask: the routing table of SPEC 3 as one pure function, in its order.
import type { AgentId, DialogId } from '../base/ids.ts';
import type { Said } from '../prompt/said.ts';
import type { Dialect } from '../team/dialect.ts';
import type { Team } from '../team/team.ts';
import { visibleMembers } from '../team/team.ts';
import type { MalformedTellask, TellaskRefusal, ValidTellask } from './segment.ts';

export type TellaskRoute =
  | { readonly kind: 'human' }
  /** A: to the dialog that made the current assignment. */
  | { readonly kind: 'tellaskBack'; readonly to: DialogId; readonly agentId: AgentId }
  /** B: the registered subdialog `agentId!session` of the root. */
  | { readonly kind: 'registered'; readonly agentId: AgentId; readonly session: string }
  /** C: `count` fresh subdialogs side by side; more than one only for `self` (SPEC 3.5). */
  | { readonly kind: 'fresh'; readonly agentId: AgentId; readonly count: number }
  | { readonly kind: 'refused'; readonly reason: TellaskRefusal; readonly message: Said };

/** The speaker: a root has no `caller`; a subdialog's is that of its current (or last) assignment. */
export interface Speaker {
  readonly agentId: AgentId;
  /** The dialog's dialect: fixed when it was created, whatever the team's is now. */
  readonly dialect: Dialect;
  readonly caller?: { readonly dialogId: DialogId; readonly agentId: AgentId };
}

/** Decides the kind of a tellask. Content problems come back as `refused`, with words for the model. */
export function routeTellask(tellask: ValidTellask | MalformedTellask, speaker: Speaker, team: Team): TellaskRoute {
  if (!tellask.valid) {
    const { problem } = tellask;
    return refused('malformed', w => w.malformed(problem));
  }
  const { mention, session } = tellask;
  if (mention === 'human' || (mention === 'ask_human' && speaker.dialect === 'texting')) return { kind: 'human' };
  if (mention === 'tellasker') return tellaskBack(speaker);
  const isBack = session === undefined && mention === speaker.caller?.agentId;
  if (!isBack && !team.members.has(speaker.agentId))
    return refused('unknown-member', w => w.notInTeam(speaker.agentId));
  if (mention === 'self') return toSelf(speaker, session, team);
  if (isBack) return tellaskBack(speaker);
  const member = team.members.get(mention as AgentId);
  if (!member) {
    const names = visibleMembers(team).map(({ id }) => `@${id}`);
    return refused('unknown-member', w => w.noTeammate(mention, names));
  }
  return toMember(member.id, session);
}

function tellaskBack(speaker: Speaker): TellaskRoute {
  if (!speaker.caller) return refused('no-tellasker', w => w.noTellasker);
  return { kind: 'tellaskBack', to: speaker.caller.dialogId, agentId: speaker.caller.agentId };
}

function toSelf(speaker: Speaker, session: string | undefined, team: Team): TellaskRoute {
  if (session !== undefined) return { kind: 'registered', agentId: speaker.agentId, session };
  const effort = team.members.get(speaker.agentId)?.fbr.effort ?? 1;
  if (effort < 1) return refused('fbr-off', w => w.fbrOff);
  return { kind: 'fresh', agentId: speaker.agentId, count: effort };
}

function toMember(agentId: AgentId, session: string | undefined): TellaskRoute {
  return session === undefined ? { kind: 'fresh', agentId, count: 1 } : { kind: 'registered', agentId, session };
}

function refused(reason: TellaskRefusal, message: Said): TellaskRoute {
  return { kind: 'refused', reason, message };
}
