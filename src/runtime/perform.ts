// Performs intents in the process that drives, by one table: finds the dialog of an id and calls the driver. An outside
// failure becomes a refusal here, so no intent throws.

import type { DialogRef, RootId } from '../core/base/ids.ts';
import { type AnsweredBy, authorOf } from '../core/dialog/answered-by.ts';
import { changeReminders } from '../core/dialog/reminders.ts';
import type { RootSummary } from '../core/dialog/view/projection.ts';
import { DriveError, type Outcome, refuse, refuseToStore } from '../core/facts/trouble.ts';
import { type IntentKind, type IntentOf, meansTree } from '../core/intents/intents.ts';
import { promptTexts } from '../core/prompt/prompt-texts.ts';
import { actAs } from '../driver/acting.ts';
import { beliefIntent } from '../driver/belief/intents.ts';
import { commit } from '../driver/commit.ts';
import { draftIntent } from '../driver/draft/intents.ts';
import type { Driver } from '../driver/driver.ts';
import type { Dialog, Tree } from '../driver/driver-context.ts';
import { evidenceIn } from '../driver/evidence/standing.ts';
import { recallApplied } from '../driver/intents/applied.ts';
import { changePermissions } from '../driver/intents/change-permissions.ts';
import { forkRoot } from '../driver/intents/fork-root.ts';
import * as intents from '../driver/intents/intents.ts';
import { changeQueued, removeQueued } from '../driver/intents/queued-messages.ts';
import { retryNow } from '../driver/intents/retry-now.ts';
import { findDialog, findTree } from '../driver/queries.ts';
import { untilStored } from '../driver/stored.ts';
import { gatherNow } from '../driver/tools/perform.ts';
import { rootOf } from '../driver/tree.ts';
import type { Minds } from '../minds/minds.ts';
import type { RootsIndex } from '../store/storage.ts';
import type { IntentResults, Perform } from './api.ts';
import { startRoot } from './start-root.ts';
import type { OpenQuestions } from './stored/open-questions.ts';
import type { Edits } from './tools/undo-edits.ts';

export interface PerformPorts {
  readonly driver: Driver;
  readonly roots: RootsIndex;
  readonly minds: Minds;
  readonly openQuestions: OpenQuestions;
  readonly edits: () => Edits;
  readonly newId: () => string;
  /** Files that people edit are read again. */
  readonly invalidateReads: () => void;
  /**
   * Refuses an intent for what another process turned out to drive: the folder, or a tree that a worker has claimed.
   */
  readonly lostTo: () => 'driver-changed' | 'driven-by-worker' | 'driven-by-other';
  /** This process only reads: every intent is refused. */
  readonly readOnly: boolean;
}

/** Performs intents of every kind by the driver of `ports`. */
export function createPerform(ports: PerformPorts): Perform {
  return (intent, by) => performers[intent.kind]({ ...ports, by }, intent);
}

interface At extends PerformPorts {
  /** Who asks, and where: recorded with what a person does (SPEC 5.6). */
  readonly by: AnsweredBy | undefined;
}

type Performers = {
  readonly [K in IntentKind]: (at: At, intent: IntentOf<K>) => Promise<Outcome<IntentResults[K]>>;
};

const performers: Performers = {
  start: (at, intent) =>
    guarded(
      at,
      async () => {
        const { rootId } = intent;
        const isBegun = rootId !== undefined && (await at.driver.tree(rootId)) !== undefined;
        return isBegun ? { ok: true, rootId } : startRoot(at, intent);
      },
      ({ rootId }) => rootId,
    ),
  say: inDialog((dialog, { content, msgId, images = [] }, { driver, by }) =>
    intents.say(driver, dialog, { content, msgId, images, by }),
  ),
  answer: (at, intent) =>
    guarded(
      at,
      async () => {
        const tree = await treeWithQuestion(at, intent.questionId, answeredDialog(intent));
        if (tree) await ready(at, tree.dialogs.values());
        if (tree) return acting(at, () => intents.answerQuestion(at.driver, tree, { ...intent, by: authorOf(at.by) }));
        const { questionId } = intent;
        return (await at.openQuestions.fateOf(questionId)) ?? refuse('unknown-question', { questionId });
      },
      ({ dialog }) => dialog.rootId,
    ),
  changeQueued: inDialog((dialog, intent) => changeQueued(dialog, intent)),
  removeQueued: inDialog((dialog, intent) => removeQueued(dialog, intent)),
  stop: inDialog(async (dialog, intent, { driver }) => ({
    ok: true,
    stopped: await intents.stopDialogs(driver, named(dialog, intent)),
  })),
  async stopAll(at) {
    const stopped = at.driver
      .loaded()
      .map(async tree =>
        onceStored(tree, await acting(at, () => intents.stopDialogs(at.driver, [...tree.dialogs.values()]))),
      );
    return { ok: true, stopped: (await Promise.all(stopped)).flat() };
  },
  retryNow: inDialog((dialog, intent, { driver, by }) =>
    retryNow(driver, dialog.tree, named(dialog, intent), authorOf(by)),
  ),
  continue: inDialog((dialog, intent, { driver }) => ({
    ok: true,
    continued: intents.continueDialogs(driver, dialog.tree, named(dialog, intent)),
  })),
  continueAll,
  markDone: inTree(async (tree, { force }, { driver }) =>
    withStatus(tree, await (force ? intents.forceDone : intents.markDone)(driver, tree)),
  ),
  gatherEvidence: inTree(async tree => {
    if (rootOf(tree).state.status === 'archived') return refuse('root-not-running');
    await gatherNow(tree);
    return { ok: true, ...(await evidenceIn(tree)) };
  }),
  archive: inTree(async (tree, _, { driver }) => withStatus(tree, await intents.archiveRoot(driver, tree))),
  reopen: inTree(async (tree, _, { driver }) => withStatus(tree, await intents.reopenRoot(driver, tree))),
  dismiss: inTree((tree, intent, { driver }) => intents.dismiss(driver, tree, intent.callId, intent)),
  steerCommand: inDialog((dialog, { callId, how }) => {
    if (dialog.steer?.callId !== callId) return refuse('no-command-runs');
    dialog.steer.listener(how);
    return { ok: true };
  }),
  tell: inTree((tree, intent, { driver }) => intents.tellCallee(driver, tree, intent)),
  answerAsFailed: inDialog((dialog, _, { driver }) => intents.answerAsFailed(driver, dialog)),
  clearMind: inDialog((dialog, { reminder }, { driver }) => intents.clearMind(driver, dialog, reminder)),
  changeMind: inTree((tree, { selector, content }, { minds }) => {
    const { taskDocPath } = rootOf(tree).state.identity;
    const written = minds.taskdocs.write({ taskDocPath, section: { selector } }, content);
    if (written.because) return refuse(`section-${written.because}`, { taskdoc: taskDocPath, section: selector });
    if (!written.ok) return refuse('section-refused', { reason: written.message(promptTexts('en').results) });
    return { ok: true, course: rootOf(tree).state.course };
  }),
  setReminders: inDialog((dialog, { reminders }) => setReminders(dialog, reminders)),
  changeReminder: inDialog((dialog, change) => setReminders(dialog, changeReminders(dialog.state.reminders, change))),
  draft: inTree((tree, { draft, msgId }, { driver }) =>
    draftIntent(driver, tree, msgId === undefined || draft.kind === 'seen' ? draft : { ...draft, msgId }),
  ),
  belief: inTree((tree, intent, { driver }) => beliefIntent(driver, tree, intent.belief, intent)),
  changePermissions: inTree((tree, { change }, { driver }) => changePermissions(driver, tree, change)),
  setDiligence: inTree((tree, { on, refill }, { driver }) => {
    const root = rootOf(tree);
    commit(root, { kind: 'diligenceSet', on: on ?? root.state.diligence.on, ...(refill && { pushed: 0 }) });
    // One that rests without reminders has something to do now.
    driver.ctx.wake(root);
    return { ok: true };
  }),
  undoEdits: inDialog((dialog, { hunk }, { edits }) => edits().undo(dialog, hunk)),
  keepEdits: inDialog((dialog, { hunk }, { edits }) => edits().keep(dialog, hunk)),
  redoEdits: inDialog((dialog, _, { edits }) => edits().redo(dialog)),
  restore: inDialog((dialog, intent, { edits }) => edits().restore(dialog, intent)),
  fork: (at, { dialog, at: place }) =>
    guarded(
      at,
      async () => {
        const source = await findTree(at.driver, dialog.rootId);
        if (source.ok) at.driver.takeEdited(source.tree.dialogs.values());
        return source.ok ? acting(at, () => forkRoot(at.driver, source.tree, place)) : source;
      },
      ({ rootId }) => rootId,
    ),
};

type Work<Where, I, T> = (where: Where, intent: I, at: At) => Outcome<T> | Promise<Outcome<T>>;
type Places = { readonly dialog: DialogRef };

/** Works in the tree of the dialog that an intent names. */
function inTree<I extends Places, T>(work: Work<Tree, I, T>): (at: At, intent: I) => Promise<Outcome<T>> {
  return (at, intent) =>
    guarded(
      at,
      async () => {
        const found = await findTree(at.driver, intent.dialog.rootId);
        if (!found.ok) return found;
        const { tree } = found;
        if (tree.isLost) return refuse(at.lostTo());
        await ready(at, tree.dialogs.values());
        return acting(at, () => work(tree, intent, at));
      },
      () => intent.dialog.rootId,
    );
}

/** Works in the dialog that an intent names. */
function inDialog<I extends Places, T>(work: Work<Dialog, I, T>): (at: At, intent: I) => Promise<Outcome<T>> {
  return (at, intent) =>
    guarded(
      at,
      async () => {
        const found = await findDialog(at.driver, intent.dialog);
        if (!found.ok) return found;
        const { dialog } = found;
        if (dialog.tree.isLost) return refuse(at.lostTo());
        await ready(at, [dialog]);
        return acting(at, () => work(dialog, intent, at));
      },
      () => intent.dialog.rootId,
    );
}

function acting<T>({ driver, by }: At, work: () => T): T {
  return actAs(driver.ctx, by, work);
}

/** Everything that an intent needs is in memory then, so that it is checked and recorded in one tick. */
async function ready({ driver }: At, dialogs: Iterable<Dialog>): Promise<void> {
  const all = [...dialogs];
  for (const dialog of all) await recallApplied(dialog);
  driver.takeEdited(all);
}

function named(dialog: Dialog, intent: Parameters<typeof meansTree>[0]): readonly Dialog[] {
  return meansTree(intent) ? [...dialog.tree.dialogs.values()] : [dialog];
}

function withStatus(tree: Tree, done: Outcome<object>): Outcome<IntentResults['reopen']> {
  return done.ok ? { ok: true, status: rootOf(tree).state.status } : done;
}

function setReminders(dialog: Dialog, reminders: readonly string[]): Outcome<IntentResults['setReminders']> {
  const kept = reminders.map(text => text.trim()).filter(text => text !== '');
  commit(dialog, { kind: 'remindersSet', reminders: kept });
  return { ok: true, reminders: kept };
}

async function continueAll(at: At, { which }: IntentOf<'continueAll'>): Promise<Outcome<IntentResults['continueAll']>> {
  const { driver, roots, readOnly } = at;
  if (readOnly) return { ok: true, continued: [] };
  const due = [...roots.summaries.values()].filter(root => root.status === 'running' && isUnfinished(root));
  const continued: Promise<readonly DialogRef[]>[] = [];
  // One after another, since an inactive tree may be dropped when the next is loaded.
  for (const { rootId } of due) {
    try {
      const tree = await driver.tree(rootId);
      if (!tree) continue;
      const now = acting(at, () =>
        which === 'left'
          ? intents.continueLeft(driver, tree)
          : intents.continueDialogs(driver, tree, [...tree.dialogs.values()]),
      );
      continued.push(onceStored(tree, now));
    } catch (error) {
      if (!(error instanceof DriveError)) throw error;
      // One that cannot be written holds up no other; it stays interrupted, with its reason.
      driver.ctx.log.error(`root ${rootId} could not go on: ${error.message}`, error);
    }
  }
  return { ok: true, continued: (await Promise.all(continued)).flat() };
}

/**
 * Refuses when this process may not drive, and turns what the store refuses into a refusal. An intent is done once
 * everything recorded in the root that it `changed` is stored.
 */
async function guarded<T>(
  { readOnly, driver, invalidateReads, lostTo }: At,
  act: () => Outcome<T> | Promise<Outcome<T>>,
  changed: (done: T) => RootId,
): Promise<Outcome<T>> {
  if (readOnly) return refuse('reads-only');
  // People edit files and then say so.
  invalidateReads();
  try {
    const outcome = await act();
    const stored = outcome.ok ? driver.ctx.store.stored?.(changed(outcome)) : undefined;
    if (stored) await stored;
    return outcome;
  } catch (error) {
    if (!(error instanceof DriveError)) throw error;
    return error.code === 'lock-lost' ? refuse(lostTo()) : refuseToStore(error, 'not-stored');
  }
}

/** The result of an action in a tree, once it is stored; none for a tree that another process owns. */
async function onceStored(tree: Tree, done: readonly DialogRef[]): Promise<readonly DialogRef[]> {
  try {
    await untilStored(tree);
    return done;
  } catch {
    return [];
  }
}

/** Lines of earlier versions do not say what is interrupted below a root, so waiting roots are checked. */
function isUnfinished({ needsDrive, interrupted, state }: RootSummary): boolean {
  return needsDrive || interrupted === true || (interrupted === undefined && state !== 'idle');
}

/** The dialog that an answer names. */
function answeredDialog({ dialog, targetSubdialogId }: IntentOf<'answer'>): DialogRef | undefined {
  return dialog && targetSubdialogId !== undefined ? { rootId: dialog.rootId, selfId: targetSubdialogId } : dialog;
}

async function treeWithQuestion(
  { driver, openQuestions }: At,
  questionId: string,
  near: DialogRef | undefined,
): Promise<Tree | undefined> {
  const named = near && (await driver.tree(near.rootId));
  if (named && hasAsked(named, questionId)) return named;
  const rootId = (await openQuestions.all()).find(({ id }) => id === questionId)?.rootId;
  if (rootId !== undefined) return driver.tree(rootId);
  // Answered already, perhaps: the tree that knows it says so.
  return driver.loaded().find(tree => hasAsked(tree, questionId)) ?? named;
}

/** True if a dialog asked this in its newest course. */
function hasAsked(tree: Tree, questionId: string): boolean {
  return [...tree.dialogs.values()].some(({ records }) =>
    records.some(record => record.kind === 'questionAsked' && record.questionId === questionId),
  );
}
