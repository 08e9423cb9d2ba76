// The files of the workspace that a member may find: what searches walk through, and what a path that leads nowhere may
// have meant.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createSlices, type Slices } from '../../core/base/time-slices.ts';
import type { ToolContext } from '../tool.ts';
import type { Place } from './guarded-files.ts';
import { guardPath } from './path-guard.ts';
import { maySearch } from './policy.ts';
import { type Walk, type WalkedFile, walkFiles } from './walk-files.ts';

/** Files below a place, without those that this member may not read, wherever they lie. */
export function findFiles(
  context: ToolContext,
  place: Place,
  walk: Omit<Walk, 'isClosed'>,
): AsyncGenerator<WalkedFile> {
  return walkFiles(place, { ...walk, isClosed: relative => isClosed(context, relative) });
}

function isClosed({ rtws, member }: ToolContext, relative: string): boolean {
  if (!maySearch('search_text', member, relative)) return true;
  const isLimited = member.readDirs !== undefined || (member.noReadDirs ?? []).length > 0;
  return isLimited && !guardPath({ rtws, member, path: relative, access: 'read' }).ok;
}

/** The rhythm of a search in a process that also serves people. */
export const newSlices = (): Slices => createSlices({ now: () => performance.now(), nextTurn });

const MOST_LOOKED = 20_000;
const MOST_NAMED = 3;

/**
 * Files whose name is that of a place where nothing is, but for case, kinds of spaces and Unicode forms (SPEC 23.9).
 */
export async function filesNamedLike(context: ToolContext, place: Place, signal: AbortSignal): Promise<string[]> {
  const wanted = plainName(place.relative);
  const found: string[] = [];
  let looked = 0;
  const root = { ...place, relative: '.', absolute: place.realRoot, steps: [] };
  for await (const { relative } of findFiles(context, root, { leftOut: () => {}, slices: newSlices(), signal })) {
    if (plainName(relative) === wanted) found.push(relative);
    if (found.length === MOST_NAMED || ++looked === MOST_LOOKED) break;
  }
  return found;
}

function plainName(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return name.normalize('NFC').replaceAll(/\s+/g, ' ').toLowerCase();
}
