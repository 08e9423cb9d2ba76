// The name of a member as people see it.
import type { AgentId } from '../core/base/ids.ts';
import { isIconName } from '../core/team/team.ts';
import type { Runtime } from '../runtime.ts';

/** The member's name; its id when the team does not know it (any more). */
export function memberName(runtime: Pick<Runtime, 'team'> | undefined, agentId: AgentId): string {
  return runtime?.team().team.members.get(agentId)?.name || agentId;
}

/** An emoji, or a product icon as the editor writes it in labels, and a space; '' for none. */
export function iconText(icon: string | undefined): string {
  if (icon === undefined) return '';
  return isIconName(icon) ? `$(${icon}) ` : `${icon} `;
}
