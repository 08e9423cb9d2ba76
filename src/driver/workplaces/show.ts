// What the work in a place of its own looks like: its files with lines and hunks, for its caller and for the person
// (SPEC 27.2).
import { createHash } from 'node:crypto';
import { HUNK_CONTEXT, hunksOf, type PlacedHunk } from '../../core/changes/hunks.ts';
import { takeAnswer } from '../../core/changes/picked.ts';
import type { OpenQuestion } from '../../core/dialog/tool-call.ts';
import type { WorkFacts } from '../../core/dialog/work-shape.ts';
import type { Offer, ShownWork, Workplace } from '../../core/dialog/workplace.ts';
import type { QuestionText } from '../../core/prompt/words/questions.ts';
import type { PromptTexts } from '../../core/prompt/words/words.ts';
import { tellaskTitle } from '../../core/tellask/title.ts';
import { unixLines } from '../../core/text/lines.ts';
import { lineCounts } from '../../tools/files/line-counts.ts';
import { showChange } from '../../tools/files/show-change.ts';
import { decodeText } from '../../tools/files/text-encoding.ts';
import type { ProposedChange } from '../../tools/tool.ts';
import type { Dialog } from '../driver-context.ts';
import { contentsOf, type FileDifference, fileDifferences, readBelow } from './base.ts';
import type { Entry } from './entries.ts';
import { usablePlace } from './usable.ts';

/** Files that an answer names. */
const MOST_NAMED = 8;
/** Files that a question names one by one. */
const MOST_LISTED = 500;
/** Characters of the difference that are shown. */
const MOST_SHOWN = 20_000;

/** The files of an answer. */
export function changedOf(place: Workplace, found: readonly FileDifference[]): NonNullable<WorkFacts['changed']> {
  const files = found.map(each => fileOf(place, each));
  return { count: files.length, ...linesIn(files), files: files.slice(-MOST_NAMED) };
}

/** The question about work, and the files that can be chosen in its answer. */
export function questionOf(
  texts: PromptTexts,
  { agentId, headline, again, trouble, isPart }: Offer,
  place: Workplace,
  found: readonly FileDifference[],
): { readonly text: QuestionText; readonly work: ShownWork } {
  const files = found.map(each => fileOf(place, each));
  const text = texts.work.question({
    agentId,
    headline: tellaskTitle(headline),
    again,
    count: files.length,
    ...linesIn(files),
    trouble,
    isPart: isPart === true,
    body: shownChanges(texts, place, found),
    example: exampleOf(files),
  });
  return { text, work: { mark: workMark(found), files: files.slice(0, MOST_LISTED) } };
}

/** An answer that takes a part; undefined where there is one part alone. */
function exampleOf(files: ShownWork['files']): string | undefined {
  const parted = files.find(({ hunks }) => hunks !== undefined);
  const [first] = files;
  if (parted) return takeAnswer([{ path: parted.path, hunks: [1] }]);
  return first && files.length > 1 ? takeAnswer([first].map(({ path }) => ({ path }))) : undefined;
}

/** Tells work from other work of the same author. */
export function workMark(found: readonly FileDifference[]): string {
  const entry = (each: Entry | undefined) => each && [each.id, each.mode, each.isLink === true];
  const listed = found.map(({ path, before, after }) => [path, entry(before), entry(after)]);
  return createHash('sha256').update(JSON.stringify(listed)).digest('hex').slice(0, 32);
}

type ShownFile = ShownWork['files'][number];

function linesIn(files: readonly ShownFile[]): { readonly added: number; readonly removed: number } {
  const sum = (key: 'added' | 'removed') => files.reduce((all, file) => all + (file[key] ?? 0), 0);
  return { added: sum('added'), removed: sum('removed') };
}

/** Lines of text; nothing of what is none. */
function fileOf(place: Workplace, each: FileDifference): ShownFile {
  const { path } = each;
  const { before, after } = textsOf(place, each);
  if (before === undefined || after === undefined) return { path };
  const parts = takeableParts(place, each);
  return { path, ...lineCounts(before, after), ...(parts && { hunks: parts.hunks.length }) };
}

/** A changed text with the hunks that can be taken one by one, as they are numbered. */
export interface Parts {
  readonly before: string;
  readonly hunks: readonly PlacedHunk[];
}

/** Undefined for a file that can be taken as a whole only: a new or deleted one, no text, one hunk, too many lines. */
export function takeableParts(place: Workplace, each: FileDifference): Parts | undefined {
  if (!each.before || !each.after) return undefined;
  const { before, after } = textsOf(place, each);
  const hunks = before === undefined || after === undefined ? undefined : hunksOf(before, after, HUNK_CONTEXT);
  if (before === undefined || after === undefined || !hunks || hunks.length < 2) return undefined;
  // Hunks are shown without the ends of lines: those that differ in them alone have no number.
  const shown = (before + after).includes('\r')
    ? hunksOf(unixLines(before), unixLines(after), HUNK_CONTEXT)?.length
    : hunks.length;
  return shown === hunks.length ? { before, hunks } : undefined;
}

/** The text of a changed file before and now; '' for no file, undefined for what is no text. */
export function textsOf(place: Workplace, { path, before, after }: FileDifference) {
  const contents = contentsOf(place);
  const now = after && readBelow(place.root, path);
  const old = before && contents.read(before.id);
  const text = (entry: Entry | undefined, bytes: Uint8Array | undefined) =>
    entry === undefined ? '' : bytes && !entry.isLink ? decodeText(bytes)?.text : undefined;
  return { before: text(before, old), after: text(after, now?.bytes) };
}

/** The changes as fenced diffs, a part for each file; hunks are numbered where there are several. */
export function shownChanges(
  { work, permission }: PromptTexts,
  place: Workplace,
  found: readonly FileDifference[],
): string {
  const parts: string[] = [];
  let left = MOST_SHOWN;
  for (const each of found) {
    const { before, after } = textsOf(place, each);
    const counts = before === undefined || after === undefined ? undefined : lineCounts(before, after);
    const title = `\`${each.path}\`${counts ? ` +${counts.added} −${counts.removed}` : ''}`;
    const change = counts
      ? showChange(each.before && before, each.after && after, permission, takeableParts(place, each) && 'numbered')
      : work.noText(each.before !== undefined, each.after !== undefined);
    const part = left > 0 ? `${title}\n\n${change}` : title;
    left -= part.length;
    parts.push(part);
  }
  return parts.join('\n\n');
}

/** What the work that a question is about makes of a text; undefined where it does not change it, or is not there. */
export async function changeInWork(
  { tree, state }: Dialog,
  { callId }: OpenQuestion,
  path: string,
): Promise<ProposedChange | undefined> {
  const { places } = tree.ctx;
  const offer = state.offers?.find(each => each.callId === callId);
  const author = offer && tree.dialogs.get(offer.from);
  const place = author && usablePlace(tree.ctx, author.state);
  const found = place && places && (await fileDifferences(place, places));
  const each = found?.find(difference => difference.path === path);
  const texts = place && each && textsOf(place, each);
  if (!each || texts?.before === undefined || texts.after === undefined) return undefined;
  const { before, after } = texts;
  return { path, before: each.before && before, after: each.after && after };
}
