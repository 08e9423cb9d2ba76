// `write_file`: a whole text file, new or replaced; a replaced one keeps its encoding and line ends (SPEC 12.4).
import * as z from 'zod';
import type { Said } from '../../core/prompt/said.ts';
import { defineTool, failed, type Tool, type ToolContext } from '../tool.ts';
import { changedFile, contentOf, foldersToMake, unsavedNote, writtenText } from './changed-file.ts';
import { withLineEndsOf } from './exact-replace.ts';
import { hasOtherNames, locate, type Place, type Refused, refuseAccess } from './guarded-files.ts';
import type { HeldByGit } from './held-by-git.ts';
import { namesAlike } from './path-guard.ts';
import { reviewFails, reviewWriting } from './policy.ts';
import type { SeenFiles } from './seen-files.ts';
import { showChange } from './show-change.ts';
import { readWorkspaceText, type WorkspaceFiles, type WorkspaceText, writeTextFile } from './workspace-files.ts';

const args = () => z.object({ path: z.string(), content: z.string() });

export const writeFileTool = (files: WorkspaceFiles, seen: SeenFiles, isHeld: HeldByGit): Tool =>
  defineTool({
    name: 'write_file',
    description: words => words.write_file,
    args,
    async review(given, context) {
      const planned = await plan({ files, seen }, given, context);
      if (planned.kind === 'refused') return reviewFails(planned);
      const { place, before, after } = planned;
      const { permission } = context.texts;
      const present = before.kind === 'text' ? before.text : undefined;
      const question = async () => ({
        headline: (present === undefined ? permission.create : permission.replace)(place.relative),
        body: showChange(present, after, permission),
        change: { path: place.relative, before: present, after },
      });
      const lost = contentOf(before);
      const isKept = !lost || (context.keep?.(lost) ?? true) || (await isHeld(place));
      return reviewWriting('write_file', [place], question, !isKept || hasOtherNames(place));
    },
    async run(given, context) {
      const planned = await plan({ files, seen }, given, context);
      if (planned.kind === 'refused') return failed(planned.message);
      const { place, before, after } = planned;
      const folders = foldersToMake(place);
      const refused = await writeTextFile(files, place, after, before);
      if (refused) return failed(refused.message);
      const lines = after.split('\n').length - (after.endsWith('\n') ? 1 : 0);
      const change = await changedFile(files, place, before);
      seen.saw(context.state, place, writtenText(change, after));
      const changed = [...folders, change];
      const alike = before.kind === 'missing' ? namesAlike(place.absolute) : [];
      const content: Said = w =>
        `${w.wrote(place.relative, lines)}${unsavedNote(change, w)}${alike.length > 0 ? w.besideAlike(alike) : ''}`;
      return { ok: true, content, changed };
    },
  });

interface Plan {
  readonly kind: 'plan';
  readonly place: Place;
  readonly before: WorkspaceText | { readonly kind: 'missing' };
  readonly after: string;
}

async function plan(
  { files, seen }: { readonly files: WorkspaceFiles; readonly seen: SeenFiles },
  { path, content }: z.infer<ReturnType<typeof args>>,
  context: ToolContext,
): Promise<Plan | Refused> {
  const { rtws, member } = context;
  const located = locate({ rtws, member, path, access: 'write' });
  if (located.kind === 'refused') return located;
  const { place } = located;
  if (place.steps.length === 0) return refuseAccess(w => w.nameFile);
  const before = await readWorkspaceText(files, place);
  if (before.kind === 'refused') return before;
  const after = before.kind === 'text' ? withLineEndsOf(before.text, content) : content;
  return seen.mayReplace(context, place, before, after) ?? { kind: 'plan', place, before, after };
}
