// The state of one dialog: the fold of its newest course. It holds open work only: the transcript stays in the records,
// so that folding one record costs the same at turn 20 and at turn 2,000.

import type { Usage } from '../base/chat.ts';
import type { AgentId, AsideId, CallId, DialogId } from '../base/ids.ts';
import type { BeliefProgress } from '../belief/belief-progress.ts';
import type { DraftState } from '../draft/state.ts';
import type { Acceptance } from '../evidence/evidence.ts';
import type { Interruption } from '../facts/interruption.ts';
import type { ContextLimits } from '../spending/context-health.ts';
import type { RaisedCap } from '../spending/spending.ts';
import type { ChosenMode } from '../team/permissions.ts';
import type { Grant } from '../team/policy.ts';
import type { Misread } from '../tellask/misread.ts';
import { withoutBlankEdges } from '../text/blank-edges.ts';
import type { Trace } from './circles.ts';
import type { Misses } from './misses.ts';
import type { ProcessEnd, RunningProcess } from './processes.ts';
import type { AsideCause, CallKind, Identity, InboundCall, SaidByPerson, SaidTellask } from './record-parts.ts';
import type { Reverting } from './revert-shape.ts';
import type { OpenQuestion, OpenToolCall, Sleep } from './tool-call.ts';
import type { KeptFiles, Work, WorkFacts } from './work-shape.ts';
import type { Offer, SentAgain, Workplace } from './workplace.ts';

/** The persisted status (SPEC 1.4); everything else that a view shows is derived. */
export type Status = 'running' | 'completed' | 'archived';

/** `saidAt` counts complete generations at the last message; `critical` counts messages of the critical state. */
export interface ContextWarnings {
  readonly saidAt?: number;
  readonly critical: number;
}

/** A tellask that this dialog made and that is not fully answered. */
export interface OpenCall {
  readonly callId: CallId;
  readonly callKind: CallKind;
  /** Those that have not answered yet; the call is closed when none is left. */
  readonly targets: readonly DialogId[];
  readonly agentId: AgentId;
  readonly session?: string;
  /** The dialog called itself as `@self`, without a session. */
  readonly freshSelf?: true;
  readonly headline: string;
  readonly body: string;
  readonly since: string;
  /** Words for those who work on it, oldest first (SPEC 19.2). */
  readonly told?: readonly ToldWords[];
  /** The runtime asks for a review of an acceptance line, of the files as they were then (SPEC 26.3). */
  readonly review?: { readonly line: string; readonly tree?: string };
  /** It sends work back to its author (SPEC 27.2). */
  readonly again?: SentAgain;
}

/** Words for those who work on a call; `by` is absent for the caller's own. */
export interface ToldWords {
  readonly content: string;
  readonly by?: 'person';
}

/**
 * The dialog's frames, the newest on top. The lowest frame is its own task (a root's, or a subdialog's current
 * assignment); each frame above answers one TellaskBack (SPEC 3.2), or is an aside (SPEC 19.1). A frame waits for the
 * calls made in it, so the pending list of the frame below stays untouched.
 */
export interface Frame {
  readonly inbound?: InboundCall;
  /** Of an aside, which has no `inbound`. */
  readonly aside?: Aside;
  readonly pending: readonly OpenCall[];
  readonly attention: Attention;
  /** A call made in it was answered while others are open, and no generation has read that (SPEC 19.3). */
  readonly unread?: true;
  /** How many words for its call reached it, and how many of them its last generation began with (SPEC 19.2). */
  readonly told?: number;
  readonly heard?: number;
}

/** Talk in a dialog that waits: with the person, or about the answers that came so far. */
export interface Aside {
  readonly asideId: AsideId;
  readonly because: AsideCause;
  readonly since: string;
}

/**
 * Whether a frame needs the model. `unanswered`: something is recorded that the model has not seen. `answered`: its
 * last generation left nothing to feed back, and the next step is not decided yet. `rest`: nothing to do until the next
 * message. `stopped`: the person put it to rest, and nothing but their words ends that (SPEC 7.1).
 */
export type Attention = 'unanswered' | 'answered' | 'rest' | 'stopped';

export type QueuedMessage = SaidByPerson;

/**
 * The last answer this dialog gave (`response.yaml`), kept so that a crash before its delivery loses nothing (SPEC
 * 4.2).
 */
export interface GivenResponse {
  readonly callId: CallId;
  readonly to: DialogId;
  readonly ok: boolean;
  readonly content: string;
  readonly suppliedAt: string;
  readonly facts?: WorkFacts;
}

/** An effect of the last generation that comes after its tool calls and tellasks (SPEC 3.1). */
export type Closing =
  | {
      readonly kind: 'newCourse';
      readonly reason: 'clear_mind' | 'change_mind';
      readonly prompt?: string;
      readonly by?: 'person';
    }
  | { readonly kind: 'done' };

/** Lines that look like calls, of one reply. */
export interface MisreadCalls {
  readonly genseq: number;
  readonly found: readonly Misread[];
  /** The reply is complete, and the model has not been told. */
  readonly isDue?: true;
  /** How often in a row the model was told. */
  readonly told: number;
}

export interface DialogState {
  readonly identity: Identity;
  readonly status: Status;
  readonly course: number;
  /** Records folded so far, over all courses: the sequence number of views (SPEC 8.3). */
  readonly seq: number;
  /** Records folded so far of this course: how far into its file the state goes. */
  readonly courseRecords: number;
  /** Of the newest generation, over all courses. */
  readonly genseq: number;
  readonly generating: boolean;
  /** Never empty. */
  readonly frames: readonly [Frame, ...Frame[]];
  /** Called, no result yet, in order. */
  readonly toolCalls: readonly OpenToolCall[];
  /** Said in the last complete generation, not dispatched yet, in order. */
  readonly tellasks: readonly SaidTellask[];
  readonly closing: Closing | null;
  /** What the newest replies in a row had that looks like calls (SPEC 23.5). */
  readonly misread?: MisreadCalls | null;
  /** Open calls whose place the next tellasks of the last generation take, in order. */
  readonly reassign?: readonly CallId[];
  readonly questions: readonly OpenQuestion[];
  readonly queued: readonly QueuedMessage[];
  readonly given?: GivenResponse;
  /** The caller of a subdialog's current or last assignment: the receiver of a TellaskBack (SPEC 3.2). */
  readonly caller?: { readonly dialogId: DialogId; readonly agentId: AgentId };
  /** The text of that assignment; absent in a course that version 0.1.0 began. */
  readonly assigned?: Pick<InboundCall, 'callId' | 'headline' | 'body'>;
  /** When that assignment came; `lastAccessed` of the registry. */
  readonly assignedAt?: string;
  /** Commands that it runs in the background, and those that ended without the model knowing (SPEC 21.5). */
  readonly processes?: readonly RunningProcess[];
  readonly processEnds?: readonly ProcessEnd[];
  readonly interruption: Interruption | null;
  readonly reminders: readonly string[];
  /** In a root: what the person allowed for good in its tree. */
  readonly grants?: readonly Grant[];
  /** In a root: what runs without a question in its tree. */
  readonly permissionMode?: ChosenMode;
  /** In a root: the caps that the person let be passed, oldest first. */
  readonly raisedCaps?: readonly RaisedCap[];
  readonly diligence: { readonly on: boolean; readonly pushed: number };
  /** Times in a row that empty output was met in this frame (SPEC 4.1). */
  readonly emptyOutputs: number;
  /**
   * The actions of the newest generations since the person last spoke here, oldest first, to notice repetition (SPEC
   * 7.4).
   */
  readonly recent: readonly Trace[];
  /** The same of its Internal flows, which run beside them. */
  readonly recentInternal?: readonly Trace[];
  /**
   * Generations that its tree had made when the person last spoke here; absent where that was before they were counted.
   */
  readonly heardAt?: number;
  /** Replies in a row that the work gets no further by. */
  readonly misses?: Misses | undefined;
  /** A generation of the dialog has called a tool or a teammate. */
  readonly hasCalled?: boolean;
  /** The text of the dialog's last complete generation, without thinking and tellasks, and its number. */
  readonly saying: { readonly genseq: number; readonly text: string; readonly isCut?: true };
  /** Ids of the newest messages and answers, so that each is applied once (SPEC 5.3, 5.4). */
  readonly msgIds: readonly string[];
  /** First words of the task, for lists. */
  readonly headline: string;
  readonly messageCount: number;
  readonly generations: number;
  /** `cached`: those of `prompt` that servers had kept; absent while none said so. */
  readonly tokens: { readonly prompt: number; readonly completion: number; readonly cached?: number };
  /** Absent until a generation had a price. */
  readonly cost?: number;
  /** Of the generations of which servers told no usage, by the size of their texts, as far as caps had to hold. */
  readonly estimated?: { readonly tokens: number; readonly cost: number };
  /** Usage of the newest generation of this course, for the context meter. */
  readonly lastUsage?: Usage;
  /** Of the model that generated last, where they differ from the defaults. */
  readonly contextLimits?: ContextLimits;
  /** The warning about a full context in this course (SPEC 10.4). */
  readonly contextWarnings: ContextWarnings;
  /** Notes of a scripted model about its spent replies. */
  readonly marks: readonly string[];
  readonly lastModified: string;
  /** Of a root: when it was last completed; absent: never, or by an earlier version. */
  readonly completedAt?: string;
  /** Of a root: the facts of that end. */
  readonly endFacts?: WorkFacts;
  /** Why it is held up, if it is. `pauseOf` tells whether it counts. */
  readonly pause?: Pause | null;
  /** True if its tools changed files; absent: unknown, since earlier versions did not carry it into later courses. */
  readonly edited?: boolean;
  /** Reverts of its edits that were not redone. */
  readonly undone?: number;
  /** The revert of files that was begun and not ended; `isWritten`: its files are done. */
  readonly reverting?: (Reverting & { readonly isWritten?: true }) | undefined;
  /** Files of the last revert, while nothing has happened since. */
  readonly reverted?: number;
  /** Of a root: the files of its tree as a person last kept them. */
  readonly kept?: KeptFiles;
  /** What it did for its present task (SPEC 23.7); absent: not known, since earlier versions did not carry it. */
  readonly work?: Work;
  /** Number of its newest record that may have changed a file; absent: none, or an earlier version recorded it. */
  readonly acted?: number;
  /** The same of a command of which it cannot be told what all it changed. */
  readonly untold?: number;
  /** Of a root: its acceptance lines with their evidence (SPEC 26); absent: it had none. */
  readonly acceptance?: Acceptance;
  /** Where a subdialog works instead of the folder of its caller (SPEC 27). */
  readonly workplace?: Workplace | undefined;
  /** What was not taken of its work, until it is told. */
  readonly workLeft?: string | undefined;
  /** Work of callees that it has not taken or dropped, oldest first. */
  readonly offers?: readonly Offer[];
  /** Of a root in mode `draft` (SPEC 15.1). */
  readonly draft?: DraftState;
  /** Of a root with a domain (SPEC 16). */
  readonly belief?: BeliefProgress;
}

/** Why a dialog with something to do is not generating. */
export type Pause =
  /** Its process closed while it was working, and it has yet to continue (SPEC 11.2). */
  | { readonly kind: 'left' }
  /** Its generation failed, or its provider asked all to wait: it tries by itself at this instant (ISO, SPEC 10.3). */
  | { readonly kind: 'retry'; readonly at: string }
  /** As many dialogs generate as its provider takes side by side. */
  | { readonly kind: 'inLine' }
  /** It waits for what it asked for (SPEC 21.4). */
  | ({ readonly kind: 'asleep' } & Sleep);

/** True if a paused dialog continues by itself. */
export function goesOn(pause: Pause | null | undefined): pause is Exclude<Pause, { kind: 'left' }> {
  return pause ? pause.kind !== 'left' : false;
}

/** Whether a dialog is held up on its way to its model: it would be interrupted if its process died. */
export function waitsForModel(pause: Pause | null | undefined): boolean {
  return goesOn(pause) && pause.kind !== 'asleep';
}

/** All state that outlives a course; the first record of a course carries it (SPEC 9.1). */
export type Carried = Omit<
  DialogState,
  | 'identity'
  | 'course'
  | 'courseRecords'
  | 'generating'
  | 'toolCalls'
  | 'tellasks'
  | 'closing'
  | 'reassign'
  | 'misread'
  | 'questions'
  | 'recent'
  | 'pause'
> &
  // Absent in courses that version 0.1.0 began.
  Partial<Pick<DialogState, 'recent'>>;

/** The frame that the dialog works in now. */
export function topFrame(state: DialogState): Frame {
  return state.frames.at(-1) ?? state.frames[0];
}

/** The aside that the dialog is in, if it is in one now. */
export function currentAside(state: DialogState): Aside | undefined {
  return topFrame(state).aside;
}

/** True if the dialog works on its own task or talks in an aside, rather than answering a TellaskBack. */
export function isOwnTalk(state: DialogState): boolean {
  return state.frames.length === 1 || currentAside(state) !== undefined;
}

/** Every open call of every frame, oldest frame first. */
export function openCalls(state: DialogState): readonly OpenCall[] {
  return state.frames.length === 1 ? state.frames[0].pending : state.frames.flatMap(frame => frame.pending);
}

/** The call a subdialog's own task answers now, if any: its current assignment. */
export function currentAssignment(state: DialogState): InboundCall | undefined {
  return state.frames[0].inbound;
}

/** The text that a dialog said last, in whichever generation; '' when it said nothing. */
export function lastSaying({ saying }: Pick<DialogState, 'saying'>): string {
  return withoutBlankEdges(saying.text);
}

/** The text of the newest generation when it said something; '' when it said nothing. */
export function newestSaying(state: DialogState): string {
  return state.saying.genseq === state.genseq ? lastSaying(state) : '';
}

/** The part of a state that the next course takes over. */
export function carry(state: DialogState): Carried {
  const { identity, course, courseRecords, generating, toolCalls, ...rest } = state;
  const { tellasks, closing, reassign, misread, questions, pause, ...carried } = rest;
  return carried;
}
