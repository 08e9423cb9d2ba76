// The names of single tools and what rules may name, as team files know them (SPEC 12.4).

import { specsEn } from '../../core/prompt/words/en/tools.ts';
import { agentFormName, agentPermissionName, agentToolset } from '../../core/team/agent-permission.ts';
import { toolsetNames } from '../../core/team/toolset-names.ts';

const agents = [agentFormName, agentPermissionName];

/** The tools of the product: those that are described to models, each once whatever dialect it is for. */
export const toolNames: readonly string[] = Object.keys(specsEn).filter(
  name => !name.endsWith('_texting') && !agents.includes(name),
);

/** What rules of a policy may name: also toolsets, and what agents of others ask for. */
export const ruledNames: readonly string[] = [...toolNames, ...toolsetNames, agentToolset, agentPermissionName];
