// `search_text`: finds lines with a text or an expression, in files that are not ignored (SPEC 12.4). Limited in time
// and size; omissions are reported.
import * as path from 'node:path';
import * as z from 'zod';
import type { Slices } from '../../core/base/time-slices.ts';
import type { Said } from '../../core/prompt/said.ts';
import type { ResultWords } from '../../core/prompt/words/en/results.ts';
import { linesThatFit, MAX_RESULT } from '../fit-lines.ts';
import { defineTool, failed, type Tool, type ToolAnswer, type ToolContext, type ToolResult } from '../tool.ts';
import { findFiles, newSlices } from './find-files.ts';
import type { ListGitFiles } from './git-files.ts';
import { kindOfPlace, locate, type Place, readGuardedEntry, readPlace, realRelative } from './guarded-files.ts';
import { guessText } from './guess-encoding.ts';
import { createMatcher, type LineMatch, type Matcher, matchLines } from './match-lines.ts';
import { reviewFails, reviewReading } from './policy.ts';
import { decodeText } from './text-encoding.ts';
import { MAX_READ_BYTES, type WorkspaceFiles } from './workspace-files.ts';

const MAX_MATCHES = 500;
/** Larger files are left out unless one is named. */
const MAX_FOUND_BYTES = 2_000_000;
const MAX_FILES = 50_000;
const SHOWN_LINE = 300;
const SHOWN_NAMES = 5;

const args = () =>
  z.object({
    query: z.string().min(1),
    regex: z.boolean().optional(),
    path: z.string().optional(),
  });

export interface SearchPorts {
  readonly files: WorkspaceFiles;
  readonly listGitFiles: ListGitFiles;
  readonly slicesOf?: () => Slices;
}

export const searchTextTool = ({ files, listGitFiles, slicesOf = newSlices }: SearchPorts): Tool =>
  defineTool({
    name: 'search_text',
    description: words => words.search_text,
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
      const { place } = located;
      return search({ files, listGitFiles, context, place, matcher: made.matcher, signal, slices: slicesOf() });
    },
  });

function locateToSearch(path = '.', { rtws, member }: ToolContext) {
  return locate({ rtws, member, path, access: 'read' });
}

interface Search extends Pick<SearchPorts, 'files' | 'listGitFiles'> {
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
  /** Lines that are shown in part, with the column of their match. */
  readonly cut: string[];
  /** Files by the guessed encoding in which they were read; undefined for binary ones, which were not. */
  readonly guessed: Map<string | undefined, string[]>;
}

async function search(options: Search): Promise<ToolAnswer> {
  const { context, place, signal, slices } = options;
  const words = context.texts.results;
  const kind = kindOfPlace(place);
  if (kind === 'missing') return failed(words.missing(place.relative));
  const tally: Tally = { lines: [], size: 0, files: 0, looked: 0, notes: new Set(), cut: [], guessed: new Map() };
  if (kind === 'folder') {
    const leftOut = (what: Said) => tally.notes.add(what(words));
    const git = await options.listGitFiles(place, slices, signal);
    for await (const file of findFiles(context, place, { leftOut, slices, signal, git })) {
      await searchFile(options, tally, file.relative, () => readGuardedEntry(file, file.entry, MAX_FOUND_BYTES));
      if (isFull(tally, words) || signal.aborted) break;
    }
  } else {
    const stored = readPlace(place, MAX_READ_BYTES);
    if (stored.kind === 'refused') return failed(stored.message);
    await searchFile(options, tally, realRelative(place), () => stored);
  }
  return signal.aborted ? failed(words.searchStopped) : resultOf(tally, words);
}

async function searchFile(
  { files, context, matcher, slices, signal }: Search,
  tally: Tally,
  relative: string,
  read: () => ReturnType<typeof readPlace>,
): Promise<void> {
  const words = context.texts.results;
  tally.looked += 1;
  const text = (await files.read(path.join(context.rtws, relative))) ?? storedText(tally, relative, read, words);
  if (text === undefined || signal.aborted) return;
  const limit = MAX_MATCHES - tally.lines.length;
  const { matches, isCut, isInParts } = await matchLines(text, matcher, { limit, slices, signal });
  if (isCut) tally.notes.add(words.longLines(matcher.longest));
  if (isInParts) tally.notes.add(words.longMatches(matcher.longest / 2));
  if (matches.length > 0) note(tally, relative, matches);
}

function storedText(
  tally: Tally,
  relative: string,
  read: () => ReturnType<typeof readPlace>,
  words: ResultWords,
): string | undefined {
  try {
    const file = read();
    if (file.kind === 'refused') tally.notes.add(words.largeFiles);
    if (file.kind !== 'file') return undefined;
    const text = decodeText(file.bytes)?.text;
    if (text !== undefined) return text;
    const guessed = guessText(file.bytes);
    const as = guessed?.encoding;
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
    if (text.length > SHOWN_LINE) tally.cut.push(`${relative}:${line}:${column + 1}`);
  }
}

function excerpt(line: string, column: number): string {
  if (line.length <= SHOWN_LINE) return line;
  const start = Math.max(0, column - SHOWN_LINE / 3);
  const end = start + SHOWN_LINE;
  return `${start > 0 ? '…' : ''}${line.slice(start, end)}${end < line.length ? '…' : ''}`;
}

function isFull(tally: Tally, words: ResultWords): boolean {
  if (tally.lines.length >= MAX_MATCHES || tally.size > MAX_RESULT) tally.notes.add(words.searchCut);
  else if (tally.looked >= MAX_FILES) tally.notes.add(words.manyFiles(MAX_FILES));
  else return false;
  return true;
}

/** Names the first files that were read in a way of their own. */
function namesOf(encoding: string | undefined, names: readonly string[], words: ResultWords): string {
  return words.filesReadSo(words.searchedAs(encoding), names.slice(0, SHOWN_NAMES), names.length - SHOWN_NAMES);
}

function resultOf({ lines, files, notes, cut: parts, guessed }: Tally, words: ResultWords): ToolResult {
  // Where something was found, pictures are no news.
  if (lines.length > 0) guessed.delete(undefined);
  const shown = linesThatFit(lines);
  const cut = shown.length < lines.length ? [words.moreLines(lines.length - shown.length)] : [];
  const read = [...guessed].map(([encoding, names]) => namesOf(encoding, names, words));
  const more =
    parts.length > 0 ? [words.cutLines(parts.slice(0, SHOWN_NAMES), Math.max(0, parts.length - SHOWN_NAMES))] : [];
  const content = [words.found(lines.length, files), ...shown, ...cut, ...more, ...read, ...notes].join('\n');
  return { ok: true, content };
}
