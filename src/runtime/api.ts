// What host and command line see of an rtws: its intents and its queries.
import type { Difference } from '../core/belief/history/changes-in-words.ts';
import type { BeliefIntent } from '../core/belief/intent.ts';
import type { BeliefState, Flow } from '../core/belief/state.ts';
import type { Prompt } from '../core/chat.ts';
import type { AnsweredBy } from '../core/dialog/answered-by.ts';
import type { CallId, DialogRef, QuestionId, RootId } from '../core/dialog/ids.ts';
import type { DialogNode, PendingQuestion, RegistryEntry, RootSummary } from '../core/dialog/projection.ts';
import type { ReminderChange } from '../core/dialog/reminders.ts';
import type { Status } from '../core/dialog/state.ts';
import type { InboxQuestion } from '../core/dialog/surroundings.ts';
import type { DraftIntent } from '../core/draft/intent.ts';
import type { DraftLimits } from '../core/draft/limits.ts';
import type { FeedEvent } from '../core/feed-event.ts';
import type { HealthReport } from '../core/health.ts';
import type { GivenImage, ImageRef } from '../core/image.ts';
import type { SharedServer } from '../core/mcp-server.ts';
import type { Metrics } from '../core/metrics.ts';
import type { NoticeFault, NoticeRow } from '../core/notice.ts';
import type { ScheduleRow } from '../core/schedule.ts';
import type { ServerOffer } from '../core/server-offer.ts';
import type { FileProblem, Team } from '../core/team.ts';
import type { Outcome } from '../core/trouble.ts';
import type { BeliefView, Believed } from '../driver/belief/intents.ts';
import type { Drafted } from '../driver/draft/intents.ts';
import type { PermissionChange } from '../driver/intents/change-permissions.ts';
import type { DialogView, Settled } from '../driver/queries.ts';
import type { Proposal } from '../driver/tools/proposal.ts';
import type { FoundDialog } from '../store/storage.ts';
import type { ModelApi } from './models/model-api.ts';
import type { PushBrowser } from './push/browsers.ts';
import type { EditedFile, UndoneEdits } from './undo/undo-edits.ts';
import type { WorkspacePermissions } from './workspace-permissions.ts';

export interface StartRoot {
  readonly text?: string;
  readonly agentId?: string;
  readonly taskDocPath?: string;
  readonly mode?: 'chat' | 'draft';
  readonly domain?: string;
  readonly noDiligence?: boolean;
  /** The scripted demo answers in it and its subdialogs; the folder's configuration is left alone. */
  readonly demo?: boolean;
  /** The schedule that begins it, and for which due time (SPEC 21.4). */
  readonly schedule?: { readonly name: string; readonly due: string };
  readonly msgId?: string;
  /** Its id, where another process asks for it: the same one is begun once. */
  readonly rootId?: RootId;
  /** Of the first message. */
  readonly images?: readonly GivenImage[];
}

/** A person's message to a dialog; `msgId` is applied once (SPEC 5.4). */
export interface Say {
  readonly dialog: DialogRef;
  readonly content: string;
  readonly msgId: string;
  readonly images?: readonly GivenImage[];
}

/** An answer to a question (SPEC 5.3). The question id decides which dialog; `dialog` may be its root or absent. */
export interface AnswerQuestion {
  readonly questionId: string;
  readonly content: string;
  readonly msgId: string;
  readonly dialog?: DialogRef;
  /** It came with the folder, so its author is unknown: it allows no tool call. */
  readonly permitsNothing?: true;
  /** The queued message of the asking dialog that was sent as the answer instead. */
  readonly queuedMsgId?: string | undefined;
}

/** Of a person's word that came through another process: the same id is applied once. */
export interface HandedOver {
  readonly msgId: string;
}

/** What people ask of dialogs and want to know of them: the intents and queries that each role answers in its own way. */
export interface DialogApi extends DialogIntents, DialogQueries {}

/**
 * Each intent is applied and stored before its promise resolves; refusals are values and change nothing. While another
 * process drives a folder, `start`, `say`, `answer`, `stop`, `retryNow`, `dismiss`, `tellCallee`, `draft`, `changeBelief` and
 * what changes queued messages are handed over to it, which applies them once; the others are refused.
 */
export interface DialogIntents {
  start(input: StartRoot): Promise<Outcome<{ rootId: RootId }>>;
  say(input: Say): Promise<Outcome<{ queued: boolean; handedOver?: true }>>;
  answer(input: AnswerQuestion): Promise<Outcome<{ dialog: DialogRef; handedOver?: true }>>;
  /** Gives a message that is not delivered yet another text; refused once it was delivered (SPEC 13.11). */
  changeQueued(dialog: DialogRef, change: { queuedMsgId: string; content: string }): Promise<Outcome<object>>;
  /** Takes a message that is not delivered yet back. */
  removeQueued(dialog: DialogRef, removed: { queuedMsgId: string }): Promise<Outcome<object>>;
  /** Ends the generation and running tool of one dialog, or of all of a tree when it names a root and `tree` is set. */
  stop(dialog: DialogRef, options?: { tree?: boolean }): Promise<Outcome<{ stopped: readonly DialogRef[] }>>;
  stopAll(): Promise<readonly DialogRef[]>;
  /** Ends the wait before a model request is sent again, of one dialog, or of all of a tree as with `stop`; refused when none waits. */
  retryNow(dialog: DialogRef, options?: { tree?: boolean }): Promise<Outcome<{ retried: readonly DialogRef[] }>>;
  /** Drives dialogs that are interrupted or have work left: one dialog (a root: its tree), or all. */
  continueDialog(dialog: DialogRef): Promise<Outcome<{ continued: readonly DialogRef[] }>>;
  /** `left`: of the interrupted ones, those that the end of their process interrupted (SPEC 9.3). */
  continueAll(which?: 'left'): Promise<readonly DialogRef[]>;
  markDone(rootId: RootId, options?: { force?: boolean }): Promise<Outcome<{ status: Status }>>;
  archive(rootId: RootId): Promise<Outcome<{ status: Status }>>;
  reopen(rootId: RootId): Promise<Outcome<{ status: Status }>>;
  /** Ends a call that is no longer needed (SPEC 1.7). */
  dismiss(rootId: RootId, callId: CallId, handed?: HandedOver): Promise<Outcome<{ callId: CallId }>>;
  /** Says something to those who work on an open call; read at their next step, applied once by `msgId` (SPEC 19.2). */
  tellCallee(
    rootId: RootId,
    words: { callId: CallId; content: string; msgId: string },
  ): Promise<Outcome<{ callId: CallId }>>;
  /** Answers the callers of an interrupted subdialog with a failure (SPEC 4.4). */
  answerAsFailed(dialog: DialogRef): Promise<Outcome<object>>;
  clearMind(dialog: DialogRef, reminder?: string): Promise<Outcome<{ course: number }>>;
  /** Replaces one section of the root's taskdoc (SPEC 6.2, 6.7). */
  changeMind(rootId: RootId, selector: string, content: string): Promise<Outcome<{ course: number }>>;
  setReminders(dialog: DialogRef, reminders: readonly string[]): Promise<Outcome<{ reminders: readonly string[] }>>;
  /** Adds, replaces or deletes one, of the list as it is now. */
  changeReminder(dialog: DialogRef, change: ReminderChange): Promise<Outcome<{ reminders: readonly string[] }>>;
  /** A person's intent on a draft dialogue (SPEC 15). */
  draft(rootId: RootId, intent: DraftIntent): Promise<Drafted>;
  /** A person's intent on the beliefs of a dialog (SPEC 16.11). */
  changeBelief(rootId: RootId, intent: BeliefIntent, handed?: HandedOver): Promise<Believed>;
  /** Chooses what runs without a question in a tree, or takes back what is allowed in it for good (SPEC 24.4). */
  changePermissions(rootId: RootId, change: PermissionChange): Promise<Outcome<object>>;
  setDiligence(rootId: RootId, change: { on?: boolean; refill?: boolean }): Promise<Outcome<object>>;
  /** Takes those edits back, of files that are still as they were written; says which it left alone. Git is not touched. */
  undoEdits(dialog: DialogRef): Promise<Outcome<{ undone: UndoneEdits }>>;
  /** Restores the edits of the last revert that was not restored yet, in files that are still as it left them. */
  redoEdits(dialog: DialogRef): Promise<Outcome<{ redone: UndoneEdits }>>;
  /** A new root from a finished generation of a root (SPEC 13.8). */
  fork(rootId: RootId, at: { course: number; genseq: number }): Promise<Outcome<{ rootId: RootId }>>;
}

/** Queries never change a file. */
export interface DialogQueries {
  /** Resolves when the lines that `listRoots` gives are known to be current. */
  compared(): Promise<void>;
  listRoots(filter?: { status?: Status }): readonly RootSummary[];
  tree(rootId: RootId): Promise<Outcome<{ tree: DialogNode }>>;
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
  /** Files this dialog (for a root: its tree) changed. */
  edits(dialog: DialogRef): Promise<Outcome<{ edits: readonly EditedFile[] }>>;
  /** The text of such a file from before; '' for none. */
  textBefore(dialog: DialogRef, path: string): Promise<Outcome<{ text: string }>>;
  /** The change to a file that a call waiting for permission would make; refused for other questions. */
  proposal(questionId: string): Promise<Outcome<{ proposal: Proposal }>>;
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

/** Intents of nobody, such as a schedule's: what only people do, they cannot. */
export type OwnApi = Omit<DialogApi, 'answer' | 'retryNow'>;

export interface Runtime extends OwnApi {
  readonly rtws: string;
  /** The same intents and queries for a person at some place, which is recorded with what they do (SPEC 5.6). */
  as(by: AnsweredBy): DialogApi;
  /** True if roots on that taskdoc are reminded to keep going when they stop (SPEC 7.2). */
  keepsGoing(taskDocPath: string): boolean;
  /** The schedules of `.minds/schedules.yaml`, with when each is due next (SPEC 21.4). */
  schedules(): readonly ScheduleRow[];
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
  /** What an address of a notice does, by the last part of its path; undefined when it was not made for these dialogs (SPEC 21.3). */
  noticeAction(token: string): Promise<NoticeAction | undefined>;
  /** Where people say that the pages of this workspace are reached: `base_url` of the notify settings, without a slash at its end. */
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
  /** The name of this workspace at a store while no worker serves it and none drives trees of it: what is due waits for one (SPEC 20.3). */
  unserved(): string | undefined;
  /**
   * Reports a change of the driver: a reader whose driver is gone (`nobody`) may take over; a driver that slept too
   * long and lost its lock (`other`) reads from then on. Views must query their data again.
   */
  onDriverChange(listener: (who: DrivenBy) => void): { dispose(): void };
  /** A reader becomes the driver; refused while another process drives. */
  takeOver(): Promise<Outcome<object>>;

  // Health (SPEC 14.2)
  /** Looks for faults; with `repair` mends what can be derived again. Repairing is refused while another process drives. */
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

/** A runtime whose intents are those of a person at some place. */
export type ActingRuntime = Runtime & DialogApi;

/** Notices in browsers (SPEC 21.2). */
export interface BrowserNotices {
  /** The key by which push services know this machine (base64url); undefined when it cannot be kept. */
  publicKey(): string | undefined;
  /** Takes a browser in, and tells it so; one that is known is kept on. Gives the reason when it could not be told: then it is not kept. */
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
