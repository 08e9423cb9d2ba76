// Keeps `.dialogs/` out of Git's sight while nobody has chosen otherwise (SPEC 9.7): `git clean`, `stash -u`, `add -A`
// and `switch` of a member leave it alone. Reads Git's own files, since a repository may name programs that `git` would
// run.
import * as fs from 'node:fs';
import * as path from 'node:path';
import { namesDialogs, withDialogsOut, withDialogsShown, withoutRule } from '../../core/base/git-exclude.ts';
import { errorMessage } from '../../core/base/thrown.ts';

/**
 * `kept`: by a rule in `info/exclude`. `chosen`: a rule of the person says it, or the dialogs are committed. `none`:
 * there is no Git.
 */
export type SeenByGit = 'kept' | 'chosen' | 'none';

/** The Git folders of a workspace. */
interface GitFolders {
  /** The top of the work tree. */
  readonly top: string;
  /** Of this work tree: its index, its HEAD. */
  readonly own: string;
  /** Of all work trees of the repository: `info/exclude`, references. */
  readonly common: string;
}

/** Larger files of Git are not read. */
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * Adds a rule for `.dialogs/` where Git would see it and nobody has chosen. Never throws: without the rule all else
 * works.
 */
export function keepOutOfGit(rtws: string, log: { warn(message: string): void }): SeenByGit {
  try {
    const git = gitFoldersOf(rtws);
    if (!git) return 'none';
    const exclude = excludeOf(git);
    const text = textOf(exclude);
    if (text === undefined || isChosen(rtws, git)) return 'chosen';
    if (namesDialogs([text])) return text === withDialogsShown(text) ? 'chosen' : 'kept';
    write(exclude, withDialogsOut(text));
    return 'kept';
  } catch (error) {
    log.warn(`.dialogs could not be kept out of Git: ${errorMessage(error)}`);
    return 'none';
  }
}

/**
 * A process that drove ends. What belongs to a repository is chosen with its first commit: until then the rule stands
 * only while members run commands. Never throws.
 */
export function leaveToFirstCommit(rtws: string): void {
  try {
    const git = gitFoldersOf(rtws);
    if (!git || !isWithoutCommits(git)) return;
    const text = textOf(excludeOf(git));
    if (text !== undefined && withoutRule(text) !== text) write(excludeOf(git), withoutRule(text));
  } catch {
    // The rule stays.
  }
}

/** The person wants to see the dialogs in Git. Throws the system's errors. */
export function showInGit(rtws: string): void {
  const git = gitFoldersOf(rtws);
  if (git) write(excludeOf(git), withDialogsShown(textOf(excludeOf(git)) ?? ''));
}

/** When Git last changed files of a workspace, as far as its index tells (epoch milliseconds); 0 without Git. */
export function gitChangedAt(rtws: string): number {
  try {
    const git = gitFoldersOf(rtws);
    return git ? (fs.statSync(path.join(git.own, 'index'), { throwIfNoEntry: false })?.mtimeMs ?? 0) : 0;
  } catch {
    return 0;
  }
}

function gitFoldersOf(folder: string): GitFolders | undefined {
  const place = path.join(folder, '.git');
  const stats = fs.lstatSync(place, { throwIfNoEntry: false });
  const above = path.dirname(folder);
  if (!stats) return above === folder ? undefined : gitFoldersOf(above);
  if (stats.isDirectory()) return isGitFolder(place) ? { top: folder, own: place, common: place } : undefined;
  // A work tree or a submodule has a file that names its folder.
  const named = /^gitdir: (.+)$/m.exec(textOf(place) ?? '')?.[1]?.trim();
  const own = named && path.resolve(folder, named);
  if (!own || !isGitFolder(own)) return undefined;
  const common = textOf(path.join(own, 'commondir'))?.trim();
  return { top: folder, own, common: common ? path.resolve(own, common) : own };
}

function isGitFolder(folder: string): boolean {
  return fs.existsSync(path.join(folder, 'HEAD'));
}

function excludeOf({ common }: GitFolders): string {
  return path.join(common, 'info', 'exclude');
}

/** A `.gitignore` from the top down to the workspace names the dialogs, or some are committed. */
function isChosen(rtws: string, git: GitFolders): boolean {
  const below = path.relative(git.top, rtws).split(path.sep).filter(Boolean);
  const folders = [git.top, ...below.map((_, at) => path.join(git.top, ...below.slice(0, at + 1)))];
  const texts = folders.map(folder => textOf(path.join(folder, '.gitignore')) ?? '');
  return namesDialogs(texts) || isTracked(git, [...below, '.dialogs', ''].join('/'));
}

/** True if paths of Git's index begin so. Version 4 leaves out what a path shares with the one before it. */
function isTracked({ own }: GitFolders, prefix: string): boolean {
  const file = path.join(own, 'index');
  const stats = fs.statSync(file, { throwIfNoEntry: false });
  if (!stats?.isFile() || stats.size > MAX_BYTES) return false;
  const bytes = fs.readFileSync(file);
  return bytes.includes(bytes.readUInt32BE(4) === 4 ? 'logs/.gitignore' : prefix);
}

function isWithoutCommits({ own, common }: GitFolders): boolean {
  const branch = /^ref: (.+)$/m.exec(textOf(path.join(own, 'HEAD')) ?? '')?.[1]?.trim();
  if (!branch || fs.existsSync(path.join(common, 'reftable'))) return false;
  const packed = textOf(path.join(common, 'packed-refs')) ?? '';
  return !fs.existsSync(path.join(common, branch)) && !packed.includes(branch);
}

/** Empty for a file that is not there; undefined for what is no plain file, such as a link that leads elsewhere. */
function textOf(file: string): string | undefined {
  const stats = fs.lstatSync(file, { throwIfNoEntry: false });
  if (!stats) return '';
  return stats.isFile() && stats.size < MAX_BYTES ? fs.readFileSync(file, 'utf8') : undefined;
}

function write(exclude: string, text: string): void {
  const folder = path.dirname(exclude);
  fs.mkdirSync(folder, { recursive: true });
  if (!fs.lstatSync(folder).isDirectory()) return;
  fs.writeFileSync(exclude, text);
}
