// The files of a workspace at one moment, and what changed between two of them (SPEC 25.1). Git's index says what most
// files hold; those that differ from it are read, and all where there is no Git. Bounded: a folder with too many files,
// or one that takes too long, cannot be told about. Ignored files and other repositories below count as nothing.
import { createHash } from 'node:crypto';
import type { After } from '../../core/base/after.ts';
import type { Slices } from '../../core/base/time-slices.ts';
import type { AskGit } from '../files/ask-git.ts';
import { changeOf, entryContent } from '../files/changed-file.ts';
import { hasRepository } from '../files/git-files.ts';
import { filesIn, type IdHash } from '../files/git-names.ts';
import { locate, type Place } from '../files/guarded-files.ts';
import { protectionOf } from '../files/path-guard.ts';
import { walkFiles } from '../files/walk-files.ts';
import type { ChangedFile, FileContent } from '../tool.ts';
import { createContents, placeAt } from './contents.ts';
import { readBlobs } from './read-blobs.ts';

/** The files of a folder at one moment. */
export interface TreeLook {
  /** The real folder. */
  readonly realRoot: string;
  /** What Git's index holds, as Git lists it; empty without Git. */
  readonly index: string;
  /** Ids of contents that are not those of the index; undefined: there is no file. By path, with `/`. */
  readonly disk: ReadonlyMap<string, string | undefined>;
}

/** What changed between two looks. `untold`: changes beyond those listed. */
export interface TreeChanges {
  readonly changed: readonly ChangedFile[];
  readonly untold: number;
}

export interface WorkTree {
  /** The files of a folder as they are now; undefined when that cannot be told. Never rejects. */
  look(folder: string, signal?: AbortSignal): Promise<TreeLook | undefined>;
  /** What is different, with the former contents where they are still to be had. */
  changesBetween(before: TreeLook, after: TreeLook): Promise<TreeChanges>;
  /** A name for all contents: the same files have the same, whether they are committed or not. */
  treeId(look: TreeLook): Promise<string>;
}

export interface WorkTreePorts {
  readonly git: AskGit;
  readonly after: After;
  readonly newSlices: () => Slices;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Files that are read for one look, beside those that Git's index knows. */
const MAX_FILES = 5_000;
const MAX_CHANGES = 500;
const LOOK_MS = 3_000;

/** Looks at work trees. A folder that took too long once is not looked at again. */
export function createWorkTree({ git, after, newSlices, now }: WorkTreePorts): WorkTree {
  const contents = createContents(now);
  const slow = new Set<string>();
  let parsed = { index: '', ids: new Map<string, string>() as ReadonlyMap<string, string> };
  const idsIn = async (index: string) => {
    if (parsed.index !== index) parsed = { index, ids: await readIndex(index, newSlices()) };
    return parsed.ids;
  };

  async function filesOf(place: Place, signal: AbortSignal): Promise<TreeLook | undefined> {
    const { realRoot } = place;
    const listed = await listByGit(git, realRoot, signal);
    const files = listed?.files ?? (await walk(place, newSlices(), signal));
    if (files === undefined || files.length > MAX_FILES) return undefined;
    const { index = '' } = listed ?? {};
    const hash = hashOf(index);
    const slices = newSlices();
    const disk = new Map<string, string | undefined>();
    for (const file of files) {
      const pause = slices.due();
      if (pause) await pause;
      if (signal.aborted) return undefined;
      if (!isOwn(file)) disk.set(file, contents.idAt(realRoot, file, hash));
    }
    return { realRoot, index, disk };
  }

  return {
    async look(folder, signal) {
      const located = locate({ rtws: folder, member: {}, path: '.', access: 'read' });
      if (located.kind === 'refused' || slow.has(folder)) return undefined;
      const limit = new AbortController();
      const cancel = after(LOOK_MS, () => {
        slow.add(folder);
        limit.abort();
      });
      try {
        return await filesOf(located.place, signal ? AbortSignal.any([limit.signal, signal]) : limit.signal);
      } catch {
        // A folder that goes away, or may not be read.
        return undefined;
      } finally {
        cancel();
      }
    },
    async changesBetween(before, after) {
      const [old, fresh] = [await idsIn(before.index), await idsIn(after.index)];
      const was = (file: string) => (before.disk.has(file) ? before.disk.get(file) : old.get(file));
      const is = (file: string) => (after.disk.has(file) ? after.disk.get(file) : fresh.get(file));
      const indexed = old === fresh ? [] : [...old.keys(), ...fresh.keys()];
      const all = new Set([...before.disk.keys(), ...after.disk.keys(), ...indexed]);
      const differing = [...all].filter(file => !isOwn(file) && was(file) !== is(file)).sort();
      const listed = differing.slice(0, MAX_CHANGES);
      const former = listed.flatMap(file => was(file) ?? []);
      const blobs = await readBlobs(
        git,
        before.realRoot,
        former.filter(id => !contents.held(id)),
      );
      const changed = listed.map(file => {
        const [id, now] = [was(file), is(file)];
        const present = now === undefined ? undefined : (entryContent(placeAt(after.realRoot, file)) ?? unread(now));
        const blob = id === undefined ? undefined : blobs.get(id);
        const found =
          id === undefined ? undefined : (contents.held(id) ?? (blob ? asOnDisk(blob, present) : unread(id)));
        return changeOf(file, found, present);
      });
      return { changed, untold: differing.length - listed.length };
    },
    async treeId({ index, disk }) {
      const files = new Map<string, string | undefined>([...(await idsIn(index)), ...disk]);
      const lines = [...files].flatMap(([file, id]) => (id === undefined || isOwn(file) ? [] : [`${file}\0${id}\0`]));
      return createHash('sha256').update(lines.sort().join('')).digest('hex');
    },
  };
}

/** A content that was not read: its id stands for the bytes. */
function unread(id: string): FileContent {
  return { bytes: Buffer.from(id), isUnread: true };
}

/** A former content as it lay on the disk, where Git changes line ends. */
function asOnDisk(bytes: Buffer, present: FileContent | undefined): FileContent {
  if (!present || present.isUnread || bytes.includes(0) || bytes.includes('\r\n')) return { bytes };
  const text = Buffer.from(present.bytes).toString('latin1');
  const isCrlf = text.includes('\r\n') && !/(?<!\r)\n/.test(text);
  return { bytes: isCrlf ? Buffer.from(bytes.toString('latin1').replaceAll('\n', '\r\n'), 'latin1') : bytes };
}

/** Files that the product keeps itself: what its own tools write there is no change of the work. */
function isOwn(file: string): boolean {
  const steps = file.split('/');
  return steps.some((step, at) => {
    const protection = protectionOf(step);
    return protection === 'minds' ? steps[at + 1] === 'memory' : protection !== undefined;
  });
}

/** The index, and the files that differ from it or are new; undefined where Git keeps nothing of the folder. */
async function listByGit(git: AskGit, folder: string, signal: AbortSignal) {
  if (!hasRepository(folder)) return undefined;
  const list = ['ls-files', '-z'];
  const [ignored, index, differing] = await Promise.all([
    git(folder, ['check-ignore', '--no-index', '--quiet', '.'], { signal }),
    git(folder, [...list, '--stage'], { signal }),
    git(folder, [...list, '--modified', '--deleted', '--others', '--exclude-standard'], { signal }),
  ]);
  if (ignored !== undefined || !index || !differing) return undefined;
  return { index: index.toString(), files: filesIn(differing) };
}

/** Paths of the files where there is no Git; undefined for too many. */
async function walk(place: Place, slices: Slices, signal: AbortSignal): Promise<readonly string[] | undefined> {
  const files: string[] = [];
  let isCut = false;
  const leftOut = () => {
    isCut = true;
  };
  for await (const { relative } of walkFiles(place, { isClosed: () => false, leftOut, slices, signal })) {
    files.push(relative);
    if (files.length > MAX_FILES) return undefined;
  }
  return isCut || signal.aborted ? undefined : files;
}

/** Ids by path, from lines such as `100644 <id> 0\t<path>`. */
async function readIndex(index: string, slices: Slices): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>();
  for (let start = 0; start < index.length; ) {
    const pause = slices.due();
    if (pause) await pause;
    const end = index.indexOf('\0', start);
    const tab = index.indexOf('\t', start);
    const [mode = '', id = ''] = index.slice(start, tab).split(' ');
    // Not those of a submodule.
    if (mode !== '160000') ids.set(index.slice(tab + 1, end), id);
    start = end + 1;
  }
  return ids;
}

/** The hash of the ids in an index. */
function hashOf(index: string): IdHash {
  const [, id = ''] = index.slice(0, index.indexOf('\t')).split(' ');
  return id.length === 64 ? 'sha256' : 'sha1';
}
