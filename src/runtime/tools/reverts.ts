// Carries reverts of files out so that a crash leaves nothing half done (SPEC 12.4, 25.4): what will be written is
// recorded first, with all contents kept; a revert that was begun is ended when its tree is loaded again.

import type { AnsweredBy } from '../../core/dialog/answered-by.ts';
import { type FileChange, isSameImage } from '../../core/dialog/file-changes.ts';
import type { Restore, Reverting } from '../../core/dialog/revert-shape.ts';
import { actAs } from '../../driver/acting.ts';
import { commit } from '../../driver/commit.ts';
import type { Dialog, Tree } from '../../driver/driver-context.ts';
import type { RestoredFiles, RestoredTalk } from '../../driver/intents/restore-talk.ts';
import { untilStored } from '../../driver/stored.ts';
import { imageOf, isKept, recordChange } from '../../driver/tools/file-changes.ts';
import type { WorkspaceFiles } from '../../tools/files/workspace-files.ts';
import type { UndoneEdits } from './undo-entry.ts';
import { type LookedAt, lookAt, type Net, restoreEntry } from './undo-entry.ts';

/** What a restore does besides files, which is the driver's to do. */
export interface RestoreActs {
  readonly newId: () => string;
  /** Stops all work of a tree. */
  readonly standStill: (tree: Tree) => Promise<void>;
  readonly goOn: (tree: Tree, restored: RestoredFiles) => Promise<RestoredTalk>;
}

interface Revert {
  readonly how: Reverting['how'];
  readonly nets: readonly Net[];
  readonly by: AnsweredBy | undefined;
  /** Absent: a new id. */
  readonly revertId?: string;
  readonly restore?: Restore;
}

type Left = UndoneEdits['left'][number];

export interface Reverts {
  /** Puts files back to what was before these changes, and does what a restore does then. */
  revert(dialog: Dialog, revert: Revert): Promise<UndoneEdits & RestoredTalk>;
  /** Ends what was begun and not ended in a tree. */
  finish(tree: Tree): Promise<void>;
}

/** True if a dialog is at work, so that its files may change at any time. */
export function isWorking({ driving, state }: Dialog): boolean {
  return driving || state.generating || state.toolCalls.length > 0;
}

/** The reverts of an rtws, one at a time in a tree. */
export function createReverts(files: WorkspaceFiles, acts: RestoreActs): Reverts {
  const running = new WeakMap<Tree, Promise<unknown>>();
  const inTurn = async <T>(tree: Tree, work: () => Promise<T>): Promise<T> => {
    const turn = (running.get(tree) ?? Promise.resolve()).then(work, work);
    running.set(
      tree,
      turn.catch(() => {}),
    );
    return turn;
  };
  const finish = async (tree: Tree) => {
    for (const dialog of tree.dialogs.values())
      if (dialog.state.reverting) await end({ files, acts }, dialog, undefined);
  };
  return {
    finish: tree => inTurn(tree, () => finish(tree)),
    revert: (dialog, revert) =>
      inTurn(dialog.tree, async () => {
        await finish(dialog.tree);
        const left = await begin(files, dialog, { revertId: acts.newId(), ...revert });
        const ended = await end({ files, acts }, dialog, revert.by);
        return { ...ended, left: [...left, ...ended.left] };
      }),
  };
}

/** Records what will be written; returns what stays as it is. */
async function begin(
  files: WorkspaceFiles,
  dialog: Dialog,
  { revertId, how, nets, restore, by }: Revert & { readonly revertId: string },
): Promise<readonly Left[]> {
  const { tree, ref } = dialog;
  const left: Left[] = [];
  const changes: FileChange[] = [];
  for (const { net, found, present } of inOrder(await lookAt(files, tree, nets))) {
    const why = found.kind === 'stuck' ? found.state : present && !isKept(tree.ctx, ref, present) && 'not-kept';
    if (why) left.push({ path: net.path, why });
    else changes.push(changeBack(net));
  }
  if (changes.length > 0 || restore) {
    const began = { kind: 'revertBegan', revertId, how, changes, ...(restore && { restore }) } as const;
    actAs(tree.ctx, by, () => commit(dialog, began));
    await untilStored(tree);
  }
  return left;
}

/** The change that takes a net one back. */
function changeBack({ path, before, after }: Net): FileChange {
  return { path, ...(after && { before: { ...after, isKept: true } }), ...(before && { after: before }) };
}

interface Ports {
  readonly files: WorkspaceFiles;
  readonly acts: RestoreActs;
}

/** Does what is recorded and not done yet. */
async function end(
  { files, acts }: Ports,
  dialog: Dialog,
  by: AnsweredBy | undefined,
): Promise<UndoneEdits & RestoredTalk> {
  const { reverting } = dialog.state;
  if (!reverting) return { restored: [], left: [] };
  const { tree } = dialog;
  const { revertId, how, restore } = reverting;
  const kind = how === 'undo' ? 'editsUndone' : 'editsRedone';
  const { changes, left } = reverting.isWritten
    ? { changes: reverting.changes, left: [] }
    : await write(files, dialog, reverting.changes);
  const restored = changes.map(nameOf);
  if (!reverting.isWritten && changes.length > 0) {
    const note = tree.ctx.minds.texts()[kind](restored);
    actAs(tree.ctx, by, () => commit(dialog, { kind, changes, note }));
  }
  const talk = restore ? await acts.goOn(tree, { revertId, restore, files: restored, by }) : {};
  commit(dialog, { kind: 'revertEnded', revertId });
  return { restored, left, ...talk };
}

/** Writes files that are still as they were when it was recorded; those that are written already count. */
async function write(files: WorkspaceFiles, dialog: Dialog, planned: readonly FileChange[]) {
  const { tree, ref } = dialog;
  const nets = planned.map(
    ({ path, before, after }): Net => ({
      path,
      owner: ref,
      by: [],
      isMixed: false,
      ...(after && { before: after }),
      ...(before && { after: before }),
    }),
  );
  const changes: FileChange[] = [];
  const left: Left[] = [];
  for (const { net, found, present } of await lookAt(files, tree, nets)) {
    if (isSameImage(present && imageOf(present), net.before)) {
      changes.push(changeBack(net));
      continue;
    }
    const written =
      found.kind === 'free'
        ? await restoreEntry(files, found, { net, keeps: content => isKept(tree.ctx, ref, content) })
        : found.state;
    if (typeof written === 'object') changes.push(recordChange(dialog, written));
    else left.push({ path: net.path, why: written });
  }
  return { changes, left };
}

function nameOf({ path, before, after }: FileChange): string {
  return before?.kind === 'folder' || after?.kind === 'folder' ? `${path}/` : path;
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
