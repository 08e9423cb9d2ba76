// Finds the rules that other tools keep in a folder, each where its maker puts it. Reads only.
import type { ImportNote } from '../../core/facts/import-note.ts';
import { sayFault } from '../../words/say.ts';
import { readHead } from '../files/front-matter.ts';
import type { TextFiles } from '../files/text-files.ts';
import { createCustomAgents } from '../team/custom-agents.ts';
import type { Found, FoundMode, FoundRule, ImportOrigin } from './found.ts';
import { importOrigins, together } from './found.ts';
import { markdownMode, readRooModes } from './modes.ts';

const MAX_DEPTH = 5;
const MAX_FILES = 500;

/** Everything of these origins, in a fixed order. */
export function findRules(files: TextFiles, origins: readonly ImportOrigin[]): Found {
  const agents: Found = {
    rules: [],
    modes: [],
    notes: files.read('AGENTS.md').kind === 'missing' ? [] : [{ source: 'AGENTS.md', kind: 'read-anyway' }],
  };
  const finders = { cline, roo, cursor, copilot } satisfies Record<ImportOrigin, (files: TextFiles) => Found>;
  return together([
    agents,
    ...importOrigins.filter(origin => origins.includes(origin)).map(origin => finders[origin](files)),
  ]);
}

function cline(files: TextFiles): Found {
  const folders = files.list('.clinerules').filter(({ kind }) => kind === 'folder');
  const notes = folders
    .filter(({ name }) => name in clineOnly)
    .map(
      ({ name }): ImportNote => ({
        source: `.clinerules/${name}`,
        kind: 'no-counterpart',
        what: clineOnly[name] ?? '',
      }),
    );
  const paths =
    files.list('.clinerules').length > 0 ? ruleFiles(files, '.clinerules', Object.keys(clineOnly)) : ['.clinerules'];
  return together([
    { rules: [], modes: [], notes },
    ...paths.map(source => readRule(files, { origin: 'cline', source, base: '.clinerules' })),
  ]);
}

const clineOnly: Readonly<Record<string, string>> = { workflows: 'workflows', hooks: 'hooks', skills: 'skills' };

function roo(files: TextFiles): Found {
  const file = files.read('.roomodes');
  const modes =
    file.kind === 'text'
      ? readRooModes(file.text, '.roomodes')
      : { rules: [], modes: [], notes: unreadable('.roomodes', file) };
  const forModes = files
    .list('.roo')
    .flatMap(({ name, kind }) => (kind === 'folder' ? (/^rules-(.+)$/.exec(name)?.[1] ?? []) : []));
  const slugs = [...new Set([...forModes, ...modes.modes.map(({ id }) => id)])];
  const places = [
    { base: '.roo/rules', file: '.roorules' },
    ...slugs.map(slug => ({ base: `.roo/rules-${slug}`, file: `.roorules-${slug}`, member: slug })),
  ];
  return together([
    modes,
    ...places.flatMap(({ base, file: single, ...whose }) =>
      [...ruleFiles(files, base), single].map(source => readRule(files, { origin: 'roo', source, base, ...whose })),
    ),
  ]);
}

function cursor(files: TextFiles): Found {
  const base = '.cursor/rules';
  const sources = ['.cursorrules', ...ruleFiles(files, base)];
  return together(sources.map(source => readRule(files, { origin: 'cursor', source, base })));
}

function copilot(files: TextFiles): Found {
  const base = '.github/instructions';
  const sources = ['.github/copilot-instructions.md', ...ruleFiles(files, base)];
  const modes = ['.github/chatmodes', '.github/agents'].flatMap(folder => ruleFiles(files, folder));
  const members = new Map(
    createCustomAgents(files)
      .list()
      .map(agent => [agent.file, agent.id]),
  );
  return together([
    ...sources.map(source => readRule(files, { origin: 'copilot', source, base })),
    ...modes.map((source): Found => {
      const member = members.get(source);
      if (member !== undefined) return { rules: [], modes: [], notes: [{ source, kind: 'member-anyway', member }] };
      const file = files.read(source);
      return file.kind === 'text'
        ? markdownMode(file.text, source)
        : { rules: [], modes: [], notes: unreadable(source, file) };
    }),
  ]);
}

interface RulePlace {
  readonly origin: ImportOrigin;
  readonly source: string;
  readonly base: string;
  readonly member?: string;
}

/** One rule file; nothing when it is missing or empty. */
function readRule(files: TextFiles, { base, ...place }: RulePlace): Found {
  const { source } = place;
  const file = files.read(source);
  if (file.kind !== 'text') return { rules: [], modes: [], notes: unreadable(source, file) };
  const { head, body } = readHead(file.text);
  if (body === '') return { rules: [], modes: [], notes: [] };
  const paths = head.get('globs') ?? head.get('applyTo') ?? head.get('paths') ?? '';
  const isScoped = paths !== '' && paths !== '**' && head.get('alwaysApply') !== 'true';
  const isOnRequest = !isScoped && place.origin === 'cursor' && head.get('alwaysApply') === 'false';
  const about = head.get('description') ?? '';
  const scope = isScoped
    ? `For files that match ${paths}:\n\n`
    : isOnRequest && about !== ''
      ? `When it is about this: ${about}\n\n`
      : '';
  const rule: FoundRule = { ...place, name: nameOf(source, base), text: `${scope}${body}\n` };
  const notes: ImportNote[] = isScoped
    ? [{ source, kind: 'scoped', paths }]
    : isOnRequest
      ? [{ source, kind: 'always-now' }]
      : [];
  return { rules: [rule], modes: [] as FoundMode[], notes };
}

function unreadable(source: string, file: ReturnType<TextFiles['read']>): readonly ImportNote[] {
  return file.kind === 'broken'
    ? [{ source, kind: 'unreadable', why: sayFault(file.problem.fault, 'en').message }]
    : [];
}

/** Rule files below a folder in the order of their paths. */
function ruleFiles(files: TextFiles, folder: string, without: readonly string[] = [], depth = 0): readonly string[] {
  if (depth > MAX_DEPTH) return [];
  return files
    .list(folder)
    .filter(({ name }) => !without.includes(name))
    .flatMap(({ name, kind }) => {
      const path = `${folder}/${name}`;
      if (kind === 'folder') return ruleFiles(files, path, [], depth + 1);
      return /\.(md|mdc|txt)$/i.test(name) ? [path] : [];
    })
    .slice(0, MAX_FILES);
}

function nameOf(source: string, base: string): string {
  const below = source.startsWith(`${base}/`) ? source.slice(base.length + 1) : source.replace(/^.*\//, '');
  const name = below
    .replace(/\.(instructions\.md|md|mdc|txt)$/i, '')
    .replace(/[^\p{L}\p{N}_.-]+/gu, '-')
    .replace(/^[.-]+/, '');
  return name === '' ? 'rules' : name;
}
