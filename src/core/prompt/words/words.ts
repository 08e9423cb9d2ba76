// The texts that the runtime speaks to models, as a table with one column per language (`en/`, `zh/`). None of them
// is ever parsed for tellasks (SPEC 2, 3.7).

import type { Hands } from '../../dialog/hands.ts';
import type { ProcessEnd } from '../../dialog/processes.ts';
import type { AsideCause } from '../../dialog/record-parts.ts';
import type { Waking } from '../../dialog/sleep.ts';
import type { WorkFacts } from '../../dialog/work-shape.ts';
import type { CommandRules } from '../../team/command-rules.ts';
import type { Dialect } from '../../team/dialect.ts';
import type { Withheld } from '../../team/team.ts';
import type { Misread } from '../../tellask/misread.ts';
import type { BeliefTexts } from './belief-words.ts';
import type { MissWords, PermissionTexts } from './en/questions.ts';
import type { ResultWords } from './en/results.ts';
import type { SpecWords } from './en/tools.ts';
import type { EvidenceTexts, FactTexts, LedgerWords, RestoreTexts, WorkTexts } from './en/work.ts';
import type { CapQuestion, FormTexts, LongWaitQuestion, QuestionText } from './questions.ts';
import type { ToolTexts } from './tool-words.ts';

/** Everything that is worded per language. */
export interface Words {
  readonly system: SystemWords;
  readonly prompts: PromptTexts;
}

/** The source of repeating generations: a dialog, a draft dialogue's mind, or Internal flows beside a dialog. */
export type Repeating = 'agent' | 'mind' | 'internal';

/** Parts of the system prompt, in the order in which it uses them. */
export interface SystemWords {
  /** `language` is the name of the work language. */
  readonly identity: (name: string, id: string, language: string) => string;
  readonly roleTitle: string;
  readonly placeTitle: string;
  readonly root: string;
  readonly sub: (tellasker: string | undefined, path: readonly string[]) => string;
  /** Of a subdialog in a place of its own. */
  readonly ownPlace: (root: string, bring: readonly string[]) => string;
  readonly todayTitle: string;
  readonly today: (today: Today) => string;
  readonly workspaceTitle: string;
  readonly workspace: (around: Surroundings) => string;
  readonly teamTitle: string;
  readonly you: string;
  /** A line of the team: `description` and `hands` may be ''. */
  readonly teammate: (who: string, description: string, hands: string) => string;
  readonly hands: (hands: Hands) => string;
  readonly commands: (rules: CommandRules) => string;
  readonly withheldTitle: string;
  /** Why the member has no tools beyond its dialog. */
  readonly withheld: (withheld: Withheld) => string;
  /** `teammate`: the id that the example of a text dialect calls. */
  readonly tellasks: Readonly<Record<Dialect, (teammate: string) => string>>;
  /** In place of the instructions, for small context windows. */
  readonly short: ShortWords;
  readonly tellaskBack: Readonly<Record<Dialect, string>>;
  readonly fbrOff: string;
  readonly waiting: (canSleep: boolean) => string;
  readonly human: Readonly<Record<Dialect, string>>;
  readonly taskdoc: (worksOnFiles: boolean) => string;
  readonly taskdocOfRoot: Readonly<Record<Dialect, string>>;
  readonly taskdocOfSub: Readonly<Record<Dialect, string>>;
  readonly clarity: Readonly<Record<Dialect, string>>;
  readonly memoryTools: string;
  readonly subEnd: string;
  readonly rootEnd: string;
  readonly diligence: string;
  readonly envTitle: string;
  readonly agentsTitle: string;
  readonly skillsTitle: string;
  /** Above the list of skills. */
  readonly skills: string;
  readonly knowledgeTitle: string;
  readonly lessonsTitle: string;
  readonly sharedMemoriesTitle: string;
  readonly ownMemoriesTitle: string;
  readonly taskdocTitle: string;
  readonly questionsTitle: string;
  readonly openCallsTitle: string;
  /** Notes for the callees. */
  readonly told: (content: string, by: 'person' | undefined) => string;
  readonly asideTitle: string;
  /** The dialog's situation, and its options (SPEC 19.1, 19.3). */
  readonly aside: Readonly<Record<AsideCause, (canSteer: boolean) => string>>;
  readonly registeredTitle: string;
  readonly remindersTitle: string;
  /** How a mind works that refines an answer in drafts (SPEC 15.13). */
  readonly drafting: string;
  /** The closing part of a request (SPEC 10.9). */
  readonly closing: ClosingWords;
}

/** Texts around changes and open work; their sections follow. */
export interface ClosingWords {
  /** Says whose words these are. */
  readonly opening: string;
  /** Stands above parts that replace, or come to, those of the system message. */
  readonly changed: string;
  /** Names parts of the system message that no longer hold. */
  readonly gone: (names: readonly string[]) => string;
}

/** An assignment as a callee or a new course reads it: who asks, and the payloads as said. */
export interface AssignmentText {
  readonly caller: string;
  readonly headline: string;
  readonly body: string;
}

/** An addition to an assignment; `by` is absent for the caller. */
export interface ToldText {
  readonly caller: string;
  readonly content: string;
  readonly by?: 'person';
}

/** The runtime's notes about asides in the talk; the closing part describes the situation. */
export interface AsideTexts {
  /** The words of the person that open one. */
  words(content: string): string;
  /** Stands above answers that are read before the others are in. */
  readonly answers: string;
  /** Stands in place of its talk once that was cleared. */
  readonly cleared: string;
}

/** An answer to a tellask; `part` when several dialogs answer one call (SPEC 3.5). */
export interface AnswerText {
  readonly member: string;
  /** Absent: of a call that the model made in an earlier course, of which only the answer is known. */
  readonly headline?: string;
  readonly ok: boolean;
  readonly content: string;
  readonly facts?: WorkFacts;
  readonly part?: { readonly number: number; readonly of: number };
}

/** A member that stopped although it was reminded. */
export interface Stopped {
  /** The dialog, for people; '' when it has no name. */
  readonly dialog: string;
  readonly who: string;
  /** How often it was reminded. */
  readonly pushes: number;
  /** '' when it said nothing. */
  readonly lastWords: string;
}

/** Messages that the runtime puts into a dialog. Pure: the same input gives the same text. */
export interface PromptTexts {
  /** First message of a new course; repeats the assignment in a subdialog (SPEC 6.1). */
  openingPrompt(course: number, assignment?: AssignmentText): string;
  /** Stands before it when the course before was full; `lastWords` may be ''. */
  courseWasFull(lastWords: string): string;
  /** A tellask of kind B or C at the dialog that is to answer it (SPEC 3.3). */
  arrivingTellask(call: AssignmentText): string;
  /** A TellaskBack at the dialog that made the assignment (SPEC 3.2). */
  arrivingTellaskBack(call: AssignmentText): string;
  /** Words of the caller, or of a person, for a tellask that is being worked on (SPEC 19.2). */
  wasTold(told: ToldText): string;
  /** A tellask that arrived here and was dismissed (SPEC 1.7). */
  callDismissed(call: Omit<AssignmentText, 'body'>): string;
  /** Asides (SPEC 19.1). */
  readonly aside: AsideTexts;
  /** An answer at the caller, named by member and headline (SPEC 3.1). */
  suppliedAnswer(answer: AnswerText): string;
  /** A person's answer, tied to its question (SPEC 5.2). */
  questionAnswered(question: { headline: string; body: string }, content: string): string;
  /** A question that was closed without an answer. */
  questionClosed(question: { headline: string }, reason: string): string;
  /** A tellask without a target, with the reason. */
  tellaskRefused(headline: string, message: string): string;
  /** The result of a tool that was called from text (SPEC 2.10). */
  textToolResult(tool: string, ok: boolean, content: string): string;
  /** Stands below an answer that its provider broke off (SPEC 10.7). */
  readonly answerBrokenOff: string;
  /** Quotes what looks like a call and called nobody, and says how to write it in this dialect (SPEC 23.5). */
  misread(found: readonly Misread[], dialect: Dialect): string;
  /** A report to the caller was taken as the answer (SPEC 23.6). */
  tookAsAnswer(caller: string | undefined): string;
  /** Stands as the result of a tellask whose answer comes later, among the talk (SPEC 23.2). */
  callOpen(member: string): string;
  /** The same of one that was not sent, or is not known of any more. */
  readonly callGone: string;
  /** Asks once more after empty output (SPEC 4.1). */
  readonly emptyOutput: string;
  /** The answer to the caller of a dialog that said nothing. */
  readonly saidNothing: string;
  /** The built-in diligence prompt (SPEC 7.3). */
  readonly diligence: string;
  /** Raised when the diligence budget is spent (SPEC 7.1). */
  continueQuestion(stopped: Stopped): QuestionText;
  /**
   * Raised when the newest generations repeat a pattern (SPEC 7.4): its steps, a line each. `dialog` names it; `idle`:
   * no tool ran in it.
   */
  circleQuestion(who: Repeating, steps: readonly string[], dialog: string, idle?: boolean): QuestionText;
  /** About replies that the work gets no further by (SPEC 23.14, 23.15). */
  readonly misses: MissWords;
  /** Raised when a tree, or a member in it, has reached a cap (SPEC 10.10). */
  readonly capQuestion: CapQuestion;
  /** Raised when the model server asks for a long wait (SPEC 10.3). */
  readonly longWaitQuestion: LongWaitQuestion;
  /** The context is over its optimal size (SPEC 10.4). */
  contextCaution(tokens: number, optimal: number, canTidy: boolean): string;
  /** The context is nearly full; `left` more of these and the course ends (SPEC 10.4). */
  contextCritical(percent: number, left: number, canTidy: boolean): string;
  /** A tool call that had started but left no result (SPEC 11.2). */
  toolOutcomeUnknown(tool: string): string;
  /** Follows what a tool call left that was ended, since other processes may drive the dialog by now (SPEC 20.5). */
  toolLapsed(tool: string): string;
  /** The result of `wait_for` when the wait is over (SPEC 21.4); `at` is the local time. */
  woken(waking: Waking, at: string): string;
  /** Commands in the background have ended (SPEC 21.5). */
  processesEnded(ends: readonly ProcessEnd[]): string;
  /** Stands for an image of the person in the request to a model that takes none, or when its file is gone. */
  imageNotShown(name: string, why: 'not-taken' | 'missing' | 'refused'): string;
  /** The first thing a forked dialog is told (SPEC 13.8). */
  readonly forkNote: string;
  /** The headline of a fork: `number` counts the forks of its origin. */
  readonly forkHeadline: (number: number, headline: string) => string;
  /** The user goes on from an earlier message (SPEC 25.4). */
  readonly restored: RestoreTexts;
  /** A person took edits of these files back. */
  readonly editsUndone: (paths: readonly string[]) => string;
  /** A person undid one change of a file, given as a block of diff. */
  readonly hunkUndone: (path: string, diff: string) => string;
  /** The person restored them. */
  readonly editsRedone: (paths: readonly string[]) => string;
  /** Facts about work (SPEC 23.7, 23.8). */
  readonly facts: FactTexts;
  readonly evidence: EvidenceTexts;
  /** Places of their own (SPEC 27). */
  readonly work: WorkTexts;
  /** Questions for permission to call a tool (SPEC 12.4). */
  readonly permission: PermissionTexts;
  /** Tools and their arguments, as requests describe them. */
  readonly specs: SpecWords;
  /** Results of tools, and refusals of tellasks. */
  readonly results: ResultWords;
  /** Calls that cannot be made as they were written (SPEC 23.9). */
  readonly tools: ToolTexts;
  /** Questions of others that want a form filled in (SPEC 22.1). */
  readonly form: FormTexts;
  /** The ledger of earlier courses (SPEC 23.11). */
  readonly ledger: LedgerWords;
  /** Marks where a long text was cut; counts are in characters. */
  cutNote(shown: number, total: number): string;
  /** Entries of a list that did not fit. */
  leftOutNote(names: readonly string[]): string;
  /** Stands for an empty section. */
  readonly empty: string;
  /** Title above the sections that are listed by name only (SPEC 6.4). */
  readonly otherSections: string;
  /** Dialogue state (SPEC 16). */
  readonly belief: BeliefTexts;
}

/** What a member is told of how it works, in a few lines. */
export interface ShortWords {
  readonly work: string;
  readonly calls: Readonly<Record<Dialect, string>>;
  /** Asking the caller, in a subdialog. */
  readonly back: Readonly<Record<Dialect, string>>;
  readonly taskdoc: (canChange: boolean) => string;
  readonly clarity: string;
  readonly rootEnd: string;
  readonly subEnd: string;
}

/** A day where the runtime is. */
export interface Today {
  /** `2026-11-28`. */
  readonly date: string;
  /** From 0, Sunday. */
  readonly weekday: number;
  /** `Europe/Berlin (UTC+01:00)`, or `UTC`. */
  readonly zone: string;
}

/** The workspace of a dialog. */
export interface Surroundings {
  /** Of the machine: `Linux`. */
  readonly system: string;
  /** What reads the command lines of `run_shell`; absent for a member that runs none. */
  readonly shell?: string;
  /** What is checked out; `null`: no Git repository is known. */
  readonly git: { readonly is: 'branch' | 'commit'; readonly name: string } | null;
  /** The top level, folders with `/` at the end; absent when it may not or could not be listed. */
  readonly top?: { readonly names: readonly string[]; readonly more: number };
}
