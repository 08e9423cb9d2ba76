// Makes places of their own, and removes them (SPEC 27.1): a Git work tree on a branch of its own, filled from the
// folder itself, so that what is uncommitted comes along and no program that the repository names runs; without Git a
// copy. What goes wrong is a value.
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import path from 'node:path';
import type { DialogRef } from '../../core/base/ids.ts';
import { errorMessage } from '../../core/base/thrown.ts';
import type { Slices } from '../../core/base/time-slices.ts';
import type { Workplace } from '../../core/dialog/workplace.ts';
import type { AskGit } from '../../tools/files/ask-git.ts';
import { contentsOf, writeBase } from './base.ts';
import { blobsAt, isClosedPath, listByGit, listByWalk, statAt } from './entries.ts';
import { fill, isBelow } from './fill.ts';

/** What places need from outside. */
export interface PlacePorts {
  /** Absolute, outside of the workspace; undefined: there is no such folder. */
  readonly folder: string | undefined;
  readonly git: AskGit;
  /** The rhythm of looking for differences; absent: it is done in one go. */
  readonly newSlices?: () => Slices;
  /** Resolves when all that was written below a folder is on the disk, where the system has a way to say so. */
  readonly synced?: (folder: string) => Promise<void>;
  /** Text of a file (absolute) that is open in an editor with unsaved edits. */
  readonly unsaved?: (file: string) => string | undefined;
}

export type Made = { readonly ok: true; readonly place: Workplace } | { readonly ok: false; readonly why: string };

/** The branch of a place with that name. */
export function branchOf(name: string): string {
  return `dominds/${name}`;
}

/** True if a folder is a Git work tree. */
export function isTree(folder: string): boolean {
  return fs.existsSync(path.join(folder, '.git'));
}

/** The folder of a dialog's place. */
function folderFor(places: string, { rootId, selfId }: DialogRef): string {
  return path.join(places, nameOfPlace({ rootId, selfId }));
}

/** The name of a dialog's place. */
export function nameOfPlace({ rootId, selfId }: DialogRef): string {
  if (/^[\w-]{1,80}$/.test(selfId)) return selfId;
  return createHash('sha256').update(`${rootId} ${selfId}`).digest('hex').slice(0, 24);
}

/** True if a place lies where places are made, whatever a record says. */
export function isOurs({ folder: places }: Pick<PlacePorts, 'folder'>, { folder, root }: Workplace): boolean {
  if (places === undefined || path.dirname(path.resolve(folder)) !== places) return false;
  return path.resolve(root).startsWith(path.resolve(folder) + path.sep);
}

/** What a place is made from. */
export interface Source {
  /** Absolute. */
  readonly from: string;
  /** Paths in it that are copied although Git ignores them; they are no part of the work. */
  readonly bring?: readonly string[] | undefined;
}

/** Makes the place of a dialog from a folder. What an earlier attempt left there goes. */
export async function makePlace(ports: PlacePorts, ref: DialogRef, { from, bring = [] }: Source): Promise<Made> {
  const { folder: places, git } = ports;
  if (places === undefined) return { ok: false, why: 'no folder for data of this person is known' };
  if (isBelow(real(from), real(places))) return { ok: false, why: `${places} is inside of the workspace` };
  const folder = folderFor(places, ref);
  try {
    const repository = await repositoryOf(from, git);
    const name = nameOfPlace(ref);
    const tree = path.join(folder, name);
    const branch = branchOf(name);
    await clear({ folder, from, ...(repository && { branch }) }, git);
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    const root = repository ? path.join(tree, repository.prefix) : tree;
    const added = repository && (await addTree(repository.top, { tree, branch }, git));
    if (repository && !added) return { ok: false, why: `git worktree add failed for ${branch}` };
    const own = added && !added.isDetached && { branch };
    const place: Workplace = { root, from, folder, kind: repository ? 'git' : 'copy', ...own };
    const listed = repository ? await listByGit(repository.top, git) : listByWalk(from);
    if (!listed) return { ok: false, why: 'git ls-files failed' };
    fs.mkdirSync(root, { recursive: true });
    const { top, prefix } = repository ?? { top: from, prefix: '' };
    const inGit = repository ? await blobsAt(top, git) : undefined;
    const filling = { from: top, to: tree, prefix, inGit, contents: contentsOf(place) };
    const base = await fill(filling, listed);
    for (const each of bring) await copyWhole({ from, root }, path.normalize(each));
    await ports.synced?.(folder);
    writeBase(place, base);
    return { ok: true, place };
  } catch (error) {
    return { ok: false, why: errorMessage(error) };
  }
}

/** Copies a folder or file as it is, links as links. Nothing happens where there is none, or a link leads out. */
async function copyWhole({ from, root }: Pick<Workplace, 'from' | 'root'>, relative: string): Promise<void> {
  const source = path.join(from, relative);
  if (isClosedPath(relative) || !statAt(source) || !isBelow(real(from), real(path.dirname(source)))) return;
  const how = { recursive: true, verbatimSymlinks: true, mode: fs.constants.COPYFILE_FICLONE };
  await fs.promises.cp(source, path.join(root, relative), how);
}

/** Removes a place with its branch. Repeating it changes nothing; what cannot be removed stays for the health check. */
export async function removePlace(ports: PlacePorts, place: Workplace): Promise<boolean> {
  if (!isOurs(ports, place)) return false;
  await clear(place, ports.git);
  return !fs.existsSync(place.folder);
}

/** The places that are there, each with its folder. */
export function workplacesIn(places: string | undefined): readonly string[] {
  try {
    return places === undefined ? [] : fs.readdirSync(places).map(name => path.join(places, name));
  } catch {
    return [];
  }
}

interface Repository {
  readonly top: string;
  /** From there to the folder. */
  readonly prefix: string;
}

/** Undefined without Git, without a repository, or before its first commit. */
async function repositoryOf(folder: string, git: AskGit): Promise<Repository | undefined> {
  const said = await git(folder, ['rev-parse', '--show-toplevel', '--show-prefix', 'HEAD']);
  const [top, prefix] = said?.toString().split('\n') ?? [];
  return top === undefined || prefix === undefined ? undefined : { top: path.resolve(top), prefix };
}

/** `isDetached`: the branch is checked out in a place that another machine made for the dialog. */
async function addTree(
  top: string,
  { tree, branch }: { readonly tree: string; readonly branch: string },
  git: AskGit,
): Promise<{ readonly isDetached: boolean } | undefined> {
  const add = async (...how: string[]) =>
    (await git(top, ['worktree', 'add', '--quiet', '--no-checkout', ...how, tree, 'HEAD'])) !== undefined;
  // One that was taken away holds its branch until it is pruned.
  const onBranch = async () =>
    (await add('-B', branch)) || ((await git(top, ['worktree', 'prune'])) !== undefined && (await add('-B', branch)));
  const isDetached = !(await onBranch());
  if (isDetached && !(await add('--detach'))) return undefined;
  return (await git(tree, ['read-tree', 'HEAD'])) !== undefined ? { isDetached } : undefined;
}

async function clear(
  { folder, from, branch }: Pick<Workplace, 'folder' | 'from' | 'branch'>,
  git: AskGit,
): Promise<void> {
  const isLeft = fs.existsSync(folder);
  // Without the file that makes it whole first: a removal that is cut short leaves no place that looks whole.
  fs.rmSync(path.join(folder, 'base.json'), { force: true });
  await fs.promises.rm(folder, { recursive: true, force: true, maxRetries: 3 });
  if (branch === undefined || !isLeft || !fs.existsSync(from)) return;
  await git(from, ['worktree', 'prune']);
  await git(from, ['branch', '--quiet', '-D', branch]);
}

/** The real path of what is there, the rest added. */
function real(absolute: string): string {
  if (fs.existsSync(absolute)) return fs.realpathSync.native(absolute);
  const above = path.dirname(absolute);
  return above === absolute ? absolute : path.join(real(above), path.basename(absolute));
}
