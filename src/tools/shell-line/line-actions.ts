// A line of the shell in terms of policies (SPEC 24.2, 24.3): each command, the files that it reads, and those that its
// redirections write. Looks at the disk to find where paths lead.
import path from 'node:path';
import type { Decision, PolicyAction } from '../../core/team/policy.ts';
import { UNKNOWN_TEXT } from '../../core/team/policy-patterns.ts';
import type { Member } from '../../core/team/team.ts';
import { kindOfPlace, locate, type Place, realRelative } from '../files/guarded-files.ts';
import { formsOf, isKeptByGit } from '../files/policy.ts';
import type { Acts, PermissionQuestion, ToolContext } from '../tool.ts';
import { commandsOf } from './read-line.ts';
import { readingOf } from './reading.ts';
import type { RedirectedFile, ShellCommand, ShellWord } from './shell-command.ts';
import { usualBeginning } from './usual-commands.ts';
import { behindGitOptions } from './wrappers.ts';

type LineContext = Pick<ToolContext, 'rtws' | 'member' | 'readsFreely'>;

/** Where a line is to run, and for whom. */
interface LinePlace extends LineContext {
  readonly folder: Place;
}

/** A call of the shell, for policies to decide. In `cmd`, nothing reads the line: it is compared as text. */
export function reviewCommand(
  command: string,
  folder: Place,
  context: ToolContext,
  question: PermissionQuestion,
): Acts {
  const action: PolicyAction = {
    tool: 'run_shell',
    toolset: 'shell',
    paths: formsOf([folder]),
    command,
    otherwise: 'ask',
  };
  const read: Partial<PolicyAction> =
    process.platform === 'win32' ? { shell: 'cmd' } : { line: lineActions(command, { ...context, folder }) };
  return { kind: 'acts', action: { ...action, ...read }, question: () => Promise.resolve(question) };
}

/** True for a line of which each command is known to change nothing. */
export function onlyReads(command: string, folder: Place, context: LineContext): boolean {
  if (process.platform === 'win32') return false;
  const actions = lineActions(command, { ...context, folder, readsFreely: true });
  return (
    actions !== 'unreadable' && actions.every(({ tool, otherwise }) => tool !== 'write_file' && otherwise === 'allow')
  );
}

/** The actions of a line; `unreadable` for one that cannot be read whole. */
function lineActions(line: string, place: LinePlace): readonly PolicyAction[] | 'unreadable' {
  const commands = commandsOf(line);
  if (commands === 'unreadable') return commands;
  const at = { ...place, folders: foldersOf(commands, place) };
  return commands.flatMap(command => [
    ...(command.words.length > 0 || command.sets.length > 0 ? commandActions(command, at) : []),
    ...command.files.flatMap(file => fileAction(file, at)),
  ]);
}

interface Located extends LinePlace {
  /** Absolute folders in which its commands may run; undefined when that is not known. */
  readonly folders: readonly string[] | undefined;
}

/** Folders of one line that are looked at. */
const MAX_FOLDERS = 20;

/** Where `cd` may lead: each command may run in any of these. */
function foldersOf(
  commands: readonly ShellCommand[],
  { rtws, member, folder }: LinePlace,
): readonly string[] | undefined {
  const folders = new Set([folder.absolute]);
  for (const { words, sets } of commands) {
    const [name, to, ...more] = words;
    if (name?.value === 'pushd' || name?.value === 'popd' || sets.some(each => each.startsWith('CDPATH')))
      return undefined;
    if (name?.value !== 'cd') continue;
    if (to?.value === undefined || to.isGlob || more.length > 0 || /^[-~]/.test(to.value) || to.value === '')
      return undefined;
    for (const from of [...folders]) {
      const at = path.resolve(from, to.value);
      if (locate({ rtws, member, path: at, access: 'read' }).kind === 'refused' || folders.size > MAX_FOLDERS)
        return undefined;
      folders.add(at);
    }
  }
  return [...folders];
}

function commandActions(command: ShellCommand, at: Located): readonly PolicyAction[] {
  const { words, sets } = command;
  const beginning = usualBeginning(command);
  const shown: PolicyAction = {
    tool: 'run_shell',
    toolset: 'shell',
    paths: formsOf([at.folder]),
    command: [...sets, ...words.map(shownWord)].join(' '),
    forms: formsToDeny(command),
    ...(beginning !== undefined && { beginning }),
    otherwise: 'ask',
  };
  if (addsNothing(command, at)) return [{ ...shown, otherwise: 'allow' }];
  const reading = sets.length === 0 ? readingOf(words) : undefined;
  if (!reading) return [shown];
  return [
    // What only shapes the output of others adds nothing.
    {
      ...shown,
      otherwise: at.readsFreely === true || (reading.paths.length === 0 && isFilter(words)) ? 'allow' : 'ask',
    },
    ...(reading.isWide && reading.paths.length === 0 ? [readAction('.', at, true)] : []),
    ...reading.paths.map(word => wordAction(word, at, reading.isWide)),
  ];
}

/** Programs that pass on what they read, unless they are told to look for themselves. */
const filters: ReadonlySet<string> = new Set(
  'head tail grep egrep fgrep sort wc cat uniq cut tr nl rev column'.split(' '),
);

function isFilter([name, ...words]: readonly ShellWord[]): boolean {
  return (
    filters.has(name?.value ?? '') &&
    !words.some(({ value = '' }) => /^(?:-[a-zA-Z]*[rR]|--(?:dereference-)?rec)/.test(value))
  );
}

/** `cd` within the workspace, and variables that only the line itself sees. */
function addsNothing({ words, sets }: ShellCommand, { folders }: Located): boolean {
  if (words.length === 0) return sets.every(each => /^[a-z][a-z0-9_]*(?:=|$)/.test(each) && !/proxy|npm_/.test(each));
  return sets.length === 0 && words[0]?.value === 'cd' && folders !== undefined;
}

/** Without quotes where they change nothing, so that a pattern that allows matches what it says. */
function shownWord({ text, value, isGlob }: ShellWord): string {
  return value !== undefined && !isGlob && /^[\w@%+=:,./~^-]+$/.test(value) ? value : text;
}

/**
 * A command as it may be meant by a rule: with the path of its program and without, and Git without its own options.
 */
function formsToDeny({ words, sets }: ShellCommand): readonly string[] {
  const [first, ...rest] = words.map(({ value, isGlob }) => (isGlob ? UNKNOWN_TEXT : (value ?? UNKNOWN_TEXT)));
  if (first === undefined) return [sets.join(' ')];
  const program = first.slice(first.lastIndexOf('/') + 1);
  const behind = program === 'git' ? (behindGitOptions(words.slice(1)) ?? 0) : 0;
  const forms = [first, program].flatMap(name => [rest, rest.slice(behind)].map(args => [name, ...args].join(' ')));
  return [...new Set([...forms, ...(sets.length > 0 ? [[...sets, ...forms.slice(0, 1)].join(' ')] : [])])];
}

function wordAction(word: ShellWord, at: Located, isWide: boolean): PolicyAction {
  const { value } = word;
  if (value === undefined || value.startsWith('~')) return elsewhere('read');
  if (!word.isGlob) return readAction(value, at, isWide);
  const [fixed = ''] = value.split(/[*?[(@!+]/, 1);
  const behind = value.slice(fixed.length);
  if (/(?:^|\/)\.\.(?:\/|$)/.test(behind)) return elsewhere('read');
  return readAction(fixed.slice(0, fixed.lastIndexOf('/') + 1) || '.', at, true);
}

/** Reading one path, from wherever the line may be. `isWide`: what lies below it is shown as well. */
function readAction(named: string, { rtws, member, folders }: Located, isWide: boolean): PolicyAction {
  const found = folders?.map(folder => locate({ rtws, member, path: path.resolve(folder, named), access: 'read' }));
  const places = found?.flatMap(each => (each.kind === 'place' ? [each.place] : [])) ?? [];
  if (!found || places.length < found.length) return elsewhere('read');
  const isFolder = isWide && places.some(place => place.steps.length === 0 || kindOfPlace(place) !== 'file');
  const isLimited = member.policy?.some(({ decision, paths }) => decision !== 'allow' && paths);
  const otherwise: Decision = isFolder && (isLimited || hasLimits(member)) ? 'ask' : 'allow';
  return { tool: 'read_file', toolset: 'read', paths: formsOf(places), otherwise };
}

/** Some folders are closed to the member. */
function hasLimits({ readDirs, noReadDirs }: Member): boolean {
  return readDirs !== undefined || (noReadDirs?.length ?? 0) > 0;
}

/** A path outside of the workspace, closed to its files' tools, or not known. */
function elsewhere(toolset: 'read' | 'write'): PolicyAction {
  return { tool: toolset === 'read' ? 'read_file' : 'write_file', toolset, paths: [], otherwise: 'ask' };
}

/** What every system has, and nothing is kept in. */
const streams = /^\/dev\/(?:null|stdin|stdout|stderr|tty|fd\/\d+)$/;

function fileAction({ word, access }: RedirectedFile, at: Located): readonly PolicyAction[] {
  const { value, isGlob } = word;
  if (value !== undefined && streams.test(value)) return [];
  if (access === 'read') return [wordAction(word, at, false)];
  if (value === undefined || isGlob || value.startsWith('~')) return [elsewhere('write')];
  const { rtws, member, folders } = at;
  const found = folders?.map(folder => locate({ rtws, member, path: path.resolve(folder, value), access: 'write' }));
  const places = found?.flatMap(each => (each.kind === 'place' ? [each.place] : [])) ?? [];
  if (!found || places.length < found.length) return [elsewhere('write')];
  const isLost = access === 'replace' && places.some(place => kindOfPlace(place) !== 'missing');
  const otherwise: Decision = !isLost && places.every(isKeptByGit) ? 'allow' : 'ask';
  return [{ tool: 'write_file', toolset: 'write', paths: [...new Set(places.map(realRelative))], otherwise }];
}
