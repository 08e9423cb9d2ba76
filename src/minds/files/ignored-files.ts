// Finds unused files of `.minds/` and of taskdocs: of missing members, under misspelt names, of another type (SPEC
// 14.2). Looks at names only.
import type { IgnoredBecause } from '../../core/facts/file-faults.ts';
import type { FileProblem, Team } from '../../core/team/team.ts';
import { nearestName } from '../../core/text/nearest-name.ts';
import { domainsFolder } from '../domain-files.ts';
import { bearInMindCategory, bearInMindSections, placeTaskdoc, requiredSections } from '../taskdoc/taskdoc-path.ts';
import type { FolderEntry, TextFiles } from './text-files.ts';

type Texts = Pick<TextFiles, 'list'>;

const memberTexts: readonly string[] = ['persona', 'knowledge', 'lessons'];
const languageTexts: readonly string[] = ['env', 'diligence'];
const topTexts: readonly string[] = ['team', 'llm', 'mcp', 'draft', 'schedules', 'notify'];
const topFiles: readonly string[] = topTexts.map(name => `${name}.yaml`);
const topFolders: readonly string[] = ['team', 'memory', 'domains', 'skills'];
/** Folders of memories below one owner's, that one included. */
const MEMORY_DEPTH = 4;

/** A warning for each such file of `.minds/`. */
export function ignoredMinds(texts: Texts, team: Team): FileProblem[] {
  const members = [...team.members.keys()];
  return [
    ...texts.list('.minds').flatMap(entry => strayAtTop(entry)),
    ...ofMembers(texts, '.minds/team', members),
    ...texts.list('.minds/team').flatMap(({ name, kind }) => (kind === 'folder' ? strayTexts(texts, name) : [])),
    ...texts.list('.minds/memory').flatMap(entry => strayMemory(entry)),
    ...ofMembers(texts, '.minds/memory/individual', members),
    ...strayMemories(texts, '.minds/memory/team_shared', MEMORY_DEPTH),
    ...members.flatMap(id => strayMemories(texts, `.minds/memory/individual/${id}`, MEMORY_DEPTH)),
    ...texts.list(domainsFolder).flatMap(({ name, kind }) => {
      const isRead = kind === 'folder' || name.endsWith('.yaml');
      return isRead ? [] : [ignored(`${domainsFolder}/${name}`, { kind: 'notADomain' })];
    }),
  ];
}

/** The same in a taskdoc package. */
export function ignoredSections(texts: Texts, taskDocPath: string): FileProblem[] {
  const place = placeTaskdoc(taskDocPath);
  if (place.kind !== 'package') return [];
  const strays = (folder: string, known: readonly string[], because: IgnoredBecause) =>
    texts.list(folder).flatMap(({ name, kind }) => {
      const section = name.replace(/\.md$/, '');
      if (kind === 'folder' || !isText(name) || (name.endsWith('.md') && known.includes(section))) return [];
      return [ignored(`${folder}/${name}`, because, nearestTo(section, known, '.md'))];
    });
  return [
    ...strays(place.at, requiredSections, { kind: 'noCategory' }),
    ...strays(`${place.at}/${bearInMindCategory}`, bearInMindSections, {
      kind: 'otherCategory',
      known: bearInMindSections,
    }),
  ];
}

/** Folders named after members that the team does not have. */
function ofMembers(texts: Texts, folder: string, members: readonly string[]): FileProblem[] {
  return texts.list(folder).flatMap(({ name, kind }) => {
    if (kind !== 'file' && members.includes(name)) return [];
    return [ignored(`${folder}/${name}`, { kind: 'noMember' }, nearestName(name, members))];
  });
}

function strayTexts(texts: Texts, id: string): FileProblem[] {
  const folder = `.minds/team/${id}`;
  return texts.list(folder).flatMap(({ name }) => {
    if (isLanguageFile(name, memberTexts)) return [];
    const known = memberTexts.map(text => `${text}.md`);
    const near = nearestTo(name.split('.')[0] ?? '', memberTexts, '.md');
    return [ignored(`${folder}/${name}`, { kind: 'notAMemberText', known }, near)];
  });
}

/** Only what looks like a known name: playbooks and other files of people lie here too. */
function strayAtTop({ name, kind }: FolderEntry): FileProblem[] {
  const near = kind === 'folder' ? nearestTo(name, topFolders, '') : nearestFile(name);
  return near === undefined ? [] : [ignored(`.minds/${name}`, { kind: 'nearName' }, near)];
}

function nearestFile(name: string): string | undefined {
  const [, stem = '', extension] = /^([^.]+)\..*?(md|ya?ml)$/.exec(name) ?? [];
  if (extension === 'md')
    return isLanguageFile(name, languageTexts) ? undefined : nearestTo(stem, languageTexts, '.md');
  return topFiles.includes(name) ? undefined : nearestTo(stem, topTexts, '.yaml');
}

/** The known name closest to this one, unless it is that name without a need for `ending`. */
function nearestTo(name: string, known: readonly string[], ending: string): string | undefined {
  if (known.includes(name)) return ending === '' ? undefined : `${name}${ending}`;
  const near = nearestName(name, known);
  return near && `${near}${ending}`;
}

function strayMemory({ name }: FolderEntry): FileProblem[] {
  const known = ['team_shared', 'individual'];
  if (known.includes(name)) return [];
  return [ignored(`.minds/memory/${name}`, { kind: 'notAMemoryFolder', known }, nearestName(name, known))];
}

function strayMemories(texts: Texts, folder: string, depth: number): FileProblem[] {
  if (depth === 0) return [ignored(folder, { kind: 'tooDeep', most: MEMORY_DEPTH })];
  return texts.list(folder).flatMap(({ name, kind }) => {
    if (kind === 'folder') return strayMemories(texts, `${folder}/${name}`, depth - 1);
    return name.endsWith('.md') || !isText(name) ? [] : [ignored(`${folder}/${name}`, { kind: 'notAMemory' })];
  });
}

/** `<text>.md` or `<text>.<language>.md`. */
function isLanguageFile(name: string, known: readonly string[]): boolean {
  const [, stem = ''] = /^([^.]+)(\.[A-Za-z0-9-]+)?\.md$/.exec(name) ?? [];
  return known.includes(stem);
}

/** True if a file was meant to be read: images and the like may lie beside texts. */
function isText(name: string): boolean {
  return /\.(md|mdx|markdown|txt)$/i.test(name);
}

function ignored(file: string, because: IgnoredBecause, near: string | null = null): FileProblem {
  return { file, fault: { id: 'ignored', near, because }, severity: 'warning' };
}
