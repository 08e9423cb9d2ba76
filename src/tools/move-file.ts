// `move_file`: renames a file or folder within the workspace; never onto something that is there (SPEC 12.4).
import * as z from 'zod';
import { moveChanges } from './changed-file.ts';
import {
  kindOfPlace,
  locateEntry,
  movePlace,
  type Place,
  pathsBelow,
  type Refused,
  realRelative,
} from './guarded-files.ts';
import { guardPath } from './path-guard.ts';
import { reviewFails, reviewMove } from './policy.ts';
import type { SeenFiles } from './seen-files.ts';
import { fence } from './show-change.ts';
import { defineTool, failed, type Tool, type ToolContext } from './tool.ts';
import type { WorkspaceFiles } from './workspace-files.ts';

/** Files and folders in a folder that is moved whole: policies judge each. */
const MOST_BELOW = 20_000;

const args = () => z.object({ from: z.string(), to: z.string() });

export const moveFileTool = (files: WorkspaceFiles, seen: SeenFiles): Tool =>
  defineTool({
    name: 'move_file',
    description: 'Move or rename a file or folder.',
    args,
    async review(given, context) {
      const planned = await plan({ files, seen }, given, context);
      if (planned.kind === 'refused') return reviewFails(planned);
      const { from, to } = planned;
      const below = kindOfPlace(from) === 'folder' ? pathsBelow(from, MOST_BELOW) : [];
      if (!below)
        return reviewFails(
          refuse(`${from.relative} holds too much, or more than can be read: move its parts one by one.`),
        );
      return reviewMove([from, to], below, async () => ({
        headline: context.texts.permission.move(from.relative, to.relative),
        body: fence('', `${realRelative(from)}\n→ ${realRelative(to)}`),
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
      return { ok: true, content: `Moved ${from.relative} to ${to.relative}.`, changed };
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
  if (!readable.ok) return refuse(readable.message);
  const from = locateEntry({ rtws, member, path: given.from, access: 'write' });
  if (from.kind === 'refused') return from;
  const to = locateEntry({ rtws, member, path: given.to, access: 'write' });
  if (to.kind === 'refused') return to;
  if (kindOfPlace(from.place) === 'missing') return refuse(`There is no ${from.place.relative}.`);
  if (kindOfPlace(to.place) !== 'missing')
    return refuse(`${to.place.relative} is there already; name the whole new path, or delete it first.`);
  if ((await files.read(from.place.absolute)) !== undefined)
    return refuse(`${from.place.relative} has unsaved edits in the editor; ask the person to save it.`);
  const changed = await seen.mayTake(context, from.place, files);
  return changed ?? { kind: 'plan', from: from.place, to: to.place };
}

function refuse(message: string): Refused {
  return { kind: 'refused', message };
}
