// Loads `.minds/team.yaml` (SPEC 12.1, 12.3). Every fault becomes a problem with its place and its fix, and affects
// only its member. Restrictions fail closed (SPEC 18.6): if one may be missing, the last good version of the member
// applies, else the member has no tools. Never throws.
import { isAlias, isCollection, isMap, isScalar, type Node } from 'yaml';
import type { AgentId } from '../../core/base/ids.ts';
import type { FileFault } from '../../core/facts/file-faults.ts';
import type { DialectChoice } from '../../core/team/dialect.ts';
import type { FileProblem, Team } from '../../core/team/team.ts';
import { nearestName } from '../../core/text/nearest-name.ts';
import { ignoredKey, unknownKey } from '../files/unknown-key.ts';
import { pairsOf, readYaml, type YamlFile, type YamlPair } from '../files/yaml-file.ts';
import { idProblem } from './member-rules.ts';
import {
  faultText,
  isExpectedKey,
  isHarmlessKey,
  memberFields,
  type ReadEntry,
  type Report,
  readEntry,
  type Unread,
} from './team-entry.ts';
import { type AssembledTeam, assembleTeam } from './team-members.ts';
import { teamSchema } from './team-schema.ts';

/** A team with the faults that were found in its file. */
export interface LoadedTeam extends AssembledTeam {
  readonly problems: readonly FileProblem[];
}

/** The team without a team file. */
export function noTeamFile(): LoadedTeam {
  return { ...assembleTeam({ entries: new Map(), defaults: nothing, missing: [], isComplete: true }), problems: [] };
}

/** Reads the text of a team file; `fileName` names it in problems. `last` is the previous team. */
export function parseTeam(text: string, fileName: string, last?: Team): LoadedTeam {
  return new TeamReading(readYaml(text, fileName), last).read();
}

/** The team while its file cannot be read at all, with this problem. */
export function unreadTeam(problem: FileProblem, last?: Team): LoadedTeam {
  const missing = [{ why: faultText(problem) }];
  return {
    ...assembleTeam({ entries: new Map(), defaults: nothing, missing, isComplete: false }, last),
    problems: [problem],
  };
}

/** The team of a partly readable file: the members kept from the last version, and those without tools. */
export function teamState(file: string, { held, withheld }: AssembledTeam): readonly FileProblem[] {
  const ofHeld: FileProblem = { file, fault: { id: 'members-held', members: held }, severity: 'warning' };
  const ofWithheld: FileProblem = { file, fault: { id: 'members-withheld', members: withheld }, severity: 'error' };
  return [...(held.length > 0 ? [ofHeld] : []), ...(withheld.length > 0 ? [ofWithheld] : [])];
}

const nothing: ReadEntry = { entry: {}, unread: [] };

class TeamReading {
  readonly #yaml: YamlFile;
  readonly #last: Team | undefined;
  readonly #problems: FileProblem[];
  /** Faults that may hide a restriction of any member. */
  readonly #missing: Unread[] = [];
  /** Faults of the YAML itself, by their index, that lie within no entry. */
  readonly #loose: Set<number>;

  constructor(yaml: YamlFile, last: Team | undefined) {
    this.#yaml = yaml;
    this.#last = last;
    this.#problems = [...yaml.problems];
    this.#loose = new Set(yaml.problems.flatMap(({ severity }, index) => (severity === 'error' ? [index] : [])));
  }

  read(): LoadedTeam {
    const isSound = this.#loose.size === 0;
    const pairs = pairsOf(this.#yaml.root);
    this.#checkRoot(pairs);
    this.#checkKeys(pairs);
    const pair = (key: string) => pairs.find(each => each.key === key);
    const defaults = this.#defaults(pair('member_defaults'), pairs);
    const entries = this.#members(pair('members'));
    for (const index of this.#loose) this.#miss(this.#yaml.problems[index]);
    const dialect = this.#dialect(pair('dialect'));
    const assembled = assembleTeam(
      { entries, defaults, missing: this.#missing, isComplete: isSound && this.#missing.length === 0 },
      this.#last,
    );
    const team = { ...assembled.team, dialect };
    const defaultResponder = this.#responder(pair('default_responder'), team) ?? team.defaultResponder;
    const workspace = this.#workspace(pair('workspace'));
    const problems = this.#problems.toSorted(inOrderOfFile);
    const named = { ...team, defaultResponder, ...(workspace !== undefined && { workspace }) };
    return { ...assembled, team: named, problems };
  }

  #miss(problem: FileProblem | undefined): void {
    if (problem) this.#missing.push({ why: faultText(problem) });
  }

  #checkRoot(pairs: readonly YamlPair[]): void {
    const { root } = this.#yaml;
    if (pairs.length > 0 || this.#loose.size > 0) return;
    const value = this.#yaml.valueOf(root);
    // A file that is being written may be empty for a moment, or for good after a power cut.
    if (root === null || value === null) this.#miss(this.#report(undefined, { id: 'team-empty' }));
    else if (!isEmpty(value)) this.#miss(this.#report(root.range?.[0], { id: 'team-not-a-map' }));
  }

  /**
   * An unknown key that may stand for `members` or `member_defaults`, or be a field of a member, may hold restrictions.
   */
  #checkKeys(pairs: readonly YamlPair[]): void {
    const known = Object.keys(teamSchema.shape);
    for (const { key, keyAt, value } of pairs) {
      if (isExpectedKey(key, known)) continue;
      const near = nearestName(key, known);
      const isShared = value?.anchor !== undefined;
      const isStructure = isCollection(value);
      const isHarmless =
        !near?.startsWith('member') &&
        !memberFields().includes(key) &&
        (isHarmlessKey(key, known) || isShared || !isStructure);
      if (isHarmless) this.#report(keyAt, ignoredKey(key, known), 'warning');
      else this.#miss(this.#report(keyAt, unknownKey(key, known)));
    }
  }

  #dialect(pair: YamlPair | undefined): DialectChoice {
    if (pair === undefined) return 'auto';
    const parsed = teamSchema.shape.dialect.safeParse(this.#yaml.valueOf(pair.value));
    if (parsed.success) return parsed.data ?? 'auto';
    this.#report(startOf(pair), { id: 'bad-dialect' });
    return 'auto';
  }

  #workspace(pair: YamlPair | undefined): string | undefined {
    if (pair === undefined) return undefined;
    const parsed = teamSchema.shape.workspace.safeParse(this.#yaml.valueOf(pair.value));
    if (parsed.success) return parsed.data;
    this.#report(startOf(pair), { id: 'bad-workspace' });
    return undefined;
  }

  #responder(pair: YamlPair | undefined, team: Team): AgentId | undefined {
    if (pair === undefined) return undefined;
    const id = this.#yaml.valueOf(pair.value);
    if (typeof id === 'string' && team.members.has(id as AgentId)) return id as AgentId;
    const named = typeof id === 'string' ? id : `${JSON.stringify(id)}`;
    this.#report(startOf(pair), { id: 'bad-responder', named, members: [...team.members.keys()] });
    return undefined;
  }

  #defaults(pair: YamlPair | undefined, siblings: readonly YamlPair[]): ReadEntry {
    if (pair === undefined) return nothing;
    const { entry, unread } = this.#entry(pair, siblings[siblings.indexOf(pair) + 1], 'member_defaults');
    const { name: _, ...defaults } = entry;
    return { entry: defaults, unread };
  }

  #members(pair: YamlPair | undefined): ReadonlyMap<string, ReadEntry> {
    const entries = new Map<string, ReadEntry>();
    if (pair === undefined) return entries;
    const members = pairsOf(pair.value);
    if (members.length === 0 && !isEmpty(this.#yaml.valueOf(pair.value)))
      this.#miss(this.#report(startOf(pair), { id: 'members-not-a-map' }));
    for (const [index, member] of members.entries()) {
      const read = this.#entry(member, members[index + 1], `members.${member.key}`);
      const problem = this.#idProblem(member);
      // A key that cannot be a member may be a field of the one above, with too little indentation.
      const stray = isReserved(member.key)
        ? undefined
        : (problem ?? (isEntry(member.value) ? undefined : read.unread[0]));
      if (stray) addTo(entries, members[index - 1]?.key, stray);
      if (problem) continue;
      const first = entries.get(member.key);
      if (first) addTo(entries, member.key, ...read.unread);
      else entries.set(member.key, read);
    }
    return entries;
  }

  #idProblem({ key, keyAt, value }: YamlPair): Unread | undefined {
    // A member may be called `model`; its entry is a map then.
    const isField = memberFields().includes(key) && (!isMap(value) || key === 'fbr' || key.includes('_'));
    const fault: FileFault | undefined = isField ? { id: 'stray-field', field: key } : idProblem(key);
    return fault && { why: faultText(this.#report(keyAt, fault)) };
  }

  /** A member or the defaults, with the faults of the YAML that lie within it. */
  #entry(pair: YamlPair, next: YamlPair | undefined, where: string): ReadEntry {
    const faults = this.#yaml.faultsWithin(pair, next);
    for (const index of faults) this.#loose.delete(index);
    const { entry, unread } = readEntry(this.#yaml, pair, where, this.#report);
    const broken = faults.flatMap(index => this.#yaml.problems[index] ?? []).map(each => ({ why: faultText(each) }));
    return { entry, unread: [...broken, ...unread] };
  }

  readonly #report: Report = (at, fault, severity = 'error') => {
    const problem = this.#yaml.problemAt(at, { fault, severity });
    this.#problems.push(problem);
    return problem;
  };
}

function isReserved(key: string): boolean {
  return idProblem(key)?.id === 'reserved-member-id';
}

/** A map, nothing, or a reference to one. */
function isEntry(value: Node | null): boolean {
  return value === null || isMap(value) || isAlias(value) || (isScalar(value) && value.value === null);
}

/** One fault is enough to close a member. */
function addTo(entries: Map<string, ReadEntry>, id: string | undefined, ...unread: readonly Unread[]): void {
  const read = id === undefined ? undefined : entries.get(id);
  if (id !== undefined && read?.unread.length === 0) entries.set(id, { entry: read.entry, unread });
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
