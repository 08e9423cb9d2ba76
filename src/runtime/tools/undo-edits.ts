// What dialogs made of files, to look at and to take back (SPEC 12.4): only files they wrote, only while they are still
// as they wrote them, and never through git. Where a record leads is decided by the same guard as for the tools.

import { isRootRef } from '../../core/base/ids.ts';
import type { AnsweredBy } from '../../core/dialog/answered-by.ts';
import type { ChangeMaker, EntryKind } from '../../core/dialog/file-changes.ts';
import { type Outcome, refuse } from '../../core/facts/trouble.ts';
import { actAs } from '../../driver/acting.ts';
import { commit } from '../../driver/commit.ts';
import { untilStored } from '../../driver/stored.ts';
import { changesOf, isKept, lastRevert, recordChange } from '../../driver/tools/file-changes.ts';
import type { Dialog } from '../../driver/tree.ts';
import { lineCounts } from '../../tools/files/line-counts.ts';
import { decodeText } from '../../tools/files/text-encoding.ts';
import type { WorkspaceFiles } from '../../tools/files/workspace-files.ts';
import type { ChangedFile, FileContent } from '../../tools/tool.ts';
import { type EditState, keptBytes, type LookedAt, lookAt, type Net, restoreEntry } from './undo-entry.ts';

/** The changes of one file. `state`: as the dialogs left it, or why it cannot be reverted. */
export interface EditedFile {
  readonly path: string;
  readonly kind: 'created' | 'edited' | 'deleted';
  /** Its present or former kind. */
  readonly entry: 'file' | EntryKind;
  readonly state: EditState;
  /** Lines against what the dialogs found; absent for what is no text, and where the former contents are not kept. */
  readonly lines?: { readonly added: number; readonly removed: number };
  /** The calls that changed it, oldest first. */
  readonly by: readonly ChangeMaker[];
}

/** Files that are as they were again, and those that were left alone. */
export interface UndoneEdits {
  /** Folders end in `/`. */
  readonly restored: readonly string[];
  readonly left: readonly { readonly path: string; readonly why: Exclude<EditState, 'as-written'> | 'not-written' }[];
}

export interface Edits {
  /** The file changes of a dialog, or of a root's whole tree. */
  list(dialog: Dialog): Promise<readonly EditedFile[]>;
  /** The text of a file from before that; '' for none. */
  textBefore(dialog: Dialog, path: string): Promise<Outcome<{ text: string }>>;
  /** Takes back what the dialogs made of files. Every content that goes is kept first, so that it can be redone. */
  undo(dialog: Dialog): Promise<Outcome<{ undone: UndoneEdits }>>;
  /** Restores what the last revert took back. */
  redo(dialog: Dialog): Promise<Outcome<{ redone: UndoneEdits }>>;
}

/** The edits of an rtws. `files` is the editor's side of files that are open in it. */
export function createEdits(files: WorkspaceFiles): Edits {
  return {
    async list(dialog) {
      const looked = await lookAt(files, dialog.tree, await changesOf(dialog));
      return Promise.all(
        looked.map(async ({ net, found, present }): Promise<EditedFile> => {
          const entry = net.after?.kind ?? net.before?.kind ?? 'file';
          const before = net.before && (await keptBytes(dialog.tree, net, net.before));
          const isKnown = entry === 'file' && (before !== undefined || net.before === undefined);
          const [old, now] = [before, present?.bytes].map(bytes => (bytes ? decodeText(bytes)?.text : ''));
          return {
            path: net.path,
            kind: kindOf(net),
            entry,
            state: found.kind === 'free' ? 'as-written' : found.state,
            by: net.by,
            ...(isKnown && old !== undefined && now !== undefined && { lines: lineCounts(old, now) }),
          };
        }),
      );
    },
    async textBefore(dialog, path) {
      const net = (await changesOf(dialog)).find(each => each.path === path);
      if (!net) return refuse('unchanged-file', { path });
      const bytes = net.before && (await keptBytes(dialog.tree, net, net.before));
      return { ok: true, text: (bytes && decodeText(bytes)?.text) ?? '' };
    },
    async undo(dialog) {
      if (isAtWork(dialog)) return refuse('still-at-work');
      const { by } = dialog.tree.ctx.actor;
      await untilStored(dialog.tree);
      const { restored, left } = await restore(files, dialog, await changesOf(dialog));
      note(dialog, 'editsUndone', { restored, by });
      return { ok: true, undone: { restored: restored.map(nameOf), left } };
    },
    async redo(dialog) {
      if (isAtWork(dialog)) return refuse('still-at-work');
      const { by } = dialog.tree.ctx.actor;
      await untilStored(dialog.tree);
      const reverted = await lastRevert(dialog);
      if (!reverted) return refuse('nothing-to-redo');
      const { owner, changes } = reverted;
      const nets = changes.map((change): Net => ({ ...change, owner: owner.ref, isMixed: false, by: [] }));
      const { restored, left } = await restore(files, owner, nets);
      note(owner, 'editsRedone', { restored, by });
      return { ok: true, redone: { restored: restored.map(nameOf), left } };
    },
  };
}

/** Puts the entries of these changes back to what was before them. */
async function restore(files: WorkspaceFiles, dialog: Dialog, nets: readonly Net[]) {
  const restored: ChangedFile[] = [];
  const left: UndoneEdits['left'][number][] = [];
  const { tree, ref } = dialog;
  const keeps = (present: FileContent) => isKept(tree.ctx, ref, present);
  for (const { net, found } of inOrder(await lookAt(files, tree, nets))) {
    const written = found.kind === 'free' ? await restoreEntry(files, found, { net, keeps }) : found.state;
    if (typeof written === 'object') restored.push(written);
    else left.push({ path: net.path, why: written });
  }
  return { restored, left };
}

function nameOf({ path, before, after }: ChangedFile): string {
  return before?.kind === 'folder' || after?.kind === 'folder' ? `${path}/` : path;
}

function kindOf({ before, after }: Net): EditedFile['kind'] {
  if (!before) return 'created';
  return after ? 'edited' : 'deleted';
}

/** Folders come before what lies in them, and go after it. */
function inOrder(looked: readonly LookedAt[]): readonly LookedAt[] {
  const rank = ({ net: { before, after } }: LookedAt) => {
    if (before) return before.kind === 'folder' ? 0 : 1;
    return after?.kind === 'folder' ? 3 : 2;
  };
  const depth = ({ net }: LookedAt) => net.path.split('/').length;
  return looked.toSorted((a, b) => rank(a) - rank(b) || (rank(a) === 3 ? depth(b) - depth(a) : depth(a) - depth(b)));
}

function isAtWork(dialog: Dialog): boolean {
  const meant = isRootRef(dialog.ref) ? [...dialog.tree.dialogs.values()] : [dialog];
  return meant.some(({ driving, state }) => driving || state.generating || state.toolCalls.length > 0);
}

function note(
  dialog: Dialog,
  kind: 'editsUndone' | 'editsRedone',
  { restored, by }: { readonly restored: readonly ChangedFile[]; readonly by: AnsweredBy | undefined },
): void {
  if (restored.length === 0) return;
  const told = dialog.tree.ctx.minds.texts()[kind](restored.map(nameOf));
  const changes = restored.map(file => recordChange(dialog, file));
  actAs(dialog.tree.ctx, by, () => commit(dialog, { kind, changes, note: told }));
}
