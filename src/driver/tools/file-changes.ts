// What the file tools of dialogs changed: recorded with what was there before, and gathered again over all courses
// (SPEC 12.4). Never touches a file of the workspace.

import type { DialogRef } from '../../core/base/ids.ts';
import { isRootRef } from '../../core/base/ids.ts';
import { type FileChange, type FileImage, type NetChange, netChanges } from '../../core/dialog/file-changes.ts';
import { hashBytes } from '../../store/content-hash.ts';
import type { ChangedFile, FileContent } from '../../tools/tool.ts';
import type { DriverContext } from '../driver-context.ts';
import { allRecords } from '../generate/earlier-courses.ts';
import type { Dialog } from '../tree.ts';
import { changedLines } from './net-lines.ts';

/** A change as it is recorded. The previous contents are kept if the disk allows it. */
export function recordChange(dialog: Dialog, changed: ChangedFile): FileChange {
  const { tree, ref } = dialog;
  const { path, before, after, isMoved } = changed;
  const { ctx } = tree;
  const lines = changedLines(dialog, changed);
  const keeps = (content: FileContent) => !isMoved && content.kind !== 'folder' && isKept(ctx, ref, content);
  return {
    path,
    ...(before && { before: { ...imageOf(before), ...(keeps(before) && { isKept: true }) } }),
    ...(after && { after: imageOf(after) }),
    ...(lines && { lines }),
  };
}

/** The fingerprint of a content. */
export function imageOf({ bytes, mode, kind }: FileContent): FileImage {
  return { hash: hashBytes(bytes), ...(kind && { kind }), ...(mode !== undefined && { mode }) };
}

/**
 * The revert of edits that Redo restores: the latest of this dialog (for a root: of its tree) that was not restored
 * yet. With the dialog that recorded it.
 */
export async function lastRevert(
  dialog: Dialog,
): Promise<{ readonly owner: Dialog; readonly changes: readonly FileChange[] } | undefined> {
  const reverts = await Promise.all(meant(dialog).map(revertsOf));
  return reverts.flat().toSorted((a, b) => (a.at < b.at ? 1 : -1))[0];
}

async function revertsOf(owner: Dialog) {
  const open: { owner: Dialog; changes: readonly FileChange[]; at: string }[] = [];
  if (!owner.state.undone) return open;
  for (const record of await allRecords(owner)) {
    if (record.kind === 'editsUndone') open.push({ owner, changes: record.changes, at: record.at });
    else if (record.kind === 'editsRedone') open.pop();
  }
  return open.slice(-1);
}

function meant(dialog: Dialog): readonly Dialog[] {
  return isRootRef(dialog.ref) ? [...dialog.tree.dialogs.values()] : [dialog];
}

/** Files that this dialog (for a root: its whole tree) changed. */
export async function changesOf(dialog: Dialog): Promise<readonly NetChange<DialogRef>[]> {
  const made = (await Promise.all(meant(dialog).map(changesIn))).flat();
  return netChanges(made.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)));
}

/** Keeps a content of a file beside the course files, so that it can come back; false when it cannot be kept. */
export function isKept(ctx: DriverContext, ref: DialogRef, { bytes, kind }: FileContent): boolean {
  if (kind === 'folder') return true;
  try {
    return ctx.store.keepPrevious(ref, bytes);
  } catch (error) {
    ctx.log.error('the content of a file from before it was written could not be kept', error);
    return false;
  }
}

async function changesIn(dialog: Dialog) {
  const records = await allRecords(dialog);
  return records.flatMap(record => {
    if (record.kind !== 'filesChanged' && record.kind !== 'editsUndone' && record.kind !== 'editsRedone') return [];
    return record.changes.map(change => ({ owner: dialog.ref, change, at: record.at }));
  });
}
