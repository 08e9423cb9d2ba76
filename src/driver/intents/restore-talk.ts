// What follows once files were restored to an earlier message (SPEC 25.4): the talk goes on from there in a new course or
// a fork. Each part is told done by its record, so that a crash in between leaves nothing to be done twice.
import type { RootId } from '../../core/base/ids.ts';
import type { AnsweredBy } from '../../core/dialog/answered-by.ts';
import { foldCourse } from '../../core/dialog/fold/apply.ts';
import type { CourseRecord, Fact } from '../../core/dialog/record.ts';
import { restorePoint } from '../../core/dialog/restore-point.ts';
import type { Restore } from '../../core/dialog/revert-shape.ts';
import { openCalls } from '../../core/dialog/state.ts';
import { actAs } from '../acting.ts';
import { dismissCall, endAsides } from '../calls/dismiss.ts';
import { commit } from '../commit.ts';
import type { Driver } from '../driver.ts';
import type { Dialog, Tree } from '../driver-context.ts';
import { restoreCourse } from '../start-course.ts';
import { rootOf } from '../tree.ts';
import { attachedIn } from './attach-images.ts';
import { reopenForWords } from './change-status.ts';
import { forkRoot } from './fork-root.ts';
import type { say } from './intents.ts';

/** A restore whose files are done. `files`: those that were restored. */
export interface RestoredFiles {
  readonly revertId: string;
  readonly restore: Restore;
  readonly files: readonly string[];
  readonly by: AnsweredBy | undefined;
}

/** The intents of the driver that a restore needs. */
export interface TalkPorts {
  readonly driver: Driver;
  readonly say: typeof say;
  /** Stops all work of a tree. */
  readonly standStill: (tree: Tree) => Promise<void>;
}

/** Where the talk goes on. */
export interface RestoredTalk {
  /** A fork. */
  readonly rootId?: RootId;
  readonly course?: number;
}

/** Goes on with the talk from before the message. */
export async function restoreTalk(ports: TalkPorts, tree: Tree, restored: RestoredFiles): Promise<RestoredTalk> {
  const { driver } = ports;
  const { talk, say: message } = restored.restore;
  if (talk === 'stay') return {};
  const dialog = talk === 'fork' ? await forked(driver, tree, restored) : await inCourse(ports, tree, restored);
  if (!dialog) return {};
  if (message) {
    const { images = [], content } = message;
    const said = { v: 1, at: '', kind: 'userSaid', msgId: '', content, images } as const;
    const attached = await attachedIn(tree, rootOf(tree).ref, [said]);
    const given = attached.map(({ name, bytes }) => ({ name, data: Buffer.from(bytes).toString('base64') }));
    const { by, revertId: msgId } = restored;
    actAs(driver.ctx, by, () => ports.say(driver, dialog, { msgId, content, images: given, by }));
  } else if (talk === 'course') driver.release(tree);
  return talk === 'fork' ? { rootId: dialog.tree.rootId } : { course: dialog.state.course };
}

async function forked(driver: Driver, tree: Tree, { restore, files, by }: RestoredFiles): Promise<Dialog | undefined> {
  const { forkId, course, msgId } = restore;
  const known = forkId && (await driver.tree(forkId));
  if (known && rootOf(known).records.some(({ kind }) => kind === 'dialogForked')) return rootOf(known);
  const note = driver.ctx.minds.texts().restored.fork(files);
  const as = { note, ...(!known && { id: forkId }) };
  const made = await actAs(driver.ctx, by, () => forkRoot(driver, tree, { course, msgId }, as));
  const own = made.ok ? await driver.tree(made.rootId) : undefined;
  return own && rootOf(own);
}

async function inCourse(
  { driver, standStill }: TalkPorts,
  tree: Tree,
  { revertId, restore, files, by }: RestoredFiles,
): Promise<Dialog | undefined> {
  const dialog = tree.dialogs.get(restore.selfId);
  const [first] = dialog?.records ?? [];
  if (!dialog || (first?.kind === 'courseStarted' && first.revertId === revertId)) return dialog;
  const records = await recordsBefore(dialog, restore);
  await standStill(tree);
  actAs(driver.ctx, by, () => {
    reopenForWords(tree);
    endAsides(dialog);
    const made = new Set<string>(records.flatMap(each => (each.kind === 'tellaskMade' ? [each.callId] : [])));
    for (const { callId } of openCalls(dialog.state)) {
      if (!made.has(callId) && !isCarried(records, callId)) dismissCall(tree, callId);
    }
    commit(dialog, ...endingFacts(dialog, foldCourse(records)?.reminders));
    const why = driver.ctx.minds.texts().restored.course(files);
    restoreCourse(dialog, { records, why, revertId });
  });
  return dialog;
}

/** What the course leaves open, and the reminders of that time. */
function endingFacts({ state }: Dialog, reminders: readonly string[] | undefined): readonly Fact[] {
  const { toolCalls, tellasks, queued, interruption } = state;
  const reason = 'refused: the user went back to an earlier message';
  const isOther = reminders !== undefined && reminders.join('\n') !== state.reminders.join('\n');
  return [
    ...toolCalls.map(({ callId }): Fact => ({ kind: 'toolReturned', callId, ok: false, content: reason })),
    ...tellasks.map(({ callId }): Fact => ({ kind: 'tellaskRefused', callId, reason: 'forked', message: reason })),
    ...queued.map(({ msgId }): Fact => ({ kind: 'queuedRemoved', msgId })),
    ...(isOther ? [{ kind: 'remindersSet', reminders } as const] : []),
    ...(interruption ? [{ kind: 'resumed' } as const] : []),
  ];
}

/** A call that an earlier course handed over. */
function isCarried([first]: readonly CourseRecord[], callId: string): boolean {
  if (first?.kind !== 'courseStarted') return false;
  return first.carried.frames.some(({ pending }) => pending.some(call => call.callId === callId));
}

async function recordsBefore(dialog: Dialog, { course, msgId }: Restore): Promise<readonly CourseRecord[]> {
  const { tree, ref, state } = dialog;
  const records = course === state.course ? dialog.records : ((await tree.ctx.store.readCourse(ref, course)) ?? []);
  return records.slice(0, restorePoint(records, msgId)?.cut ?? 0);
}
