// The context of every driver step: the ports, and `commit`, the only way in which anything happens. A commit stores,
// folds and publishes in one tick; nothing is published before it is stored (ARCHITECTURE "Bird's-eye view").

import { invariant } from '../core/assert.ts';
import type { DomainFile } from '../core/belief/domain/domain-file.ts';
import type { EntityLookup } from '../core/belief/values/fit-entities.ts';
import { applyRecord } from '../core/dialog/apply.ts';
import { factTraits, type Lasting } from '../core/dialog/fact-traits.ts';
import { openCourse } from '../core/dialog/open-course.ts';
import { isPersonsWord } from '../core/dialog/persons-word.ts';
import type { CourseRecord, Fact } from '../core/dialog/record.ts';
import { openCalls } from '../core/dialog/state.ts';
import type { DraftLimits } from '../core/draft/limits.ts';
import type { SettingsRule } from '../core/policy.ts';
import type { ClosingInput } from '../core/prompt/closing-part.ts';
import type { SystemParts } from '../core/prompt/system-prompt.ts';
import type { PromptTexts } from '../core/prompt/words.ts';
import type { Seals } from '../core/seals.ts';
import { generationsOf, type TreeCap } from '../core/spending.ts';
import type { Member, Team } from '../core/team.ts';
import { DriveError, type Interruption } from '../core/trouble.ts';
import type { ChosenModel } from '../llm/choose-model.ts';
import type { DialogStore } from '../store/storage.ts';
import type { ToolProvider } from '../tools/tool.ts';
import type { Feed } from './feed.ts';
import type { Scheduler } from './generate/scheduler.ts';
import type { Timers } from './generate/silence.ts';
import { releaseEnded } from './held-calls.ts';
import type { Backgrounds } from './processes.ts';
import { holdUntilStored } from './stored.ts';
import { addDialog, type Dialog, nextNumber, restsOn, statesOf, type Tree, type UnsyncedAnswers } from './tree.ts';

/** The driver's view of the files that people edit; read again at each generation (SPEC 6.5, 12.2). */
export interface DriverMinds {
  team(): Team;
  texts(): PromptTexts;
  /** The closing part after the talk; '' when there is nothing to say (SPEC 10.9). */
  closingPart(input: ClosingInput): string;
  /** The current system message for the member. `tools` are the names that the request offers. */
  systemParts(
    tree: Tree,
    dialog: Dialog,
    occasion: {
      readonly member: Member;
      readonly tools: readonly string[];
      readonly isPushed: boolean;
      readonly isPreview: boolean;
    },
  ): SystemParts;
  /** The diligence text for dialogs on a taskdoc and where it comes from, or what disables it (SPEC 7.3). */
  diligence(
    taskDocPath: string,
  ):
    | { readonly kind: 'text'; readonly text: string; readonly source: string; readonly language: string }
    | { readonly kind: 'disabled'; readonly source: string };
  /** The domain of that name as its file defines it now, or what is wrong with the file (SPEC 16.1). */
  domain(name: string): DomainFile;
  /** A tool may have changed files, so they are read again. */
  renew(): void;
}

export interface RunPorts {
  readonly rtws: string;
  readonly store: DialogStore;
  readonly feed: Feed;
  readonly scheduler: Scheduler;
  readonly minds: DriverMinds;
  readonly tools: ToolProvider;
  /** `demo`: the scripted demo, whatever is configured. */
  readonly chooseModel: (member: Member, which: 'configured' | 'demo') => Promise<ChosenModel>;
  /** Policies of the person's settings; they stand before those of members (SPEC 12.4). */
  readonly policies?: () => readonly SettingsRule[];
  /** Tells what the person allowed on this machine from what the folder brought along (SPEC 18.6). */
  readonly seals: Seals;
  /** Ignores allow rules of the folder, and calls that stored dialogs from elsewhere left open (SPEC 18.6). */
  readonly isUntrusted?: boolean;
  /** The amount one tree may use before the person is asked (SPEC 10.4). */
  readonly treeCap?: () => TreeCap;
  readonly now: () => number;
  readonly random: () => number;
  readonly newId: () => string;
  /** Waits, or returns early when `signal` aborts. For named backoff only. */
  readonly delay: (ms: number, signal: AbortSignal) => Promise<void>;
  /** For how long a model may stay silent. */
  readonly timers: Timers;
  readonly log: { info(message: string): void; error(message: string, error?: unknown): void };
  readonly limits: { readonly depth: number; readonly subdialogs: number };
  /** Checks whether an entity that a slot names exists; absent: unknown (SPEC 16.2). */
  readonly lookUp?: EntityLookup;
  /** Commands in the background; absent: there are none. */
  readonly background?: Backgrounds;
  /** Limits of draft dialogues, read again at each step; absent: the built-in ones (SPEC 15.10). */
  readonly draftLimits?: () => DraftLimits;
}

/** The ports together with what the driver offers to its own steps. */
export interface Run extends RunPorts {
  readonly closing: () => boolean;
  /** Starts the drive loop of a dialog unless it runs. */
  wake(dialog: Dialog): void;
  /** Runs work a moment later: at the rate at which lists follow. */
  soon(work: () => void): void;
  /** The dialog's index files no longer show its state. */
  markIndexesDirty(dialog: Dialog): void;
  /** Drops a tree that another process owns now, with everything that runs in it. Memory may hold what was never stored. */
  lose(tree: Tree, error: unknown): void;
}

/** Stores facts of one dialog as records, folds and publishes them. Throws `DriveError` and then changed nothing. */
export function commit(dialog: Dialog, ...facts: readonly Fact[]): void {
  if (facts.length === 0) return;
  const { tree } = dialog;
  const { run } = tree;
  const at = new Date(run.now()).toISOString();
  const records = facts.map(
    (fact): CourseRecord => ({
      v: 1,
      at,
      n: nextNumber(tree),
      ...fact,
      ...(isPersonsWord(fact) && { treeGenerations: generationsOf(statesOf(tree)) }),
    }),
  );
  const opening = records.find(record => record.kind === 'courseStarted');
  const lasts = (when: Lasting) => facts.some(({ kind }) => factTraits[kind].lasts === when);
  const place = { ...dialog.ref, course: opening?.course ?? dialog.state.course };
  if (opening) syncAnswers(dialog);
  store(tree, place, records, lasts('atOnce') ? restsOn(dialog) : undefined);
  if (!holdUntilStored(tree, dialog.ref.selfId)) {
    if (lasts('beforeShown')) showOnceSynced(dialog);
    if (lasts('soon')) run.soon(() => syncAhead(dialog));
  }
  if (opening) dialog.records = [];
  for (const record of records) {
    const before = dialog.state.questions.length;
    dialog.state = applyRecord(dialog.state, record);
    dialog.records.push(record);
    run.feed.publish({ type: 'recorded', ...dialog.ref, seq: dialog.state.seq, record });
    publishQuestionCount(run.feed, dialog, before);
  }
  if (dialog.held) releaseEnded(dialog);
  if (openCalls(dialog.state).length === 0) syncAnswers(dialog);
  run.markIndexesDirty(dialog);
}

/** The abort reason for steps on a tree that another process owns. */
export function lostTree(): DriveError {
  return new DriveError('lock-lost', 'another process drives this dialog now');
}

/** Stores the first record of a new dialog, adds it to its tree and publishes it. */
export function storeDialog(tree: Tree, opening: CourseRecord): Dialog {
  const { run } = tree;
  const first: CourseRecord = { ...opening, n: nextNumber(tree) };
  const state = openCourse(first);
  invariant(state, 'a first record opens a course');
  const { rootId, selfId } = state.identity;
  store(tree, { rootId, selfId, course: state.course }, [first]);
  holdUntilStored(tree, selfId);
  const dialog = addDialog(tree, state, [first]);
  run.feed.publish({ type: 'recorded', rootId, selfId, seq: state.seq, record: first });
  run.markIndexesDirty(dialog);
  return dialog;
}

function store(tree: Tree, ...append: Parameters<DialogStore['append']>): void {
  if (tree.isLost) throw lostTree();
  try {
    tree.run.store.append(...append);
  } catch (error) {
    if (error instanceof DriveError && error.code === 'lock-lost') tree.run.lose(tree, error);
    throw error;
  }
}

/** A disk that refuses now is asked again by the fact that needs it. */
function syncAhead(dialog: Dialog): void {
  dialog.tree.run.store.synced(restsOn(dialog)).catch(() => {});
}

/**
 * Answers are fsynced in the background. Until then the caller's events are held back and its next record waits
 * (`untilAnswersSynced`). While the caller waits for more answers, they share a sync.
 */
function showOnceSynced(dialog: Dialog): void {
  const { run } = dialog.tree;
  if (dialog.answers?.kind === 'planned') return;
  const { promise: synced, resolve } = Promise.withResolvers<void>();
  const syncing: UnsyncedAnswers = { kind: 'syncing', synced };
  const planned: UnsyncedAnswers = {
    kind: 'planned',
    synced,
    start() {
      if (dialog.answers !== planned) return;
      dialog.answers = syncing;
      resolve(run.store.synced(restsOn(dialog)));
    },
  };
  dialog.answers = planned;
  run.soon(planned.start);
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
  run.feed.hold(dialog.ref.selfId, synced, 'show');
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
  await dialog.tree.run.store.synced(restsOn(dialog));
  if (dialog.answers === answers) delete dialog.answers;
}

/**
 * Records why a dialog stops, unless it has stopped already. A dialog whose tree is lost records nothing. When even that cannot be stored, the state in memory says so until
 * it is continued.
 */
export function interruptBy(dialog: Dialog, error: unknown): void {
  const { run } = dialog.tree;
  // Of a lost tree it is another process's to say how it goes on.
  if (error instanceof DriveError && error.code === 'lock-lost') run.lose(dialog.tree, error);
  if (dialog.tree.isLost || dialog.state.interruption !== null) return;
  const why: Interruption =
    error instanceof DriveError
      ? { code: error.code, message: error.message }
      : { code: 'bug', message: error instanceof Error ? error.message : String(error) };
  run.log.error(`dialog ${dialog.ref.rootId}#${dialog.ref.selfId} stops: ${why.message}`, error);
  try {
    commit(dialog, { kind: 'interrupted', ...why });
  } catch {
    dialog.state = { ...dialog.state, generating: false, interruption: why };
    run.feed.publish({ type: 'stream_error_evt', ...dialog.ref, genseq: dialog.state.genseq, message: why.message });
  }
}

/** Tells views that a dialog has more or fewer open questions than before (SPEC 5.2); nothing when it has as many. */
export function publishQuestionCount(feed: Run['feed'], { ref, state }: Dialog, previousCount: number): void {
  const questionCount = state.questions.length;
  if (questionCount === previousCount) return;
  const event = { type: 'questions_count_update', ...ref, previousCount, questionCount } as const;
  feed.publish({ ...event, dialog: ref, course: state.course });
}
