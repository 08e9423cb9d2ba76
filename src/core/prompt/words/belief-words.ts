// The texts of dialogue state, per language (`en/belief.ts`, `zh/belief.ts`): what the responder reads of the beliefs,
// what a prediction is told, and what the person is asked (SPEC 16).
import type { InternalFlow } from '../../belief/internal.ts';
import type { TalkWords } from '../../belief/talk.ts';
import type { Reason } from '../../belief/values/reasons.ts';
import type { QuestionText } from './questions.ts';

export interface BeliefTexts {
  readonly title: string;
  readonly turn: (turn: number, intent: string, flags: readonly string[]) => string;
  readonly noFlow: string;
  readonly active: (flow: string, description: string) => string;
  readonly below: string;
  readonly unset: string;
  readonly byDefault: string;
  readonly noPreference: string;
  readonly carriedOver: (from: string) => string;
  /** The value that a slot has before the person is asked for it. */
  readonly now: (value: string) => string;
  /** Slots that the responder must set. */
  readonly yours: (names: string) => string;
  readonly again: string;
  /** Flows that have ended, with their values. */
  readonly past: string;
  readonly requested: string;
  readonly lacks: (what: string) => string;
  readonly missing: (what: string) => string;
  readonly oneOf: (names: readonly string[]) => string;
  readonly steps: string;
  readonly stepStates: Readonly<Record<'over' | 'now' | 'left' | 'tellask', string>>;
  readonly findings: string;
  readonly refused: string;
  /** Why something was refused. */
  readonly reason: (why: Reason) => string;
  /** The next step; one of them ends the state. */
  readonly guide: Readonly<Record<Guide, string>>;
  readonly predict: PredictionWords;
  readonly internal: InternalWords;
  /** Asks for missing slots, and for what the words leave open. */
  readonly clarify: (asked: ClarifyText) => { readonly headline: string; readonly body: string };
  readonly plan: (flow: string, steps: string) => QuestionText;
  /** `values`: a line each; '' for none. */
  readonly confirm: (flow: string, values: string) => QuestionText;
  readonly resume: (flow: string, values: string) => QuestionText;
  /** Begins a round without the person (SPEC 16.7). */
  readonly goOn: (flow: string | undefined) => string;
  /** The result of a tool call that was open when the person went back. */
  readonly callRolledBack: string;
  /** `flows`: those that were completed since, and count as not done now. */
  readonly rolledBack: (back: {
    readonly from: number;
    readonly to: number;
    readonly flows: readonly string[];
  }) => string;
  readonly edited: (what: readonly string[]) => string;
  /** What the person changed by hand. */
  readonly changes: {
    readonly slot: (name: string, from: string, to: string) => string;
    readonly started: (flow: string) => string;
    readonly cancelled: (flow: string) => string;
    readonly intent: (from: string, to: string) => string;
  };
}

/** The requests of Internal flows; each answers with one JSON object. */
export type InternalWords = Readonly<Record<InternalFlow, string>> & { readonly findingsTitle: string };

/** The way of working that the state calls for. */
export type Guide = 'talk' | 'converse' | 'answer' | 'run' | 'propose' | 'replan' | 'carryOut' | 'issues';

export interface PredictionWords extends TalkWords {
  readonly tool: string;
  readonly instructions: string;
  readonly flowsTitle: string;
  readonly stateTitle: string;
  readonly talkTitle: string;
  readonly today: string;
  readonly words: (turn: number, content: string, question?: string) => string;
  readonly unread: (problem: string) => string;
}

export interface ClarifyText {
  readonly flow?: string;
  /** Values of the flow so far, `title: value`. */
  readonly understood: readonly string[];
  /** The domain's own questions for missing slots. */
  readonly asks: readonly string[];
  /** Titles of the other missing slots; one of those that are elective is enough. */
  readonly titles: readonly string[];
  readonly electiveTitles: readonly string[];
  /** Names of required slots; one line each with its form. */
  readonly required: readonly string[];
  /** Of these one is enough. */
  readonly elective: readonly string[];
  /** The unclear part, in the prediction's words; '' for none. */
  readonly question: string;
  /** Possible flows, when the prediction asked without words of its own. */
  readonly candidates: readonly string[];
  /** Why values of the last words were refused. */
  readonly refused: readonly string[];
}
