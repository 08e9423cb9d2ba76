// Merges two texts that were made from one, line by line, as `git merge-file` does. Pure.
import { diffArrays } from 'diff';
import { linesWithEnds } from '../../core/text/lines.ts';

/** `conflict`: the text with both sides between marks, as Git writes them. */
type Merged = { readonly kind: 'merged' | 'conflict'; readonly text: string };

/** How the marks name the two sides. */
export interface SideNames {
  readonly ours: string;
  readonly theirs: string;
}

/** The merge of two texts with the one that both were made from. */
export function mergeTexts(base: string, ours: string, theirs: string, names: SideNames): Merged {
  const old = linesWithEnds(base);
  const [own, other] = [hunksOf(old, linesWithEnds(ours)), hunksOf(old, linesWithEnds(theirs))];
  const out: string[] = [];
  let at = 0;
  let isConflict = false;
  for (;;) {
    const region = nextRegion(own, other);
    if (!region) break;
    const { start, end } = region;
    out.push(...old.slice(at, start));
    const [mine, yours] = [sideOf(region.own, old, region), sideOf(region.other, old, region)];
    if (region.other.length === 0 || same(mine, yours)) out.push(...mine);
    else if (region.own.length === 0) out.push(...yours);
    else {
      isConflict = true;
      out.push(...marked(mine, yours, names));
    }
    at = end;
  }
  out.push(...old.slice(at));
  return { kind: isConflict ? 'conflict' : 'merged', text: out.join('') };
}

/** True if a text has marks of a conflict. */
export function hasConflictMarks(text: string): boolean {
  return /^<{7} .*$/m.test(text) && /^={7}\r?$/m.test(text) && /^>{7} .*$/m.test(text);
}

/** Lines of the base that a side replaces. */
interface Hunk {
  readonly start: number;
  readonly end: number;
  readonly lines: readonly string[];
}

interface Region {
  start: number;
  end: number;
  readonly own: Hunk[];
  readonly other: Hunk[];
}

function hunksOf(old: string[], fresh: string[]): Hunk[] {
  const hunks: { start: number; end: number; lines: string[] }[] = [];
  let at = 0;
  let open: (typeof hunks)[number] | undefined;
  for (const { added, removed, value } of diffArrays(old, fresh)) {
    if (!added && !removed) {
      open = undefined;
      at += value.length;
      continue;
    }
    if (!open) {
      open = { start: at, end: at, lines: [] };
      hunks.push(open);
    }
    if (added) open.lines.push(...value);
    else {
      at += value.length;
      open.end = at;
    }
  }
  return hunks;
}

/** The next changes of one side, with all of both sides that touch them; taken out of the lists. */
function nextRegion(own: Hunk[], other: Hunk[]): Region | undefined {
  const first = [own[0], other[0]].filter(hunk => hunk !== undefined).sort((a, b) => a.start - b.start)[0];
  if (!first) return undefined;
  const region: Region = { start: first.start, end: first.end, own: [], other: [] };
  for (;;) {
    const isTouched = (hunk: Hunk | undefined): hunk is Hunk => hunk !== undefined && hunk.start <= region.end;
    const from = isTouched(own[0]) ? own : isTouched(other[0]) ? other : undefined;
    const hunk = from?.shift();
    if (!hunk) return region;
    region.end = Math.max(region.end, hunk.end);
    (from === own ? region.own : region.other).push(hunk);
  }
}

/** A region as one side has it. */
function sideOf(hunks: readonly Hunk[], old: readonly string[], { start, end }: Region): readonly string[] {
  const out: string[] = [];
  let at = start;
  for (const hunk of hunks) {
    out.push(...old.slice(at, hunk.start), ...hunk.lines);
    at = hunk.end;
  }
  return [...out, ...old.slice(at, end)];
}

function same(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((line, index) => line === other[index]);
}

/** Lines that both sides begin or end with stand outside of the marks. */
function marked(mine: readonly string[], yours: readonly string[], { ours, theirs }: SideNames): readonly string[] {
  const most = Math.min(mine.length, yours.length);
  let head = 0;
  while (head < most && mine[head] === yours[head]) head += 1;
  let tail = 0;
  while (tail < most - head && mine.at(-1 - tail) === yours.at(-1 - tail)) tail += 1;
  const inner = (lines: readonly string[]) => lines.slice(head, lines.length - tail).map(ended);
  const before = mine.slice(0, head);
  const after = tail === 0 ? [] : mine.slice(-tail);
  return [
    ...before,
    `<<<<<<< ${ours}\n`,
    ...inner(mine),
    '=======\n',
    ...inner(yours),
    `>>>>>>> ${theirs}\n`,
    ...after,
  ];
}

function ended(line: string): string {
  return line.endsWith('\n') ? line : `${line}\n`;
}
