// What happened to a dialog, one fact a record. Course files hold these, one JSON object a line; everything else is
// folded from them (SPEC 9.1). Version 1; changes are additive, unknown kinds are kept and skipped (SPEC 9.5).
import type { BeliefFact } from '../belief/record.ts';
import type { CarriedBack } from '../chat.ts';
import type { ContextLimits } from '../context-health.ts';
import type { CallFigures } from '../cost.ts';
import type { DraftFact } from '../draft/record.ts';
import type { ImageRef } from '../image.ts';
import type { Grant } from '../policy.ts';
import type { RaisedCap } from '../spending.ts';
import type { Dialect, MalformedTellask, ProseSegment, ValidTellask } from '../tellask/segment.ts';
import type { Interruption } from '../trouble.ts';
import type { AnsweredBy } from './answered-by.ts';
import type { FileChange } from './file-changes.ts';
import type { AgentId, CallId, DialogId, QuestionId, RootId } from './ids.ts';
import type { Carried } from './state.ts';

/** One line of a course file. */
export type CourseRecord = Fact & {
  readonly v: 1;
  /** ISO instant in UTC. */
  readonly at: string;
  /**
   * Counts the records of the whole tree from 1 on, so that the order in which its dialogs did things can be read from the
   * files; numbers may be missing, and records of earlier versions have none.
   */
  readonly n?: number;
  /** Of a word of the person: generations that all dialogs of the tree had made by then (SPEC 7.4). */
  readonly treeGenerations?: number;
};

/** A record of one kind. */
export type RecordOf<K extends Fact['kind']> = Extract<CourseRecord, { kind: K }>;

/** The fields of `dialog.yaml` that never change (SPEC 9). */
export type Identity = RootIdentity | SubIdentity;

interface CommonIdentity {
  readonly rootId: RootId;
  readonly selfId: DialogId;
  readonly agentId: AgentId;
  /** Relative to the rtws, with `/`. */
  readonly taskDocPath: string;
  readonly createdAt: string;
  readonly dialect: Dialect;
}

export interface RootIdentity extends CommonIdentity {
  readonly kind: 'root';
  readonly mode: 'chat' | 'draft';
  readonly domain?: string;
  /** `start --no-diligence`: this dialog is never pushed. */
  readonly noDiligence?: true;
  /** Tells where it was begun (`sealedRoot`). */
  readonly seal?: string;
}

export interface SubIdentity extends CommonIdentity {
  readonly kind: 'sub';
  /** The dialog that created it; only places it in the tree. */
  readonly supdialogId: DialogId;
  /** 1 for a child of the root. */
  readonly depth: number;
  /** Present iff registered (kind B). */
  readonly tellaskSession?: string;
}

/** How long a provider asked to be left alone: until when (ISO), and which one. */
export interface LongWait {
  readonly until: string;
  /** A hash of its id: an address may hold what is nobody's business. */
  readonly provider: string;
}

/** A: TellaskBack, B: registered subdialog, C: fresh subdialog (SPEC 3). */
export type CallKind = 'A' | 'B' | 'C';

/** A tellask as it arrives at the dialog that is to answer it. */
export interface InboundCall {
  readonly callId: CallId;
  readonly callKind: CallKind;
  readonly callerDialogId: DialogId;
  readonly callerAgentId: AgentId;
  readonly headline: string;
  readonly body: string;
}

/** A tellask as said, with the id it was given (SPEC 2.7). */
export type SaidTellask = (ValidTellask | MalformedTellask) & { readonly callId: CallId };
export type SaidPart = ProseSegment | SaidTellask;

/** Why a tellask got an error result at once (SPEC 3). */
export type TellaskRefusal =
  | 'malformed'
  | 'unknown-member'
  | 'no-tellasker'
  | 'would-wait-on-itself'
  | 'too-deep'
  | 'too-many'
  | 'fbr-off'
  | 'forked';

/** A message of the person; `content` may be empty when there are images. */
export interface SaidByPerson {
  readonly msgId: string;
  readonly content: string;
  /** Their bytes lie in the dialog's folder. */
  readonly images?: readonly ImageRef[];
}

/** What a question is about (SPEC 5.1). */
export type QuestionKind = 'ask' | 'diligence' | 'repeat' | 'provider' | 'permission' | 'cap' | 'plan' | 'clarify';

/** How a generation ended. Only `complete` ones are sent to the model again (SPEC 10.3). */
export type GenerationOutcome = 'complete' | 'cut' | 'stopped' | 'failed' | 'stream-error';

export type Fact =
  // Life (SPEC 1)
  | { readonly kind: 'dialogCreated'; readonly identity: Identity; readonly call?: InboundCall }
  | {
      readonly kind: 'courseStarted';
      readonly course: number;
      readonly identity: Identity;
      readonly carried: Carried;
      /** First user message of the new course. */
      readonly prompt: string;
      /** `full`: the course file before it came near the size that can be loaded. */
      readonly reason: 'clear_mind' | 'change_mind' | 'fork' | 'full';
      /** Absent: the agent, or what was full. */
      readonly by?: 'person';
    }
  | { readonly kind: 'dialogCompleted'; readonly by: 'agent' | 'person'; readonly forced: boolean }
  | { readonly kind: 'dialogArchived' }
  | { readonly kind: 'dialogReopened' }
  /** Ends what was copied from another root; `note` tells the model (SPEC 13.8). */
  | {
      readonly kind: 'dialogForked';
      readonly from: RootId;
      readonly course: number;
      readonly genseq: number;
      readonly note: string;
    }
  // What people say
  | ({ readonly kind: 'messageQueued' } & SaidByPerson)
  | ({ readonly kind: 'userSaid' } & SaidByPerson)
  // What keeps it from generating: until that instant (ISO), as its provider asked, else until there is a place with it
  | { readonly kind: 'heldBack'; readonly until?: string; readonly reason?: string }
  // One generation: its records are stored together when it ends, after `generationStarted`
  | {
      readonly kind: 'generationStarted';
      readonly genseq: number;
      /** From here on requests of the course begin with this system message; the name of its file (SPEC 10.9). */
      readonly system?: string;
    }
  | { readonly kind: 'assistantThought'; readonly genseq: number; readonly text: string; readonly cut?: true }
  | {
      readonly kind: 'assistantSaid';
      readonly genseq: number;
      readonly parts: readonly SaidPart[];
      readonly cut?: true;
    }
  | {
      readonly kind: 'toolCalled';
      readonly genseq: number;
      readonly callId: CallId;
      readonly name: string;
      /** JSON text as the model wrote it; may be invalid. */
      readonly args: string;
      /** Written as text in the texting dialect (SPEC 2.10): its result goes back as a user message. */
      readonly fromText?: true;
    }
  | (CallFigures & {
      readonly kind: 'generationEnded';
      readonly genseq: number;
      readonly outcome: GenerationOutcome;
      readonly finish?: string;
      /** Of the model, where they are configured (SPEC 10.4). */
      readonly limits?: ContextLimits;
      /** From the request to the end of the stream. */
      readonly ms?: number;
      /** After a failure that may pass: when it is tried again by itself (ISO). */
      readonly retryAt?: string;
      /** Images of the request that were named to the model only, since it is not known to take any. */
      readonly imagesLeftOut?: number;
      /** What the server wants back with this generation (SPEC 10.6). */
      readonly back?: CarriedBack;
    })
  // Tools
  | { readonly kind: 'toolStarted'; readonly callId: CallId }
  | { readonly kind: 'toolReturned'; readonly callId: CallId; readonly ok: boolean; readonly content: string }
  /** What the file tools of this dialog made of files. */
  | { readonly kind: 'filesChanged'; readonly callId: CallId; readonly changes: readonly FileChange[] }
  /** A person took edits of this dialog and those below it back; `note` tells the model. */
  | { readonly kind: 'editsUndone'; readonly changes: readonly FileChange[]; readonly note: string }
  | {
      readonly kind: 'clearMindRequested';
      /** Replaces the generated opening prompt (rest content of the texting dialect, SPEC 2.10). */
      readonly prompt?: string;
      readonly reason: 'clear_mind' | 'change_mind';
      readonly by?: 'person';
    }
  | { readonly kind: 'doneRequested' }
  // Tellasks, caller side (SPEC 3, 4)
  | {
      readonly kind: 'tellaskMade';
      readonly callId: CallId;
      readonly callKind: CallKind;
      /** One dialog; several for fresh boots reasoning with effort > 1 (SPEC 3.5). */
      readonly targets: readonly DialogId[];
      readonly agentId: AgentId;
    }
  | {
      readonly kind: 'tellaskRefused';
      readonly callId: CallId;
      readonly reason: TellaskRefusal;
      /** What the model reads: what is wrong and what to write instead. */
      readonly message: string;
    }
  | {
      readonly kind: 'responseSupplied';
      readonly callId: CallId;
      readonly from: DialogId;
      readonly agentId: AgentId;
      readonly ok: boolean;
      readonly content: string;
    }
  // Tellasks, callee side
  | { readonly kind: 'callReceived'; readonly call: InboundCall }
  | {
      readonly kind: 'responseGiven';
      readonly callId: CallId;
      readonly to: DialogId;
      readonly ok: boolean;
      readonly content: string;
    }
  | { readonly kind: 'assignmentDropped'; readonly callId: CallId; readonly reason: string }
  // Questions for the human (SPEC 5); `questionId` is the id of this message
  | {
      readonly kind: 'questionAsked';
      readonly questionId: QuestionId;
      readonly questionKind: QuestionKind;
      readonly headline: string;
      readonly body: string;
      readonly callId?: CallId;
      readonly options?: readonly string[];
      readonly genseq: number;
      /** The long wait that a provider asks for, so that *wait* means it in a later process too (SPEC 10.3). */
      readonly longWait?: LongWait;
    }
  | {
      readonly kind: 'questionAnswered';
      readonly questionId: QuestionId;
      readonly msgId: string;
      readonly content: string;
      /** Absent in answers from before it was recorded. */
      readonly by?: AnsweredBy;
      /** Of an answer that allows a tool call: it counts only on the machine that made this (`sealedPermission`). */
      readonly seal?: string;
    }
  | { readonly kind: 'questionClosed'; readonly questionId: QuestionId; readonly reason: string }
  /** The answer *always*, in the root: holds for the whole tree, over all courses (SPEC 12.4). */
  | { readonly kind: 'permissionGranted'; readonly grant: Grant }
  /** The person let a cap be passed, in the root: holds for the whole tree (SPEC 10.4). */
  | { readonly kind: 'capRaised'; readonly cap: RaisedCap }
  // Reminders and diligence (SPEC 6.3, 7)
  | { readonly kind: 'remindersSet'; readonly reminders: readonly string[] }
  | {
      readonly kind: 'diligencePushed';
      readonly content: string;
      readonly left: number;
      readonly language: string;
      readonly source: string;
    }
  | { readonly kind: 'diligenceSet'; readonly on: boolean; readonly pushed?: number }
  /** A message that the runtime says on its own, marked automatic (SPEC 4.1, 10.4). */
  | {
      readonly kind: 'autoSaid';
      readonly reason: 'empty-output' | 'context-caution' | 'context-critical';
      readonly content: string;
    }
  // Trouble (SPEC 11)
  | ({ readonly kind: 'interrupted' } & Interruption)
  | { readonly kind: 'resumed' }
  /** The process was closed in an orderly way while the dialog waited to generate. */
  | { readonly kind: 'leftWaiting' }
  // Draft dialogue (SPEC 15)
  | DraftFact
  // Dialogue state (SPEC 16)
  | BeliefFact;
