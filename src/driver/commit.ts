// `commit` is the only way in which anything happens: it stores, folds and publishes in one tick; nothing is published
// before it is stored (ARCHITECTURE "Bird's-eye view").

import { invariant } from '../core/base/assert.ts';
import { errorMessage } from '../core/base/thrown.ts';
import type { AnsweredBy } from '../core/dialog/answered-by.ts';
import { factTraits, type Lasting } from '../core/dialog/fact-traits.ts';
import { applyRecord } from '../core/dialog/fold/apply.ts';
import { openCourse } from '../core/dialog/fold/open-course.ts';
import { isPersonsWord, mayBePersonsAct } from '../core/dialog/fold/persons-word.ts';
import type { CourseRecord, Fact } from '../core/dialog/record.ts';
import type { Interruption } from '../core/facts/interruption.ts';
import { DriveError } from '../core/facts/trouble.ts';
import type { DialogStore } from '../store/dialog-store.ts';
import type { Dialog, DriverContext, Tree, UnsyncedAnswers } from './driver-context.ts';
import { releaseEnded } from './held-calls.ts';
import { holdUntilStored } from './stored.ts';
import { addDialog, nextNumber, restsOn, setState } from './tree.ts';

/** Stores facts of one dialog as records, folds and publishes them. Throws `DriveError` and then changed nothing. */
export function commit(dialog: Dialog, ...given: readonly Fact[]): void {
  if (given.length === 0) return;
  const facts = [...editedMeanwhile(dialog, given), ...given];
  const { tree } = dialog;
  const { ctx } = tree;
  const at = new Date(ctx.now()).toISOString();
  const records = facts.map(
    (fact): CourseRecord => ({
      v: 1,
      at,
      n: nextNumber(tree),
      ...fact,
      ...(isPersonsWord(fact) && { treeGenerations: tree.totals.generations }),
      ...askedBy(dialog, fact),
    }),
  );
  const opening = records.find(record => record.kind === 'courseStarted');
  const lasts = (when: Lasting) => facts.some(({ kind }) => factTraits[kind].lasts === when);
  const place = { ...dialog.ref, course: opening?.course ?? dialog.state.course };
  if (opening) syncAnswers(dialog);
  store(tree, place, records, lasts('atOnce') ? restsOn(dialog) : undefined);
  if (!holdUntilStored(tree, dialog.ref.selfId)) {
    if (lasts('beforeShown')) showOnceSynced(dialog);
    if (lasts('soon')) ctx.soon(() => syncAhead(dialog));
  }
  if (opening) dialog.records = [];
  for (const record of records) {
    const before = dialog.state.questions.length;
    setState(dialog, applyRecord(dialog.state, record));
    dialog.records.push(record);
    ctx.feed.publish({ type: 'recorded', ...dialog.ref, seq: dialog.state.seq, record });
    publishQuestionCount(ctx.feed, dialog, before);
  }
  if (dialog.held) releaseEnded(dialog);
  ctx.markIndexesDirty(dialog);
}

/** Where the person was who did this. A running generation records a stop when it has ended. */
function askedBy({ tree, stoppedBy }: Dialog, fact: Fact): { readonly askedBy?: AnsweredBy } {
  const by = tree.ctx.actor.by ?? (fact.kind === 'interrupted' ? stoppedBy : undefined);
  return by && mayBePersonsAct(fact) ? { askedBy: by } : {};
}

/** What a person changed in the files of a dialog, as facts: its reminders (SPEC 9.1). */
export function editedByHand(dialog: Dialog): readonly Fact[] {
  const reminders = dialog.tree.ctx.store.editedReminders?.(dialog);
  return reminders ? [{ kind: 'remindersSet', reminders }] : [];
}

/**
 * The same before the first facts of a dialog that rested: with them its index files grow old, and an edit cannot be
 * told any more.
 */
function editedMeanwhile(dialog: Dialog, facts: readonly Fact[]): readonly Fact[] {
  const isOver = facts.some(({ kind }) => kind === 'remindersSet') || !dialog.tree.ctx.areIndexesCurrent(dialog);
  return isOver ? [] : editedByHand(dialog);
}

/** The abort reason for steps on a tree that another process owns. */
export function lostTree(): DriveError {
  return new DriveError('lock-lost', 'another process drives this dialog now');
}

/** Stores the first record of a new dialog, adds it to its tree and publishes it. */
export function storeDialog(tree: Tree, opening: CourseRecord): Dialog {
  const { ctx } = tree;
  const first: CourseRecord = { ...opening, n: nextNumber(tree) };
  const state = openCourse(first);
  invariant(state, 'a first record opens a course');
  const { rootId, selfId } = state.identity;
  store(tree, { rootId, selfId, course: state.course }, [first]);
  holdUntilStored(tree, selfId);
  const dialog = addDialog(tree, state, [first]);
  ctx.feed.publish({ type: 'recorded', rootId, selfId, seq: state.seq, record: first });
  ctx.markIndexesDirty(dialog);
  return dialog;
}

function store(tree: Tree, ...append: Parameters<DialogStore['append']>): void {
  if (tree.isLost) throw lostTree();
  try {
    tree.ctx.store.append(...append);
  } catch (error) {
    if (error instanceof DriveError && error.code === 'lock-lost') tree.ctx.lose(tree, error);
    throw error;
  }
}

/** A disk that refuses now is asked again by the fact that needs it. */
function syncAhead(dialog: Dialog): void {
  dialog.tree.ctx.store.synced(restsOn(dialog)).catch(() => {});
}

/**
 * Answers are fsynced in the background. Until then the caller's events are held back, and what the model makes of them
 * waits (`untilAnswersSynced`). Answers that come while the caller waits for more share a sync, which starts with its
 * next generation at the latest: the disk then has the time in which the request is made and answered.
 */
function showOnceSynced(dialog: Dialog): void {
  const { ctx } = dialog.tree;
  if (dialog.answers?.kind === 'planned') return;
  const { promise: synced, resolve } = Promise.withResolvers<void>();
  const syncing: UnsyncedAnswers = { kind: 'syncing', synced };
  const planned: UnsyncedAnswers = {
    kind: 'planned',
    synced,
    start() {
      if (dialog.answers !== planned) return;
      dialog.answers = syncing;
      resolve(ctx.store.synced(restsOn(dialog)));
    },
  };
  dialog.answers = planned;
  ctx.soon(planned.start);
  // Before the feed releases the answer, so that it is never shown without the failure.
  synced.then(
    () => {
      if (dialog.answers === syncing) delete dialog.answers;
    },
    error => {
      if (dialog.answers === syncing) dialog.answers = { kind: 'refused' };
      interruptBy(dialog, error);
    },
  );
  ctx.feed.hold(dialog.ref.selfId, synced, 'show');
}

/** Starts the sync of a dialog's answers now, if it is planned. */
export function syncAnswers({ answers }: Dialog): void {
  if (answers?.kind === 'planned') answers.start();
}

/** Resolves when the disk holds the answers that a dialog got. Rejects with `DriveError('disk')`. */
export async function untilAnswersSynced(dialog: Dialog): Promise<void> {
  syncAnswers(dialog);
  const { answers } = dialog;
  if (answers?.kind !== 'refused') return answers?.synced;
  await dialog.tree.ctx.store.synced(restsOn(dialog));
  if (dialog.answers === answers) delete dialog.answers;
}

/**
 * Records why a dialog stops, unless it has stopped already. A dialog whose tree is lost records nothing. When even
 * that cannot be stored, the state in memory says so until it is continued.
 */
export function interruptBy(dialog: Dialog, error: unknown): void {
  const { ctx } = dialog.tree;
  // Of a lost tree it is another process's to say how it goes on.
  if (error instanceof DriveError && error.code === 'lock-lost') ctx.lose(dialog.tree, error);
  if (dialog.tree.isLost || dialog.state.interruption !== null) return;
  const why: Interruption =
    error instanceof DriveError
      ? { code: error.code, message: error.message }
      : { code: 'bug', message: errorMessage(error) };
  ctx.log.error(`dialog ${dialog.ref.rootId}#${dialog.ref.selfId} stops: ${why.message}`, error);
  try {
    commit(dialog, { kind: 'interrupted', ...why });
  } catch {
    setState(dialog, { ...dialog.state, generating: false, interruption: why });
    ctx.feed.publish({ type: 'stream_error_evt', ...dialog.ref, genseq: dialog.state.genseq, message: why.message });
  }
}

/** Tells views that a dialog has more or fewer open questions than before (SPEC 5.2); nothing when it has as many. */
export function publishQuestionCount(feed: DriverContext['feed'], { ref, state }: Dialog, previousCount: number): void {
  const questionCount = state.questions.length;
  if (questionCount === previousCount) return;
  const event = { type: 'questions_count_update', ...ref, previousCount, questionCount } as const;
  feed.publish({ ...event, dialog: ref, course: state.course });
}
