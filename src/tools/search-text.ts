// `search_text`: finds lines with a text or an expression, in files that are not ignored (SPEC 12.4). Limited in time
// and size; omissions are reported.
import * as path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import * as z from 'zod';
import { createSlices, type Slices } from '../core/slices.ts';
import { linesThatFit, MAX_RESULT } from './fit-lines.ts';
import { kindOfPlace, locate, type Place, readEntry, readPlace, realRelative } from './guarded-files.ts';
import { guessText } from './guess-encoding.ts';
import { createMatcher, type LineMatch, type Matcher, matchLines } from './match-lines.ts';
import { guardPath } from './path-guard.ts';
import { maySearch, reviewFails, reviewReading } from './policy.ts';
import { decodeText } from './text-encoding.ts';
import { defineTool, failed, type Tool, type ToolContext, type ToolResult } from './tool.ts';
import { walkFiles } from './walk-files.ts';
import { MAX_FILE_BYTES, type WorkspaceFiles } from './workspace-files.ts';

const MAX_MATCHES = 500;
/** Larger files are left out unless one is named. */
const MAX_FOUND_BYTES = 2_000_000;
const MAX_FILES = 50_000;
const SHOWN_LINE = 300;
const SHOWN_NAMES = 5;
const BINARY = 'Binary, not searched';

const args = () =>
  z.object({
    query: z.string().min(1),
    regex: z.boolean().optional(),
    path: z.string().optional(),
  });

/** The rhythm of a search in a process that also serves people. */
const slicesOfSearch = () => createSlices({ now: () => performance.now(), nextTurn });

export const searchTextTool = (files: WorkspaceFiles, newSlices: () => Slices = slicesOfSearch): Tool =>
  defineTool({
    name: 'search_text',
    description:
      'Search files, case-sensitively; ignored ones are left out. regex: JavaScript, one line, no lookaround or backreference.',
    args,
    isRepeatable: true,
    onlyReads: true,
    review: ({ path }, context) => {
      const located = locateToSearch(path, context);
      return located.kind === 'place'
        ? reviewReading('search_text', located.place, context.texts.permission)
        : reviewFails(located);
    },
    run({ query, regex = false, path }, context, signal) {
      const located = locateToSearch(path, context);
      if (located.kind === 'refused') return failed(located.message);
      const made = createMatcher(query, regex);
      if (!made.ok) return failed(made.problem);
      return search({ files, context, place: located.place, matcher: made.matcher, signal, slices: newSlices() });
    },
  });

function locateToSearch(path = '.', { rtws, member }: ToolContext) {
  return locate({ rtws, member, path, access: 'read' });
}

interface Search {
  readonly files: WorkspaceFiles;
  readonly context: ToolContext;
  readonly place: Place;
  readonly matcher: Matcher;
  readonly signal: AbortSignal;
  readonly slices: Slices;
}

/** The results of a search so far. */
interface Tally {
  readonly lines: string[];
  size: number;
  files: number;
  looked: number;
  readonly notes: Set<string>;
  /** Files by how they were read, other than in an encoding that they show. */
  readonly guessed: Map<string, string[]>;
}

async function search(options: Search): Promise<ToolResult> {
  const { context, place, signal, slices } = options;
  const kind = kindOfPlace(place);
  if (kind === 'missing') return failed(`There is no ${place.relative}.`);
  const tally: Tally = { lines: [], size: 0, files: 0, looked: 0, notes: new Set(), guessed: new Map() };
  if (kind === 'folder') {
    const isLeftOut = (relative: string) => isClosed(context, relative);
    const leftOut = (what: string) => tally.notes.add(what);
    for await (const file of walkFiles(place, { isClosed: isLeftOut, leftOut, slices, signal })) {
      await searchFile(options, tally, file.relative, () => readEntry(file, file.entry, MAX_FOUND_BYTES));
      if (isFull(tally) || signal.aborted) break;
    }
  } else {
    const stored = readPlace(place, MAX_FILE_BYTES);
    if (stored.kind === 'refused') return failed(stored.message);
    await searchFile(options, tally, realRelative(place), () => stored);
  }
  return signal.aborted ? failed('The search was stopped.') : resultOf(tally);
}

/** Files that this member may not read are not looked into, wherever they lie. */
function isClosed({ rtws, member }: ToolContext, relative: string): boolean {
  if (!maySearch('search_text', member, relative)) return true;
  const isLimited = member.readDirs !== undefined || (member.noReadDirs ?? []).length > 0;
  return isLimited && !guardPath({ rtws, member, path: relative, access: 'read' }).ok;
}

async function searchFile(
  { files, context, matcher, slices, signal }: Search,
  tally: Tally,
  relative: string,
  read: () => ReturnType<typeof readPlace>,
): Promise<void> {
  tally.looked += 1;
  const text = (await files.read(path.join(context.rtws, relative))) ?? storedText(tally, relative, read);
  if (text === undefined || signal.aborted) return;
  const limit = MAX_MATCHES - tally.lines.length;
  const { matches, isCut } = await matchLines(text, matcher, { limit, slices, signal });
  if (isCut) tally.notes.add(`Of longer lines only the first ${matcher.longest} characters were searched.`);
  if (matches.length > 0) note(tally, relative, matches);
}

function storedText(tally: Tally, relative: string, read: () => ReturnType<typeof readPlace>): string | undefined {
  try {
    const file = read();
    if (file.kind === 'refused') tally.notes.add('Files over 2 MB and special files were left out.');
    if (file.kind !== 'file') return undefined;
    const text = decodeText(file.bytes)?.text;
    if (text !== undefined) return text;
    const guessed = guessText(file.bytes);
    const as = guessed ? `Not UTF-8, searched as ${guessed.encoding}` : BINARY;
    tally.guessed.set(as, [...(tally.guessed.get(as) ?? []), relative]);
    return guessed?.text;
  } catch {
    return undefined;
  }
}

function note(tally: Tally, relative: string, matches: readonly LineMatch[]): void {
  tally.files += 1;
  for (const { line, column, text } of matches) {
    const shown = `${relative}:${line}: ${excerpt(text, column)}`;
    tally.lines.push(shown);
    tally.size += shown.length + 1;
  }
}

function excerpt(line: string, column: number): string {
  if (line.length <= SHOWN_LINE) return line;
  const start = Math.max(0, column - SHOWN_LINE / 3);
  const end = start + SHOWN_LINE;
  return `${start > 0 ? '…' : ''}${line.slice(start, end)}${end < line.length ? '…' : ''}`;
}

function isFull(tally: Tally): boolean {
  if (tally.lines.length >= MAX_MATCHES || tally.size > MAX_RESULT)
    tally.notes.add('Cut here, there may be more: narrow the query or the path.');
  else if (tally.looked >= MAX_FILES)
    tally.notes.add(`Only the first ${MAX_FILES} files were looked into; name a path.`);
  else return false;
  return true;
}

/** Names the first files that were read in a way of their own. */
function namesOf([as, names]: readonly [string, readonly string[]]): string {
  const more = names.length > SHOWN_NAMES ? ` and ${names.length - SHOWN_NAMES} more` : '';
  return `${as}: ${names.slice(0, SHOWN_NAMES).join(', ')}${more}.`;
}

function resultOf({ lines, files, notes, guessed }: Tally): ToolResult {
  // Where something was found, pictures are no news.
  if (lines.length > 0) guessed.delete(BINARY);
  const title = lines.length === 0 ? 'No matches.' : `${lines.length} matching lines in ${files} files`;
  const shown = linesThatFit(lines);
  const cut = shown.length < lines.length ? [`… ${lines.length - shown.length} more lines`] : [];
  return { ok: true, content: [title, ...shown, ...cut, ...[...guessed].map(namesOf), ...notes].join('\n') };
}
