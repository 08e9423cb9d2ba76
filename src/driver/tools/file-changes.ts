// What the file tools of dialogs changed: recorded with what was there before, and gathered again over all courses
// (SPEC 12.4). Never touches a file of the workspace.

import type { CallId, DialogRef } from '../../core/base/ids.ts';
import { isRootRef } from '../../core/base/ids.ts';
import {
  type ChangeMaker,
  type FileChange,
  type FileImage,
  isSameImage,
  type NetChange,
  netChanges,
  type UntoldChanges,
} from '../../core/dialog/file-changes.ts';
import type { CourseRecord, Fact, RecordOf } from '../../core/dialog/record.ts';
import { cameAfter, type RestorePoint } from '../../core/dialog/restore-point.ts';
import { hashBytes } from '../../store/content-hash.ts';
import type { ChangedFile, FileContent, ToolResult } from '../../tools/tool.ts';
import type { Dialog, DriverContext } from '../driver-context.ts';
import { allRecords } from '../generate/earlier-courses.ts';
import { folderOf, hasOwnFolder } from '../workplaces/folder-of.ts';
import { changedLines } from './net-lines.ts';

/** What a call changed, to be recorded. */
export interface ChangesOfCall {
  readonly callId: CallId;
  readonly result: Pick<ToolResult, 'changed' | 'found'>;
  /** How many changes there were when it began: those of others since then are not its own. */
  readonly since: number;
}

/** The facts of what a call changed. */
export function factsOfChanges(dialog: Dialog, { callId, result, since }: ChangesOfCall): Fact[] {
  const { changed = [], found } = result;
  const changes = changed.flatMap(file =>
    found ? (recordFound(dialog, file, since) ?? []) : recordChange(dialog, file),
  );
  // Those that another call beside it recorded are named there.
  const isElsewhere = found?.unsure !== undefined && changes.length < changed.length;
  if (changes.length === 0 && !found?.untold && !isElsewhere) return [];
  return [{ kind: 'filesChanged', callId, ...(hasOwnFolder(dialog) && { isOwn: true }), changes, ...found }];
}

/** A change as it is recorded. The previous contents are kept if the disk allows it. */
export function recordChange(dialog: Dialog, changed: ChangedFile): FileChange {
  const { tree, ref } = dialog;
  const { path, before, after, isMoved, isUnsaved, preview } = changed;
  const { ctx } = tree;
  const lines = changedLines(dialog, changed);
  noteChange(ctx, placeOf(dialog, path), after && imageOf(after));
  const keeps = (content: FileContent) =>
    !isMoved && !content.isUnread && content.kind !== 'folder' && isKept(ctx, ref, content);
  return {
    path,
    ...(before && { before: { ...imageOf(before), ...(keeps(before) && { isKept: true }) } }),
    ...(after && { after: imageOf(after) }),
    ...(lines && { lines }),
    ...(isUnsaved && { isUnsaved }),
    ...(preview && { preview }),
  };
}

/**
 * A change found after a command or tool, unless another call of this process made it since: then it is recorded there.
 * `since`: how many changes there were when the command began.
 */
function recordFound(dialog: Dialog, changed: ChangedFile, since: number): FileChange | undefined {
  const other = recent.get(dialog.tree.ctx)?.byPath.get(placeOf(dialog, changed.path));
  const isLater = other !== undefined && other.number > since;
  if (isLater && isSameImage(other.image, changed.after && imageOf(changed.after))) return undefined;
  const change = recordChange(dialog, changed);
  if (!isLater) return change;
  const { before: _, ...rest } = change;
  return { ...rest, ...(other.image && { before: other.image }) };
}

/** Dialogs in places of their own have files of the same names. */
function placeOf(dialog: Dialog, path: string): string {
  return `${folderOf(dialog)}\0${path}`;
}

/** How many changes this process recorded so far. */
export function changesSoFar(ctx: DriverContext): number {
  return recent.get(ctx)?.count ?? 0;
}

/** What the last changes left, so that a command that ran meanwhile does not count as their maker. */
const recent = new WeakMap<DriverContext, RecentChanges>();
const MOST_RECENT = 2_000;

interface RecentChanges {
  count: number;
  readonly byPath: Map<string, { readonly number: number; readonly image: FileImage | undefined }>;
}

function noteChange(ctx: DriverContext, path: string, image: FileImage | undefined): void {
  const changes = recent.get(ctx) ?? { count: 0, byPath: new Map() };
  recent.set(ctx, changes);
  changes.count += 1;
  changes.byPath.delete(path);
  changes.byPath.set(path, { number: changes.count, image });
  const [oldest] = changes.byPath.keys();
  if (changes.byPath.size > MOST_RECENT && oldest !== undefined) changes.byPath.delete(oldest);
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

/**
 * Files that this dialog (for a root: its whole tree) changed, against what the person last kept; `all`: against what
 * the dialogs found.
 */
export async function changesOf(
  dialog: Dialog,
  which: 'open' | 'all' = 'open',
): Promise<readonly NetChange<DialogRef>[]> {
  return (await changesKnown(dialog, which)).nets;
}

/** The same, with what is not known of them. */
export async function changesKnown(
  dialog: Dialog,
  which: 'open' | 'all' = 'open',
): Promise<{ readonly nets: readonly NetChange<DialogRef>[]; readonly untold: UntoldChanges | undefined }> {
  const records = await recordsBelow(dialog);
  const made = changesMade(records);
  const nets = netChanges(which === 'all' ? made.filter(({ isKept }) => !isKept) : made);
  return { nets, untold: untoldIn(records) };
}

/** What the tree of a root changed since a message of the person. */
export interface ChangesSince {
  readonly nets: readonly NetChange<DialogRef>[];
  /** Files that the person kept meanwhile. */
  readonly kept: ReadonlySet<string>;
  /** A command changed files of which it is not known what they were. */
  readonly isUntold: boolean;
}

/** The changes of the whole tree since a message, whoever kept them. */
export async function changesSince(root: Dialog, point: RestorePoint): Promise<ChangesSince> {
  const records = await recordsBelow(root);
  const found = changesMade(records).filter(made => cameAfter(made, point));
  return {
    nets: netChanges(found.filter(({ isKept }) => !isKept)),
    kept: new Set(found.flatMap(({ isKept, change }) => (isKept ? [change.path] : []))),
    isUntold: untoldIn(records, made => cameAfter(made, point)) !== undefined,
  };
}

/** The records of a dialog. */
interface OwnedRecords {
  readonly dialog: Dialog;
  readonly records: readonly CourseRecord[];
}

/** The records of a dialog (for a root: of its tree), read once for all that is asked of them. */
function recordsBelow(dialog: Dialog): Promise<readonly OwnedRecords[]> {
  return Promise.all(meant(dialog).map(async each => ({ dialog: each, records: await allRecords(each) })));
}

/** What is not known of changes, of all or of those that a test names. */
function untoldIn(
  found: readonly OwnedRecords[],
  isMeant: (record: CourseRecord) => boolean = () => true,
): UntoldChanges | undefined {
  const untold = found
    .flatMap(({ records }) => records)
    .flatMap(each => (each.kind === 'filesChanged' && isMeant(each) ? (each.untold ?? []) : []));
  return untold.includes('some') ? 'some' : untold[0];
}

/** All changes, in the order in which they were made. */
function changesMade(found: readonly OwnedRecords[]) {
  return found
    .flatMap(changesIn)
    .sort((a, b) => (a.n !== undefined && b.n !== undefined ? a.n - b.n : a.at < b.at ? -1 : Number(a.at > b.at)));
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

function hasChanges(
  record: CourseRecord,
): record is RecordOf<'filesChanged' | 'editsUndone' | 'editsRedone' | 'editsKept'> {
  const { kind } = record;
  return kind === 'filesChanged' || kind === 'editsUndone' || kind === 'editsRedone' || kind === 'editsKept';
}

function changesIn({ dialog, records }: OwnedRecords) {
  const { selfId } = dialog.ref;
  const { agentId } = dialog.state.identity;
  return records.flatMap(record => {
    if (!hasChanges(record)) return [];
    const { at, n, changes } = record;
    const made = { owner: dialog.ref, at, ...(n !== undefined && { n }), isKept: record.kind === 'editsKept' };
    if (record.kind !== 'filesChanged') return changes.map(change => ({ ...made, change }));
    // What was done in a place of its own is changed here by whoever takes it.
    if (record.isOwn) return [];
    const { callId, byCommand, unsure } = record;
    const kind = byCommand ? 'command' : 'tool';
    const maker: ChangeMaker = { agentId, selfId, callId, kind, ...(unsure && { unsure }) };
    return changes.map(change => ({ ...made, change, maker }));
  });
}
