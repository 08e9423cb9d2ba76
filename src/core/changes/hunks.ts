// A change of a text as hunks: each can be found again in a text that changed meanwhile, applied and undone (SPEC 25.2).
// Pure.
import { structuredPatch } from 'diff';
import { linesWithEnds } from '../text/lines.ts';

/** Lines that changed in one place. */
export interface Hunk {
  /** The first of its lines in the new text, counted from 1; the line after it where it only removes. */
  readonly at: number;
  /** Removed lines with `-`, then new ones with `+`; lines around them with a blank. */
  readonly lines: readonly string[];
}

/** A hunk with its place in the old text. */
export interface PlacedHunk extends Hunk {
  readonly oldAt: number;
}

/** A text that differs in more lines from another has no hunks. */
const MAX_EDITS = 2_000;
/** What the library says beside lines. */
const NO_NEWLINE = '\\';

/** Lines around a change that stand with it where hunks are shown, and taken by their numbers. */
export const HUNK_CONTEXT = 3;

/** The hunks of a change, from the top, with lines around them; undefined where too much differs. */
export function hunksOf(before: string, after: string, context = 0): readonly PlacedHunk[] | undefined {
  const patch = structuredPatch('', '', before, after, '', '', { context, maxEditLength: MAX_EDITS });
  return patch?.hunks.map(({ oldStart, newStart, lines }) => ({ oldAt: oldStart, at: newStart, lines }));
}

/** The same hunk in the present change, by its lines whatever their ends; of several the nearest. */
export function findHunk(hunks: readonly PlacedHunk[], { at, lines }: Hunk): PlacedHunk | undefined {
  const text = unixLines(lines);
  const same = hunks.filter(hunk => unixLines(hunk.lines) === text);
  return same.sort((a, b) => Math.abs(a.at - at) - Math.abs(b.at - at))[0];
}

/** An editor has its own line ends. */
function unixLines(lines: readonly string[]): string {
  return lines.map(line => line.replace(/\r$/, '')).join('\n');
}

/** The old text with this hunk. */
export function withHunk(before: string, { oldAt, lines }: PlacedHunk): string {
  return replaced(before, { at: oldAt, from: sideOf(lines, '-'), to: sideOf(lines, '+') });
}

/** The old text with some of the hunks of a change, from the top. */
export function withHunks(before: string, hunks: readonly PlacedHunk[]): string {
  return hunks.reduceRight(withHunk, before);
}

/** The new text without this hunk. */
export function withoutHunk(after: string, { at, lines }: PlacedHunk): string {
  return replaced(after, { at, from: sideOf(lines, '+'), to: sideOf(lines, '-') });
}

/** Lines of one side, each with its line end but for a last one that has none. */
function sideOf(lines: readonly string[], sign: '-' | '+'): readonly string[] {
  return lines.flatMap((line, index) => {
    if (!line.startsWith(sign) && !line.startsWith(' ')) return [];
    return [line.slice(1) + (lines[index + 1]?.startsWith(NO_NEWLINE) ? '' : '\n')];
  });
}

function replaced(
  text: string,
  { at, from, to }: { readonly at: number; readonly from: readonly string[]; readonly to: readonly string[] },
): string {
  const lines = linesWithEnds(text);
  return [...lines.slice(0, at - 1), ...to, ...lines.slice(at - 1 + from.length)].join('');
}
