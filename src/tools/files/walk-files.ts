// Walks the files below a folder, in order of their names, without ignored files, files closed to file tools, and links
// (SPEC 6.5, 12.4). Files are returned by pinned paths, so that no link swapped in is followed.

import * as fs from 'node:fs';
import type { Slices } from '../../core/base/time-slices.ts';
import type { Said } from '../../core/prompt/said.ts';
import {
  type FolderIgnoreRules,
  type IgnoreRule,
  ignoreFiles,
  isIgnored,
  isSkippedFolder,
  MAX_IGNORE_RULE,
  parseIgnoreRules,
  verdictOfFolders,
} from '../../core/team/ignore-rules.ts';
import { type GitFiles, namesAreCaseless } from './git-files.ts';
import type { Place } from './guarded-files.ts';
import { protectionOf } from './path-guard.ts';
import { type PinnedFolder, pinFolder } from './pinned-folder.ts';

/** A file on the way: `entry` is good until the next one is asked for. */
export interface WalkedFile {
  /** Relative to the rtws, with `/`. */
  readonly relative: string;
  readonly entry: string;
}

export interface Walk {
  /** Keeps a folder or file out, named relative to the rtws. */
  readonly isClosed: (relative: string) => boolean;
  /**
   * What Git keeps below the place. Its rules are then not read from files, and only those of `.ignore` come before it.
   */
  readonly git?: GitFiles | undefined;
  /** Is told, for the reader of the result, what the walk left out. */
  readonly leftOut: (note: Said) => void;
  readonly slices: Slices;
  /** Ends the walk between two entries. */
  readonly signal: AbortSignal;
}

/** Files of the folder and below. */
export async function* walkFiles(place: Place, walk: Walk): AsyncGenerator<WalkedFile> {
  const rules = rulesAbove(place, walk);
  const open: Level[] = [{ steps: place.steps, rules, git: walk.git }];
  for (let level = open.pop(); level && !walk.signal.aborted; level = open.pop()) {
    const folder = pinned(place.realRoot, level.steps);
    if (!folder) continue;
    try {
      const own = rulesIn(folder, walk, level.git);
      const within = { ...level, rules: own ? [...level.rules, { base: level.steps, own }] : level.rules };
      const folders: string[] = [];
      for (const entry of await entriesOf(folder, walk)) {
        const pause = walk.slices.due();
        if (pause) await pause;
        if (walk.signal.aborted) return;
        if (!isWanted(within, entry, walk.isClosed)) continue;
        if (entry.isDirectory()) folders.push(entry.name);
        else yield { relative: [...level.steps, entry.name].join('/'), entry: folder.entry(entry.name) };
      }
      if (level.steps.length - place.steps.length < MAX_DEPTH)
        open.push(...folders.reverse().map(name => levelBelow(within, name)));
      else if (folders.length > 0) walk.leftOut(w => w.deepFolders(MAX_DEPTH));
    } finally {
      folder.close();
    }
  }
}

/** Bounds what one rule of an ignore file costs for one path, together with `MAX_IGNORE_RULE`. */
const MAX_DEPTH = 100;
/** Of one folder, so that listing and sorting it takes no longer than a slice or two. */
const MAX_ENTRIES = 50_000;

interface Level {
  readonly steps: readonly string[];
  readonly rules: readonly FolderIgnoreRules[];
  readonly git: GitFiles | undefined;
}

/** In another repository, and in a folder that `.ignore` takes in against Git, ignore files decide. */
function levelBelow({ steps: above, rules, git }: Level, name: string): Level {
  const steps = [...above, name];
  return { steps, rules, git: git?.has(steps) && !git.isRepository(steps) ? git : undefined };
}

const MAX_IGNORE_BYTES = 1_000_000;

function isWanted({ steps, rules, git }: Level, entry: fs.Dirent, isClosed: (relative: string) => boolean): boolean {
  const { name } = entry;
  if (protectionOf(name) !== undefined || (entry.isDirectory() && isSkippedFolder(name))) return false;
  const path = [...steps, name];
  const verdict = verdictOfFolders(rules, path, entry.isDirectory());
  const isKept = verdict ? verdict === 'kept' : (git?.has(path) ?? true);
  return isKept && !isClosed(path.join('/'));
}

/**
 * Rules of the folders from the rtws down to the place, but those that would leave out the place itself: it was named.
 */
function rulesAbove({ realRoot, steps }: Place, walk: Walk): readonly FolderIgnoreRules[] {
  return steps.flatMap((_, depth) => {
    const base = steps.slice(0, depth);
    const folder = pinned(realRoot, base);
    const own = folder && rulesIn(folder, walk, walk.git);
    folder?.close();
    if (!own) return [];
    const rules = [{ base, own }];
    const leavesOut = steps.some((_, end) => end >= depth && isIgnored(rules, steps.slice(0, end + 1), true));
    return leavesOut ? [] : rules;
  });
}

function rulesIn(
  folder: PinnedFolder,
  { leftOut }: Walk,
  git: GitFiles | undefined,
): readonly IgnoreRule[] | undefined {
  const texts = (git ? ['.ignore'] : ignoreFiles).flatMap(name => textOf(folder.entry(name)) ?? []);
  if (texts.length === 0) return undefined;
  const { rules, isCut } = parseIgnoreRules(texts, namesAreCaseless);
  if (isCut) leftOut(w => w.longRules(MAX_IGNORE_RULE));
  return rules;
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

/** Files and folders in order of their names; other entries are not searched. */
async function entriesOf(folder: PinnedFolder, { slices, leftOut }: Walk): Promise<readonly fs.Dirent[]> {
  const entries: fs.Dirent[] = [];
  const listing = listingOf(folder);
  try {
    for (let entry = listing?.readSync(); entry; entry = listing?.readSync()) {
      if (entry.isFile() || entry.isDirectory()) entries.push(entry);
      if (entries.length >= MAX_ENTRIES) {
        leftOut(w => w.manyEntries(MAX_ENTRIES));
        break;
      }
      const pause = slices.due();
      if (pause) await pause;
    }
  } catch {
    // Gone meanwhile: the listing counts.
  } finally {
    listing?.closeSync();
  }
  return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
}

function listingOf(folder: PinnedFolder): fs.Dir | undefined {
  try {
    return fs.opendirSync(folder.entry('.'));
  } catch {
    return undefined;
  }
}
