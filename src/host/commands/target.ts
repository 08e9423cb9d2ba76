// The target of a command: the menu's argument, else the dialog in front, else the person's pick.
import type { QuickPickItem } from 'vscode';
import { type DialogId, type DialogRef, isId, type RootId, rootRef } from '../../core/base/ids.ts';
import { type Surface, surfaces } from '../../core/dialog/answered-by.ts';
import type { RootSummary } from '../../core/dialog/view/projection.ts';
import { standingOfRoot } from '../../core/dialog/view/standing.ts';
import { flattenTree } from '../../core/dialog/view/waiting.ts';
import { firstLine } from '../../pages/headline.ts';
import { memberName } from '../../pages/member-name.ts';
import type { Runtime } from '../../runtime.ts';
import type { Host } from '../host.ts';
import { pickOnce } from '../notices/prompts.ts';
import { showInformation } from '../notices/show.ts';
import { dialogLabel } from '../rows/dialog-rows.ts';
import { rootIcon, standingWord } from '../rows/state-look.ts';
import { formatAge } from '../rows/wording.ts';
import { themeIcon } from '../trees/tree-item.ts';
import { presentWording, t } from '../words.ts';

/** Roots offered at once; more are found by unfolding the tree. */
const OFFERED = 500;

/** The dialog that a menu, a link or another command handed over, if it did. */
export function dialogOfTarget(target: unknown): DialogRef | undefined {
  const { rootId, selfId = rootId } = fields(target);
  if (typeof rootId !== 'string' || typeof selfId !== 'string' || !isId(rootId) || !isId(selfId)) return undefined;
  return { rootId: rootId as RootId, selfId: selfId as DialogId };
}

/** The question that was handed over, if one was. */
export function questionOfTarget(target: unknown): string | undefined {
  const { questionId } = fields(target);
  return typeof questionId === 'string' ? questionId : undefined;
}

/** The file that was handed over, if one was; relative to the rtws. */
export function pathOfTarget(target: unknown): string | undefined {
  const { path } = fields(target);
  return typeof path === 'string' ? path : undefined;
}

/** Where the person invokes a command on this target. */
export function surfaceOfTarget(target: unknown): Surface {
  const { surface } = fields(target);
  return surfaces.find(each => each === surface) ?? 'command';
}

/**
 * The dialog meant: handed over, in front, or picked among the roots that fit; `undefined` when the person backs out.
 */
export async function findTargetDialog(
  pick: { readonly host: Host; readonly runtime: Runtime; readonly target: unknown },
  question: { readonly title: string; readonly fits: (root: RootSummary) => boolean },
): Promise<DialogRef | undefined> {
  const meant = dialogOfTarget(pick.target) ?? pick.host.dialogInFront();
  return meant ?? pickRoot(pick.runtime, question);
}

/** What a dialog is about, in a few words. */
export async function titleOf(runtime: Runtime, dialog: DialogRef): Promise<string> {
  const found = await runtime.tree(dialog.rootId);
  const node = found.ok && flattenTree(found.tree).find(({ selfId }) => selfId === dialog.selfId);
  return (node && dialogLabel({ ...node, ref: dialog }, 60)) || t('New dialog');
}

/** Lets the person pick a root, the newest first; says so when there is none. */
export async function pickRoot(
  runtime: Runtime,
  { title, fits }: { readonly title: string; readonly fits: (root: RootSummary) => boolean },
): Promise<DialogRef | undefined> {
  const roots = runtime.listRoots().filter(fits).sort(newestFirst).slice(0, OFFERED);
  if (roots.length === 0) {
    void showInformation(t('{0}: no dialog fits.', title));
    return undefined;
  }
  const items = roots.map(root => ({ ...rootItem(runtime, root), ref: rootRef(root.rootId) }));
  const picked = await pickOnce(items, { title, matchOnDescription: true, matchOnDetail: true });
  return picked?.ref;
}

/** Rows of the Registry tree carry their dialog in what a click on them opens. */
interface Fields {
  readonly rootId?: unknown;
  readonly selfId?: unknown;
  readonly questionId?: unknown;
  readonly path?: unknown;
  readonly surface?: unknown;
}

function fields(target: unknown): Fields {
  const { click } = (target ?? {}) as { click?: { target?: unknown } };
  return ((click?.target ?? target) || {}) as Fields;
}

/** A root as an item of a quick pick. */
export function rootItem(runtime: Runtime, root: RootSummary): QuickPickItem {
  const wording = presentWording();
  return {
    label: firstLine(root.headline, 100) || t('New dialog'),
    description: `${memberName(runtime, root.agentId)} · ${standingWord(standingOfRoot(root), t)} · ${formatAge(root.lastModified, wording)}`,
    iconPath: themeIcon(rootIcon(root)),
  };
}

function newestFirst(a: RootSummary, b: RootSummary): number {
  return a.rootId < b.rootId ? 1 : -1;
}
