// What host and command line see of an rtws: what they ask of it, as intents, and what they ask about it, as queries.

import type { Prompt } from '../core/base/chat.ts';
import type { CallId, DialogRef, QuestionId, RootId } from '../core/base/ids.ts';
import type { ImageRef } from '../core/base/image.ts';
import type { Difference } from '../core/belief/history/changes-in-words.ts';
import type { BeliefState, Flow } from '../core/belief/state.ts';
import type { AnsweredBy, Surface } from '../core/dialog/answered-by.ts';
import type { Status } from '../core/dialog/state.ts';
import type { FeedEvent } from '../core/dialog/view/feed-event.ts';
import type { DialogNode, PendingQuestion, RegistryEntry, RootSummary } from '../core/dialog/view/projection.ts';
import type { InboxQuestion } from '../core/dialog/view/surroundings.ts';
import type { DraftLimits } from '../core/draft/limits.ts';
import type { EvidenceStanding } from '../core/evidence/evidence.ts';
import type { HealthReport } from '../core/facts/health.ts';
import type { Outcome } from '../core/facts/trouble.ts';
import type { Intent, IntentKind, IntentOf } from '../core/intents/intents.ts';
import type { NoticeFault, NoticeRow } from '../core/notices/notice.ts';
import type { ScheduleRow } from '../core/notices/schedule.ts';
import type { Metrics } from '../core/spending/metrics.ts';
import type { SharedServer } from '../core/team/mcp-server.ts';
import type { ServerOffer } from '../core/team/server-offer.ts';
import type { FileProblem, Team } from '../core/team/team.ts';
import type { BeliefView, Believed } from '../driver/belief/intents.ts';
import type { Drafted } from '../driver/draft/intents.ts';
import type { DialogView, Settled } from '../driver/queries.ts';
import type { Proposal } from '../driver/tools/proposal.ts';
import type { FoundDialog } from '../store/storage.ts';
import type { ModelApi } from './models/model-api.ts';
import type { PushBrowser } from './notices/browsers.ts';
import type { Restored, RestorePlan } from './tools/restore.ts';
import type { FoundEdits, UndoneEdits } from './tools/undo-entry.ts';
import type { WorkspacePermissions } from './trust/workspace-permissions.ts';

/** What performing an intent of each kind gives. `handedOver`: another process performs it. */
export interface IntentResults {
  readonly start: { readonly rootId: RootId };
  readonly say: { readonly queued: boolean; readonly handedOver?: true };
  readonly answer: { readonly dialog: DialogRef; readonly handedOver?: true };
  readonly changeQueued: object;
  readonly removeQueued: object;
  readonly stop: { readonly stopped: readonly DialogRef[] };
  readonly stopAll: { readonly stopped: readonly DialogRef[] };
  readonly retryNow: { readonly retried: readonly DialogRef[] };
  readonly continue: { readonly continued: readonly DialogRef[] };
  readonly continueAll: { readonly continued: readonly DialogRef[] };
  readonly markDone: { readonly status: Status };
  readonly gatherEvidence: { readonly evidence: EvidenceStanding };
  readonly archive: { readonly status: Status };
  readonly reopen: { readonly status: Status };
  readonly dismiss: { readonly callId: CallId };
  readonly tell: { readonly callId: CallId };
  readonly steerCommand: object;
  readonly answerAsFailed: object;
  readonly clearMind: { readonly course: number };
  readonly changeMind: { readonly course: number };
  readonly setReminders: { readonly reminders: readonly string[] };
  readonly changeReminder: { readonly reminders: readonly string[] };
  readonly draft: Extract<Drafted, { readonly ok: true }>;
  readonly belief: Extract<Believed, { readonly ok: true }>;
  readonly changePermissions: object;
  readonly setDiligence: object;
  readonly undoEdits: { readonly undone: UndoneEdits };
  readonly redoEdits: { readonly redone: UndoneEdits };
  readonly keepEdits: object;
  readonly restore: Restored;
  readonly fork: { readonly rootId: RootId };
}

/**
 * Performs an intent, which is stored before the promise resolves; a refusal is a value and changes nothing. What a
 * process does that does not drive the dialog: `core/intents/traits.ts`. `by`: who asks, and where; recorded with what
 * the intent does (SPEC 5.6).
 */
export type Perform = <K extends IntentKind>(
  intent: IntentOf<K>,
  by?: AnsweredBy,
) => Promise<Outcome<IntentResults[K]>>;

/** The same where the kind is not known; for those who pass an intent on. */
export type PerformAny = (intent: Intent, by?: AnsweredBy) => Promise<Outcome<object>>;

/**
 * The same: each kind's own function gives the result of its kind, which a function that passes intents on cannot tell.
 */
export function performs(perform: PerformAny): Perform {
  return perform as Perform;
}

/** Kinds that only people ask for: a schedule, for one, cannot. */
type PersonalKind = 'answer' | 'retryNow';

/** Queries never change a file. */
export interface DialogQueries {
  /** Resolves when the lines that `listRoots` gives are known to be current. */
  compared(): Promise<void>;
  listRoots(filter?: { status?: Status }): readonly RootSummary[];
  /** `todo`: with the list of what is to be done, for which files are read. */
  tree(rootId: RootId, more?: { readonly todo: true }): Promise<Outcome<{ tree: DialogNode }>>;
  /** `tail` limits the records; `before` pages back (records before that position of the course). */
  view(
    dialog: DialogRef,
    page?: { course?: number; tail?: number; before?: number },
  ): Promise<Outcome<{ view: DialogView }>>;
  questions(): Promise<readonly PendingQuestion[]>;
  /** The same, each with what stands around it. */
  inbox(): Promise<readonly InboxQuestion[]>;
  registry(rootId: RootId): Promise<Outcome<{ registry: Readonly<Record<string, RegistryEntry>> }>>;
  prompt(dialog: DialogRef): Promise<Outcome<{ prompt: Prompt }>>;
  /** A dialog by id, unique id prefix, or `root#self` (CLI). */
  resolve(name: string): Promise<Outcome<{ dialog: DialogRef }>>;
  /** The bytes of an image that a record of a dialog names; refused when its file is gone. */
  image(dialog: DialogRef, image: Pick<ImageRef, 'hash' | 'type'>): Promise<Outcome<{ bytes: Uint8Array }>>;
  /** Files this dialog (for a root: its tree) changed, against what a person last kept, or `all` that it changed. */
  edits(dialog: DialogRef, which?: 'open' | 'all'): Promise<Outcome<FoundEdits>>;
  /** What a restore to a message of the person would do (SPEC 25.4). */
  restorePlan(dialog: DialogRef, to: string): Promise<Outcome<{ plan: RestorePlan }>>;
  /** The acceptance lines of a root, by the files as they are now (SPEC 26). */
  evidence(rootId: RootId): Promise<Outcome<{ evidence: EvidenceStanding }>>;
  /** The text of such a file from before; '' for none. */
  textBefore(dialog: DialogRef, path: string, which?: 'open' | 'all'): Promise<Outcome<{ text: string }>>;
  /** The change of such a file as a unified diff; '' for what is no text. */
  patch(dialog: DialogRef, path: string, which?: 'open' | 'all'): Promise<Outcome<{ patch: string }>>;
  /** The change to a file that a call waiting for permission would make; refused for other questions. */
  proposal(questionId: string, path?: string): Promise<Outcome<{ proposal: Proposal }>>;
  findQuestion(questionId: QuestionId): Promise<PendingQuestion | undefined>;
  /** The beliefs of a dialog with all their turns; refused for one without a domain (SPEC 16.11). */
  belief(rootId: RootId): Promise<Outcome<{ view: BeliefView }>>;
  /** The beliefs after a turn, and the flows that ended in it. */
  beliefAt(rootId: RootId, turn: number): Promise<Outcome<{ state: BeliefState; ended: readonly Flow[] }>>;
  beliefDiff(
    rootId: RootId,
    turns: { from: number; to: number },
  ): Promise<Outcome<{ differences: readonly Difference[] }>>;
  /** Names of the domains that a root may be started with. */
  domains(): readonly string[];
  /** Resolves when nothing in the tree can go on; indexes are written by then. */
  settled(rootId: RootId): Promise<Settled>;
  /** True if anything runs now, for the status bar. */
  activity(): { readonly generating: number; readonly questions: number };
}

export interface Runtime extends DialogQueries {
  readonly rtws: string;
  /** Performs what a person asks, or, without `by`, what nobody does, such as a schedule. */
  perform<K extends IntentKind>(intent: IntentOf<K>, by: AnsweredBy): Promise<Outcome<IntentResults[K]>>;
  perform<K extends Exclude<IntentKind, PersonalKind>>(intent: IntentOf<K>): Promise<Outcome<IntentResults[K]>>;
  /** True if roots on that taskdoc are reminded to keep going when they stop (SPEC 7.2). */
  keepsGoing(taskDocPath: string): boolean;
  /** The schedules of `.minds/schedules.yaml`, with when each is due next (SPEC 21.4). */
  schedules(): readonly ScheduleRow[];
  /** Prompts in files of the folder, for a person who writes a message (SPEC 25.10). */
  promptFiles(): readonly ServerOffer[];
  /** What MCP servers offer a person who writes a message; `/` starts those that do not run yet (SPEC 22.1). */
  serverOffers(sign: '/' | '@'): Promise<readonly ServerOffer[]>;
  /** A person's message with the prompts and resources that it names; refused when a server does not give one. */
  fillIn(message: string): Promise<Outcome<{ content: string }>>;
  /** The servers of `.mcp.json` with the person's word on each; none where no word is needed (SPEC 22.1). */
  sharedServers(): readonly SharedServer[];
  /** Keeps the person's word on a server as it was shown to them; false: it holds for this process only. */
  decideServer(shown: Pick<SharedServer, 'name' | 'fingerprint'>, word: 'allowed' | 'denied'): boolean;
  /** What was sent to people who were not looking, the oldest first (SPEC 21.2). */
  notices(): Promise<readonly NoticeRow[]>;
  /**
   * What an address of a notice does, by the last part of its path; undefined when it was not made for these dialogs
   * (SPEC 21.3).
   */
  noticeAction(token: string): Promise<NoticeAction | undefined>;
  /**
   * Where people say that the pages of this workspace are reached: `base_url` of the notify settings, without a slash
   * at its end.
   */
  pagesUrl(): string | undefined;
  browserNotices(): BrowserNotices;
  /** The limits of draft dialogues in force (SPEC 15.10). */
  draftLimits(): DraftLimits;
  team(): { readonly team: Team; readonly problems: readonly FileProblem[] };
  /** Problems found when files were loaded: corrupt lines kept aside, broken `.minds/` files. */
  problems(): readonly FileProblem[];

  /** What the person allowed in this workspace for good (SPEC 24.4). */
  readonly permissions: WorkspacePermissions;

  // Following
  subscribe(listener: (event: FeedEvent) => void): { dispose(): void };
  /** Files of `.minds/`, `AGENTS.md` and taskdocs that changed, relative to the rtws (SPEC 6.5). */
  watchMinds(listener: (paths: readonly string[]) => void): { dispose(): void };
  /** The effective taskdoc at a path, as models see it (SPEC 13.6). */
  taskdocText(taskDocPath: string): string;
  /** Models: which are available, whether one answers, and how to choose one. */
  readonly models: ModelApi;

  // Who drives (SPEC 9.4)
  drivenBy(): DrivenBy;
  /** True if this process drives that tree: at a store, the ones that it has claimed. */
  drives(rootId: RootId): boolean;
  /**
   * The name of this workspace at a store while no worker serves it and none drives trees of it: what is due waits for
   * one (SPEC 20.3).
   */
  unserved(): string | undefined;
  /**
   * Reports a change of the driver: a reader whose driver is gone (`nobody`) may take over; a driver that slept too
   * long and lost its lock (`other`) reads from then on. Views must query their data again.
   */
  onDriverChange(listener: (who: DrivenBy) => void): { dispose(): void };
  /** A reader becomes the driver; refused while another process drives. */
  takeOver(): Promise<Outcome<object>>;

  // Health (SPEC 14.2)
  /**
   * Looks for faults; with `repair` mends what can be derived again. Repairing is refused while another process drives.
   */
  doctor(options?: { repair?: boolean }): Promise<Outcome<{ report: HealthReport }>>;
  /** Counters of the store and of this process. */
  metrics(): Promise<Metrics>;

  // Search and storage (SPEC 13.2, 13.9)
  /** Dialogs with a message that contains these words, as they are found; reads one course file after the other. */
  search(query: string, signal: AbortSignal): AsyncIterable<FoundDialog>;
  /** Roots with the bytes they take: all, or those named. */
  storage(only?: readonly RootId[]): Promise<readonly StoredRoot[]>;
  /** Deletes archived roots for good; refused, and nothing deleted, when one of them is not archived. */
  removeArchived(rootIds: readonly RootId[]): Promise<Outcome<{ removed: readonly RootId[] }>>;
  /** Stops cleanly, writes indexes, releases the lock. */
  close(): Promise<void>;
}

/** A runtime whose intents are those of a person at some place, unless `by` names another one. */
export interface ActingRuntime extends Omit<Runtime, 'perform'> {
  readonly perform: Perform;
}

/** The runtime for a person at this place. */
export function asPerson(runtime: Runtime, surface: Surface): ActingRuntime {
  const person: AnsweredBy = { kind: 'person', surface };
  return { ...runtime, perform: (intent, by = person) => runtime.perform(intent, by) };
}

/** Notices in browsers (SPEC 21.2). */
export interface BrowserNotices {
  /** The key by which push services know this machine (base64url); undefined when it cannot be kept. */
  publicKey(): string | undefined;
  /**
   * Takes a browser in, and tells it so; one that is known is kept on. Gives the reason when it could not be told: then
   * it is not kept.
   */
  add(browser: PushBrowser): Promise<NoticeFault | undefined>;
  /** Removes the browser with this address, if it is there. */
  remove(target: string): void;
}

/** Who drives an rtws, seen from one process. */
export type DrivenBy = 'this' | 'other' | 'nobody';

/** A root with the bytes that it takes. */
export interface StoredRoot {
  readonly root: RootSummary;
  readonly bytes: number;
}

/** What the address of a notice does. */
export interface NoticeAction {
  readonly rootId: string;
  readonly questionId: string;
  readonly option: string;
}
