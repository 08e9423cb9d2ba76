// Receives people's intents: finds the dialog of an id and calls the driver. An outside failure becomes a refusal here, so
// no intent throws.

import { type AnsweredBy, authorOf } from '../core/dialog/answered-by.ts';
import { type DialogRef, isRootRef, type RootId } from '../core/dialog/ids.ts';
import type { RootSummary } from '../core/dialog/projection.ts';
import { changeReminders } from '../core/dialog/reminders.ts';
import { promptTexts } from '../core/prompt/prompt-texts.ts';
import { DriveError, type Outcome, refuse, refuseToStore } from '../core/trouble.ts';
import { actAs } from '../driver/acting.ts';
import { beliefIntent } from '../driver/belief/intents.ts';
import { commit } from '../driver/commit.ts';
import { draftIntent } from '../driver/draft/intents.ts';
import { recallApplied } from '../driver/intents/applied.ts';
import { changePermissions } from '../driver/intents/change-permissions.ts';
import { forkRoot } from '../driver/intents/create-root.ts';
import * as intents from '../driver/intents/intents.ts';
import { changeQueued, removeQueued } from '../driver/intents/queued-messages.ts';
import { retryNow } from '../driver/intents/retry-now.ts';
import { findDialog, findTree } from '../driver/queries.ts';
import { untilStored } from '../driver/stored.ts';
import { type Dialog, rootOf, type Tree } from '../driver/tree.ts';
import type { RootsIndex } from '../store/storage.ts';
import type { DialogApi, DialogIntents } from './api.ts';
import { createDialogQueries, type DialogQueriesOptions } from './dialog-queries.ts';
import { startRoot } from './start-root.ts';

export interface DialogApiOptions extends DialogQueriesOptions {
  readonly roots: RootsIndex;
  readonly newId: () => string;
  /** Files that people edit are read again. */
  readonly lookAnew: () => void;
  /** Refuses an intent for what another process turned out to drive: the folder, or a tree that a worker has claimed. */
  readonly lostTo: () => 'driver-changed' | 'driven-by-worker' | 'driven-by-other';
  /** This process only reads: every intent is refused. */
  readonly readOnly: boolean;
  /** Who asks, and where: recorded with what a person does (SPEC 5.6). */
  readonly by?: AnsweredBy | undefined;
}

/** The intents and queries of an engine. */
export function createDialogApi(options: DialogApiOptions): DialogApi {
  return { ...createDialogIntents(options), ...createDialogQueries(options) };
}

function createDialogIntents(options: DialogApiOptions): DialogIntents {
  const { driver, roots } = options;
  const found = findTree.bind(undefined, driver);
  const dialogOf = findDialog.bind(undefined, driver);
  const acting = <T>(act: () => T) => actAs(driver.ctx, options.by, act);
  const inTree = <T>(rootId: RootId, act: (tree: Tree) => Outcome<T> | Promise<Outcome<T>>) =>
    guarded<T>(
      options,
      async () => {
        const at = await found(rootId);
        if (!at.ok) return at;
        if (at.tree.isLost) return refuse(options.lostTo());
        await ready([...at.tree.dialogs.values()]);
        return acting(() => act(at.tree));
      },
      () => rootId,
    );
  const inDialog = <T>(ref: DialogRef, act: (dialog: Dialog) => Outcome<T> | Promise<Outcome<T>>) =>
    guarded<T>(
      options,
      async () => {
        const at = await dialogOf(ref);
        if (!at.ok) return at;
        if (at.dialog.tree.isLost) return refuse(options.lostTo());
        await ready([at.dialog]);
        return acting(() => act(at.dialog));
      },
      () => ref.rootId,
    );
  // Everything that the intent needs is in memory then, so that it is checked and recorded in one tick.
  const ready = async (dialogs: readonly Dialog[]) => {
    for (const dialog of dialogs) await recallApplied(dialog);
    driver.takeEdited(dialogs);
  };
  const named = (dialog: Dialog, whole: boolean) =>
    isRootRef(dialog.ref) && whole ? [...dialog.tree.dialogs.values()] : [dialog];
  const status = (tree: Tree) => ({ status: rootOf(tree).state.status });
  return {
    start: input =>
      guarded(
        options,
        async () => {
          const { rootId } = input;
          const isBegun = rootId !== undefined && (await driver.tree(rootId)) !== undefined;
          return isBegun ? { ok: true, rootId } : startRoot(options, input);
        },
        ({ rootId }) => rootId,
      ),
    say: ({ dialog, ...message }) => inDialog(dialog, at => intents.say(driver, at, { ...message, by: options.by })),
    answer: input =>
      guarded(
        options,
        async () => {
          const tree = await treeWithQuestion(options, input.questionId, input.dialog);
          if (tree) await ready([...tree.dialogs.values()]);
          if (tree) return acting(() => intents.answerQuestion(driver, tree, { ...input, by: authorOf(options.by) }));
          const { questionId } = input;
          return (await options.openQuestions.fateOf(questionId)) ?? refuse('unknown-question', { questionId });
        },
        ({ dialog }) => dialog.rootId,
      ),
    changeQueued: (ref, change) => inDialog(ref, dialog => changeQueued(dialog, change)),
    removeQueued: (ref, removed) => inDialog(ref, dialog => removeQueued(dialog, removed)),
    stop: (ref, { tree: whole = false } = {}) =>
      inDialog(ref, async dialog => {
        const stopped = await intents.stopDialogs(driver, named(dialog, whole));
        return { ok: true, stopped };
      }),
    async stopAll() {
      const stopped = driver
        .loaded()
        .map(async tree =>
          onceStored(tree, await acting(() => intents.stopDialogs(driver, [...tree.dialogs.values()]))),
        );
      return (await Promise.all(stopped)).flat();
    },
    retryNow: (ref, { tree: whole = false } = {}) =>
      inDialog(ref, dialog => retryNow(driver, dialog.tree, named(dialog, whole), authorOf(options.by))),
    continueDialog: ref =>
      inDialog(ref, dialog => ({
        ok: true,
        continued: intents.continueDialogs(driver, dialog.tree, named(dialog, true)),
      })),
    async continueAll(which) {
      if (options.readOnly) return [];
      const due = [...roots.summaries.values()].filter(root => root.status === 'running' && isUnfinished(root));
      const continued: Promise<readonly DialogRef[]>[] = [];
      // One after another, since an inactive tree may be dropped when the next is loaded.
      for (const { rootId } of due) {
        try {
          const tree = await driver.tree(rootId);
          if (!tree) continue;
          const now = acting(() =>
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
      return (await Promise.all(continued)).flat();
    },
    markDone: (rootId, { force = false } = {}) =>
      inTree(rootId, async tree => {
        const done = await (force ? intents.forceDone : intents.markDone)(driver, tree);
        return done.ok ? { ok: true, ...status(tree) } : done;
      }),
    archive: rootId =>
      inTree(rootId, async tree => {
        const archived = await intents.archiveRoot(driver, tree);
        return archived.ok ? { ok: true, ...status(tree) } : archived;
      }),
    reopen: rootId =>
      inTree(rootId, async tree => {
        const reopened = await intents.reopenRoot(driver, tree);
        return reopened.ok ? { ok: true, ...status(tree) } : reopened;
      }),
    dismiss: (rootId, callId, handed) => inTree(rootId, tree => intents.dismiss(driver, tree, callId, handed)),
    tellCallee: (rootId, words) => inTree(rootId, tree => intents.tellCallee(driver, tree, words)),
    answerAsFailed: ref => inDialog(ref, dialog => intents.answerAsFailed(driver, dialog)),
    clearMind: (ref, reminder) => inDialog(ref, dialog => intents.clearMind(driver, dialog, reminder)),
    setReminders: (ref, reminders) => inDialog(ref, dialog => setReminders(dialog, reminders)),
    changeReminder: (ref, change) =>
      inDialog(ref, dialog => setReminders(dialog, changeReminders(dialog.state.reminders, change))),
    changeBelief: (rootId, intent, handed) => inTree(rootId, tree => beliefIntent(driver, tree, intent, handed)),
    draft: (rootId, intent) => inTree(rootId, tree => draftIntent(driver, tree, intent)),
    changePermissions: (rootId, change) => inTree(rootId, tree => changePermissions(driver, tree, change)),
    setDiligence: (rootId, { on, refill }) =>
      inTree(rootId, tree => {
        const root = rootOf(tree);
        commit(root, {
          kind: 'diligenceSet',
          on: on ?? root.state.diligence.on,
          ...(refill && { pushed: 0 }),
        });
        // One that rests without reminders has something to do now.
        driver.ctx.wake(root);
        return { ok: true };
      }),
    changeMind: (rootId, selector, content) =>
      inTree(rootId, tree => {
        const { taskDocPath } = rootOf(tree).state.identity;
        const written = options.minds.taskdocs.write({ taskDocPath, section: { selector } }, content);
        if (written.because) return refuse(`section-${written.because}`, { taskdoc: taskDocPath, section: selector });
        if (!written.ok) return refuse('section-refused', { reason: written.message(promptTexts('en').results) });
        return { ok: true, course: rootOf(tree).state.course };
      }),
    undoEdits: ref => inDialog(ref, dialog => options.edits().undo(dialog)),
    redoEdits: ref => inDialog(ref, dialog => options.edits().redo(dialog)),
    fork: (from, at) =>
      guarded(
        options,
        async () => {
          const source = await found(from);
          if (source.ok) driver.takeEdited(source.tree.dialogs.values());
          return source.ok ? acting(() => forkRoot(driver, source.tree, at)) : source;
        },
        ({ rootId }) => rootId,
      ),
  };
}

function setReminders(dialog: Dialog, reminders: readonly string[]): Outcome<{ reminders: readonly string[] }> {
  const kept = reminders.map(text => text.trim()).filter(text => text !== '');
  commit(dialog, { kind: 'remindersSet', reminders: kept });
  return { ok: true, reminders: kept };
}

/**
 * Refuses when this process may not drive, and turns what the store refuses into a refusal. An intent is done once everything
 * recorded in the root that it `changed` is stored.
 */
async function guarded<T>(
  { readOnly, driver, lookAnew, lostTo }: DialogApiOptions,
  act: () => Outcome<T> | Promise<Outcome<T>>,
  changed: (done: T) => RootId,
): Promise<Outcome<T>> {
  if (readOnly) return refuse('reads-only');
  // People edit files and then say so.
  lookAnew();
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

async function treeWithQuestion(
  options: DialogApiOptions,
  questionId: string,
  near: DialogRef | undefined,
): Promise<Tree | undefined> {
  const { driver } = options;
  const named = near && (await driver.tree(near.rootId));
  if (named && hasAsked(named, questionId)) return named;
  const rootId = (await options.openQuestions.all()).find(({ id }) => id === questionId)?.rootId;
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
