// Turns entries of a team file into members: defaults applied, built-in members added (SPEC 12.1, 12.3). Pure.
import type { AgentId } from '../core/dialog/ids.ts';
import type { PolicyRule } from '../core/policy.ts';
import type { Member } from '../core/team.ts';
import { DEFAULT_PUSH_MAX } from '../core/team.ts';
import { mindsKeeperId, workspaceKeeperId } from '../core/toolset-names.ts';
import type { MemberEntry } from './team-schema.ts';

/** A member of the file; what it does not say comes from the defaults. */
export function toMember(id: string, entry: MemberEntry, defaults: MemberEntry): Member {
  const merged = mergeEntries(defaults, entry);
  const { name, icon, provider, model, model_params: modelParams, tools, toolsets } = merged;
  const { read_dirs: readDirs, write_dirs: writeDirs, no_read_dirs: noReadDirs, no_write_dirs: noWriteDirs } = merged;
  return {
    id: id as AgentId,
    name: name ?? id,
    ...(icon !== undefined && { icon }),
    ...(provider !== undefined && { provider }),
    ...(model !== undefined && { model }),
    ...(modelParams && { modelParams }),
    ...(merged.max_tokens !== undefined && { maxTokens: merged.max_tokens }),
    ...(merged.max_cost !== undefined && { maxCost: merged.max_cost }),
    ...(tools && { tools }),
    ...(toolsets && { toolsets }),
    ...(readDirs && { readDirs }),
    ...(writeDirs && { writeDirs }),
    ...(noReadDirs && { noReadDirs }),
    ...(noWriteDirs && { noWriteDirs }),
    ...(merged.policy && { policy: merged.policy.map(withoutAbsent) }),
    diligencePushMax: Math.floor(merged['diligence-push-max'] ?? DEFAULT_PUSH_MAX),
    fbr: { effort: merged.fbr?.effort ?? 1, tools: merged.fbr?.tools ?? true },
    hidden: merged.hidden ?? false,
  };
}

/** The member of a workspace whose file names none. */
export function soleMember(defaults: MemberEntry): Member {
  return toMember('dominds', { hidden: false }, { ...defaults, name: 'Dominds' });
}

/**
 * `fuxi` and `pangu`, with what the file says of them. Their tools, folders and zero diligence are their own: of the
 * defaults they take the model only.
 */
export function builtInMembers(entries: ReadonlyMap<string, MemberEntry>, defaults: MemberEntry): readonly Member[] {
  const { provider, model, model_params, fbr } = defaults;
  const models: MemberEntry = { provider, model, model_params, fbr };
  return Object.entries(builtIn).map(([id, entry]) => toMember(id, entries.get(id) ?? {}, { ...models, ...entry }));
}

const builtIn: Readonly<Record<string, MemberEntry>> = {
  [mindsKeeperId]: { name: 'Fuxi', toolsets: ['read', 'memory', 'team'], 'diligence-push-max': 0, hidden: true },
  [workspaceKeeperId]: {
    name: 'Pangu',
    toolsets: ['read', 'write', 'shell', 'memory'],
    'diligence-push-max': 0,
    hidden: true,
  },
};

type RuleEntry = NonNullable<MemberEntry['policy']>[number];

/** A rule with only the keys that are there. */
function withoutAbsent({ decision, tools, paths, commands }: RuleEntry): PolicyRule {
  return { decision, ...(tools && { tools }), ...(paths && { paths }), ...(commands && { commands }) };
}

function mergeEntries(defaults: MemberEntry, entry: MemberEntry): MemberEntry {
  return {
    ...defaults,
    ...entry,
    ...(defaults.model_params && { model_params: { ...defaults.model_params, ...entry.model_params } }),
    ...(defaults.fbr && { fbr: { ...defaults.fbr, ...entry.fbr } }),
  };
}
