// `read_file`: a range of lines with their numbers under a header that says which (SPEC 12.4).
import * as z from 'zod';
import type { Said } from '../../core/prompt/said.ts';
import { unixLines } from '../../core/text/lines.ts';
import { linesThatFit, MAX_RESULT } from '../fit-lines.ts';
import { defineTool, failed, type Tool, type ToolAnswer, type ToolContext } from '../tool.ts';
import { filesNamedLike } from './find-files.ts';
import { locate } from './guarded-files.ts';
import { numbered } from './line-numbers.ts';
import { reviewFails, reviewReading } from './policy.ts';
import type { SeenFiles } from './seen-files.ts';
import { guessFile, readWorkspaceText, type WorkspaceFiles, type WorkspaceText } from './workspace-files.ts';

const args = () =>
  z.object({
    path: z.string(),
    from: z.int().min(1).optional(),
    to: z.int().min(1).optional(),
    column: z.int().min(1).optional(),
  });

export const readFileTool = (files: WorkspaceFiles, seen: SeenFiles): Tool =>
  defineTool({
    name: 'read_file',
    description: words => words.read_file(MAX_RESULT),
    args,
    isRepeatable: true,
    onlyReads: true,
    review: ({ path }, context) => {
      const located = locateToRead(path, context);
      return located.kind === 'place'
        ? reviewReading('read_file', located.place, context.texts.permission)
        : reviewFails(located);
    },
    async run({ path, ...range }, context, signal) {
      const located = locateToRead(path, context);
      if (located.kind === 'refused') return failed(located.message);
      const { place } = located;
      const file = await readWorkspaceText(files, place);
      if (file.kind === 'refused') {
        const guessed = guessFile(place);
        if (!guessed) return failed(file.message);
        const { text, encoding } = guessed;
        return showRange(w => w.readAs(place.relative, encoding), { text, isUnsaved: false }, range);
      }
      if (file.kind === 'missing') {
        const named = await filesNamedLike(context, place, signal);
        return failed(w => w.missing(place.relative, named));
      }
      seen.saw(context.state, place, file.text);
      return showRange(() => place.relative, file, range);
    },
  });

function locateToRead(path: string, { rtws, member }: ToolContext) {
  return locate({ rtws, member, path, access: 'read' });
}

interface Range {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  /** Of the first line: the character where it begins. */
  readonly column?: number | undefined;
}

function showRange(
  name: Said,
  { text, isUnsaved }: Pick<WorkspaceText, 'text' | 'isUnsaved'>,
  { from = 1, to, column = 1 }: Range,
): ToolAnswer {
  const lines = unixLines(text).split('\n');
  if (lines.at(-1) === '') lines.pop();
  const title: Said = w => (isUnsaved ? w.withUnsaved(name(w)) : name(w));
  if (lines.length === 0) return { ok: true, content: w => w.isEmpty(title(w)) };
  if (from > lines.length) return failed(w => w.hasLines(title(w), lines.length));
  if (to !== undefined && to < from) return failed(w => w.toBelowFrom);
  const [first = '', ...others] = lines.slice(from - 1, to);
  if (column > 1 && column > first.length) return failed(w => w.lineHas(title(w), from, first.length));
  const rest = column === 1 ? first : `…${first.slice(column - 1)}`;
  const wanted = numbered([rest, ...others], from);
  const fitting = linesThatFit(wanted);
  // A line that is too long by itself is shown in parts, so that reading always goes on.
  const shown = fitting.length === 0 ? [cutLine(wanted[0] ?? '')] : fitting;
  const last = from + shown.length - 1;
  const next = shown.length < wanted.length ? last + 1 : undefined;
  const left = fitting.length === 0 ? (wanted[0]?.length ?? 0) - (shown[0]?.length ?? 0) : 0;
  const content: Said = w =>
    [w.lines(title(w), [from, last, lines.length], next), ...shown].join('\n') +
    (left > 0 ? w.moreInLine(left, from, first.length - left + 1) : '');
  return { ok: true, content };
}

/** The start of a line that fits into a result; no character is cut in two. */
function cutLine(line: string): string {
  const isPair = /[\ud800-\udbff]/.test(line.charAt(MAX_RESULT - 1));
  return line.slice(0, isPair ? MAX_RESULT - 1 : MAX_RESULT);
}
