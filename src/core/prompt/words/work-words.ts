// What the runtime says of work: facts under answers, acceptance lines, changes from places of their own. The texts are
// in `en/` and `zh/`; what both share is here. Pure.
import type { WorkFacts } from '../../dialog/work-shape.ts';
import type { SentAgain } from '../../dialog/workplace.ts';
import type { EvidenceLine } from '../../evidence/evidence.ts';
import type { QuestionText } from './questions.ts';

type LastCommand = NonNullable<WorkFacts['command']>;

/** What is known of a member that stopped. */
export interface PushFacts {
  /** Members at work on its calls. */
  readonly open: readonly string[];
  /** Commands that run in the background. */
  readonly running: readonly string[];
  /** What its last words announced, and did not do. */
  readonly announced?: string;
  /** Lines of goals and acceptance that are not ticked. */
  readonly goals: readonly string[];
  /** The last command, if it failed. */
  readonly failed?: LastCommand;
}

/** What the runtime says to models of its own knowledge (SPEC 23.7, 23.8). */
export interface FactTexts {
  /** Stands under an answer. */
  underAnswer(facts: WorkFacts): string;
  /** Stands before the text of a push. */
  beforePush(facts: PushFacts): string;
  /** Why `mark_done` is refused once. */
  failedBeforeDone(command: LastCommand): string;
  /** Ends a refusal of `mark_done`: how to go on. */
  howToEnd(asked: { readonly by?: string; readonly isCalling: boolean; readonly isWaiting: boolean }): string;
  /** In place of a question that the person has answered; `at` is ISO. */
  answeredBefore(headline: string, content: string, at: string): string;
  /** What the person wrote or chose in answer to a question of the runtime. */
  personSays(content: string): string;
}

/** Members by their ids. */
export function mentions(members: readonly string[]): string {
  return members.map(member => `@${member}`).join(', ');
}

/** Commands, each as code. */
export function inBackticks(commands: readonly string[]): string {
  return commands.map(command => `\`${command}\``).join(', ');
}

/** A file that changed, and who changed it. */
export interface ChangedBy {
  readonly path: string;
  readonly by: readonly string[];
}

/** What is put to the person. */
export interface AskedOfPerson {
  readonly lines: readonly string[];
  readonly dropped: readonly string[];
  readonly files: readonly string[];
}

/** What the runtime says of acceptance lines (SPEC 26.3). */
export interface EvidenceTexts {
  /** The result of a `mark_done` whose lines do not all hold. */
  notDone(failing: readonly EvidenceLine[], all: number): string;
  readonly reviewHeadline: (subject: string) => string;
  reviewBody(changed: readonly ChangedBy[]): string;
  readonly question: string;
  questionBody(asked: AskedOfPerson): string;
  readonly accept: string;
  readonly reject: string;
  /** Outputs of checks that the runtime makes itself. */
  readonly fileFound: string;
  readonly noFile: string;
  readonly emptyFile: string;
  readonly noShell: string;
  readonly unclear: (answer: string) => string;
  readonly noMember: (name: string) => string;
  readonly isAuthor: (name: string) => string;
  readonly isClaiming: (name: string) => string;
  readonly changesFiles: string;
  readonly notAlone: string;
  readonly notAnswered: string;
  readonly personSays: (answer: string) => string;
  /** A reviewer asks back. */
  readonly askedBack: (name: string) => string;
}

/** Characters of an output that a result repeats. */
const SHOWN = 1_500;

/** The end of what a check printed, indented below its line. */
export function checkedOutput({ output: text = '', state }: EvidenceLine): string {
  if (text === '' || state === 'stale') return '';
  const shown = text.length > SHOWN ? `… ${text.slice(-SHOWN)}` : text;
  return `\n${shown.replaceAll(/^/gm, '  ')}`;
}

/** Changed files with their authors, under a heading. */
export function changedFileLines(changed: readonly ChangedBy[], heading: string): readonly string[] {
  return changed.length === 0 ? [] : [heading, ...changed.map(({ path, by }) => `- ${path} (${by.join(', ')})`)];
}

/** Lists under their headings, without those that are empty. */
export function sectionsText(parts: readonly (readonly [heading: string, lines: readonly string[]])[]): string {
  return parts
    .filter(([, lines]) => lines.length > 0)
    .map(([heading, lines]) => [...(heading === '' ? [] : [heading]), ...lines.map(line => `- ${line}`)].join('\n'))
    .join('\n\n');
}

/** A file that both sides changed, so that only one of them, or a third text, can stand. */
export interface WorkConflict {
  readonly path: string;
  /** The marks of both sides stand in the file of the author; else it is no text, or one side deleted it. */
  readonly isMarked: boolean;
  /** The other side has no such file. */
  readonly isGone: boolean;
  /** What the other side changed, as a fenced diff; '' where it cannot be shown. */
  readonly change: string;
}

/** What is said of places of their own, and of the work in them (SPEC 27). */
export interface WorkTexts {
  /** Of a member in a place of its own, in its system message. `bring`: what Git ignores and is there all the same. */
  place(root: string, bring: readonly string[]): string;
  /** The place is gone, or on another machine, and a new one is made: what was done there is lost. */
  lost(paths: readonly string[]): string;
  /** The failed answer of a member whose place could not be made. */
  notMade(why: string): string;
  /** A tool call names the folder that others share, and `own` is the same file, relative to its own root. */
  sharedPath(named: string, own: string): string;
  question(asked: {
    readonly agentId: string;
    readonly headline: string;
    /** Of work that was sent back before. */
    readonly again: SentAgain | undefined;
    readonly count: number;
    readonly added: number;
    readonly removed: number;
    /** The difference, a part for each file. */
    readonly body: string;
    readonly trouble: string | undefined;
    /** Something of it was taken before. */
    readonly isPart: boolean;
    /** An answer that takes a part; undefined where there is one part alone. */
    readonly example: string | undefined;
  }): QuestionText;
  /** Notes for the caller. */
  merged(agentId: string, paths: readonly string[], left: readonly string[]): string;
  dropped(agentId: string, paths: readonly string[], isPart: boolean): string;
  /** The caller wanted to see it. */
  shown(agentId: string, body: string): string;
  failed(agentId: string, why: string): string;
  sentBack(agentId: string, words: string): string;
  conflicted(agentId: string, paths: readonly string[]): string;
  /** Of the author's work: dropped at the end of its last call. */
  notTaken(paths: readonly string[]): string | undefined;
  /** The further call to the author. */
  readonly backTitle: string;
  /** In place of words that are missing. */
  readonly lookAgain: string;
  /** Why an agent of another vendor gets no place. */
  readonly notForAgents: string;
  /** A file that is no text was added, changed or deleted. */
  noText(wasThere: boolean, isThere: boolean): string;
  conflict(conflicts: readonly WorkConflict[]): string;
  readonly conflictTitle: string;
  /** Names of the sides in the marks of a conflict. */
  readonly sides: { readonly ours: string; readonly theirs: string };
  /** Why work cannot be taken. */
  gone(paths: readonly string[]): string;
  readonly nothing: string;
  /** The person saw other changes. */
  readonly changedSince: string;
  unsaved(paths: readonly string[]): string;
  noSuchPaths(paths: readonly string[], there: readonly string[]): string;
  readonly changing: string;
  /** Results of `merge_work`. */
  readonly settles: string;
  noSuchWork(callId: string, offered: readonly string[]): string;
  offeredWork(callId: string, agentId: string, headline: string): string;
  readonly personDecides: string;
  /** Why a root cannot end yet. */
  waiting(agentId: string, callId: string): string;
}

/** The parts that are there. */
export function joinedParts(parts: readonly (string | undefined)[]): string {
  return parts.filter(part => part).join('\n\n');
}
