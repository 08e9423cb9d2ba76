// `search_text`: lines that hold a text or match an expression, in the files that ignore files leave (SPEC 12.4). Bounded in
// time and size; what was left out is said.
import * as path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import * as z from 'zod';
import { linesThatFit, MAX_RESULT } from './fit-lines.ts';
import { kindOfPlace, locate, type Place, readEntry, readPlace, realRelative } from './guarded-files.ts';
import { createMatcher, type LineMatch, type MatchLines } from './match-lines.ts';
import { guardPath } from './path-guard.ts';
import { maySearch, reviewFails, reviewReading } from './policy.ts';
import { decodeText } from './text-encoding.ts';
import { defineTool, failed, type Tool, type ToolContext, type ToolResult } from './tool.ts';
import { walkFiles } from './walk-files.ts';
import type { WorkspaceFiles } from './workspace-files.ts';

const MAX_MATCHES = 500;
const MAX_FILE_BYTES = 2_000_000;
const MAX_FILES = 50_000;
/** Time for expressions: in one file, and in a whole search. */
const FILE_BUDGET_MS = 300;
const SEARCH_BUDGET_MS = 5_000;
/** Files after which the process may do other things. */
const FILES_PER_TURN = 20;
const SHOWN_LINE = 300;

const args = () =>
  z.object({
    query: z.string().min(1),
    regex: z.boolean().optional().describe('query is a JavaScript regular expression, for one line'),
    path: z.string().optional().describe('A folder or file; default: the workspace'),
  });

export const searchTextTool = (files: WorkspaceFiles): Tool =>
  defineTool({
    name: 'search_text',
    description: 'Search the files of the workspace, case-sensitively; ignored files are left out.',
    args,
    isRepeatable: true,
    review: ({ path }, context) => {
      const located = locateToSearch(path, context);
      return located.kind === 'place'
        ? reviewReading('search_text', located.place, context.texts.leave)
        : reviewFails(located);
    },
    run({ query, regex = false, path }, context, signal) {
      const located = locateToSearch(path, context);
      if (located.kind === 'refused') return failed(located.message);
      const matcher = createMatcher(query, regex);
      if (!matcher.ok) return failed(`This is no JavaScript regular expression: ${matcher.problem}`);
      return search({ files, context, place: located.place, match: matcher.match, signal });
    },
  });

function locateToSearch(path = '.', { rtws, member }: ToolContext) {
  return locate({ rtws, member, path, access: 'read' });
}

interface Search {
  readonly files: WorkspaceFiles;
  readonly context: ToolContext;
  readonly place: Place;
  readonly match: MatchLines;
  readonly signal: AbortSignal;
}

/** What a search has so far. */
interface Tally {
  readonly lines: string[];
  size: number;
  files: number;
  looked: number;
  leftMs: number;
  readonly notes: Set<string>;
}

async function search(options: Search): Promise<ToolResult> {
  const { context, place, signal } = options;
  const kind = kindOfPlace(place);
  if (kind === 'missing') return failed(`There is no ${place.relative}.`);
  const tally: Tally = { lines: [], size: 0, files: 0, looked: 0, leftMs: SEARCH_BUDGET_MS, notes: new Set() };
  const found = kind === 'folder' ? walkFiles(place, relative => isClosed(context, relative)) : [undefined];
  for (const file of found) {
    if (signal.aborted) return failed('The search was stopped.');
    const relative = file?.relative ?? realRelative(place);
    await searchFile(options, tally, relative, () =>
      file ? readEntry(file, file.entry, MAX_FILE_BYTES) : readPlace(place, MAX_FILE_BYTES),
    );
    tally.looked += 1;
    if (isFull(tally)) break;
    if (tally.looked % FILES_PER_TURN === 0) await nextTurn();
  }
  return resultOf(tally);
}

/** Files that this member may not read are not looked into, wherever they lie. */
function isClosed({ rtws, member }: ToolContext, relative: string): boolean {
  if (!maySearch('search_text', member, relative)) return true;
  const isLimited = member.readDirs !== undefined || (member.noReadDirs ?? []).length > 0;
  return isLimited && !guardPath({ rtws, member, path: relative, access: 'read' }).ok;
}

async function searchFile(
  { files, context, match }: Search,
  tally: Tally,
  relative: string,
  read: () => ReturnType<typeof readPlace>,
): Promise<void> {
  const text = (await files.read(path.join(context.rtws, relative))) ?? storedText(tally, read);
  if (text === undefined) return;
  const started = performance.now();
  const matches = match(text, MAX_MATCHES - tally.lines.length, Math.min(FILE_BUDGET_MS, tally.leftMs));
  tally.leftMs -= performance.now() - started;
  if (matches === undefined)
    tally.notes.add(`The expression takes too long in ${relative}; write it without nested repetition.`);
  else if (matches.length > 0) note(tally, relative, matches);
}

function storedText(tally: Tally, read: () => ReturnType<typeof readPlace>): string | undefined {
  try {
    const file = read();
    if (file.kind === 'refused') tally.notes.add('Files over 2 MB and special files were left out.');
    return file.kind === 'file' ? decodeText(file.bytes)?.text : undefined;
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
  else if (tally.leftMs <= 0) tally.notes.add('The time for the expression is spent: simplify it or name a path.');
  else return false;
  return true;
}

function resultOf({ lines, files, notes }: Tally): ToolResult {
  const title = lines.length === 0 ? 'No matches.' : `${lines.length} matching lines in ${files} files`;
  const shown = linesThatFit(lines);
  const cut = shown.length < lines.length ? [`… ${lines.length - shown.length} more lines`] : [];
  return { ok: true, content: [title, ...shown, ...cut, ...notes].join('\n') };
}
