// Custom agents of other tools as members: Markdown files whose head names and describes them (SPEC 22.5). They are
// read where they lie; what they allow others they do not allow here. A broken one is not offered; one without a
// possible id is a problem.
import type { AgentId } from '../../core/base/ids.ts';
import type { FileProblem } from '../../core/team/team.ts';
import { serverToolsetPattern, type ToolsetName } from '../../core/team/toolset-names.ts';
import { descriptionOf } from '../description-of.ts';
import { readHead, textsInHead } from '../files/front-matter.ts';
import type { TextFile, TextFiles } from '../files/text-files.ts';
import { idProblem } from './member-rules.ts';
import type { LoadedTeam } from './team-file.ts';
import { adoptMember } from './team-members.ts';
import type { MemberEntry } from './team-schema.ts';

/** Where they lie, with how their names end; of two with the same id the first one counts. */
const agentFolders = [
  { folder: '.github/agents', ending: '.agent.md' },
  { folder: '.claude/agents', ending: '.md' },
] as const;

export interface CustomAgent {
  /** Relative to the rtws. */
  readonly file: string;
  readonly id: string;
  readonly entry: MemberEntry;
  /** Who it is, and what it is called for. */
  readonly persona: string;
}

export interface CustomAgents {
  /** The same files give the same list. */
  list(): readonly CustomAgent[];
  /** Agents that are no members, since no id can be made of their names. */
  problems(): readonly FileProblem[];
}

/** More are not offered. */
const MOST_AGENTS = 50;

/** The custom agents among the files of an rtws. */
export function createCustomAgents(files: TextFiles): CustomAgents {
  const read = new WeakMap<TextFile, ReadAgent>();
  let last: readonly CustomAgent[] = [];
  const agentIn = (file: string): ReadAgent => {
    const text = files.read(file);
    if (text.kind !== 'text') return { kind: 'none' };
    const known = read.get(text) ?? readAgent(text.text, file);
    read.set(text, known);
    return known;
  };

  function* found(): Generator<ReadAgent> {
    for (const { folder, ending } of agentFolders) {
      for (const { name, kind } of files.list(folder)) {
        if (kind !== 'folder' && name.endsWith(ending)) yield agentIn(`${folder}/${name}`);
      }
    }
  }

  return {
    list() {
      const agents = new Map<string, CustomAgent>();
      for (const each of found())
        if (each.kind === 'agent' && !agents.has(each.agent.id)) agents.set(each.agent.id, each.agent);
      const first = [...agents.values()].slice(0, MOST_AGENTS);
      if (first.length !== last.length || first.some((agent, index) => agent !== last[index])) last = first;
      return last;
    },
    problems: () => [...found()].flatMap(each => (each.kind === 'unnamed' ? each.problem : [])),
  };
}

type ReadAgent =
  | { readonly kind: 'agent'; readonly agent: CustomAgent }
  | { readonly kind: 'unnamed'; readonly problem: FileProblem }
  | { readonly kind: 'none' };

/** One file. Without a head and a text it is none. */
function readAgent(text: string, file: string): ReadAgent {
  const { head, body } = readHead(text);
  if (body === '' || !(head.has('name') || head.has('description'))) return { kind: 'none' };
  const fileName = file.replace(/^.*\//, '').replace(/(\.agent)?\.md$/, '');
  // Folded over lines, with commas and quotes: as YAML says it.
  const texts = textsInHead(text);
  const given = (texts.get('name') ?? head.get('name') ?? '').trim() || fileName;
  const id = [given, fileName].map(slugOf).find(slug => !idProblem(slug));
  if (id === undefined) {
    const problem = { file, fault: { id: 'agent-without-id', name: given }, severity: 'warning' } as const;
    return { kind: 'unnamed', problem };
  }
  const tools = toolsetsOf(head.get('tools'), head.get('disallowedTools'));
  const isHidden = head.get('user-invocable') === 'false' && head.get('disable-model-invocation') === 'true';
  const about = (texts.get('description') ?? head.get('description') ?? '').replaceAll('\\n', '\n').trim();
  const entry: MemberEntry = {
    name: given,
    ...descriptionOf(about),
    ...(tools && { toolsets: tools }),
    ...(isHidden && { hidden: true }),
  };
  const persona = [body, ...(about === '' ? [] : [`Teammates call on you for this: ${about}`])].join('\n\n');
  return { kind: 'agent', agent: { file, id, entry, persona } };
}

/** `Code Reviewer` → `code-reviewer`; a name that is an id stays as it is. */
function slugOf(name: string): string {
  if (!idProblem(name)) return name;
  return name
    .toLowerCase()
    .replace(/[^a-z0-9_-]+/g, '-')
    .replace(/^[^a-z]+|-+$/g, '');
}

/** The toolsets for a list of tools as others call them; absent: all that a member has by default. */
function toolsetsOf(listed: string | undefined, barred = ''): MemberEntry['toolsets'] {
  const names = namesIn(listed ?? '*');
  const without = new Set(namesIn(barred).flatMap(name => setsOf(name)));
  if (listed === undefined && without.size === 0) return undefined;
  const sets = new Set<string>(names.flatMap(name => setsOf(name)));
  sets.add('memory');
  return [...sets].filter(set => !without.has(set)) as MemberEntry['toolsets'];
}

/** `Read, Bash(git *)`, `['read', "edit"]`: the names alone. */
function namesIn(list: string): readonly string[] {
  return list
    .replaceAll(/\([^)]*\)/g, '')
    .split(/[\s,[\]'"]+/)
    .filter(name => name !== '');
}

const words: readonly (readonly [ToolsetName, RegExp])[] = [
  [
    'read',
    /^(read|view|glob|grep|ls|search|codebase|usages|problems|changes|list|find|notebookread|textsearch|filesearch|readfile)/i,
  ],
  ['write', /^(write|edit|multiedit|notebookedit|create|new)/i],
  ['shell', /^(bash|shell|execute|run|terminal|powershell)/i],
];

/** The editor's own groups of tools, as in `search/codebase`; any other name before a slash is that of a server. */
const editorSets: ReadonlySet<string> = new Set([
  'agent',
  'browser',
  'edit',
  'execute',
  'read',
  'search',
  'todo',
  'vscode',
  'web',
]);

/** What others do by tools of the web, to-do lists or subagents has no toolset: tellasks are no tool. */
function setsOf(name: string): readonly string[] {
  if (name === '*' || name === 'all') return ['read', 'write', 'shell'];
  const owner = /^([^/]+)\/./.exec(name)?.[1] ?? '';
  if (editorSets.has(owner)) return setsOf(owner);
  const server = /^mcp__(.+?)(?:__|$)/.exec(name)?.[1] ?? owner;
  if (server !== '') return serverToolsetPattern.test(`mcp:${server}`) ? [`mcp:${server}`] : [];
  return words.flatMap(([set, pattern]) => (pattern.test(name) ? [set] : []));
}

/**
 * A team with the custom agents that are no members by another right, behind all others; the file's defaults hold for
 * them.
 */
export function withAgents(loaded: LoadedTeam, agents: readonly CustomAgent[]): LoadedTeam {
  const { members } = loaded.team;
  const more = agents
    .map(({ id, entry }) => adoptMember(id, entry, loaded.ofOthers))
    .filter(member => !members.has(member.id));
  if (more.length === 0) return loaded;
  const all = new Map([...members, ...more.map(member => [member.id, member] as const)]);
  return { ...loaded, team: { ...loaded.team, members: all } };
}

/** Who a custom agent is; '' for any other member. */
export function personaOf(agents: readonly CustomAgent[], id: AgentId): string {
  return agents.find(agent => agent.id === id)?.persona ?? '';
}
