// `move_file`: renames a file or folder within the workspace; never onto something that is there (SPEC 12.4).
import * as z from 'zod';
import { defineTool, failed, type Tool, type ToolContext } from '../tool.ts';
import { moveChanges } from './changed-file.ts';
import {
  kindOfPlace,
  locateEntry,
  movePlace,
  type Place,
  pathsBelow,
  type Refused,
  realRelative,
  refuseAccess,
} from './guarded-files.ts';
import { guardPath } from './path-guard.ts';
import { reviewFails, reviewMove } from './policy.ts';
import type { SeenFiles } from './seen-files.ts';
import { visibleFence } from './show-change.ts';
import type { WorkspaceFiles } from './workspace-files.ts';

/** Files and folders in a folder that is moved whole: policies judge each. */
const MOST_BELOW = 20_000;

const args = () => z.object({ from: z.string(), to: z.string() });

export const moveFileTool = (files: WorkspaceFiles, seen: SeenFiles): Tool =>
  defineTool({
    name: 'move_file',
    description: words => words.move_file,
    args,
    async review(given, context) {
      const planned = await plan({ files, seen }, given, context);
      if (planned.kind === 'refused') return reviewFails(planned);
      const { from, to } = planned;
      const below = kindOfPlace(from) === 'folder' ? pathsBelow(from, MOST_BELOW) : [];
      if (!below) return reviewFails(refuseAccess(w => w.tooMuchToMove(from.relative)));
      return reviewMove([from, to], below, async () => ({
        headline: context.texts.permission.move(from.relative, to.relative),
        body: visibleFence('', `${realRelative(from)}\n→ ${realRelative(to)}`),
      }));
    },
    async run(given, context) {
      const planned = await plan({ files, seen }, given, context);
      if (planned.kind === 'refused') return failed(planned.message);
      const { from, to } = planned;
      const changed = moveChanges(from, to);
      const refused = movePlace(from, to);
      if (refused) return failed(refused.message);
      seen.moved(context.state, from, to);
      return { ok: true, content: w => w.moved(from.relative, to.relative), changed };
    },
  });

interface Plan {
  readonly kind: 'plan';
  readonly from: Place;
  readonly to: Place;
}

async function plan(
  { files, seen }: { readonly files: WorkspaceFiles; readonly seen: SeenFiles },
  given: z.infer<ReturnType<typeof args>>,
  context: ToolContext,
): Promise<Plan | Refused> {
  const { rtws, member } = context;
  // A moved entry becomes readable at its new place, so it must be readable already.
  const readable = guardPath({ rtws, member, path: given.from, access: 'read' });
  if (!readable.ok) return refuseAccess(readable.message);
  const from = locateEntry({ rtws, member, path: given.from, access: 'write' });
  if (from.kind === 'refused') return from;
  const target = { rtws, member, path: given.to, access: 'write' } as const;
  const meant = locateEntry(target);
  // A name that differs from the present one in spaces or Unicode form is a new name all the same.
  const isSame = meant.kind === 'place' && realRelative(meant.place) === realRelative(from.place);
  const to = isSame ? locateEntry({ ...target, isNewName: true }) : meant;
  if (to.kind === 'refused') return to;
  if (kindOfPlace(from.place) === 'missing') return refuseAccess(w => w.missing(from.place.relative));
  if (kindOfPlace(to.place) !== 'missing') return refuseAccess(w => w.isThere(to.place.relative));
  if ((await files.read(from.place.absolute)) !== undefined)
    return refuseAccess(w => w.unsavedToMove(from.place.relative));
  const changed = await seen.mayTake(context, from.place, files);
  return changed ?? { kind: 'plan', from: from.place, to: to.place };
}
