// What dialogs made of files, to look at and to take back (SPEC 12.4): only files they wrote, only while they are still
// as they wrote them, and never through git. Where a record leads is decided by the same guard as for the tools.

import { isRootRef } from '../../core/base/ids.ts';
import type { AnsweredBy } from '../../core/dialog/answered-by.ts';
import type { ChangeMaker, EntryKind, FileChange } from '../../core/dialog/file-changes.ts';
import { type Outcome, refuse } from '../../core/facts/trouble.ts';
import { actAs } from '../../driver/acting.ts';
import { commit } from '../../driver/commit.ts';
import { untilStored } from '../../driver/stored.ts';
import { changesOf, isKept, lastRevert, recordChange } from '../../driver/tools/file-changes.ts';
import { type Dialog, rootOf } from '../../driver/tree.ts';
import { lineCounts } from '../../tools/files/line-counts.ts';
import { fence, unifiedDiff } from '../../tools/files/show-change.ts';
import { decodeText } from '../../tools/files/text-encoding.ts';
import type { WorkspaceFiles } from '../../tools/files/workspace-files.ts';
import type { ChangedFile, FileContent } from '../../tools/tool.ts';
import { type FileHunk, keepHunk, undoHunk } from './hunk-edits.ts';
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
  list(dialog: Dialog, which?: 'open' | 'all'): Promise<readonly EditedFile[]>;
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
}

/** The edits of an rtws. `files` is the editor's side of files that are open in it. */
export function createEdits(files: WorkspaceFiles): Edits {
  return {
    async list(dialog, which) {
      const looked = await lookAt(files, dialog.tree, await changesOf(dialog, which));
      return Promise.all(
        looked.map(async ({ net, found, present }): Promise<EditedFile> => {
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
      const { restored, left } = await restore(files, dialog, await changesOf(dialog));
      note(dialog, 'editsUndone', { restored, by });
      return { ok: true, undone: { restored: restored.map(nameOf), left } };
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
      const { restored, left } = await restore(files, owner, nets);
      note(owner, 'editsRedone', { restored, by });
      return { ok: true, redone: { restored: restored.map(nameOf), left } };
    },
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
  if (entryOf(net) !== 'file' || (net.before && !former)) return undefined;
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
  const note = dialog.tree.ctx.minds.texts().hunkUndone(hunk.path, fence('diff', hunk.lines.join('\n')));
  const changes = [recordChange(maker, file)];
  actAs(dialog.tree.ctx, by, () => commit(maker, { kind: 'editsUndone', changes, note }));
  return { ok: true, undone: { restored: [hunk.path], left: [] } };
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
