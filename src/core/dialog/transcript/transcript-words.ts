// The words around the messages of a transcript, for `show`, `export` and Export Dialog. `src/words/` fills them in.

import type { EvidenceOutcome } from '../../evidence/record.ts';
import type { SayFacts } from '../../facts/facts-in-words.ts';
import type { BrokenOff } from '../../spending/call-figures.ts';
import type { PermissionMode } from '../../team/permissions.ts';
import type { AnsweredBy } from '../answered-by.ts';
import type { GenerationOutcome } from '../record.ts';
import type { QuestionClosingWords } from '../view/question-closing.ts';

/** Headings and remarks; ids and names go in as they are. */
export interface TranscriptWords {
  readonly asks: (who: string, whom: string) => string;
  readonly responds: (who: string, taskdoc: string) => string;
  readonly course: (course: number) => string;
  readonly courseBegins: (course: number, reason: string) => string;
  readonly done: (by: string, forced: boolean) => string;
  readonly archived: string;
  readonly reopened: string;
  readonly forked: (from: string) => string;
  readonly you: string;
  readonly youQueued: string;
  readonly thinks: (who: string) => string;
  readonly uses: (who: string, tool: string) => string;
  readonly generation: (outcome: GenerationOutcome) => string;
  readonly brokenOff: { readonly [Reason in BrokenOff]: string };
  /** Stands for a tool whose name is not known. */
  readonly tool: string;
  readonly toolReturned: (tool: string, ok: boolean, exitCode: number | undefined) => string;
  /** Under an answer or an end (SPEC 23.7). */
  readonly facts: SayFacts;
  readonly editsUndone: string;
  readonly editsRedone: string;
  readonly called: (who: string, kind: string, targets: readonly string[]) => string;
  readonly insteadOf: (call: string) => string;
  readonly tellaskRefused: string;
  readonly asideOpened: (forPerson: boolean) => string;
  readonly asideEnded: string;
  readonly asideCleared: string;
  readonly youTell: string;
  readonly tells: (who: string) => string;
  readonly adds: (who: string) => string;
  readonly answers: (who: string, ok: boolean) => string;
  readonly callEnded: (who: string) => string;
  readonly answerGiven: (call: string, ok: boolean) => string;
  readonly assignmentDropped: string;
  readonly question: (id: string) => string;
  readonly youAnswer: (id: string, by: AnsweredBy | undefined) => string;
  readonly questionClosed: (id: string) => string;
  readonly questionClosings: QuestionClosingWords;
  readonly capRaised: (who: string | undefined) => string;
  readonly alwaysAllowed: (tool: string) => string;
  readonly asksAgain: (tool: string) => string;
  readonly permissionModes: Readonly<Record<PermissionMode, string>>;
  readonly reminders: string;
  readonly pushed: (left: number) => string;
  readonly diligence: (on: boolean) => string;
  readonly automatic: (reason: string) => string;
  /** Lines that look like calls and are none. */
  readonly misread: string;
  readonly interrupted: (code: string) => string;
  readonly heldBack: string;
  /** Where a person was. */
  readonly place: (by: AnsweredBy) => string;
  readonly youRetry: (by: AnsweredBy) => string;
  readonly continued: string;
  readonly youAdd: string;
  readonly draftTaken: (draft: string) => string;
  readonly draftAccepted: (draft: string, byYou: boolean) => string;
  readonly pruned: (pairs: number) => string;
  readonly turn: (turn: number) => string;
  readonly predictionUnread: string;
  readonly youChangeState: string;
  /** `who` undefined: an Internal flow. */
  readonly changesState: (who: string | undefined) => string;
  readonly keptGoing: (round: number, most: number) => string;
  readonly rolledBack: (from: number, to: number) => string;
  /** Acceptance lines changed; `byYou`: not by a member. */
  readonly acceptanceSeen: (byYou: boolean) => string;
  readonly evidence: (line: string, outcome: EvidenceOutcome) => string;
  readonly image: (label: string) => string;
  readonly note: (text: string) => string;
  readonly warning: (text: string) => string;
  readonly leftOver: (text: string) => string;
  readonly thought: (text: string) => string;
  readonly offersDraft: (who: string, draft: string) => string;
  readonly thinksOn: (who: string) => string;
  /** `estimate`: the tokens that caps count instead. */
  readonly unknownUsage: (estimate: number | undefined) => string;
  /** `cached`: of the given ones, where the server said so. */
  readonly tokens: (given: number, made: number, cached: number | undefined) => string;
  readonly cost: (cost: string) => string;
  readonly seconds: (seconds: string) => string;
  readonly imagesLeftOut: (count: number) => string;
  readonly scripted: string;
  readonly cut: string;
  /** Put behind a heading. */
  readonly marked: (marks: readonly string[]) => string;
  /** A dialog works in a place of its own from here on. */
  readonly ownPlace: string;
  /** Work of such a place was taken, dropped or sent back. */
  readonly workSettled: string;
}
