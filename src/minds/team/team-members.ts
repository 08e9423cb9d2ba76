// Turns entries of a team file into members: defaults applied, built-in members added (SPEC 12.1, 12.3), what cannot be
// read replaced by its last good reading or closed (SPEC 18.6). Pure.
import type { AgentId } from '../../core/base/ids.ts';
import type { PolicyRule } from '../../core/team/policy.ts';
import { DEFAULT_PUSH_MAX, type Member, type Team } from '../../core/team/team.ts';
import { mindsKeeperId, workspaceKeeperId } from '../../core/team/toolset-names.ts';
import type { ReadEntry, Unread } from './team-entry.ts';
import type { MemberEntry } from './team-schema.ts';

/** The readable parts of a team file. */
export interface ReadTeam {
  readonly entries: ReadonlyMap<string, ReadEntry>;
  readonly defaults: ReadEntry;
  /** Faults that may hide a restriction of any member. */
  readonly missing: readonly Unread[];
  /** Whether `entries` is known to be complete. */
  readonly isComplete: boolean;
}

/** A team, with the members whose last good reading holds and those that have no tools. */
export interface AssembledTeam {
  readonly team: Team;
  readonly held: readonly AgentId[];
  readonly withheld: readonly AgentId[];
  /** What the file says of members that it does not name (`adoptMember`). */
  readonly ofOthers: OfOthers;
}

/** The defaults of a team file, and faults that may hide a restriction. */
export type OfOthers = Pick<ReadTeam, 'defaults' | 'missing'>;

/**
 * The members of a file followed by the built-in ones, and the default responder. A member with unreadable restrictions
 * stays as in `last`, else it has no tools.
 */
export function assembleTeam({ entries, defaults, missing, isComplete }: ReadTeam, last?: Team): AssembledTeam {
  const own = [...entries]
    .filter(([id]) => !isBuiltIn(id))
    .map(([id, { entry, unread }]) =>
      close(toMember(id, entry, defaults.entry), [...missing, ...unread, ...unsaid(defaults.unread, entry)]),
    );
  const ids = new Set<string>(own.map(({ id }) => id));
  // A member that is missing from a broken file may still belong to the team.
  const missed = isComplete
    ? []
    : [...(last?.members.values() ?? [])].filter(({ id }) => !isBuiltIn(id) && !ids.has(id));
  const sole = close(soleMember(defaults.entry), [...missing, ...defaults.unread]);
  const builtIn = builtInMembers(entries, defaults.entry).map(member =>
    close(member, [...missing, ...(entries.get(member.id)?.unread ?? [])]),
  );
  const fresh = [...(own.length + missed.length > 0 ? own : [sole]), ...builtIn];
  const members = [...missed, ...fresh.map(member => lastGoodOf(member, last))];
  const unread = new Set([...missed, ...fresh.filter(({ withheld }) => withheld)].map(({ id }) => id));
  const visible = members.filter(({ hidden }) => !hidden);
  const responder = visible.find(({ withheld }) => !withheld) ?? visible[0] ?? sole;
  const byId = new Map<AgentId, Member>(members.map(member => [member.id, member]));
  return {
    team: { dialect: 'auto', members: byId, defaultResponder: responder.id },
    held: members.filter(({ id, withheld }) => unread.has(id) && !withheld).map(({ id }) => id),
    withheld: members.filter(({ withheld }) => withheld).map(({ id }) => id),
    ofOthers: { defaults, missing },
  };
}

/** A member that the team file does not name: its defaults hold, and their restrictions where they cannot be read. */
export function adoptMember(id: string, entry: MemberEntry, { defaults, missing }: OfOthers): Member {
  return close(toMember(id, entry, defaults.entry), [...missing, ...unsaid(defaults.unread, entry)]);
}

function isBuiltIn(id: string): boolean {
  return id === mindsKeeperId || id === workspaceKeeperId;
}

/** A member without tools when a restriction of it may be missing. */
function close(member: Member, [first]: readonly Unread[]): Member {
  return first ? { ...member, withheld: { kind: 'unreadable', why: first.why } } : member;
}

/** Faults of the defaults in fields that the member does not say itself. */
function unsaid(unread: readonly Unread[], entry: MemberEntry): readonly Unread[] {
  return unread.filter(({ field }) => field === undefined || !Object.hasOwn(entry, field));
}

function lastGoodOf(member: Member, last: Team | undefined): Member {
  const before = member.withheld && last?.members.get(member.id);
  return before && !before.withheld ? before : member;
}

/** A member of the file; what it does not say comes from the defaults. */
function toMember(id: string, entry: MemberEntry, defaults: MemberEntry): Member {
  const merged = mergeEntries(defaults, entry);
  const { name, icon, provider, model, model_params: modelParams, tools, toolsets } = merged;
  const { read_dirs: readDirs, write_dirs: writeDirs, no_read_dirs: noReadDirs, no_write_dirs: noWriteDirs } = merged;
  return {
    id: id as AgentId,
    name: name ?? id,
    ...(icon !== undefined && { icon }),
    ...(merged.description !== undefined && { description: merged.description }),
    ...(merged.acp !== undefined && { acp: merged.acp }),
    ...(provider !== undefined && { provider }),
    ...(model !== undefined && { model }),
    ...(modelParams && { modelParams }),
    ...(merged.prompt !== undefined && { prompt: merged.prompt }),
    ...(merged.max_tokens !== undefined && { maxTokens: merged.max_tokens }),
    ...(merged.max_cost !== undefined && { maxCost: merged.max_cost }),
    ...(tools && { tools }),
    ...(toolsets && { toolsets }),
    ...(readDirs && { readDirs }),
    ...(writeDirs && { writeDirs }),
    ...(noReadDirs && { noReadDirs }),
    ...(noWriteDirs && { noWriteDirs }),
    ...(merged.policy && { policy: merged.policy.map(withoutAbsent) }),
    diligencePushMax: Math.floor(merged['diligence-push-max'] ?? (merged.acp === undefined ? DEFAULT_PUSH_MAX : 0)),
    fbr: { effort: merged.fbr?.effort ?? 1, tools: merged.fbr?.tools ?? true },
    ...(merged.dialect !== undefined && { dialect: merged.dialect }),
    ...(merged.on_answer !== undefined && { onAnswer: merged.on_answer }),
    ...(merged.workplace === 'own' && { workplace: merged.workplace }),
    ...(merged.bring && { bring: merged.bring }),
    ...(merged.merge !== undefined && { merge: merged.merge }),
    hidden: merged.hidden ?? false,
  };
}

/** The member of a workspace whose file names none. */
function soleMember(defaults: MemberEntry): Member {
  return toMember('dominds', { hidden: false }, { ...defaults, name: 'Dominds' });
}

/**
 * `fuxi` and `pangu`, with what the file says of them. Their tools, folders and zero diligence are their own: of the
 * defaults they take the model only.
 */
function builtInMembers(entries: ReadTeam['entries'], defaults: MemberEntry): readonly Member[] {
  const { provider, model, model_params, fbr } = defaults;
  const models: MemberEntry = { provider, model, model_params, fbr };
  return Object.entries(builtIn).map(([id, entry]) =>
    toMember(id, entries.get(id)?.entry ?? {}, { ...models, ...entry }),
  );
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
