// Restore to a message of the person (SPEC 25.4): the list of what it does, and doing it.
import { isRootRef, type RootId } from '../../core/base/ids.ts';
import type { ImageRef } from '../../core/base/image.ts';
import { isCopied, type RestorePoint, restorePoint } from '../../core/dialog/restore-point.ts';
import type { DialogState } from '../../core/dialog/state.ts';
import { openCalls } from '../../core/dialog/state.ts';
import { refusalOfClosed, refusalToSay } from '../../core/dialog/view/refusal-to-say.ts';
import { type Outcome, type Refusal, refuse } from '../../core/facts/trouble.ts';
import type { IntentOf } from '../../core/intents/intents.ts';
import type { Dialog } from '../../driver/driver-context.ts';
import { earlierCourses } from '../../driver/generate/earlier-courses.ts';
import { checkImages, keepImages } from '../../driver/intents/attach-images.ts';
import type { RestoredTalk } from '../../driver/intents/restore-talk.ts';
import { changesSince } from '../../driver/tools/file-changes.ts';
import { rootOf } from '../../driver/tree.ts';
import { isWorking, type RestoreActs, type Reverts } from './reverts.ts';
import type { EditedFile, Net, UndoneEdits } from './undo-entry.ts';

/** What a restore to a message would do. */
export interface RestorePlan {
  /** The message. */
  readonly to: string;
  readonly course: number;
  readonly content: string;
  readonly images: readonly ImageRef[];
  /** The files that the tree changed since; the net change is what is taken back. */
  readonly files: readonly (EditedFile & { readonly isKept?: true })[];
  /** Files that commands changed since, of which nothing is known, stay as they are. */
  readonly isUntold: boolean;
  /** Work that is stopped first. */
  readonly isAtWork: boolean;
  /** What a new course ends in this dialog. */
  readonly ends: { readonly questions: number; readonly calls: number; readonly queued: number };
  /** How the talk may go on. */
  readonly talks: readonly ('course' | 'fork')[];
  /** The dialog that this one was forked from made the message: what it changed since stays. */
  readonly copiedFrom?: RootId;
}

/** What a restore did. */
export interface Restored extends RestoredTalk {
  readonly restored: UndoneEdits;
}

/** The list of what a restore to a message would do. */
export async function planRestore(
  dialog: Dialog,
  to: string,
  listed: (dialog: Dialog, nets: readonly Net[]) => Promise<readonly EditedFile[]>,
): Promise<Outcome<{ plan: RestorePlan }>> {
  const found = await findMessage(dialog, to);
  if (!found.ok) return found;
  const { point, course } = found;
  const root = rootOf(dialog.tree);
  const { nets, kept, isUntold } = await changesSince(root, point);
  const { state } = dialog;
  const { content, images = [] } = point.said;
  const plan: RestorePlan = {
    to,
    course,
    content,
    images,
    files: (await listed(root, nets)).map(file => ({ ...file, ...(kept.has(file.path) && { isKept: true as const }) })),
    isUntold,
    isAtWork: [...dialog.tree.dialogs.values()].some(isWorking),
    ends: { questions: state.questions.length, calls: openCalls(state).length, queued: state.queued.length },
    talks: (['fork', 'course'] as const).filter(talk => !refusalOf(dialog, talk)),
    ...(found.copiedFrom && { copiedFrom: found.copiedFrom }),
  };
  return { ok: true, plan };
}

/** Restores the files of the tree, and lets the talk go on from there. Work is stopped first. */
export async function restoreFiles(
  dialog: Dialog,
  { msgId, to, files = true, talk, say }: IntentOf<'restore'>,
  { reverts, acts }: { readonly reverts: Reverts; readonly acts: RestoreActs },
): Promise<Outcome<Restored>> {
  const { tree, ref } = dialog;
  const { ctx } = tree;
  const { by } = ctx.actor;
  const root = rootOf(tree);
  const found = await findMessage(dialog, to);
  if (!found.ok) return found;
  if (!files && talk === 'stay') return refuse('restore-nothing');
  const checked = checkImages(say?.images ?? []);
  if (!checked.ok) return checked;
  const message = say && { content: say.content, images: checked.images };
  const refused = refusalOf(dialog, talk) ?? (message && refusalToSay(dialog.state, 'running', message));
  if (refused) return refused;
  await acts.standStill(tree);
  const images = keepImages(ctx, root.ref, checked.images);
  const { nets } = files ? await changesSince(root, found.point) : { nets: [] };
  const { restored, left, ...where } = await reverts.revert(root, {
    how: 'undo',
    nets,
    by,
    ...(msgId !== undefined && { revertId: msgId }),
    restore: {
      selfId: ref.selfId,
      course: found.course,
      msgId: to,
      talk,
      ...(talk === 'fork' && { forkId: acts.newId() as RootId }),
      ...(say && talk !== 'stay' && { say: { content: say.content, ...(images.length > 0 && { images }) } }),
    },
  });
  return { ok: true, restored: { restored, left }, ...where };
}

/** Why the talk cannot go on so. */
function refusalOf({ ref, tree, state }: Dialog, talk: IntentOf<'restore'>['talk']): Refusal | undefined {
  if (talk === 'fork') return isRootRef(ref) ? undefined : refuse('restore-by-course');
  if (talk === 'stay') return undefined;
  const { status } = rootOf(tree).state;
  return (status === 'archived' && refusalOfClosed(status)) || courseRefused(state);
}

function courseRefused({ draft, belief }: DialogState): Refusal | undefined {
  if (draft) return refuse('draft-one-course');
  return belief && refuse('restore-by-fork');
}

interface FoundMessage {
  readonly point: RestorePoint;
  readonly course: number;
  readonly copiedFrom?: RootId;
}

/** Finds a message in the newest course that has it. */
async function findMessage(dialog: Dialog, msgId: string): Promise<Outcome<FoundMessage>> {
  const { state, records } = dialog;
  if (state.queued.some(each => each.msgId === msgId)) return refuse('message-waits');
  const courses = [records, ...(await earlierCourses(dialog)).toReversed()];
  for (const [back, each] of courses.entries()) {
    const point = restorePoint(each, msgId);
    if (!point) continue;
    const { identity } = state;
    const copiedFrom = identity.kind === 'root' && isCopied(each, point) ? identity.fork?.of : undefined;
    return { ok: true, point, course: state.course - back, ...(copiedFrom && { copiedFrom }) };
  }
  return refuse('unknown-message', { msgId });
}
