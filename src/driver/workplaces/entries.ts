// Files of a folder as a place of its own has them: listed, told apart by their contents, copied (SPEC 27.1).
import { createHash, randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import path from 'node:path';
import { errorCode } from '../../core/base/thrown.ts';
import {
  type FolderIgnoreRules,
  isSkippedFolder,
  parseIgnoreRules,
  verdictOfFolders,
} from '../../core/team/ignore-rules.ts';
import { plainName } from '../../core/text/plain-name.ts';
import { diskFiles } from '../../store/disk-files.ts';
import type { AskGit } from '../../tools/files/ask-git.ts';
import { blobId, filesIn } from '../../tools/files/git-names.ts';
import { protectionOf } from '../../tools/files/path-guard.ts';

/** A file or a link. `id` is a hash of its contents, of a link of where it leads. */
export interface Entry {
  readonly id: string;
  readonly mode: number;
  readonly isLink?: true;
  /** Of a file of the base: its name in Git, where Git keeps its contents. */
  readonly blob?: string;
  /** Of a file of the base: how it was copied; a file with another stamp may have changed. */
  readonly stamp?: string;
}

/** An entry with its contents. */
export interface Content extends Entry {
  readonly bytes: Buffer;
}

/** True if two entries are the same file; of the mode only the right to run it counts, as in Git. */
export function isSameEntry(one: Entry | undefined, other: Entry | undefined): boolean {
  if (!one || !other) return one === other;
  return one.id === other.id && one.isLink === other.isLink && runs(one) === runs(other);
}

function runs({ mode, isLink }: Entry): boolean {
  return !isLink && (mode & 0o100) !== 0;
}

/** The name of a content. */
export function idOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** What tells whether a file was written since; '' for none. */
export function fileStamp(absolute: string): string {
  const stat = fs.lstatSync(absolute, { bigint: true, throwIfNoEntry: false });
  return stat ? `${stat.size} ${stat.mtimeNs} ${stat.ctimeNs} ${stat.ino} ${stat.mode}` : '';
}

/** The entry at a path, links not followed; undefined where there is none, or a part of the path is a file. */
export function statAt(absolute: string): fs.Stats | undefined {
  try {
    return fs.lstatSync(absolute, { throwIfNoEntry: false });
  } catch (error) {
    if (errorCode(error) === 'ENOTDIR') return undefined;
    throw error;
  }
}

/** What is at a path; undefined for nothing and for folders. Throws the system's errors. */
export function readContent(absolute: string): Content | undefined {
  const stat = statAt(absolute);
  if (stat?.isSymbolicLink()) {
    const bytes = Buffer.from(fs.readlinkSync(absolute));
    return { id: idOf(bytes), mode: 0o777, isLink: true, bytes };
  }
  if (!stat?.isFile()) return undefined;
  const bytes = fs.readFileSync(absolute);
  return { id: idOf(bytes), mode: stat.mode & 0o777, bytes };
}

/** True for a path that work in a place never touches: Git's own, minds, taskdocs, dialogs. */
export function isClosedPath(relative: string): boolean {
  return relative.split('/').some(step => plainName(step) === '.git' || protectionOf(step) !== undefined);
}

/** Git's answers, with no hook run. */
export function askWithoutHooks(git: AskGit): AskGit {
  const noHooks = ['-c', 'core.hooksPath=/dev/null', '-c', 'core.fsmonitor=false'];
  return (folder, args, how) => git(folder, [...noHooks, ...args], how);
}

/** Files below a folder that Git tracks or does not ignore, without those of other repositories; with `/`. */
export async function listByGit(folder: string, git: AskGit): Promise<readonly string[] | undefined> {
  const listed = await git(folder, ['ls-files', '-z', '--cached', '--others', '--exclude-standard']);
  return listed && filesIn(listed).toSorted();
}

/** Names of the contents of the newest commit. */
export async function blobsAt(folder: string, git: AskGit): Promise<ReadonlySet<string>> {
  const listed = await git(folder, ['ls-tree', '-r', '-z', 'HEAD']);
  const lines = listed?.toString().split('\0') ?? [];
  return new Set(lines.flatMap(line => line.split('\t', 1)[0]?.split(' ')[2] ?? []));
}

/** The name of a content in Git, if it is among these. */
export function blobIdOf(bytes: Uint8Array, known: ReadonlySet<string>): string | undefined {
  const [first = ''] = known;
  const id = blobId(bytes, first.length > 40 ? 'sha256' : 'sha1');
  return known.has(id) ? id : undefined;
}

/** The same without Git: ignore files are obeyed, folders of packages and builds left out. */
export function listByWalk(folder: string): readonly string[] {
  const found: string[] = [];
  const visit = (steps: readonly string[], above: readonly FolderIgnoreRules[]) => {
    const own = rulesIn(path.join(folder, ...steps));
    const rules = own ? [...above, { base: steps, own }] : above;
    for (const entry of fs.readdirSync(path.join(folder, ...steps), { withFileTypes: true })) {
      const at = [...steps, entry.name];
      const isFolder = entry.isDirectory();
      if (entry.name === '.git' || protectionOf(entry.name) === 'dialogs') continue;
      if ((isFolder && isSkippedFolder(entry.name)) || verdictOfFolders(rules, at, isFolder) === 'ignored') continue;
      if (isFolder) visit(at, rules);
      else if (entry.isFile() || entry.isSymbolicLink()) found.push(at.join('/'));
    }
  };
  visit([], []);
  return found.sort();
}

function rulesIn(folder: string) {
  try {
    return parseIgnoreRules([fs.readFileSync(path.join(folder, '.gitignore'), 'utf8')], false).rules;
  } catch {
    return undefined;
  }
}

/** Contents by their names, in a folder. */
export class Contents {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Keeps a content; onto the disk before it returns. Throws the system's errors. */
  keep(bytes: Uint8Array): string {
    const id = idOf(bytes);
    const file = this.fileOf(id);
    if (!fs.existsSync(file)) writeWhole(file, bytes);
    return id;
  }

  has(id: string): boolean {
    return fs.existsSync(this.fileOf(id));
  }

  /** Undefined when it is not there, or not as it was kept. */
  read(id: string): Buffer | undefined {
    try {
      const bytes = fs.readFileSync(this.fileOf(id));
      return idOf(bytes) === id ? bytes : undefined;
    } catch {
      return undefined;
    }
  }

  /** Keeps the contents of a file, named `id`; both share their blocks where the disk can do that. */
  async keepFile(source: string, id?: string): Promise<string> {
    fs.mkdirSync(this.#folder, { recursive: true });
    if (id !== undefined && this.has(id)) return id;
    const temporary = this.fileOf(`${randomBytes(8).toString('hex')}.tmp`);
    await fs.promises.copyFile(source, temporary, fs.constants.COPYFILE_FICLONE);
    const name = id ?? idOf(fs.readFileSync(temporary));
    fs.renameSync(temporary, this.fileOf(name));
    return name;
  }

  /** Where a content lies that is kept. */
  fileOf(id: string): string {
    return path.join(this.#folder, id);
  }
}

/** Writes a file whole, onto the disk. Throws the system's errors. */
export function writeWhole(file: string, bytes: Uint8Array | string): void {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const temporary = `${file}.${randomBytes(6).toString('hex')}.tmp`;
  const handle = fs.openSync(temporary, 'wx', 0o600);
  try {
    fs.writeFileSync(handle, bytes);
    fs.fsyncSync(handle);
  } finally {
    fs.closeSync(handle);
  }
  fs.renameSync(temporary, file);
  diskFiles.sync(path.dirname(file));
}
