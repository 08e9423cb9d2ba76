// The facts about a dialog, one per record. Course files hold them, one JSON object per line; everything else is folded
// from them (SPEC 9.1). Version 1; changes are additive, unknown kinds are kept and skipped (SPEC 9.5). A field is
// written once: as the check that a stored line passes, from which its type is derived. Informative texts (reasons,
// outcomes) may come from a later version, so any text passes for them.

import type { AgentId, AsideId, CallId, DialogId, QuestionId, RootId } from '../base/ids.ts';
import {
  type FactsOf,
  flag,
  instant,
  list,
  maybe,
  number,
  object,
  objectOf,
  someOf,
  text,
  textOf,
  yes,
} from '../base/shape.ts';
import { beliefFacts } from '../belief/record.ts';
import { draftFacts } from '../draft/record.ts';
import { evidenceFacts } from '../evidence/record.ts';
import type { InterruptCode } from '../facts/interruption.ts';
import { endingFields } from '../spending/call-figures.ts';
import { grant } from '../team/grant-shape.ts';
import { permissionModes } from '../team/permissions.ts';
import type { TellaskRefusal } from '../tellask/segment.ts';
import type { AnsweredBy } from './answered-by.ts';
import { untoldChanges } from './file-changes.ts';
import { form } from './form.ts';
import type { ProcessOutcome } from './processes.ts';
import type { QuestionKind } from './record-parts.ts';
import {
  answeredBy,
  asideCause,
  askedAbout,
  attached,
  byTool,
  callKind,
  closedBecause,
  identity,
  inboundCall,
  misread,
  missedCall,
  ranAway,
  saidByPerson,
  saidPart,
} from './record-parts.ts';
import { change, reverting } from './revert-shape.ts';
import { back, cap, carried, ledger } from './state-shape.ts';
import { askedBackFields, sleepFields } from './tool-call.ts';
import { workFacts } from './work-shape.ts';
import { mergedFile, shownWork, workDecision, workplace } from './workplace.ts';

/** One line of a course file. */
export type CourseRecord = Fact & {
  readonly v: 1;
  /** ISO instant in UTC. */
  readonly at: string;
  /**
   * Counts the records of the whole tree from 1, so that the order of events across its dialogs can be read from the
   * files. Numbers may be missing, and records of earlier versions have none.
   */
  readonly n?: number;
  /** Of a word of the person: generations that all dialogs of the tree had made by then (SPEC 7.4). */
  readonly treeGenerations?: number;
  /**
   * Of what a person did: where. Messages, answers and *Retry Now* have it in `by`; records of earlier versions do not
   * have it.
   */
  readonly askedBy?: AnsweredBy;
};

/** A record of one kind. */
export type RecordOf<K extends Fact['kind']> = Extract<CourseRecord, { kind: K }>;

/** How long a provider asked to be left alone: until when (ISO), and which one. */
export interface LongWait {
  readonly until: string;
  /** A hash of its id, because an address may be confidential. */
  readonly provider: string;
}

/** How a generation ended. Only `complete` ones are sent to the model again (SPEC 10.3). */
export type GenerationOutcome = 'complete' | 'cut' | 'stopped' | 'failed' | 'stream-error' | 'ran-away';

/** The fields of each fact, by its kind. */
export const facts = {
  // Life (SPEC 1)
  dialogCreated: { identity, call: maybe(inboundCall) },
  courseStarted: {
    course: number,
    identity,
    carried,
    /** First user message of the new course. */
    prompt: text,
    /**
     * Facts of earlier courses; the prompt says them (SPEC 23.11). Absent: there were none, or an earlier version
     * recorded this.
     */
    ledger: maybe(ledger),
    /** Characters of `prompt` that every course says anew; behind them stand words that the model had not read. */
    opening: maybe(number),
    /** Of messages that the model had not read when the course before it ended. */
    images: maybe(attached),
    /** `full`: the course file before it came near the size that can be loaded. */
    reason: textOf<'clear_mind' | 'change_mind' | 'fork' | 'full' | 'restore'>(),
    /** The restore that started it. */
    revertId: maybe(text),
    /** Absent: the agent started it, or something was full. */
    by: maybe(textOf<'person'>()),
  },
  /** `facts`: of a root's whole tree (SPEC 23.7). */
  dialogCompleted: { by: textOf<'agent' | 'person'>(), forced: flag, facts: maybe(workFacts) },
  dialogArchived: {},
  dialogReopened: {},
  /**
   * Closes open work copied from another root; `note` tells the model (SPEC 13.8). `headline` tells the fork from its
   * origin.
   */
  dialogForked: { from: textOf<RootId>(), course: number, genseq: number, note: text, headline: maybe(text) },
  // What people say
  messageQueued: saidByPerson,
  /** The person changed the text of a message that is not delivered yet. */
  queuedChanged: { msgId: text, content: text },
  /** A message that was not delivered never will be: the person removed it, or sent its text as an answer. */
  queuedRemoved: { msgId: text },
  userSaid: {
    ...saidByPerson,
    /** The question about the dialogue state that these words drop, with the flow that it is about. */
    drops: maybe(object({ kind: someOf('clarify', 'plan'), headline: text })),
  },
  // The reason why it is not generating: until that instant (ISO), as its provider asked, else until a slot is free
  heldBack: { until: maybe(instant), reason: maybe(text) },
  /** The person ended the wait before a retry (SPEC 10.3). */
  retriedNow: { by: answeredBy },
  // One generation: its records are stored together when it ends, after `generationStarted`
  generationStarted: {
    genseq: number,
    /** From here on requests of the course begin with this system message; the name of its file (SPEC 10.9). */
    system: maybe(text),
  },
  assistantThought: { genseq: number, text, cut: yes },
  assistantSaid: { genseq: number, parts: list(saidPart), cut: yes },
  toolCalled: {
    genseq: number,
    callId: textOf<CallId>(),
    name: text,
    /** JSON text as the model wrote it; may be invalid. */
    args: text,
    /** Written as text in the texting dialect (SPEC 2.10): its result goes back as a user message. */
    fromText: yes,
  },
  generationEnded: {
    genseq: number,
    outcome: textOf<GenerationOutcome>(),
    /** After a failure that may pass: when it is tried again by itself (ISO). */
    retryAt: maybe(instant),
    /** Images of the request that were named to the model only, since it is not known to take any. */
    imagesLeftOut: maybe(number),
    /** Data that the server expects back with this generation (SPEC 10.6). */
    back: maybe(back),
    /** What it repeated without end, when it was broken off for that (SPEC 23.14). */
    ranAway: maybe(ranAway),
    /** How the reply misses the tools that it was offered (SPEC 23.15). */
    missed: maybe(missedCall),
    /**
     * By the rules of that time nobody pushes the root on: when nothing follows from the generation, it rests (SPEC
     * 7.1).
     */
    rests: yes,
    ...endingFields,
  },
  /** Lines of the reply that look like calls and are none, or the step that it announces at its end (SPEC 23.5). */
  callsMisread: { genseq: number, misread: list(misread) },
  // Tools
  toolStarted: { callId: textOf<CallId>() },
  /** The call waits for something; its result comes when that is there (SPEC 21.4). */
  sleepBegan: { callId: textOf<CallId>(), ...sleepFields },
  /** The one who performs the call wants forms filled in; it goes on with the answers (SPEC 22.1). */
  toolAsked: { callId: textOf<CallId>(), ...askedBackFields },
  /** A command runs in the background from now on (SPEC 21.5); `processId` is the id of the call that started it. */
  processStarted: {
    processId: text,
    command: text,
    ...byTool,
    /** What it changes is found when it ends. */
    isWatched: yes,
  },
  processEnded: { processId: text, outcome: textOf<ProcessOutcome>(), code: maybe(number) },
  toolReturned: {
    callId: textOf<CallId>(),
    ok: flag,
    content: text,
    /** Of a command that ran to its end. */
    exitCode: maybe(number),
  },
  /** File changes by this dialog's file tools, or found after a command or a tool of others (SPEC 25.1). */
  filesChanged: {
    callId: textOf<CallId>(),
    changes: list(change),
    byCommand: yes,
    untold: maybe(untoldChanges),
    unsure: maybe(someOf('beside', 'meanwhile')),
    /** In a place of its own, to whose root the paths are relative; not in the shared folder (SPEC 27.1). */
    isOwn: yes,
  },
  /** A person took edits of this dialog and those below it back; `note` tells the model. */
  editsUndone: { changes: list(change), note: text },
  /** In a root: a person kept changes of its tree. `before` is what later ones of the file are compared with. */
  editsKept: { changes: list(change) },
  /** A person restored the edits of the last revert that was not restored yet; `note` tells the model. */
  editsRedone: { changes: list(change), note: text },
  clearMindRequested: {
    ...byTool,
    /** Replaces the generated opening prompt (rest content of the texting dialect, SPEC 2.10). */
    prompt: maybe(text),
    reason: someOf('clear_mind', 'change_mind'),
    by: maybe(textOf<'person'>()),
  },
  doneRequested: byTool,
  // Tellasks, caller side (SPEC 3, 4)
  tellaskMade: {
    callId: textOf<CallId>(),
    callKind,
    /** One dialog; several for fresh boots reasoning with effort > 1 (SPEC 3.5). */
    targets: list(textOf<DialogId>()),
    agentId: textOf<AgentId>(),
    /** The open call whose place this one takes: that one is answered by this one alone (SPEC 19.2). */
    instead: maybe(textOf<CallId>()),
  },
  tellaskRefused: {
    callId: textOf<CallId>(),
    reason: textOf<TellaskRefusal>(),
    /** The message for the model: what is wrong and what to write instead. */
    message: text,
    /** The question that the person answered before: its answer is the message. */
    repeats: maybe(textOf<QuestionId>()),
  },
  responseSupplied: {
    callId: textOf<CallId>(),
    from: textOf<DialogId>(),
    agentId: textOf<AgentId>(),
    ok: flag,
    content: text,
    /**
     * Of the person's word that dismissed the call, so that it is applied once; stands in the last answer of the call.
     */
    msgId: maybe(text),
    /** What the runtime knows of the work (SPEC 23.7). */
    facts: maybe(workFacts),
  },
  /** Words for those who work on an open call (SPEC 19.2); each of them records `wasTold` when they reach it. */
  calleeTold: {
    ...byTool,
    callId: textOf<CallId>(),
    content: text,
    /** Absent: the agent. */
    by: maybe(textOf<'person'>()),
    /** Of the person's words, so that they are applied once. */
    msgId: maybe(text),
  },
  /** The next tellask of the same reply takes the place of this call. */
  reassignRequested: { callId: textOf<CallId>(), ...byTool },
  // Asides (SPEC 19.1)
  /** A frame above the one that waits: for words of the person, or to read the answers that came so far. */
  asideOpened: { asideId: textOf<AsideId>(), because: asideCause },
  /** All its work is done. */
  asideEnded: { asideId: textOf<AsideId>() },
  /** The talk of the aside leaves the context; its frame, open calls and the course stay. */
  asideCleared: {
    asideId: textOf<AsideId>(),
    /** The text that replaces the talk. */
    prompt: text,
    /** Absent: the agent. */
    by: maybe(textOf<'person'>()),
  },
  // Tellasks, callee side
  callReceived: { call: inboundCall },
  /** Words of the caller, or of a person for this call, reached the one who works on it. */
  wasTold: {
    callId: textOf<CallId>(),
    callerAgentId: textOf<AgentId>(),
    content: text,
    /** Absent: the caller. */
    by: maybe(textOf<'person'>()),
  },
  responseGiven: {
    callId: textOf<CallId>(),
    to: textOf<DialogId>(),
    ok: flag,
    content: text,
    facts: maybe(workFacts),
  },
  assignmentDropped: { callId: textOf<CallId>(), reason: text },
  // Questions for the human (SPEC 5); `questionId` is the id of this message
  questionAsked: {
    questionId: textOf<QuestionId>(),
    questionKind: textOf<QuestionKind>(),
    headline: text,
    body: text,
    callId: maybe(textOf<CallId>()),
    options: maybe(list(text)),
    /** Of a question for permission; not recorded by version 0.1.0 (`aboutOf`). */
    about: maybe(askedAbout),
    /** Of one that a tool call puts: the answer fills it in, and goes back to the one who asks (SPEC 22.1). */
    form: maybe(form),
    /** Of one about work in a place of its own (SPEC 27.2). */
    work: maybe(shownWork),
    genseq: number,
    /** The long wait that a provider asks for, so that *wait* means it in a later process too (SPEC 10.3). */
    longWait: maybe(objectOf<LongWait>({ until: instant, provider: text })),
  },
  questionAnswered: {
    questionId: textOf<QuestionId>(),
    msgId: text,
    content: text,
    /** Absent in answers from before it was recorded. */
    by: maybe(answeredBy),
    /** Of an answer that allows a tool call: it counts only on the machine that made this (`sealedPermission`). */
    seal: maybe(text),
  },
  questionClosed: { questionId: textOf<QuestionId>(), reason: text, because: maybe(someOf(...closedBecause)) },
  /** The answer *always*, in the root: holds for the whole tree, over all courses (SPEC 12.4). */
  permissionGranted: { grant },
  /** In the root: the person took one of these back, or chose what runs without a question in the tree (SPEC 24.4). */
  permissionRevoked: { grant },
  permissionModeSet: { mode: someOf(...permissionModes), seal: maybe(text) },
  /** The person let a cap be passed, in the root: holds for the whole tree (SPEC 10.4). */
  capRaised: { cap },
  // Reminders and diligence (SPEC 6.3, 7)
  remindersSet: { reminders: list(text), ...byTool },
  diligencePushed: { content: text, left: number, language: text, source: text },
  diligenceSet: { on: flag, pushed: maybe(number) },
  /** A message that the runtime says on its own, marked automatic (SPEC 4.1, 10.4). */
  autoSaid: {
    reason: textOf<
      'empty-output' | 'misread' | 'context-caution' | 'context-critical' | 'process-ended' | 'ran-away' | 'no-calls'
    >(),
    content: text,
  },
  // Trouble (SPEC 11)
  interrupted: { code: textOf<InterruptCode>(), message: text },
  resumed: {},
  /** The process was closed in an orderly way while the dialog waited to generate. */
  leftWaiting: {},
  // Places of their own (SPEC 27)
  /** From here on the dialog works there. `note` tells the model what is lost of the place before it. */
  workplaceMade: { place: workplace, note: maybe(text) },
  /** Its work was taken or dropped, and the place is removed. `note`: what was not taken, for when it is called again. */
  workplaceEnded: { because: textOf<'merged' | 'dropped' | 'unchanged'>(), note: maybe(text) },
  /** What becomes of the work that came with the answer to a call. */
  workDecided: { callId: textOf<CallId>(), decision: workDecision, by: maybe(textOf<'person'>()), ...byTool },
  /** These files are about to be written. What was and will be in them is kept beside the place. */
  mergeBegan: { callId: textOf<CallId>(), files: list(mergedFile) },
  /**
   * Work was taken, dropped or shown, or could not be; `note` tells the model. `isPart`: the rest of it still waits.
   */
  workSettled: {
    callId: textOf<CallId>(),
    outcome: textOf<'merged' | 'dropped' | 'failed' | 'shown'>(),
    note: text,
    isPart: yes,
  },
  /** The author is called again, in the same dialog; `note` tells the model of the caller. */
  workSentBack: {
    callId: textOf<CallId>(),
    again: textOf<CallId>(),
    because: someOf('words', 'conflict'),
    headline: text,
    body: text,
    note: text,
  },
  // Reverts of files (SPEC 12.4, 25.4)
  /** These files are about to be written: `before` is what is there, `after` what will be. Both are kept. */
  revertBegan: reverting,
  /** Everything that the revert was to do is done. */
  revertEnded: { revertId: text },
  // Draft dialogue (SPEC 15)
  ...draftFacts,
  // Dialogue state (SPEC 16)
  ...beliefFacts,
  // Evidence for acceptance lines (SPEC 26)
  ...evidenceFacts,
};

export type Fact = FactsOf<typeof facts>;
