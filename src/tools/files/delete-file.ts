// `delete_file`: removes a file, a link, or an empty folder; never more than is named (SPEC 12.4).
import * as z from 'zod';
import type { PermissionTexts } from '../../core/prompt/words/en/questions.ts';
import { defineTool, failed, type PermissionQuestion, type Tool, type ToolContext } from '../tool.ts';
import { changeOf, entryContent } from './changed-file.ts';
import {
  kindOfPlace,
  locateEntry,
  type Place,
  type Refused,
  readPlace,
  realRelative,
  refuseAccess,
  removeEntry,
} from './guarded-files.ts';
import type { HeldByGit } from './held-by-git.ts';
import { reviewFails, reviewWriting } from './policy.ts';
import type { SeenFiles } from './seen-files.ts';
import { showChange } from './show-change.ts';
import { decodeText } from './text-encoding.ts';
import { MAX_READ_BYTES, type WorkspaceFiles } from './workspace-files.ts';

const args = () => z.object({ path: z.string() });

export const deleteFileTool = (files: WorkspaceFiles, seen: SeenFiles, isHeld: HeldByGit): Tool =>
  defineTool({
    name: 'delete_file',
    description: words => words.delete_file,
    args,
    async review({ path }, context) {
      const planned = await plan({ files, seen }, path, context);
      if (planned.kind === 'refused') return reviewFails(planned);
      const { place } = planned;
      const question = async () => ({
        headline: context.texts.permission.delete(place.relative),
        ...showLost(place, context.texts.permission),
      });
      const lost = entryContent(place);
      const isKept = (lost !== undefined && (context.keep?.(lost) ?? true)) || (await isHeld(place));
      return reviewWriting('delete_file', [place], question, !isKept);
    },
    async run({ path }, context) {
      const planned = await plan({ files, seen }, path, context);
      if (planned.kind === 'refused') return failed(planned.message);
      const { place } = planned;
      const lost = entryContent(place);
      const refused = removeEntry(place);
      if (refused) return failed(refused.message);
      seen.moved(context.state, place);
      const changed = lost ? [changeOf(realRelative(place), lost, undefined)] : [];
      return { ok: true, content: w => w.deleted(place.relative), changed };
    },
  });

async function plan(
  { files, seen }: { readonly files: WorkspaceFiles; readonly seen: SeenFiles },
  path: string,
  context: ToolContext,
): Promise<{ readonly kind: 'plan'; readonly place: Place } | Refused> {
  const { rtws, member } = context;
  const located = locateEntry({ rtws, member, path, access: 'write' });
  if (located.kind === 'refused') return located;
  const { place } = located;
  if (kindOfPlace(place) === 'missing') return refuseAccess(w => w.missing(place.relative));
  if ((await files.read(place.absolute)) !== undefined) return refuseAccess(w => w.unsavedToDelete(place.relative));
  return (await seen.mayTake(context, place, files)) ?? { kind: 'plan', place };
}

function showLost(place: Place, permission: PermissionTexts): Pick<PermissionQuestion, 'body' | 'change'> {
  const kind = kindOfPlace(place);
  if (kind === 'folder') return { body: permission.emptyFolder };
  const file = kind === 'file' ? readPlace(place, MAX_READ_BYTES) : undefined;
  if (file?.kind !== 'file') return { body: permission.noPlainFile };
  const text = decodeText(file.bytes)?.text;
  if (text === undefined) return { body: permission.binaryFile(file.bytes.length) };
  return {
    body: showChange(text, undefined, permission),
    change: { path: place.relative, before: text, after: undefined },
  };
}
