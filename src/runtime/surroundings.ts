// Looks at what surrounds a dialog when its course opens: system, shell, Git branch and the top level of the workspace.
// Never blocks: entries are read in slices, and a disk that takes too long is left out.
import { existsSync } from 'node:fs';
import * as fs from 'node:fs/promises';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { After } from '../core/base/after.ts';
import { createSlices } from '../core/base/time-slices.ts';
import { dayAt } from '../core/prompt/surroundings.ts';
import type { Surroundings, Today } from '../core/prompt/words/words.ts';
import { ignoreFiles, isIgnored, isSkippedFolder, parseIgnoreRules } from '../core/team/ignore-rules.ts';
import { namesAreCaseless } from '../tools/files/git-files.ts';
import { protectionOf } from '../tools/files/path-guard.ts';

/** Names of the top level that a prompt shows. */
const MOST_NAMES = 40;

/** Entries that are looked at, bytes of a file that is read, and characters of a name. */
const MOST_ENTRIES = 5_000;
const MOST_BYTES = 100_000;
const LONGEST_NAME = 80;
/** Milliseconds to wait for the disk, and for which a look is good: subdialogs open side by side. */
const PATIENCE = 500;
const GOOD_FOR = 2_000;

export interface SurroundingsOptions {
  /** Absolute. */
  readonly rtws: string;
  readonly platform: NodeJS.Platform;
  readonly after: After;
  /** Monotonic milliseconds. */
  readonly elapsed: () => number;
}

/** Looks at the surroundings of a workspace; looks at nearly the same time are one. */
export function createLookAround({ rtws, platform, after, elapsed }: SurroundingsOptions): () => Promise<Surroundings> {
  let last: { readonly at: number; readonly seen: Promise<Surroundings> } | undefined;
  const look = async (): Promise<Surroundings> => {
    const seen = { system: systemName(platform), shell: shellName(platform) };
    let cancel = () => {};
    const late = new Promise<undefined>(resolve => {
      cancel = after(PATIENCE, () => resolve(undefined));
    });
    const found = await Promise.race([Promise.all([branchAt(rtws), topLevel(rtws, elapsed)]), late]);
    cancel();
    const [git, top] = found ?? [null, undefined];
    return { ...seen, git, ...(top && { top }) };
  };
  return () => {
    if (!last || elapsed() - last.at > GOOD_FOR) last = { at: elapsed(), seen: look() };
    return last.seen;
  };
}

/** The day where this process is; `now` in epoch milliseconds. */
export function todayAt(now: number): Today {
  const offset = -new Date(now).getTimezoneOffset();
  if (zone?.offset !== offset) zone = { offset, name: new Intl.DateTimeFormat().resolvedOptions().timeZone };
  return dayAt(now, offset, zone.name);
}

/** Asking for the name of the zone costs more than the rest. */
let zone: { readonly offset: number; readonly name: string } | undefined;

function systemName(platform: NodeJS.Platform): string {
  const names: Partial<Record<NodeJS.Platform, string>> = { linux: 'Linux', darwin: 'macOS', win32: 'Windows' };
  return names[platform] ?? platform;
}

/** As `run_shell` chooses it. */
function shellName(platform: NodeJS.Platform): string {
  if (platform === 'win32') return 'cmd.exe';
  return existsSync('/bin/bash') ? 'bash' : 'sh';
}

/** What is checked out; `null` outside of a repository or when it cannot be told. */
async function branchAt(rtws: string): Promise<Surroundings['git']> {
  for (let folder = rtws; ; folder = path.dirname(folder)) {
    const head = await headIn(path.join(folder, '.git'));
    if (head !== undefined) {
      const branch = /^ref: refs\/heads\/([^\s\p{Cc}]+)\s*$/u.exec(head)?.[1];
      if (branch !== undefined) return { is: 'branch', name: branch.slice(0, LONGEST_NAME) };
      return /^[0-9a-f]{40,64}\s*$/.test(head) ? { is: 'commit', name: head.slice(0, 10) } : null;
    }
    if (folder === path.dirname(folder)) return null;
  }
}

/** The text of HEAD, also of a work tree whose `.git` is a file that names its folder. */
async function headIn(git: string): Promise<string | undefined> {
  const own = await textOf(path.join(git, 'HEAD'));
  if (own !== undefined) return own;
  const named = /^gitdir: (.+?)\s*$/.exec((await textOf(git)) ?? '')?.[1];
  // Asking for a share of another machine would sign in there.
  if (named === undefined || /^[\\/]{2}/.test(named)) return undefined;
  return textOf(path.join(path.resolve(path.dirname(git), named), 'HEAD'));
}

async function topLevel(rtws: string, elapsed: () => number): Promise<Surroundings['top']> {
  const texts = await Promise.all(ignoreFiles.map(name => textOf(path.join(rtws, name))));
  const { rules } = parseIgnoreRules(
    texts.flatMap(text => text ?? []),
    namesAreCaseless,
  );
  const slices = createSlices({ now: elapsed, nextTurn });
  const names: string[] = [];
  let looked = 0;
  try {
    for await (const entry of await fs.opendir(rtws, { bufferSize: 256 })) {
      if (++looked > MOST_ENTRIES) break;
      const isFolder = entry.isDirectory();
      const pause = slices.due();
      if (pause) await pause;
      if (protectionOf(entry.name) !== undefined || (isFolder && isSkippedFolder(entry.name))) continue;
      if (!isIgnored([{ base: [], own: rules }], [entry.name], isFolder))
        names.push(`${shownName(entry.name)}${isFolder ? '/' : ''}`);
    }
  } catch {
    return undefined;
  }
  // What people look for first: dot files stand last.
  names.sort((a, b) => Number(a.startsWith('.')) - Number(b.startsWith('.')) || (a < b ? -1 : 1));
  return { names: names.slice(0, MOST_NAMES), more: Math.max(0, names.length - MOST_NAMES) };
}

/** A name on one line: what stands in a folder must not read like the prompt's own words. */
function shownName(name: string): string {
  const plain = name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name;
  return /^[\p{L}\p{M}\p{N}._~@+-]+$/u.test(plain) ? plain : JSON.stringify(plain);
}

/** The text of a plain file of a reasonable size. */
async function textOf(file: string): Promise<string | undefined> {
  try {
    const stat = await fs.stat(file);
    if (!stat.isFile() || stat.size > MOST_BYTES) return undefined;
    return await fs.readFile(file, 'utf8');
  } catch {
    return undefined;
  }
}
