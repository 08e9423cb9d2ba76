// The files of a folder, for a page without an editor.
import { readdir } from 'node:fs/promises';
import * as path from 'node:path';
import { MOST_SUGGESTIONS, unmentioned } from '../pages/file-suggestions.ts';

/** Files of a folder that a message can mention, by paths relative to it. What cannot be read is left out. */
export async function listFiles(folder: string): Promise<readonly string[]> {
  const found: string[] = [];
  const open = [''];
  for (let at = open.pop(); at !== undefined && found.length < MOST_SUGGESTIONS; at = open.pop()) {
    const entries = await readdir(path.join(folder, at), { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      if (unmentioned.includes(entry.name)) continue;
      const relative = at === '' ? entry.name : `${at}/${entry.name}`;
      if (entry.isDirectory()) open.push(relative);
      else if (entry.isFile()) found.push(relative);
    }
  }
  return found.slice(0, MOST_SUGGESTIONS);
}
