// What dialogs made of files, to look at and to take back (SPEC 12.4): only files they wrote, only while they are still
// as they wrote them, and never through git. Where a record leads is decided by the same guard as for the tools.

import { isRootRef } from '../../core/base/ids.ts';
import type { AnsweredBy } from '../../core/dialog/answered-by.ts';
import type { FileChange } from '../../core/dialog/file-changes.ts';
import { type Outcome, refuse } from '../../core/facts/trouble.ts';
import type { IntentOf } from '../../core/intents/intents.ts';
import { actAs } from '../../driver/acting.ts';
import { commit } from '../../driver/commit.ts';
import type { Dialog, Tree } from '../../driver/driver-context.ts';
import { untilStored } from '../../driver/stored.ts';
import { changesKnown, changesOf, lastRevert, recordChange } from '../../driver/tools/file-changes.ts';
import { rootOf } from '../../driver/tree.ts';
import { lineCounts } from '../../tools/files/line-counts.ts';
import { unifiedDiff, visibleFence } from '../../tools/files/show-change.ts';
import { decodeText } from '../../tools/files/text-encoding.ts';
import type { WorkspaceFiles } from '../../tools/files/workspace-files.ts';
import { type FileHunk, keepHunk, undoHunk } from './hunk-edits.ts';
import { planRestore, type Restored, type RestorePlan, restoreFiles } from './restore.ts';
import { createReverts, isWorking, type RestoreActs } from './reverts.ts';
import {
  type EditedFile,
  type FoundEdits,
  keptBytes,
  type LookedAt,
  lookAt,
  type Net,
  type UndoneEdits,
} from './undo-entry.ts';

export interface Edits {
  /** The file changes of a dialog, or of a root's whole tree. */
  list(dialog: Dialog, which?: 'open' | 'all'): Promise<FoundEdits>;
  /** The text of a file from before that; '' for none. */
  textBefore(dialog: Dialog, path: string, which?: 'open' | 'all'): Promise<Outcome<{ text: string }>>;
  /** The change of a file as a unified diff; '' for what is no text. */
  patch(dialog: Dialog, path: string, which?: 'open' | 'all'): Promise<Outcome<{ patch: string }>>;
  /** Takes back what the dialogs made of files, or one hunk of it. Every content that goes is kept first, so that it can be redone. */
  undo(dialog: Dialog, hunk?: FileHunk): Promise<Outcome<{ undone: UndoneEdits }>>;
  /** Keeps what stands of the changes of the dialog's tree, or one hunk. */
  keep(dialog: Dialog, hunk?: FileHunk): Promise<Outcome<object>>;
  /** Restores what the last revert took back. */
  redo(dialog: Dialog): Promise<Outcome<{ redone: UndoneEdits }>>;
  /** What a restore to a message of the person would do (SPEC 25.4). */
  restorePlan(dialog: Dialog, to: string): Promise<Outcome<{ plan: RestorePlan }>>;
  /** Restores the files of a dialog's tree to a message, and goes on with the talk from there. */
  restore(dialog: Dialog, intent: IntentOf<'restore'>): Promise<Outcome<Restored>>;
  /** Ends the reverts that a crash left in a tree. */
  finish(tree: Tree): Promise<void>;
}

/** The edits of an rtws. `files` is the editor's side of files that are open in it. */
export function createEdits(files: WorkspaceFiles, acts: RestoreActs): Edits {
  const reverts = createReverts(files, acts);
  const listed = async (dialog: Dialog, nets: readonly Net[]) =>
    Promise.all(
      (await lookAt(files, dialog.tree, nets)).map(async ({ net, found, present }): Promise<EditedFile> => {
        const texts = await textsOf(dialog, { net, found, present });
        return {
          path: net.path,
          kind: kindOf(net),
          entry: entryOf(net),
          state: found.kind === 'free' ? 'as-written' : found.state,
          by: net.by,
          ...(texts && { lines: lineCounts(texts.before, texts.after) }),
        };
      }),
    );
  return {
    async list(dialog, which) {
      const { nets, untold } = await changesKnown(dialog, which);
      return { edits: await listed(dialog, nets), ...(untold && { untold }) };
    },
    async textBefore(dialog, path, which) {
      const net = (await changesOf(dialog, which)).find(each => each.path === path);
      if (!net) return refuse('unchanged-file', { path });
      const bytes = net.before && (await keptBytes(dialog.tree, net, net.before));
      return { ok: true, text: (bytes && decodeText(bytes)?.text) ?? '' };
    },
    async patch(dialog, path, which) {
      const nets = (await changesOf(dialog, which)).filter(each => each.path === path);
      const [looked] = await lookAt(files, dialog.tree, nets);
      if (!looked) return refuse('unchanged-file', { path });
      const texts = await textsOf(dialog, looked);
      return { ok: true, patch: texts ? unifiedDiff(path, texts) : '' };
    },
    async undo(dialog, hunk) {
      const { by } = dialog.tree.ctx.actor;
      await untilStored(dialog.tree);
      if (hunk) return undoOne(files, dialog, { hunk, by });
      if (isAtWork(dialog)) return refuse('still-at-work');
      return { ok: true, undone: await reverts.revert(dialog, { how: 'undo', nets: await changesOf(dialog), by }) };
    },
    async keep(dialog, hunk) {
      const { ctx } = dialog.tree;
      const { by } = ctx.actor;
      await untilStored(dialog.tree);
      const root = rootOf(dialog.tree);
      const kept = hunk ? await keepHunk(files, root, hunk) : undefined;
      if (kept && !kept.ok) return kept;
      const changes = kept ? [kept.change] : (await changesOf(root)).map(asKept);
      if (changes.length > 0) actAs(ctx, by, () => commit(root, { kind: 'editsKept', changes }));
      return { ok: true };
    },
    async redo(dialog) {
      if (isAtWork(dialog)) return refuse('still-at-work');
      const { by } = dialog.tree.ctx.actor;
      await untilStored(dialog.tree);
      const reverted = await lastRevert(dialog);
      if (!reverted) return refuse('nothing-to-redo');
      const { owner, changes } = reverted;
      const nets = changes.map((change): Net => ({ ...change, owner: owner.ref, isMixed: false, by: [] }));
      return { ok: true, redone: await reverts.revert(owner, { how: 'redo', nets, by }) };
    },
    restorePlan: (dialog, to) => planRestore(dialog, to, listed),
    restore: (dialog, intent) => restoreFiles(dialog, intent, { reverts, acts }),
    finish: tree => reverts.finish(tree),
  };
}

function entryOf({ before, after }: Net): EditedFile['entry'] {
  return after?.kind ?? before?.kind ?? 'file';
}

/** The texts before and after; undefined for what is no text, and where the former contents are not kept. */
async function textsOf(
  { tree }: Dialog,
  { net, present }: LookedAt,
): Promise<{ readonly before: string; readonly after: string } | undefined> {
  const former = net.before && (await keptBytes(tree, net, net.before));
  if (entryOf(net) !== 'file' || (net.before && !former) || present?.isUnread) return undefined;
  const [before, after] = [former, present?.bytes].map(bytes => (bytes ? decodeText(bytes)?.text : ''));
  return before === undefined || after === undefined ? undefined : { before, after };
}

/** What is there counts as what was there before. */
function asKept({ path, after }: Net): FileChange {
  return { path, ...(after && { before: after, after }) };
}

/** Undoes a hunk. The member who changed the file last is told, how it reads included. */
async function undoOne(
  files: WorkspaceFiles,
  dialog: Dialog,
  { hunk, by }: { readonly hunk: FileHunk; readonly by: AnsweredBy | undefined },
): Promise<Outcome<{ undone: UndoneEdits }>> {
  const undone = await undoHunk(files, dialog, hunk);
  if (!undone.ok) return undone;
  const { net, file } = undone;
  const maker = dialog.tree.dialogs.get(net.by.at(-1)?.selfId ?? dialog.ref.selfId) ?? dialog;
  const note = dialog.tree.ctx.minds.texts().hunkUndone(hunk.path, visibleFence('diff', hunk.lines.join('\n')));
  const changes = [recordChange(maker, file)];
  actAs(dialog.tree.ctx, by, () => commit(maker, { kind: 'editsUndone', changes, note }));
  return { ok: true, undone: { restored: [hunk.path], left: [] } };
}

function kindOf({ before, after }: Net): EditedFile['kind'] {
  if (!before) return 'created';
  return after ? 'edited' : 'deleted';
}

function isAtWork(dialog: Dialog): boolean {
  return (isRootRef(dialog.ref) ? [...dialog.tree.dialogs.values()] : [dialog]).some(isWorking);
}
