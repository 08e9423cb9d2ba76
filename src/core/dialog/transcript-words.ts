// The words around what was said, in a transcript: for `show`, `export` and Export Dialog. Pure.
import { type AnsweredBy, answerWordsEn, placeOf } from './answered-by.ts';
import type { GenerationOutcome } from './record.ts';

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
  /** Stands for a tool whose name is not known. */
  readonly tool: string;
  readonly toolReturned: (tool: string, ok: boolean) => string;
  readonly editsUndone: string;
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
  readonly answerGiven: (call: string, ok: boolean) => string;
  readonly assignmentDropped: string;
  readonly question: (id: string) => string;
  readonly youAnswer: (id: string, by: AnsweredBy | undefined) => string;
  readonly questionClosed: (id: string) => string;
  readonly capRaised: (who: string | undefined) => string;
  readonly alwaysAllowed: (tool: string) => string;
  readonly reminders: string;
  readonly pushed: (left: number) => string;
  readonly diligence: (on: boolean) => string;
  readonly automatic: (reason: string) => string;
  readonly interrupted: (code: string) => string;
  readonly heldBack: string;
  readonly continued: string;
  readonly draftAccepted: (draft: string, byYou: boolean) => string;
  readonly pruned: (pairs: number) => string;
  readonly turn: (turn: number) => string;
  readonly predictionUnread: string;
  readonly youChangeState: string;
  /** `who` undefined: an Internal flow. */
  readonly changesState: (who: string | undefined) => string;
  readonly keptGoing: (round: number, most: number) => string;
  readonly rolledBack: (from: number, to: number) => string;
  readonly image: (label: string) => string;
  readonly note: (text: string) => string;
  readonly warning: (text: string) => string;
  readonly leftOver: (text: string) => string;
  readonly thought: (text: string) => string;
  readonly offersDraft: (who: string, draft: string) => string;
  readonly thinksOn: (who: string) => string;
  readonly unknownUsage: string;
  /** `cached`: of the given ones, where the server said so. */
  readonly tokens: (given: number, made: number, cached: number | undefined) => string;
  readonly cost: (cost: string) => string;
  readonly seconds: (seconds: string) => string;
  readonly imagesLeftOut: (count: number) => string;
  readonly scripted: string;
  readonly cut: string;
  /** Put behind a heading. */
  readonly marked: (marks: readonly string[]) => string;
}

export const transcriptEn: TranscriptWords = {
  asks: (who, whom) => `${who} asks ${whom}`,
  responds: (who, taskdoc) => `${who} responds · taskdoc ${taskdoc}`,
  course: course => `Course ${course}`,
  courseBegins: (course, reason) => `course ${course} begins (${reason})`,
  done: (by, forced) => `done, by the ${by}${forced ? ' (forced)' : ''}`,
  archived: 'archived',
  reopened: 'reopened',
  forked: from => `forked from ${from}`,
  you: 'you',
  youQueued: 'you (queued)',
  thinks: who => `${who} thinks`,
  uses: (who, tool) => `${who} uses ${tool}`,
  generation: outcome => `generation ${outcome}`,
  tool: 'tool',
  toolReturned: (tool, ok) => `${tool} ${ok ? 'returns' : 'refuses'}`,
  editsUndone: 'you undo edits',
  called: (who, kind, targets) => `${who} is called (${kind}): ${targets.join(', ')}`,
  insteadOf: call => `takes the place of call ${call}`,
  tellaskRefused: 'tellask refused',
  asideOpened: forPerson =>
    forPerson ? 'aside: a reply to you while others work' : 'aside: answers are read while others work',
  asideEnded: 'end of the aside',
  asideCleared: 'the talk of the aside is cleared',
  youTell: 'you tell the one who works on this call',
  tells: who => `${who} tells the one who works on this call`,
  adds: who => `${who} adds to its call`,
  answers: (who, ok) => `${who} ${ok ? 'answers' : 'fails to answer'}`,
  answerGiven: (call, ok) => `${ok ? 'this answers' : 'failed answer to'} ${call}`,
  assignmentDropped: 'assignment dropped',
  question: id => `question ${id}`,
  youAnswer: (id, by) =>
    `${by?.kind === 'policy' ? 'your rule answers' : 'you answer'} ${id} ${placeOf(by, answerWordsEn)}`.trimEnd(),
  questionClosed: id => `question ${id} is closed`,
  capRaised: who => `cap raised${who === undefined ? '' : ` for ${who}`}`,
  alwaysAllowed: tool => `always allowed: ${tool}`,
  reminders: 'reminders',
  pushed: left => `automatic message (${left} left)`,
  diligence: on => `diligence is ${on ? 'on' : 'off'}`,
  automatic: reason => `automatic message (${reason})`,
  interrupted: code => `interrupted (${code})`,
  heldBack: 'the model server asks to wait',
  continued: 'continued',
  draftAccepted: (draft, byYou) => (byYou ? `you accept draft ${draft}` : `draft ${draft} is accepted by itself`),
  pruned: pairs => `you prune ${pairs} of the oldest exchanges`,
  turn: turn => `turn ${turn} of the dialogue state`,
  predictionUnread: 'a prediction could not be read',
  youChangeState: 'you change the dialogue state',
  changesState: who => `${who ?? 'an Internal flow'} changes the dialogue state`,
  keptGoing: (round, most) => `automatic message (going on without you, ${round} of ${most})`,
  rolledBack: (from, to) => `you roll the dialogue state back from turn ${from} to turn ${to}`,
  image: label => `[image ${label}]`,
  note: text => `note: ${text}`,
  warning: text => `warning: ${text}`,
  leftOver: text => `left over: ${text}`,
  thought: text => `thought: ${text}`,
  offersDraft: (who, draft) => `${who} offers draft ${draft}`,
  thinksOn: who => `${who} thinks on`,
  unknownUsage: 'usage unknown',
  tokens: (given, made, cached) => `${given}${cached === undefined ? '' : ` (${cached} cached)`} + ${made} tokens`,
  cost: cost => `cost ${cost}`,
  seconds: seconds => `${seconds} s`,
  imagesLeftOut: count => `${count} image${count === 1 ? '' : 's'} not sent`,
  scripted: 'scripted',
  cut: 'cut',
  marked: marks => ` (${marks.join(', ')})`,
};
