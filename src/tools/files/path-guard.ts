// The single gate for paths of file tools (SPEC 6.5, 12.4): nothing outside of the rtws, nothing in taskdocs,
// `.dialogs/` or `.minds/`, only the member's folders; in any spelling of the path, and wherever links lead. Reads the
// disk, changes nothing.
import { lstatSync, readdirSync, realpathSync } from 'node:fs';
import path from 'node:path';
import type { Said } from '../../core/prompt/said.ts';
import type { Member } from '../../core/team/team.ts';
import { plainName } from '../../core/text/plain-name.ts';

/** A path that a model named, and what a tool is to do there. */
export interface PathRequest {
  /** Absolute. */
  readonly rtws: string;
  readonly member: Pick<Member, 'readDirs' | 'writeDirs' | 'noReadDirs' | 'noWriteDirs'>;
  /** Relative to the rtws, or absolute within it; `/` or `\`. */
  readonly path: string;
  readonly access: 'read' | 'write';
  /** The last name is a new one, to be taken as it is written. */
  readonly isNewName?: true;
}

/** `absolute` is the only path a tool may then use; `relative` is for people and models. */
export type GuardedPath =
  | { readonly ok: true; readonly absolute: string; readonly relative: string }
  | { readonly ok: false; readonly message: Said };

/** The protection of a name, anywhere in a path. */
export type Protection = 'taskdoc' | 'dialogs' | 'minds';

/** Characters of a path. */
const MAX_PATH = 4_096;

/** Folders looked through before a folder is moved or deleted whole. */
const MAX_FOLDERS = 20_000;

/** Decides one path. Tools that walk a folder ask again for every link, and skip names that `protectionOf` knows. */
export function guardPath(request: PathRequest): GuardedPath {
  const { rtws, access } = request;
  const given = request.path.replaceAll('\\', '/');
  if (given.includes('\0')) return refuse(w => w.nullInPath);
  // No system takes a longer one, and refusals repeat the path.
  if (given.length > MAX_PATH) return refuse(w => w.pathTooLong(given.length, MAX_PATH));
  const written = path.resolve(rtws, given);
  const absolute = request.isNewName
    ? path.join(asStored(path.dirname(written)), path.basename(written))
    : asStored(written);
  const real = resolveLinks(absolute);
  const realRoot = resolveLinks(rtws);
  if (real === undefined || realRoot === undefined) return refuse(w => w.leadsNowhere(request.path));
  const relative = stepsBelow(rtws, absolute) ?? stepsBelow(realRoot, absolute);
  const realRelative = stepsBelow(realRoot, real);
  // Names are judged as given too: a path outside may only spell a protected place that is not there yet.
  const protection = firstProtection(relative ?? given.split('/')) ?? firstProtection(realRelative ?? []);
  if (protection) return refuse(w => w.protected[protection]);
  if (relative === undefined || realRelative === undefined) return refuse(w => w.outside(request.path));
  const barred = memberBar(request, { spelt: relative, real: realRelative });
  if (barred !== undefined) return refuse(barred);
  const held = access === 'write' ? protectionBelow(real) : undefined;
  if (held !== undefined) return refuse(held);
  return { ok: true, absolute, relative: relative.join('/') || '.' };
}

/** The protection of one name of a path, in any case, Unicode form, or spelling that a file system considers equal. */
export function protectionOf(name: string): Protection | undefined {
  const plain = plainName(name);
  if (plain.endsWith('.tsk')) return 'taskdoc';
  if (plain === '.dialogs' || /^dialog~\d+$/.test(plain)) return 'dialogs';
  if (plain === '.minds' || /^minds~\d+$/.test(plain)) return 'minds';
  return undefined;
}

function firstProtection(steps: readonly string[]): Protection | undefined {
  for (const step of steps) {
    const protection = protectionOf(step);
    if (protection) return protection;
  }
  return undefined;
}

/**
 * The path with its names as they are stored, where a single one differs in Unicode form or kinds of spaces. Models
 * write `é` as one character and plain spaces; names that came from a Mac hold two, and U+202F.
 */
function asStored(absolute: string): string {
  if (isPlain(absolute) || existsAt(absolute)) return absolute;
  const folder = asStored(path.dirname(absolute));
  const name = path.basename(absolute);
  if (isPlain(name) || existsAt(path.join(folder, name))) return path.join(folder, name);
  const same = namesAlike(path.join(folder, name));
  const [only] = same;
  return path.join(folder, only !== undefined && same.length === 1 ? only : name);
}

/** Other names in the folder of a path that differ from its own in Unicode form or kinds of spaces only. */
export function namesAlike(absolute: string): readonly string[] {
  const name = path.basename(absolute);
  if (isPlain(name)) return [];
  return namesIn(path.dirname(absolute)).filter(each => each !== name && usualForm(each) === usualForm(name));
}

/** True for a text that has one form only. */
function isPlain(text: string): boolean {
  return /^[!-~]*$/.test(text);
}

function usualForm(name: string): string {
  return name.normalize('NFC').replaceAll(/\p{Zs}/gu, ' ');
}

function existsAt(absolute: string): boolean {
  try {
    return lstatSync(absolute, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** The real path: links followed in what exists, the rest added. Undefined when a link leads nowhere or in a ring. */
function resolveLinks(absolute: string): string | undefined {
  try {
    return realPathOf(absolute);
  } catch {
    return undefined;
  }
}

function realPathOf(absolute: string): string {
  if (lstatSync(absolute, { throwIfNoEntry: false }) !== undefined) return realpathSync.native(absolute);
  const parent = path.dirname(absolute);
  return parent === absolute ? absolute : path.join(realPathOf(parent), path.basename(absolute));
}

function stepsBelow(folder: string, absolute: string): readonly string[] | undefined {
  const below = path.relative(folder, absolute);
  if (path.isAbsolute(below)) return undefined;
  const steps = below.split(path.sep).filter(step => step !== '');
  return steps[0] === '..' ? undefined : steps;
}

/** Why the member's own folders forbid a place. */
function memberBar({ rtws, member, access, path: named }: PathRequest, place: Place): Said | undefined {
  const { readDirs, writeDirs, noReadDirs = [], noWriteDirs = [] } = member;
  const forbidden = access === 'read' ? noReadDirs : noWriteDirs;
  const hit = forbidden.find(folder => formsOf(rtws, folder).some(form => liesIn(place, form)));
  if (hit !== undefined) return w => w.forbiddenIn(named, access, hit);
  // A folder that is moved or deleted as a whole must contain nothing forbidden for the member.
  const held = [...noReadDirs, ...noWriteDirs].find(folder => formsOf(rtws, folder).some(form => holds(place, form)));
  if (access === 'write' && held !== undefined) return w => w.holdsForbidden(named, held);
  const allowed = access === 'read' ? readDirs : writeDirs;
  if (allowed === undefined) return undefined;
  const isAllowed = allowed.some(folder => formsOf(rtws, folder).some(form => startsWith(place.real, form)));
  return isAllowed ? undefined : w => w.onlyIn(named, access, allowed);
}

/** A place below the rtws as spelt, and as links lead. */
interface Place {
  readonly spelt: readonly string[];
  readonly real: readonly string[];
}

/** A member's folder as steps below the rtws, as written and as links lead; none for a folder outside of it. */
function formsOf(rtws: string, folder: string): readonly (readonly string[])[] {
  const absolute = path.resolve(rtws, folder.replaceAll('\\', '/').replace(/(?<=.)\/\*{0,2}$/, ''));
  const real = resolveLinks(absolute);
  const realRoot = resolveLinks(rtws);
  const forms = [stepsBelow(rtws, absolute), real && realRoot && stepsBelow(realRoot, real)];
  return forms.filter(form => typeof form === 'object');
}

// Names that a file system considers equal are equal when forbidding.
function liesIn({ spelt, real }: Place, folder: readonly string[]): boolean {
  return [spelt, real].some(place => startsWith(place.map(plainName), folder.map(plainName)));
}

function holds({ spelt, real }: Place, folder: readonly string[]): boolean {
  return [spelt, real].some(place => startsWith(folder.map(plainName), place.map(plainName)));
}

function startsWith(place: readonly string[], folder: readonly string[]): boolean {
  return folder.every((step, index) => step.normalize('NFC') === place[index]?.normalize('NFC'));
}

/** Why a folder cannot be changed as a whole: it contains something protected. */
function protectionBelow(folder: string): Said | undefined {
  const queue = [folder];
  for (let looked = 0; queue.length > 0; looked++) {
    if (looked > MAX_FOLDERS) return w => w.tooManyFolders;
    for (const entry of foldersIn(queue.pop() ?? '')) {
      const name = path.basename(entry);
      if (protectionOf(name)) return w => w.holdsClosed(name);
      queue.push(entry);
    }
  }
  return undefined;
}

function foldersIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter(entry => entry.isDirectory())
      .map(entry => path.join(folder, entry.name));
  } catch {
    return [];
  }
}

function refuse(message: Said): GuardedPath {
  return { ok: false, message };
}
