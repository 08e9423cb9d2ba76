// The context of every driver step: the ports, what the driver offers to its own steps, and the loaded data of one root
// that they work on. Each of these knows the others.

import type { ChatMessage } from '../core/base/chat.ts';
import type { AgentId, CallId, DialogId, DialogRef, RootId } from '../core/base/ids.ts';
import type { DomainFile } from '../core/belief/domain/domain-file.ts';
import type { EntityLookup } from '../core/belief/values/fit-entities.ts';
import type { DayNow } from '../core/belief/values/relative-day.ts';
import type { AnsweredBy } from '../core/dialog/answered-by.ts';
import type { Hands } from '../core/dialog/hands.ts';
import type { CourseRecord } from '../core/dialog/record.ts';
import type { CallKind } from '../core/dialog/record-parts.ts';
import type { Seals } from '../core/dialog/seals.ts';
import type { DialogState } from '../core/dialog/state.ts';
import type { ToolSubject } from '../core/dialog/transcript/tool-subjects.ts';
import type { Transcript } from '../core/dialog/transcript/transcript.ts';
import type { LiveGeneration } from '../core/dialog/view/feed-event.ts';
import type { DraftLimits } from '../core/draft/limits.ts';
import type { ClosingInput } from '../core/prompt/closing-part.ts';
import type { PromptPart } from '../core/prompt/prompt-part.ts';
import type { SystemParts } from '../core/prompt/system-prompt.ts';
import type { PromptTexts, Surroundings } from '../core/prompt/words/words.ts';
import type { Spending, TreeCap } from '../core/spending/spending.ts';
import type { CommandRules } from '../core/team/command-rules.ts';
import type { Grant, PolicyRule, SettingsRule } from '../core/team/policy.ts';
import type { Member, Team } from '../core/team/team.ts';
import type { ChosenModel } from '../llm/models/choose-model.ts';
import type { DialogStore } from '../store/dialog-store.ts';
import type { RootsIndex } from '../store/storage.ts';
import type { FileThere } from '../tools/files/file-there.ts';
import type { Steering, ToolProvider } from '../tools/tool.ts';
import type { WorkTree } from '../tools/work-tree/work-tree.ts';
import type { Feed } from './feed.ts';
import type { Scheduler } from './generate/scheduler.ts';
import type { Timers } from './generate/silence.ts';
import type { HeldCalls } from './held-calls.ts';
import type { TreeTotals } from './tree-totals.ts';
import type { PlacePorts } from './workplaces/make.ts';

/** Who reads a prompt. A preview (`dominds prompt`) is for a person: the model has not seen the taskdoc then. */
export type PromptReader = 'model' | 'person';

/** The driver's view of the files that people edit; read again at each generation (SPEC 6.5, 12.2). */
export interface DriverMinds {
  team(): Team;
  texts(): PromptTexts;
  /** The closing part after the talk; '' when there is nothing to say (SPEC 10.9). */
  closingPart(input: ClosingInput): string;
  /** The current system message for the member. `tools` are the names that the request offers. */
  systemParts(
    dialog: Dialog,
    occasion: {
      readonly member: Member;
      readonly tools: readonly string[];
      readonly isPushed: boolean;
      readonly reader: PromptReader;
      /** True for the short form. */
      readonly isShort: boolean;
      /** Present when the course opens. */
      readonly around?: Surroundings;
      readonly handsOf: (member: Member) => Hands;
      readonly commands: CommandRules;
    },
  ): SystemParts;
  /** The diligence text for dialogs on a taskdoc and where it comes from, or what disables it (SPEC 7.3). */
  diligence(
    taskDocPath: string,
  ):
    | { readonly kind: 'text'; readonly text: string; readonly source: string; readonly language: string }
    | { readonly kind: 'disabled'; readonly source: string };
  /** Lines of goals and acceptance in a taskdoc that are not ticked off. */
  openGoals(taskDocPath: string): readonly string[];
  /** The text of a taskdoc's acceptance lines (SPEC 26.1); '' when there are none. */
  acceptance(taskDocPath: string): string;
  /** The domain of that name as its file defines it now, or what is wrong with the file (SPEC 16.1). */
  domain(name: string): DomainFile;
  /** The day where the team works. */
  today?(): DayNow & { readonly text: string };
  /** A tool may have changed files, so they are read again. */
  renew(): void;
}

/**
 * What ends the commands of a dialog, of a tree, or all. Resolves when nothing of them is left. `lost`: their dialogs
 * did not want that, and are to be told.
 */
export interface Backgrounds {
  endOf(of?: Partial<DialogRef>, as?: 'stopped' | 'lost'): Promise<void>;
}

export interface DriverPorts {
  readonly rtws: string;
  readonly store: DialogStore;
  /** The stored lines of all roots. */
  readonly roots: RootsIndex;
  readonly feed: Feed;
  readonly scheduler: Scheduler;
  readonly minds: DriverMinds;
  readonly tools: ToolProvider;
  /** `demo`: the scripted demo, whatever is configured. */
  readonly chooseModel: (member: Member, which: 'configured' | 'demo') => Promise<ChosenModel>;
  /** False for a member whose model is configured to take no tools; absent: each takes them. */
  readonly takesTools?: (member: Member) => boolean;
  /** True for a member whose courses open in the short form; absent: none does. */
  readonly isShort?: (member: Member) => boolean;
  /** Looks at the workspace for a course that opens; absent: its prompt does not describe it. */
  readonly lookAround?: () => Promise<Surroundings>;
  /** Policies of the person's settings; they stand before those of members (SPEC 12.4). */
  readonly policies?: () => readonly SettingsRule[];
  /** Commands that only read need no permission (SPEC 24.3); absent: they do. */
  readonly readsFreely?: () => boolean;
  /** What the person allowed in the workspace for good (SPEC 24.4); absent: it cannot be kept. */
  readonly workspacePermissions?: {
    readonly list: () => readonly Grant[];
    readonly add: (grant: Grant) => boolean;
  };
  /** Tells what the person allowed on this machine from what the folder brought along (SPEC 18.6). */
  readonly seals: Seals;
  /** Ignores allow rules of the folder, and calls that stored dialogs from elsewhere left open (SPEC 18.6). */
  readonly isUntrusted?: boolean;
  /** True for a rule that lets this member do something unasked, where not every such rule counts. */
  readonly isTrustedRule?: (member: Member, rule: PolicyRule) => boolean;
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
  /** Looks at the files of the workspace; absent: nobody can tell what changed (SPEC 25.1). */
  readonly workTree?: () => WorkTree;
  /** Looks for a file of the workspace (relative to it) that an acceptance line names; absent: on the disk. */
  readonly fileThere?: (path: string) => FileThere;
  /** Commands in the background; absent: there are none. */
  readonly background?: Backgrounds;
  /** Ends reverts of files that a crash left in a tree (SPEC 25.4); absent: there are none. */
  readonly finishReverts?: (tree: Tree) => Promise<void>;
  /** What places of their own need; absent: all dialogs work in the same folder (SPEC 27). */
  readonly places?: PlacePorts;
  /**
   * True if others may drive what this process does not: the process that holds the folder, or workers. Absent: they
   * may not.
   */
  readonly othersDrive?: () => boolean;
  /** Limits of draft dialogues, read again at each step; absent: the built-in ones (SPEC 15.10). */
  readonly draftLimits?: () => DraftLimits;
}

/** The ports together with what the driver offers to its own steps. */
export interface DriverContext extends DriverPorts {
  readonly closing: () => boolean;
  /** The person whose intent is recorded now (`actAs`). */
  readonly actor: { by: AnsweredBy | undefined };
  /** Starts the drive loop of a dialog unless it runs. */
  wake(dialog: Dialog): void;
  /**
   * True if a dialog has something to do (`isDue` absent: by its own state, or to wake), and nobody does it before the
   * person says so.
   */
  isLeft(dialog: Dialog, isDue?: () => boolean): boolean;
  /** Runs work a moment later: at the rate at which lists follow. */
  soon(work: () => void): void;
  /** Whether the dialog's index files show its state. */
  areIndexesCurrent(dialog: Dialog): boolean;
  /** The dialog's index files no longer show its state. */
  markIndexesDirty(dialog: Dialog): void;
  /**
   * Drops a tree that another process owns now, with everything that runs in it. Memory may hold what was never stored.
   */
  lose(tree: Tree, error: unknown): void;
}

/**
 * Why running work is aborted: by the person, because it is no longer needed, because the person starts a new course or
 * rolls the dialogue state back, because this process can no longer be sure that it drives the dialog, or because it
 * ends.
 */
export type AbortReason = 'stopped' | 'dismissed' | 'new-course' | 'rolled-back' | 'lapsed' | 'closing';

/**
 * Answers that may not be synced yet. `planned`: a sync starts soon, or on `start`; `syncing`: a sync is running;
 * `refused`: the disk failed, and they are synced again before anything follows from them.
 */
export type UnsyncedAnswers =
  | { readonly kind: 'planned'; readonly synced: Promise<void>; start(): void }
  | { readonly kind: 'syncing'; readonly synced: Promise<void> }
  | { readonly kind: 'refused' };

/** A system message as a dialog keeps it in memory. */
export interface SystemMessage {
  readonly parts: readonly PromptPart[];
  readonly text: string;
  /** The same one in every request, so that it is put into a wire format once. */
  readonly message: ChatMessage;
  /** How a record names it; absent while none does. */
  readonly name?: string;
}

/** One loaded dialog. `state` is the fold of `records`, the newest course. */
export interface Dialog {
  readonly tree: Tree;
  readonly ref: DialogRef;
  /** Changed by `setState` alone. */
  readonly state: DialogState;
  records: CourseRecord[];
  /** True while its drive loop runs: the one lock of a dialog. */
  driving: boolean;
  /** Ends with the loop. */
  loop?: Promise<void>;
  /** Ends the step that runs now. */
  abort?: AbortController;
  /** What ends each work outside of this process that runs now. */
  readonly effects: Set<AbortController>;
  /** Who stopped it last, and where; undefined when that is not known. */
  stoppedBy?: AnsweredBy | undefined;
  /** Ends the Internal flow that runs beside the drive loop (SPEC 16.3). */
  background?: AbortController;
  live?: LiveGeneration;
  /** When the wait described by `live` ends (epoch ms). */
  waitsUntil?: number;
  /** Ends that wait early. */
  endWait?: () => void;
  /** Tells the command that a call runs now what a person wants of it. */
  steer?: { readonly callId: CallId; readonly listener: (how: Steering) => void };
  /** The system message of the course, how many of its records were looked at for it, and what it opens with. */
  system?: { readonly course: number; taken: number; message?: SystemMessage; around?: Surroundings };
  transcript?: { readonly builder: Transcript; readonly course: number; taken: number };
  /** What its tools had to work on in this course. */
  subjects?: { readonly seen: Set<ToolSubject>; readonly course: number; taken: number };
  /** Absent when the disk holds all answers. */
  answers?: UnsyncedAnswers;
  /** Calls that servers hold open for an answer of the person; absent when there are none. */
  held?: HeldCalls;
  /** Failed attempts in a row of the present generation. */
  attempts: number;
}

/** A call that waits in line for a dialog that is busy (SPEC 3.2, 3.3). */
export interface WaitingCall {
  readonly callId: CallId;
  readonly callKind: CallKind;
  readonly caller: DialogId;
}

export interface Tree {
  readonly ctx: DriverContext;
  readonly rootId: RootId;
  readonly dialogs: Map<DialogId, Dialog>;
  /** `agentId!session` → subdialog (SPEC 3 B). */
  readonly registry: Map<string, DialogId>;
  readonly callQueues: Map<DialogId, WaitingCall[]>;
  /** System messages that its courses were opened with, by their text. */
  readonly systems: Map<string, SystemMessage>;
  /** Expected usage of running generations and Internal flows (SPEC 10.10). */
  readonly reserved: Set<Spending & { readonly agentId: AgentId }>;
  readonly totals: TreeTotals;
  /** Dialogs whose next generation finds no room under a cap, and the reservation that it needs. */
  readonly waitingForRoom: Map<Dialog, Spending>;
  /** Of its newest record (`n`); 0 while no record has one. */
  lastNumber: number;
  /** Calls that dialogs work on, whose callers know nothing of them (`unknownCalls`). */
  unknownCalls: ReadonlySet<CallId>;
  /** Another process owns it now: nothing more is recorded or driven here. */
  isLost: boolean;
  /** Drive loops that run now. */
  driving: number;
  /** Resolved when `driving` falls to 0. */
  quiet: (() => void)[];
}
