// What dialogs made of files, to look at and to take back (SPEC 12.4): only files they wrote, only while they are still as
// they wrote them, and never through git. Where a record leads is decided by the same guard as for the tools.
import type { FileImage, NetChange } from '../core/dialog/file-changes.ts';
import type { DialogRef } from '../core/dialog/ids.ts';
import { isRootRef } from '../core/dialog/ids.ts';
import { type Outcome, refuse } from '../core/trouble.ts';
import type { Driver } from '../driver/driver.ts';
import { changesOf, imageOf, recordChange } from '../driver/file-changes.ts';
import { commit } from '../driver/run.ts';
import type { Dialog, Tree } from '../driver/tree.ts';
import { changeOf, presentContent } from '../tools/changed-file.ts';
import { locate, type Place, type Refused, removePlace, replacePlace } from '../tools/guarded-files.ts';
import { decodeText } from '../tools/text-encoding.ts';
import type { ChangedFile } from '../tools/tool.ts';
import { type WorkspaceFiles, writeTextFile } from '../tools/workspace-files.ts';

/** What dialogs made of one file. `state`: as they left it, or why it cannot be taken back. */
export interface EditedFile {
  readonly path: string;
  readonly kind: 'created' | 'edited' | 'deleted';
  readonly state: EditState;
}

export type EditState = 'as-written' | 'changed-since' | 'mixed' | 'not-kept' | 'out-of-reach';

/** Files that are as they were again, and those that were left alone. */
export interface UndoneEdits {
  readonly restored: readonly string[];
  readonly left: readonly { readonly path: string; readonly why: Exclude<EditState, 'as-written'> | 'not-written' }[];
}

export interface Edits {
  /** What a dialog, or the whole tree of a root, made of files. */
  list(tree: Tree, dialog: Dialog): Promise<readonly EditedFile[]>;
  /** The text of a file from before that; '' for none. */
  textBefore(tree: Tree, dialog: Dialog, path: string): Outcome<{ text: string }>;
  undo(tree: Tree, dialog: Dialog): Promise<Outcome<{ undone: UndoneEdits }>>;
}

type Net = NetChange<DialogRef>;

/** The edits of an rtws. `files` is the editor's side of files that are open in it. */
export function createEdits(driver: Driver, files: WorkspaceFiles): Edits {
  const { run } = driver;
  const look = async (net: Net): Promise<Looked> => {
    const located = locate({ rtws: run.rtws, member: {}, path: net.path, access: 'write' });
    if (located.kind === 'refused') return { kind: 'stuck', state: 'out-of-reach' };
    const present = await presentContent(files, located.place);
    if (present && imageOf(present).hash !== net.after?.hash) return { kind: 'stuck', state: 'changed-since' };
    if (!present && net.after) return { kind: 'stuck', state: 'changed-since' };
    if (net.isMixed) return { kind: 'stuck', state: 'mixed' };
    const before = net.before && run.store.readImage(net.owner, net.before.hash);
    if (net.before && !before) return { kind: 'stuck', state: 'not-kept' };
    return { kind: 'free', place: located.place, ...(before && { before }) };
  };
  return {
    list: (tree, dialog) =>
      Promise.all(
        changesOf(run, tree, dialog).map(async net => {
          const looked = await look(net);
          return { path: net.path, kind: kindOf(net), state: looked.kind === 'free' ? 'as-written' : looked.state };
        }),
      ),
    textBefore(tree, dialog, path) {
      const net = changesOf(run, tree, dialog).find(each => each.path === path);
      if (!net) return refuse('invalid-argument', `This dialog left ${path} as it was`, 'name a file that it changed');
      const bytes = net.before && run.store.readImage(net.owner, net.before.hash);
      return { ok: true, text: (bytes && decodeText(bytes)?.text) ?? '' };
    },
    async undo(tree, dialog) {
      if (isAtWork(tree, dialog))
        return refuse('wrong-state', 'It is still at work', 'stop it and answer what it asks first');
      const restored: ChangedFile[] = [];
      const left: UndoneEdits['left'][number][] = [];
      for (const net of changesOf(run, tree, dialog)) {
        const looked = await look(net);
        const written = looked.kind === 'free' && (await restore(files, looked, net));
        if (written && written.kind === 'file') restored.push(written.file);
        else left.push({ path: net.path, why: looked.kind === 'free' ? 'not-written' : looked.state });
      }
      noteUndone(driver, tree, dialog, restored);
      return { ok: true, undone: { restored: restored.map(({ path }) => path), left } };
    },
  };
}

/** Whether a change can be taken back, and what was there before. */
type Looked =
  | { readonly kind: 'free'; readonly place: Place; readonly before?: Uint8Array }
  | { readonly kind: 'stuck'; readonly state: Exclude<EditState, 'as-written'> };

function kindOf({ before, after }: Net): EditedFile['kind'] {
  if (!before) return 'created';
  return after ? 'edited' : 'deleted';
}

function isAtWork(tree: Tree, dialog: Dialog): boolean {
  const meant = isRootRef(dialog.ref) ? [...tree.dialogs.values()] : [dialog];
  return meant.some(({ driving, state }) => driving || state.generating || state.toolCalls.length > 0);
}

type Restored = { readonly kind: 'file'; readonly file: ChangedFile } | Refused;

async function restore(
  files: WorkspaceFiles,
  { place, before }: Extract<Looked, { kind: 'free' }>,
  net: Net,
): Promise<Restored> {
  const written = await presentContent(files, place);
  const refused = before ? await putBack(files, place, { bytes: before, image: net.before }) : removePlace(place);
  if (refused) return refused;
  return { kind: 'file', file: changeOf(net.path, written, before && (await presentContent(files, place))) };
}

/** Text goes through the editor where it is open there, so that this too can be undone. */
async function putBack(
  files: WorkspaceFiles,
  place: Place,
  { bytes, image }: { readonly bytes: Uint8Array; readonly image: FileImage | undefined },
): Promise<Refused | undefined> {
  const decoded = decodeText(bytes);
  if (!decoded) return replacePlace(place, bytes, image?.mode);
  const before = { kind: 'text' as const, ...decoded, isUnsaved: false };
  return writeTextFile(
    files,
    place,
    decoded.text,
    image?.mode === undefined ? before : { ...before, mode: image.mode },
  );
}

function noteUndone({ run }: Driver, tree: Tree, dialog: Dialog, restored: readonly ChangedFile[]): void {
  if (restored.length === 0) return;
  const note = run.minds.texts().editsUndone(restored.map(({ path }) => path));
  const changes = restored.map(file => recordChange(run, dialog, file));
  commit(run, tree, dialog, { kind: 'editsUndone', changes, note });
}
