// Loads `.minds/team.yaml` (SPEC 12.1, 12.3): every fault becomes a problem with its place and its fix, and takes down no
// more than the member it is in. Never throws.
import type { Node } from 'yaml';
import type * as z from 'zod';
import type { AgentId } from '../core/dialog/ids.ts';
import type { FileProblem, Member, Team } from '../core/team.ts';
import type { Dialect } from '../core/tellask/segment.ts';
import { mindsKeeperId, workspaceKeeperId } from '../core/toolset-names.ts';
import { issueWords } from './issue-words.ts';
import { asksForTeamTools, folderProblems, idProblem } from './member-rules.ts';
import { remedyForKey } from './nearest-name.ts';
import { builtInMembers, soleMember, toMember } from './team-members.ts';
import type { MemberEntry } from './team-schema.ts';
import { fbrSchema, memberSchema, teamSchema } from './team-schema.ts';
import type { YamlFile, YamlPair } from './yaml-file.ts';
import { pairsOf, placeOf, readYaml } from './yaml-file.ts';

/** A team with the faults that were found in its file. */
export interface LoadedTeam {
  readonly team: Team;
  readonly problems: readonly FileProblem[];
}

/** The team of a workspace without a team file: one member `dominds`, and the built-in ones. */
export function defaultTeam(): Team {
  return assembleTeam({ dialect: 'tellask', entries: new Map(), defaults: {} }).team;
}

/** Reads the text of a team file; `fileName` names it in problems. */
export function parseTeam(text: string, fileName: string): LoadedTeam {
  const reading = new TeamReading(readYaml(text, fileName));
  return reading.read();
}

class TeamReading {
  readonly #yaml: YamlFile;
  readonly #problems: FileProblem[];

  constructor(yaml: YamlFile) {
    this.#yaml = yaml;
    this.#problems = [...yaml.problems];
  }

  read(): LoadedTeam {
    const { root } = this.#yaml;
    const pairs = pairsOf(root);
    if (pairs.length === 0 && root !== null && !isEmpty(this.#yaml.valueOf(root)))
      this.#report(
        root.range?.[0],
        'a team file must be a map',
        'Begin with `members:` and list the members below it.',
      );
    this.#warnUnknown(pairs, Object.keys(teamSchema.shape), '');
    const pair = (key: string) => pairs.find(each => each.key === key);
    const defaults = this.#defaults(pair('member_defaults'), pairs);
    const entries = this.#members(pair('members'));
    const { team, visible } = assembleTeam({ dialect: this.#dialect(pair('dialect')), entries, defaults });
    const defaultResponder = this.#responder(pair('default_responder'), team) ?? visible;
    return { team: { ...team, defaultResponder }, problems: this.#problems.toSorted(inOrderOfFile) };
  }

  #dialect(pair: YamlPair | undefined): Dialect {
    if (pair === undefined) return 'tellask';
    const parsed = teamSchema.shape.dialect.safeParse(this.#yaml.valueOf(pair.value));
    if (parsed.success) return parsed.data ?? 'tellask';
    this.#report(startOf(pair), 'dialect must be tellask or texting', 'Write `dialect: tellask`, or leave it out.');
    return 'tellask';
  }

  #responder(pair: YamlPair | undefined, team: Team): AgentId | undefined {
    if (pair === undefined) return undefined;
    const id = this.#yaml.valueOf(pair.value);
    if (typeof id === 'string' && team.members.has(id as AgentId)) return id as AgentId;
    const offers = [...team.members.keys()];
    const remedy = `Name one of: ${offers.join(', ')}.`;
    this.#report(
      startOf(pair),
      `default_responder names no member: ${typeof id === 'string' ? id : JSON.stringify(id)}`,
      { remedy, offers },
    );
    return undefined;
  }

  #defaults(pair: YamlPair | undefined, siblings: readonly YamlPair[]): MemberEntry {
    if (pair === undefined) return {};
    const broken = this.#yaml.isBroken(pair, siblings[siblings.indexOf(pair) + 1]);
    const parsed = broken ? undefined : this.#entry(pair, 'member_defaults');
    // Defaults may restrict. When they cannot be read, members without folders of their own get none rather than all.
    const { name: _, ...defaults } = parsed ?? { read_dirs: [], write_dirs: [] };
    return defaults;
  }

  #members(pair: YamlPair | undefined): ReadonlyMap<string, MemberEntry> {
    const entries = new Map<string, MemberEntry>();
    if (pair === undefined) return entries;
    const members = pairsOf(pair.value);
    if (members.length === 0 && !isEmpty(this.#yaml.valueOf(pair.value)))
      this.#report(
        startOf(pair),
        'members must be a map',
        'Write each member as `id:` with its fields indented below it.',
      );
    for (const [index, member] of members.entries()) {
      const entry = this.#member(member, members[index + 1]);
      if (entry !== undefined && !entries.has(member.key)) entries.set(member.key, entry);
    }
    return entries;
  }

  #member(member: YamlPair, next: YamlPair | undefined): MemberEntry | undefined {
    const problem = idProblem(member.key);
    if (problem !== undefined) this.#report(member.keyAt, problem.message, problem.remedy);
    if (problem !== undefined || this.#yaml.isBroken(member, next)) return undefined;
    return this.#entry(member, `members.${member.key}`);
  }

  /** A member or the defaults; undefined, with the reasons reported, when it cannot be used. */
  #entry(pair: YamlPair, where: string): MemberEntry | undefined {
    const fields = pairsOf(pair.value);
    this.#warnUnknown(fields, Object.keys(memberSchema.shape), `${where}.`);
    const fbr = fields.find(({ key }) => key === 'fbr');
    if (fbr) this.#warnUnknown(pairsOf(fbr.value), Object.keys(fbrSchema.shape), `${where}.fbr.`);
    const value = this.#yaml.valueOf(pair.value);
    const parsed = memberSchema.safeParse(value === null ? {} : value);
    if (!parsed.success) {
      for (const issue of parsed.error.issues) this.#reportIssue(issue, pair, where);
      return undefined;
    }
    this.#warnRules(parsed.data, pair, where);
    return parsed.data;
  }

  #warnRules(entry: MemberEntry, pair: YamlPair, where: string): void {
    for (const { path, message, remedy } of folderProblems(entry))
      this.#report(placeOf(pair.value, path, pair.keyAt), `${where}.${message}`, remedy, 'warning');
    if (where !== `members.${mindsKeeperId}` && asksForTeamTools(entry))
      this.#report(
        placeOf(pair.value, ['tools'], pair.keyAt),
        `${where}: read_team_file and write_team_file belong to ${mindsKeeperId} alone`,
        `Remove them; tellask ${mindsKeeperId} to change the team's files.`,
        'warning',
      );
  }

  #reportIssue(issue: z.core.$ZodIssue, pair: YamlPair, where: string): void {
    const at = placeOf(pair.value as Node | null, issue.path, pair.keyAt);
    const name = [where, ...issue.path.map(String)].join('.');
    this.#report(at, `${name}: ${issueWords(issue)}`, exampleOf(issue.path[0]));
  }

  #warnUnknown(pairs: readonly YamlPair[], known: readonly string[], where: string): void {
    for (const { key, keyAt } of pairs) {
      if (known.includes(key)) continue;
      this.#report(keyAt, `unknown key ${where}${key}, ignored`, remedyForKey(key, known), 'warning');
    }
  }

  #report(
    at: number | undefined,
    message: string,
    remedy: string | Pick<FileProblem, 'remedy' | 'offers'>,
    severity: FileProblem['severity'] = 'error',
  ): void {
    const what = typeof remedy === 'string' ? { remedy } : remedy;
    this.#problems.push(this.#yaml.problemAt(at, { message, ...what, severity }));
  }
}

/** The members of a file with the built-in ones behind them, and who answers when nothing else is said. */
function assembleTeam(file: {
  readonly dialect: Dialect;
  readonly entries: ReadonlyMap<string, MemberEntry>;
  readonly defaults: MemberEntry;
}): { team: Team; visible: AgentId } {
  const { dialect, entries, defaults } = file;
  const builtIn = [mindsKeeperId, workspaceKeeperId];
  const own = [...entries].filter(([id]) => !builtIn.includes(id)).map(([id, entry]) => toMember(id, entry, defaults));
  const members = [...(own.length > 0 ? own : [soleMember(defaults)]), ...builtInMembers(entries, defaults)];
  const visible = members.find(member => !member.hidden) ?? members[0];
  const defaultResponder = visible?.id ?? soleMember(defaults).id;
  const byId = new Map<AgentId, Member>(members.map(member => [member.id, member]));
  return { team: { dialect, members: byId, defaultResponder }, visible: defaultResponder };
}

function inOrderOfFile(a: FileProblem, b: FileProblem): number {
  return (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0);
}

function startOf(pair: YamlPair): number {
  return pair.value?.range?.[0] ?? pair.keyAt;
}

function isEmpty(value: unknown): boolean {
  return value === null || (typeof value === 'object' && Object.keys(value).length === 0);
}

function exampleOf(field: PropertyKey | undefined): string {
  const shape: Readonly<Record<string, z.ZodType | undefined>> = memberSchema.shape;
  const example = typeof field === 'string' ? shape[field]?.meta()?.examples : undefined;
  if (!Array.isArray(example)) return 'Write its fields indented below the id, like `name: Alice`.';
  return `Write it like \`${String(field)}: ${flow(example[0])}\`.`;
}

function flow(value: unknown): string {
  if (typeof value === 'string') return value;
  return JSON.stringify(value)
    .replaceAll('"', '')
    .replaceAll(/([:,])/g, '$1 ');
}
