// Plans an import: every rule becomes a shared memory or a member's knowledge, every mode a member with a persona.
// Existing files are not overwritten; of the person's files only `team.yaml` is changed, by additions.
import type { ImportNote } from '../../core/facts/import-note.ts';
import { type Outcome, refuse } from '../../core/facts/trouble.ts';
import { sayFault } from '../../words/say.ts';
import type { TextFiles } from '../files/text-files.ts';
import { fileText } from '../files/text-files.ts';
import { memoryFolder } from '../memory.ts';
import { parseTeam } from '../team/team-file.ts';
import { teamFilePath } from '../team/team-files.ts';
import type { MemberEntry } from '../team/team-schema.ts';
import { addMembers } from './add-members.ts';
import { findRules } from './find-rules.ts';
import type { FoundMode, FoundRule, ImportOrigin } from './found.ts';

/** A file to write, relative to the rtws. `before` is its present text; absent when there is no such file. */
export interface PlannedFile {
  readonly path: string;
  readonly text: string;
  readonly before?: string;
  readonly sources: readonly string[];
}

/** The plan of an import. After an import, a second plan is empty. */
export interface ImportPlan {
  readonly files: readonly PlannedFile[];
  /** Ids of the members that are added. */
  readonly members: readonly string[];
  readonly notes: readonly ImportNote[];
  /** True if there was anything to import at all. */
  readonly isEmpty: boolean;
}

/** Characters of a memory and of a member's knowledge that prompts show. */
const shown = { memory: 8_000, knowledge: 32_000, persona: 16_000 } as const;

/** Plans the import of these origins. Refused when the team file is broken and members must be added. */
export function planImport(files: TextFiles, origins: readonly ImportOrigin[]): Outcome<{ plan: ImportPlan }> {
  const found = findRules(files, origins);
  const team = files.read(teamFilePath);
  const present = new Set<string>(parseTeam(fileText(team), teamFilePath).team.members.keys());
  const notes: ImportNote[] = [...found.notes];
  const added = new Map<string, FoundMode>();
  for (const mode of found.modes) {
    if (present.has(mode.id) || added.has(mode.id))
      notes.push({ source: mode.source, kind: 'member-kept', member: mode.id });
    else added.set(mode.id, mode);
  }
  const forAll = found.rules.filter(({ member }) => member === undefined);
  const forMembers = Map.groupBy(
    found.rules.filter(({ member }) => member !== undefined),
    ({ member }) => member ?? '',
  );
  const wanted: Wanted[] = [
    ...forAll.map(ruleFile),
    ...[...added.values()].map(mode => personaFile(mode)),
    ...[...new Set([...added.keys(), ...forMembers.keys()])].flatMap(id => {
      const rules = forMembers.get(id) ?? [];
      if (!added.has(id) && !present.has(id)) {
        notes.push(...rules.map(({ source }): ImportNote => ({ source, kind: 'no-member', member: id })));
        return [];
      }
      return knowledgeFile(id, added.get(id), rules);
    }),
  ];
  const written = distinct(wanted).flatMap(file => decide(files, file, notes));
  const teamEdit = editTeam(team, added);
  if (teamEdit === 'broken') return refuse('broken-yaml', { file: teamFilePath });
  const plan = {
    files: [...teamEdit, ...written],
    members: [...added.keys()],
    notes,
    isEmpty: found.rules.length === 0 && found.modes.length === 0,
  };
  return { ok: true, plan };
}

interface Wanted {
  readonly path: string;
  readonly text: string;
  readonly limit: number;
  readonly sources: readonly string[];
}

function ruleFile({ origin, name, text, source }: FoundRule): Wanted {
  return { path: `${memoryFolder('team')}/rules/${origin}/${name}.md`, text, limit: shown.memory, sources: [source] };
}

function personaFile({ id, persona, source, entry }: FoundMode): Wanted {
  const text = persona === '' ? `# ${entry.name ?? id}\n` : persona;
  return { path: `.minds/team/${id}/persona.md`, text, limit: shown.persona, sources: [source] };
}

function knowledgeFile(id: string, mode: FoundMode | undefined, rules: readonly FoundRule[]): Wanted[] {
  const parts = [mode?.knowledge ?? '', ...rules.map(({ text }) => text)].filter(text => text !== '');
  if (parts.length === 0) return [];
  const sources = [...new Set([...(mode?.knowledge ? [mode.source] : []), ...rules.map(({ source }) => source)])];
  return [{ path: `.minds/team/${id}/knowledge.md`, text: parts.join('\n'), limit: shown.knowledge, sources }];
}

/** Two rules may come to the same name; the later ones get a number. */
function distinct(wanted: readonly Wanted[]): readonly Wanted[] {
  const taken = new Set<string>();
  return wanted.map(file => {
    let { path } = file;
    for (let n = 2; taken.has(path); n += 1) path = file.path.replace(/\.md$/, `-${n}.md`);
    taken.add(path);
    return { ...file, path };
  });
}

/** The file when it is new; else only a remark. */
function decide(files: TextFiles, { limit, ...file }: Wanted, notes: ImportNote[]): PlannedFile[] {
  const there = files.read(file.path);
  if (there.kind === 'broken') {
    const why = `${file.path}: ${sayFault(there.problem.fault, 'en').message}`;
    notes.push(...file.sources.map((source): ImportNote => ({ source, kind: 'unreadable', why })));
    return [];
  }
  if (there.kind !== 'missing') {
    const kind = fileText(there) === file.text ? 'same' : 'kept';
    notes.push(...file.sources.map((source): ImportNote => ({ source, kind, target: file.path })));
    return [];
  }
  if (file.text.length > limit) notes.push({ source: file.sources[0] ?? '', kind: 'cut', target: file.path, limit });
  return [file];
}

function editTeam(
  team: ReturnType<TextFiles['read']>,
  added: ReadonlyMap<string, FoundMode>,
): PlannedFile[] | 'broken' {
  if (added.size === 0) return [];
  if (team.kind === 'broken') return 'broken';
  const before = team.kind === 'text' ? team.text : undefined;
  const entries = new Map<string, MemberEntry>([...added].map(([id, { entry }]) => [id, entry]));
  const text = addMembers(before, entries);
  if (text === undefined) return 'broken';
  const sources = [...new Set([...added.values()].map(({ source }) => source))];
  return [{ path: teamFilePath, text, ...(before !== undefined && { before }), sources }];
}
