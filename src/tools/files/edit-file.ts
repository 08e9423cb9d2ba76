// `edit_file`: replaces an exact text, which must occur once in the file unless all occurrences are meant (SPEC 12.4).
import * as z from 'zod';
import type { Said } from '../../core/prompt/said.ts';
import { unixLines } from '../../core/text/lines.ts';
import { defineTool, failed, type Tool, type ToolContext } from '../tool.ts';
import { changedFile, unsavedNote, writtenText } from './changed-file.ts';
import { type ExactMatch, findExactly, replaceFound } from './exact-replace.ts';
import { hasOtherNames, locate, type Place, type Refused, refuseAccess } from './guarded-files.ts';
import { hasNumbers, withoutNumbers } from './line-numbers.ts';
import { guardPath } from './path-guard.ts';
import { reviewFails, reviewWriting } from './policy.ts';
import type { SeenFiles } from './seen-files.ts';
import { showChange } from './show-change.ts';
import { readWorkspaceText, type WorkspaceFiles, type WorkspaceText, writeTextFile } from './workspace-files.ts';

const args = () =>
  z.object({
    path: z.string(),
    old: z.string(),
    new: z.string(),
    all: z.boolean().optional(),
  });

export const editFileTool = (files: WorkspaceFiles, seen: SeenFiles): Tool =>
  defineTool({
    name: 'edit_file',
    description: words => words.edit_file,
    args,
    async review(given, context) {
      const planned = await plan(files, given, context);
      if (planned.kind === 'refused') return reviewFails(planned);
      const { place, before, after } = planned;
      const question = async () => ({
        headline: context.texts.permission.edit(place.relative),
        body: showChange(before.text, after, context.texts.permission),
        change: { path: place.relative, before: before.text, after },
      });
      return reviewWriting('edit_file', [place], question, hasOtherNames(place));
    },
    async run(given, context) {
      const planned = await plan(files, given, context);
      if (planned.kind === 'refused') return failed(planned.message);
      const { place, before, after, lines } = planned;
      const refused = await writeTextFile(files, place, after, before);
      if (refused) return failed(refused.message);
      const change = await changedFile(files, place, before);
      seen.edited(context.state, place, { before: before.text, after: writtenText(change, after) });
      const content: Said = w => `${w.edited(place.relative, lines.length, listLines(lines))}${unsavedNote(change, w)}`;
      return { ok: true, content, changed: [change] };
    },
  });

interface Plan {
  readonly kind: 'plan';
  readonly place: Place;
  readonly before: WorkspaceText;
  readonly after: string;
  readonly lines: readonly number[];
}

async function plan(
  files: WorkspaceFiles,
  { path, old, new: replacement, all = false }: z.infer<ReturnType<typeof args>>,
  { rtws, member }: ToolContext,
): Promise<Plan | Refused> {
  // The result tells what the file holds, so it must be readable too.
  const readable = guardPath({ rtws, member, path, access: 'read' });
  const located = locate({ rtws, member, path, access: 'write' });
  if (located.kind === 'refused') return located;
  if (!readable.ok) return refuseAccess(readable.message);
  const { place } = located;
  const before = await readWorkspaceText(files, place);
  if (before.kind === 'refused') return before;
  if (before.kind === 'missing') return refuseAccess(w => w.noFileToEdit(place.relative));
  if (old === '') return refuseAccess(w => w.oldEmpty);
  if (unixLines(old) === unixLines(replacement)) return refuseAccess(w => w.oldIsNew);
  const meant = withoutCopiedNumbers(before.text, { old, replacement });
  if ('kind' in meant) return meant;
  const found = findExactly(before.text, meant.old);
  const refusal = refuseCount(place.relative, before.text, meant.old, { found, all });
  if (refusal) return refusal;
  const after = replaceFound(before.text, found, meant.replacement);
  return { kind: 'plan', place, before, after, lines: found.map(({ line }) => line) };
}

interface Texts {
  readonly old: string;
  readonly replacement: string;
}

/** The texts without the line numbers of `read_file`, where they were copied with `old`: the file has none of them. */
function withoutCopiedNumbers(text: string, { old, replacement }: Texts): Texts | Refused {
  if (!hasNumbers(old) || findExactly(text, old).length > 0) return { old, replacement };
  const plain = withoutNumbers(unixLines(old)) ?? '';
  const written = withoutNumbers(unixLines(replacement)) ?? replacement;
  const isClear = plain !== '' && findExactly(text, plain).length > 0 && !hasNumbers(written);
  if (isClear) return { old: plain, replacement: written };
  return refuseAccess(w => w.copiedNumbers);
}

function refuseCount(
  name: string,
  text: string,
  old: string,
  { found, all }: { found: readonly ExactMatch[]; all: boolean },
): Refused | undefined {
  if (found.length === 0) return refuseAccess(w => w.notFound(name, firstLineAt(text, old)));
  if (found.length === 1 || all) return undefined;
  const lines = listLines(found.map(({ line }) => line));
  return refuseAccess(w => w.notUnique(name, found.length, lines));
}

/**
 * Where the first line of a missing text occurs with different spaces around it; '' for nowhere, undefined for a blank
 * text.
 */
function firstLineAt(text: string, old: string): string | undefined {
  const first = unixLines(old)
    .split('\n')
    .map(line => line.trim())
    .find(line => line !== '');
  if (first === undefined) return undefined;
  const lines = unixLines(text)
    .split('\n')
    .flatMap((line, index) => (line.trim() === first ? [index + 1] : []));
  return listLines(lines);
}

function listLines(lines: readonly number[]): string {
  return lines.length > 10 ? `${lines.slice(0, 10).join(', ')}, …` : lines.join(', ');
}
