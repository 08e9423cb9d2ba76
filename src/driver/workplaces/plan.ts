// What a merge would do, file by file: three ways, against what was copied (SPEC 27.2). Changes nothing.
import { withHunks } from '../../core/changes/hunks.ts';
import type { Workplace } from '../../core/dialog/workplace.ts';
import { worded } from '../../core/prompt/said.ts';
import type { PromptTexts } from '../../core/prompt/words/words.ts';
import type { WorkConflict } from '../../core/prompt/words/work-words.ts';
import type { Member } from '../../core/team/team.ts';
import { guardPath } from '../../tools/files/path-guard.ts';
import { showChange } from '../../tools/files/show-change.ts';
import { decodeText, encodeText } from '../../tools/files/text-encoding.ts';
import { hasConflictMarks, mergeTexts } from '../../tools/files/three-way.ts';
import { contentsOf, type FileDifference, readBelow } from './base.ts';
import { type Content, type Contents, type Entry, idOf, isSameEntry } from './entries.ts';
import { takeableParts } from './show.ts';

/** A difference of which all is taken, or these hunks by their numbers. */
export interface Chosen extends FileDifference {
  readonly hunks?: readonly number[];
}

/** One file of a merge: as it is in the target, as it will be, and as it is taken; absent: no file. */
export interface Planned {
  readonly path: string;
  /** Taken in part. */
  readonly hunks?: readonly number[];
  readonly before?: Entry;
  readonly after?: Entry;
  readonly ours?: Entry;
}

/** A file that cannot be merged, and what the author's copy of it becomes: `marked` holds both sides. */
export interface Conflict extends WorkConflict {
  readonly marked?: Entry;
  /** The other side, which is the base from then on. */
  readonly theirs?: Entry;
}

export type Plan =
  | { readonly kind: 'ready'; readonly files: readonly Planned[] }
  | { readonly kind: 'conflict'; readonly conflicts: readonly Conflict[] }
  | { readonly kind: 'refused'; readonly why: string };

export interface Planning {
  readonly place: Workplace;
  /** Absolute: where the work goes. */
  readonly target: string;
  /** The author, with the folders that it may write. */
  readonly author: Member;
  readonly texts: PromptTexts;
}

/** Plans the merge of these differences. All contents that it needs are kept in the place. */
export function planMerge(planning: Planning, found: readonly Chosen[]): Plan {
  const barred = found.flatMap(({ path: file }) => barOf(planning, file))[0];
  if (barred !== undefined) return { kind: 'refused', why: barred };
  const contents = contentsOf(planning.place);
  const sides = found.map(each => sideOf(planning, contents, each));
  const conflicts = sides.flatMap(each => ('conflict' in each ? [each.conflict] : []));
  if (conflicts.length > 0) return { kind: 'conflict', conflicts };
  return { kind: 'ready', files: sides.flatMap(each => ('planned' in each ? [each.planned] : [])) };
}

/** The author writes through its commands too: what its folders forbid is not taken. */
function barOf({ place, target, author, texts }: Planning, file: string): readonly string[] {
  const rtws = readBelow(place.root, file) ? place.root : target;
  const guarded = guardPath({ rtws, member: author, path: file, access: 'write' });
  return guarded.ok ? [] : [worded(guarded.message, texts.results)];
}

type Side = { readonly planned: Planned } | { readonly conflict: Conflict };

function sideOf(planning: Planning, contents: Contents, chosen: Chosen): Side {
  const side = merged(planning, contents, chosen);
  if (!chosen.hunks || 'planned' in side) return side;
  // Both sides in full: the author's copy keeps what was not chosen too.
  const { hunks: _, ...whole } = chosen;
  const all = merged(planning, contents, whole);
  return 'conflict' in all ? all : side;
}

function merged({ place, target, texts }: Planning, contents: Contents, chosen: Chosen): Side {
  const { path: file, before: base, hunks } = chosen;
  const ours = keep(contents, partly(place, chosen, readBelow(place.root, file)));
  const theirs = keep(contents, readBelow(target, file));
  const planned = (after: Entry | undefined): Side => ({
    planned: {
      path: file,
      ...(hunks && { hunks }),
      ...(theirs && { before: entryOf(theirs) }),
      ...(after && { after: entryOf(after) }),
      ...(ours && { ours: entryOf(ours) }),
    },
  });
  const [own, other, old] = [textOf(ours), textOf(theirs), base && textOf(withBytes(contents, base))];
  // Marks that nobody resolved are no work.
  const isLeft = own !== undefined && hasConflictMarks(own) && !(old !== undefined && hasConflictMarks(old));
  if (isLeft && ours) return { conflict: conflictOf(file, { theirs, marked: ours, change: '' }) };
  if (isSameEntry(theirs, base)) return planned(ours);
  if (isSameEntry(theirs, ours)) return planned(theirs);
  const change = showChange(old, other, texts.permission);
  if (own === undefined || other === undefined || !ours || !theirs || (base && old === undefined))
    return {
      conflict: conflictOf(file, { theirs, change: other === undefined || (base && old === undefined) ? '' : change }),
    };
  const both = mergeTexts(old ?? '', own, other, texts.work.sides);
  const bytes = encodeText({ text: both.text, encoding: decodeText(ours.bytes)?.encoding ?? 'utf-8' });
  const mode = base && modeOf(ours) === modeOf(base) ? theirs.mode : ours.mode;
  const entry = { id: contents.keep(bytes), mode };
  return both.kind === 'merged' ? planned(entry) : { conflict: conflictOf(file, { theirs, marked: entry, change }) };
}

/** The author's file with the chosen hunks alone. */
function partly(place: Workplace, chosen: Chosen, own: Content | undefined): Content | undefined {
  const parts = chosen.hunks && takeableParts(place, chosen);
  if (!parts || !own || !chosen.before) return own;
  const text = withHunks(
    parts.before,
    parts.hunks.filter((_, at) => chosen.hunks?.includes(at + 1)),
  );
  const bytes = encodeText({ text, encoding: decodeText(own.bytes)?.encoding ?? 'utf-8' });
  return { id: idOf(bytes), mode: chosen.before.mode, bytes };
}

function conflictOf(
  file: string,
  { theirs, marked, change }: { readonly theirs: Entry | undefined; readonly marked?: Entry; readonly change: string },
): Conflict {
  return {
    path: file,
    isMarked: marked !== undefined,
    isGone: theirs === undefined,
    change,
    ...(marked && { marked: entryOf(marked) }),
    ...(theirs && { theirs: entryOf(theirs) }),
  };
}

function keep(contents: Contents, content: Content | undefined): Content | undefined {
  if (content) contents.keep(content.bytes);
  return content;
}

function withBytes(contents: Contents, entry: Entry): Content | undefined {
  const bytes = contents.read(entry.id);
  return bytes && { ...entry, bytes };
}

function textOf(content: Content | undefined): string | undefined {
  return content && !content.isLink ? decodeText(content.bytes)?.text : undefined;
}

function entryOf({ id, mode, isLink }: Entry): Entry {
  return { id, mode, ...(isLink && { isLink }) };
}

function modeOf({ mode }: Entry): number {
  return mode & 0o111;
}
