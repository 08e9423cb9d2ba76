// Files that a message can mention, for a page without an editor.
import { readdir } from 'node:fs/promises';
import * as path from 'node:path';
import { rankPaths } from '../core/rank-paths.ts';

/** Files looked at, suggestions given, and how long (milliseconds) a list is good. */
const FILES_MAX = 20_000;
const SUGGESTED = 20;
const GOOD_FOR = 15_000;
const leftOut = new Set(['node_modules', '.git', '.dialogs']);

export type SuggestFiles = (query: string) => Promise<readonly string[]>;

/** Suggests files of a folder, the best first, by relative paths. Unreadable files are left out. */
export function createSuggestions(folder: string, now: () => number): SuggestFiles {
  let listed: { readonly at: number; readonly paths: Promise<readonly string[]> } | undefined;
  return async query => {
    if (!listed || now() - listed.at > GOOD_FOR) listed = { at: now(), paths: listFiles(folder) };
    return rankPaths(await listed.paths, query, SUGGESTED);
  };
}

async function listFiles(folder: string): Promise<readonly string[]> {
  const found: string[] = [];
  const open = [''];
  for (let at = open.pop(); at !== undefined && found.length < FILES_MAX; at = open.pop()) {
    const entries = await readdir(path.join(folder, at), { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      if (leftOut.has(entry.name)) continue;
      const relative = at === '' ? entry.name : `${at}/${entry.name}`;
      if (entry.isDirectory()) open.push(relative);
      else if (entry.isFile()) found.push(relative);
    }
  }
  return found.slice(0, FILES_MAX);
}
