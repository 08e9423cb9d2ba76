// How a change, or a command, is put to a person: as text in which nothing hides. Pure.
import { createHash } from 'node:crypto';
import { formatPatch, structuredPatch } from 'diff';
import { HUNK_CONTEXT, hunksOf } from '../../core/changes/hunks.ts';
import type { PermissionTexts } from '../../core/prompt/words/en/questions.ts';
import { fence as codeBlock } from '../../core/text/fence.ts';
import { unixLines } from '../../core/text/lines.ts';
import type { ChangedFile } from '../tool.ts';
import { decodeText } from './text-encoding.ts';

/** Characters of a change that are shown. */
const MAX_SHOWN = 20_000;
/** A change with more differing lines than this is shown as its new text. */
const MAX_EDITS = 1_000;

/**
 * What becomes of a text, as a fenced unified diff; `undefined` stands for no file. `numbered`: with the numbers of its
 * hunks where there are several.
 */
export function showChange(
  before: string | undefined,
  after: string | undefined,
  permission: PermissionTexts,
  isNumbered?: 'numbered',
): string {
  const [old, fresh] = [unixLines(before ?? ''), unixLines(after ?? '')];
  if (old === fresh) return fresh === '' ? permission.emptyFile : permission.noChange;
  const hunks = hunksOf(old, fresh, HUNK_CONTEXT);
  if (!hunks) return showNewText(old, fresh, permission);
  const shown = hunks.map(({ oldAt, at, lines }, index) => {
    const [added, removed] = ['+', '-'].map(sign => lines.filter(line => line.startsWith(sign)).length);
    const around = lines.filter(line => line.startsWith(' ')).length;
    const [was, is] = [span(oldAt, around + (removed ?? 0)), span(at, around + (added ?? 0))];
    return [`@@ -${was} +${is} @@${isNumbered && hunks.length > 1 ? ` #${index + 1}` : ''}`, ...lines].join('\n');
  });
  return visibleFence('diff', cut(shown.join('\n'), permission));
}

/** A change of a text file as programs read it. */
export function unifiedDiff(
  path: string,
  { before, after }: { readonly before: string; readonly after: string },
): string {
  return formatPatch(structuredPatch(`a/${path}`, `b/${path}`, before, after));
}

/** Lines and characters of a line in a preview. */
const PREVIEW_LINES = 12;
const PREVIEW_WIDTH = 200;

/**
 * The first lines of a change, for a row (SPEC 25.1): `-`, `+` or a blank before each, `⋯` between places; undefined
 * for what is no text.
 */
export function changePreview({ before, after }: ChangedFile): readonly string[] | undefined {
  const [old, fresh] = [before, after].map(side =>
    side === undefined ? '' : side.kind || side.isUnread ? undefined : decodeText(side.bytes)?.text,
  );
  if (old === undefined || fresh === undefined) return undefined;
  const options = { context: 1, maxEditLength: MAX_EDITS };
  const patch = structuredPatch('', '', unixLines(old), unixLines(fresh), '', '', options);
  const lines = patch?.hunks.flatMap(hunk => ['⋯', ...hunk.lines.filter(line => !line.startsWith('\\'))]).slice(1);
  return lines?.slice(0, PREVIEW_LINES).map(line => visible(line).slice(0, PREVIEW_WIDTH));
}

/** A text in a fence that it cannot close, with characters made visible that hide or reorder others. */
export function visibleFence(language: string, text: string): string {
  return codeBlock(language, visible(text));
}

/** One line for a headline. */
export function oneLine(text: string): string {
  const line = visible(text.trim().replaceAll(/\s+/g, ' '));
  return line.length > 100 ? `${line.slice(0, 99)}…` : line;
}

/** No lines stand after the line before them. */
function span(start: number, lines: number): string {
  return `${lines === 0 ? start - 1 : start},${lines}`;
}

function showNewText(before: string, after: string, permission: PermissionTexts): string {
  const counts = permission.linesReplaced(before.split('\n').length, after.split('\n').length);
  return `${counts}\n\n${visibleFence('', cut(after, permission))}`;
}

// The SHA-256 stands for what is not shown: a change there changes the text of the question too.
function cut(text: string, permission: PermissionTexts): string {
  if (text.length <= MAX_SHOWN) return text;
  return `${text.slice(0, MAX_SHOWN)}\n${permission.notShown(text.length - MAX_SHOWN, createHash('sha256').update(text).digest('hex'))}`;
}

function visible(text: string): string {
  return text.replaceAll(hiding, char => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`);
}

// Control characters but tab and line feed, what Unicode lets programs not show (soft hyphens, zero widths, fillers,
// tags) but the selectors of emoji, what reorders or breaks lines, and the blank of Braille.
const hiding =
  /(?!\t|\n|\ufe0e|\ufe0f)[\p{Cc}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800\ufff9-\ufffb]/gu;
