// Walks the files below a folder, in order of their names: what ignore files name, what is closed to file tools, and links
// are left out (SPEC 6.5, 12.4). Files are handed out by pinned paths, so that no link swapped in is followed.
import * as fs from 'node:fs';
import ignore, { type Ignore } from 'ignore';
import type { Place } from './guarded-files.ts';
import { protectionOf } from './path-guard.ts';
import { type PinnedFolder, pinFolder } from './pinned-folder.ts';

/** A file on the way: `entry` is good until the next one is asked for. */
export interface WalkedFile {
  /** Relative to the rtws, with `/`. */
  readonly relative: string;
  readonly entry: string;
}

/** Files of the folder and below. `isClosed` keeps a folder or file out, named relative to the rtws. */
export function* walkFiles(place: Place, isClosed: (relative: string) => boolean): Generator<WalkedFile> {
  const rules = rulesAbove(place);
  const open: Level[] = [{ steps: place.steps, rules }];
  for (let level = open.pop(); level; level = open.pop()) {
    const folder = pinned(place.realRoot, level.steps);
    if (!folder) continue;
    try {
      const own = rulesIn(folder);
      const within = { steps: level.steps, rules: own ? [...level.rules, { base: level.steps, own }] : level.rules };
      const entries = entriesOf(folder).filter(entry => isWanted(within, entry, isClosed));
      for (const { name } of entries.filter(entry => entry.isFile()))
        yield { relative: [...level.steps, name].join('/'), entry: folder.entry(name) };
      const folders = entries.filter(entry => entry.isDirectory());
      open.push(...folders.reverse().map(({ name }) => ({ steps: [...level.steps, name], rules: within.rules })));
    } finally {
      folder.close();
    }
  }
}

interface Rules {
  readonly base: readonly string[];
  readonly own: Ignore;
}

interface Level {
  readonly steps: readonly string[];
  readonly rules: readonly Rules[];
}

/** Folders that nobody means to search. */
const skipped: ReadonlySet<string> = new Set(['.git', 'node_modules']);
const ignoreFiles = ['.gitignore', '.ignore'];
const MAX_IGNORE_BYTES = 1_000_000;

function isWanted({ steps, rules }: Level, entry: fs.Dirent, isClosed: (relative: string) => boolean): boolean {
  const { name } = entry;
  if (protectionOf(name) !== undefined || (entry.isDirectory() && skipped.has(name))) return false;
  const path = [...steps, name];
  return !isIgnored(rules, path, entry.isDirectory()) && !isClosed(path.join('/'));
}

/** The nearest ignore file that says something about a path decides. */
function isIgnored(rules: readonly Rules[], path: readonly string[], isFolder: boolean): boolean {
  for (const { base, own } of rules.toReversed()) {
    const { ignored, unignored } = own.test(path.slice(base.length).join('/') + (isFolder ? '/' : ''));
    if (ignored || unignored) return ignored;
  }
  return false;
}

/** Rules of the folders from the rtws down to the place, but those that would leave out the place itself: it was named. */
function rulesAbove({ realRoot, steps }: Place): readonly Rules[] {
  return steps.flatMap((_, depth) => {
    const base = steps.slice(0, depth);
    const folder = pinned(realRoot, base);
    const own = folder && rulesIn(folder);
    folder?.close();
    return own && !isIgnored([{ base, own }], steps, true) ? [{ base, own }] : [];
  });
}

function rulesIn(folder: PinnedFolder): Ignore | undefined {
  const texts = ignoreFiles.flatMap(name => textOf(folder.entry(name)) ?? []);
  return texts.length === 0 ? undefined : ignore({ allowRelativePaths: true }).add(texts.join('\n'));
}

function textOf(entry: string): string | undefined {
  const stat = fs.lstatSync(entry, { throwIfNoEntry: false });
  if (!stat?.isFile() || stat.size > MAX_IGNORE_BYTES) return undefined;
  try {
    return fs.readFileSync(entry, 'utf8');
  } catch {
    return undefined;
  }
}

function pinned(realRoot: string, steps: readonly string[]): PinnedFolder | undefined {
  try {
    return pinFolder(realRoot, steps);
  } catch {
    return undefined;
  }
}

function entriesOf(folder: PinnedFolder): readonly fs.Dirent[] {
  try {
    const entries = fs.readdirSync(folder.entry('.'), { withFileTypes: true });
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    return [];
  }
}
