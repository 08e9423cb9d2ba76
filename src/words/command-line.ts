// What the command line says besides refusals, findings and faults of files: wrong usage as facts, the rest as words by
// name.

import type { FactOf, Plain, WordsFor } from '../core/base/fact.ts';
import type { Difference } from '../core/belief/history/changes-in-words.ts';
import type { Awaited } from '../core/belief/missing.ts';
import type { Reason } from '../core/belief/values/reasons.ts';
import type { UntoldChanges } from '../core/dialog/file-changes.ts';
import type { SleepWords } from '../core/dialog/sleep.ts';
import type { Pause, Status } from '../core/dialog/state.ts';
import type { DisplayState } from '../core/dialog/view/display-state.ts';
import type { QuestionClosing } from '../core/dialog/view/question-closing.ts';
import type { DraftPause } from '../core/draft/next-step.ts';
import type { EvidenceLine, EvidenceState } from '../core/evidence/evidence.ts';
import type { SayEvidence, SayFacts } from '../core/facts/facts-in-words.ts';
import type { InterruptCode } from '../core/facts/interruption.ts';
import type { BrokenOff } from '../core/spending/call-figures.ts';
import type { Metrics } from '../core/spending/metrics.ts';
import type { PermissionMode } from '../core/team/permissions.ts';
import type { RestoreWords } from './en/restore.ts';
import type { HelpWords } from './help.ts';
import type { Clauses } from './words.ts';

/** The arguments of each wrong usage. Arguments that start with a dash name a flag as it is written. */
export interface UsageFaults {
  /** In the words of Node. */
  told: { readonly text: string };
  'no-command': Plain;
  'unknown-command': { readonly name: string };
  'unknown-action': { readonly command: string; readonly action: string };
  /** `inCommand`: a text may have been meant. */
  'unknown-flag': { readonly flag: string; readonly inCommand: boolean };
  /** `dashed`: what follows it starts with a dash. */
  'flag-needs-value': { readonly flag: string; readonly dashed: boolean };
  'flag-takes-no-value': { readonly flag: string };
  'flag-of-actions': { readonly flag: string; readonly actions: readonly string[] };
  'missing-argument': { readonly name: string };
  /** `several`: quotes may have been forgotten. */
  'unexpected-argument': { readonly argument: string; readonly several: boolean };
  'one-of': { readonly what: string; readonly options: readonly string[]; readonly given: string };
  'section-of': { readonly options: readonly string[]; readonly given: string };
  'shell-of': { readonly options: readonly string[]; readonly given: string };
  'served-twice': { readonly name: string };
  'number-from-1': { readonly flag: string; readonly given: string };
  'dialog-and-all': Plain;
  'unclear-permission': Plain;
  'unclear-reminders': Plain;
  'unclear-restore': Plain;
  'unknown-origin': { readonly given: string };
  'content-without-otlp': Plain;
  'no-days': Plain;
  'not-a-port': Plain;
  'not-a-workspace': { readonly given: string };
  'not-a-turn': { readonly given: string };
  'draft-by-number': Plain;
  /** `optional`: it may be left out too. */
  'action-takes-number': { readonly action: 'run' | 'accept' | 'prune'; readonly optional: boolean };
}

export type UsageFault = FactOf<UsageFaults>;

/** The possible faults of a line of labelled turns. */
export interface LabelFaults {
  'not-json': Plain;
  'not-an-object': Plain;
  'bad-turn': Plain;
  'turn-not-after': { readonly turn: number; readonly last: number };
  'not-a-list': { readonly key: string };
  'bad-gold': Plain;
  'late-state': Plain;
  'bad-state': { readonly why: Reason };
}

export type LabelFault = FactOf<LabelFaults>;

/** Events of a dialog for an observer: one line each, without its period. `name` is the dialog's member. */
export interface LiveWords {
  readonly thinks: string;
  readonly writes: string;
  /** '' for a tool whose name is not known. */
  readonly uses: (tool: string) => string;
  readonly triesAgain: (seconds: number) => string;
  readonly noReply: (seconds: number) => string;
  /** An activity with who is at it. */
  readonly by: (name: string, activity: string) => string;
  readonly scripted: string;
  readonly imagesLeftOut: (name: string, count: number) => string;
  readonly usageEstimated: (name: string) => string;
  readonly streamError: (name: string, message: string) => string;
  readonly courseBegins: (name: string, course: number) => string;
  readonly isDone: (name: string) => string;
  readonly isInterrupted: (name: string, why: string) => string;
  readonly isBrokenOff: (name: string, why: BrokenOff) => string;
  readonly saysNothing: (name: string) => string;
  readonly isRefused: (name: string, why: string) => string;
  /** A command that failed. */
  readonly exits: (name: string, exitCode: number) => string;
  readonly asks: (caller: string, name: string, what: string) => string;
  readonly asksInVain: (name: string, why: string) => string;
  readonly answers: (callee: string, name: string, ok: boolean) => string;
  readonly callEnded: (callee: string) => string;
  readonly asksYou: (name: string, isPermission: boolean, what: string) => string;
  readonly questionClosed: (name: string, closing: QuestionClosing) => string;
  readonly keepGoing: (name: string, left: number) => string;
  readonly offersDraft: (name: string, draft: string) => string;
  readonly thinksOn: (name: string, thoughts: number) => string;
  readonly turn: (name: string, turn: number, commands: string) => string;
  readonly predictionUnread: (name: string, why: string) => string;
  readonly goesOnAlone: (name: string, round: number, most: number) => string;
  readonly automatic: (name: string, reason: string) => string;
}

/** The dialogue state. Names of flows, slots and their states are the same in every language. */
interface BeliefWords {
  readonly turn: (turn: number) => string;
  readonly anotherResult: string;
  readonly awaits: { readonly [What in Awaited]: string };
  readonly missing: (what: readonly string[]) => string;
  readonly oneOf: (slots: readonly string[]) => string;
  readonly askedFor: (slot: string) => string;
  readonly predicted: (flow: string, percent: number) => string;
  readonly ended: (flow: string, status: string) => string;
  /** `command`: absent when a prediction could not be read. */
  readonly refused: (command: string | undefined, why: Reason) => string;
  /** What a set value still lacks. */
  readonly lacks: (why: Reason) => string;
  readonly foundOut: (flow: string, text: string) => string;
  readonly unset: string;
  readonly noPreference: string;
  readonly isDefault: string;
  readonly from: (slot: string) => string;
  readonly doesNotCount: string;
  readonly askedAlways: string;
  readonly setByAgent: string;
  readonly beginning: string;
  readonly by: { readonly [By in 'person' | 'agent' | 'internal']: string };
  readonly rolledBack: (from: number, to: number) => string;
  readonly difference: (difference: Difference) => string;
  readonly sound: (file: string, domain: string, flows: number) => string;
  readonly notUsable: (file: string) => string;
}

/** The texts for an operator of the PostgreSQL store. */
export interface StoreWords {
  readonly migrated: (version: number, applied: readonly string[]) => string;
  readonly status: (
    version: number,
    trees: { readonly running: number; readonly waiting: number; readonly due: number },
  ) => string;
  readonly worker: (name: string, serves: readonly string[], trees: number) => string;
  readonly unserved: (workspace: string, dialogs: number) => Clauses;
  readonly copied: (way: 'export' | 'import', dialogs: number, records: number) => string;
  readonly present: (dialogs: number) => string;
  readonly badRecord: (place: string) => Clauses;
  /** A file that an import did not take in, and a dialog whose records are in such a file. */
  readonly leftOut: (place: string, why: 'not-plain' | 'too-large' | 'unreadable') => Clauses;
  readonly incomplete: (rootId: string) => Clauses;
  readonly pruned: (dialogs: number) => string;
  /** Events of a dialog tree at a worker. */
  readonly events: { readonly [Type in 'claimed' | 'released' | 'lost']: string };
}

/** The name of a counter, and its parts. */
type CounterWords<Value> = Value extends object
  ? { readonly name: string; readonly parts: { readonly [Part in keyof Value]: string } }
  : string;

/** Everything else that is said. */
export interface CommandLineWords {
  readonly usage: WordsFor<UsageFaults, string>;
  readonly labels: WordsFor<LabelFaults, string>;
  readonly help: HelpWords;
  readonly restore: RestoreWords;
  readonly live: LiveWords;
  readonly belief: BeliefWords;
  readonly store: StoreWords;
  readonly metrics: { readonly [Name in keyof Metrics]: CounterWords<Metrics[Name]> };
  readonly usageLine: (line: string) => string;
  readonly helpListsCommands: string;
  readonly bug: (problem: string) => Clauses;
  readonly notWritten: (reason: string) => Clauses;
  readonly notRead: (reason: string) => Clauses;
  /**
   * Remedies for a terminal: variables, files and commands in place of the editor's buttons. Absent: it just goes on.
   */
  readonly remedies: { readonly [Code in InterruptCode]?: string };
  /** The command that goes on, by itself and behind a remedy. */
  readonly goOn: (dialog: string) => string;
  readonly thenGoOn: (remedy: string, dialog: string) => string;
  readonly finishOrEnd: (rootId: string) => string;
  /** A worker over a store. */
  readonly serves: (workspaces: readonly string[]) => string;
  readonly storeAway: (reason: string) => Clauses;
  readonly storeBack: string;
  readonly storeUnread: (reason: string) => Clauses;
  readonly storeReadAgain: string;
  readonly noFile: (file: string) => Clauses;
  readonly unusableDomain: (file: string) => Clauses;
  readonly brokenLabels: (line: number, fault: LabelFault) => Clauses;
  readonly changedMeanwhile: (file: string) => Clauses;
  readonly trustNotKept: Clauses;
  readonly withheld: (files: readonly string[], what: string) => Clauses;
  /** What a folder would do since its file changed under a running command. */
  readonly changedSince: (file: string, what: string) => Clauses;
  /** What an untrusted folder would do. Empty `uses`: every tool that the member has. */
  readonly acts: {
    readonly starts: (server: string, command: string) => string;
    readonly sends: (server: string, url: string) => string;
    readonly asks: (url: string, isClear: boolean) => string;
    readonly notifies: (to: string) => string;
    readonly tells: (said: { readonly content?: string | undefined; readonly baseUrl?: string | undefined }) => string;
    readonly begins: (schedule: string, cron: string) => string;
    readonly allows: (member: string, uses: readonly string[], paths: readonly string[]) => string;
  };
  /** Each line of `acts` is indented already; `more` are not shown. */
  readonly askTrust: (folder: string, acts: readonly string[], more: number) => string;
  // notes
  readonly noDialogs: string;
  readonly noDialogsOf: (status: Status) => string;
  readonly noQuestions: string;
  readonly noPermissions: string;
  readonly changed: (files: number, added: number, removed: number) => string;
  readonly untold: Readonly<Record<UntoldChanges, string>>;
  /** Below makers that are marked with `*`. */
  readonly unsureMakers: string;
  /** How an acceptance line stands, and why. */
  readonly lineIs: (line: EvidenceLine) => string;
  readonly evidenceIs: SayEvidence;
  /** `--require verified` was not met. */
  readonly notVerified: (state: EvidenceState | undefined) => Clauses;
  readonly permissionModes: Readonly<Record<PermissionMode, string>>;
  readonly noReminders: string;
  readonly noRegistered: string;
  readonly noRules: string;
  readonly noExchange: string;
  readonly nothingChanged: string;
  readonly nothingLeft: string;
  readonly staysInterrupted: (rootId: string) => string;
  readonly goesOnWith: (count: number) => string;
  readonly nobodyRuns: (count: number) => string;
  readonly questionsWait: (count: number) => string;
  readonly asleepStill: (count: number) => string;
  readonly nothingRan: string;
  readonly nothingWrong: string;
  readonly nobodyDrives: string;
  readonly nothingRuns: string;
  readonly settled: (rootId: string, state: DisplayState) => string;
  /** What the runtime knows of the work (SPEC 23.7). */
  readonly facts: SayFacts;
  readonly repaired: { readonly yes: string; readonly no: string; readonly note: string };
  readonly serving: (url: string, viewOnly: boolean) => string;
  readonly noSchedules: string;
  readonly noNotices: string;
  readonly noticeSent: string;
  readonly noticeFailed: (error: string) => string;
  /** `next` null: it is never due. */
  readonly scheduled: (next: string | null, missedOnce: boolean) => string;
  readonly registered: { readonly working: string };
  readonly imported: (isDry: boolean, isNew: boolean) => string;
  readonly step: (
    draft: { readonly id: string; readonly text: string } | undefined,
    thoughts: number,
  ) => readonly string[];
  readonly stepWith: (brought: readonly string[]) => string;
  readonly closingPart: string;
  readonly tools: string;
  readonly calls: (tool: string, args: string) => string;
  // results of commands
  readonly statusIs: (rootId: string, status: Status) => string;
  readonly dismissed: (callId: string) => string;
  readonly toldCallee: (callId: string) => string;
  readonly stopped: (dialog: string) => string;
  readonly retried: (dialog: string) => string;
  readonly replaced: (section: string) => string;
  readonly courseBegins: (course: number) => string;
  readonly courseOf: (course: number, newest: number) => string;
  readonly segments: {
    readonly prose: string;
    readonly tellask: string;
    readonly session: string;
    readonly malformed: string;
    readonly headline: string;
    readonly body: string;
    readonly rest: string;
  };
  // dialogs and questions
  readonly states: { readonly [State in DisplayState]: string };
  readonly inAside: string;
  readonly waitsForWorker: (workspace: string) => string;
  /** A dialog that was followed until no worker was there any more. */
  readonly leftUnserved: (rootId: string, workspace: string) => Clauses;
  readonly dialogOf: (rootId: string, agentId: string) => string;
  readonly moreLines: (count: number) => string;
  readonly pause: (
    pause: Exclude<Pause, { kind: 'retry' | 'asleep' }> | { readonly kind: 'retry'; readonly clock: string },
  ) => string;
  readonly asleep: SleepWords;
  readonly asks: (agentId: string, kind: string) => string;
  readonly options: (options: readonly string[]) => string;
  readonly works: string;
  readonly rests: string;
  readonly atRest: (count: number) => string;
  readonly interrupted: string;
  readonly ended: { readonly completed: string; readonly archived: string };
  readonly asksYou: (headline: string, isPermission: boolean, others: number) => string;
  readonly waitsFor: (agentIds: readonly string[]) => string;
  // drafts
  readonly you: string;
  readonly mind: string;
  readonly draft: (n: number) => string;
  readonly unseen: string;
  readonly newestStep: (warning: string) => string;
  /** The rest of a step's output that was not a draft. */
  readonly leftOver: (rest: string) => string;
  readonly iteration: (n: number) => string;
  readonly moreToDo: string;
  readonly waitsForAnswer: string;
  readonly draftPauses: { readonly [Why in DraftPause]: string };
}
