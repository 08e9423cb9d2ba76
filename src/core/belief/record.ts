// What can happen to the beliefs of a dialog, as facts of a course file (SPEC 16). What a fact changes is in it, as differences:
// the fold needs no domain file, which a person may have edited since.
import type { CallFigures } from '../cost.ts';
import type { Trace } from '../dialog/circles.ts';
import type { Change } from './diff.ts';
import type { Json } from './domain.ts';
import type { RolledBack, TurnEntry } from './history.ts';
import type { BeliefState } from './state.ts';

/** The end of a model call that is no generation of the talk: counted, and not a part of the context. */
export interface SideCall extends CallFigures {
  readonly genseq: number;
}

/** Who changed a belief: the person by words or clicks, the responder by a tool, or an Internal flow. */
export type Believer = 'person' | 'agent' | 'internal';

export type BeliefFact =
  | TurnBegan
  /** A prediction that does not validate; `problem` is told to the model, once (SPEC 16.4). */
  | ({ readonly kind: 'predictionUnread'; readonly problem: string; readonly output: string } & SideCall)
  /** Something changed within a turn. `command` is what was asked for. */
  | {
      readonly kind: 'beliefChanged';
      readonly by: Believer;
      readonly command: Json;
      readonly changes: readonly Change[];
      /** A plan is to be shown to the person before anything else happens. */
      readonly showsPlan?: true;
      /** What the model is told of a person's click. */
      readonly note?: string;
      /** The click is to be acted on, as words would be. */
      readonly wakes?: true;
      /** The Internal flow that did it, and what it answered. */
      readonly call?: SideCall;
      readonly trace?: Trace;
    }
  | { readonly kind: 'turnEnded'; readonly entry: TurnEntry }
  /** A round without the person (SPEC 16.7); `content` is said to the model. */
  | { readonly kind: 'keptGoing'; readonly round: number; readonly content: string }
  | (RolledBack & {
      readonly kind: 'rolledBack';
      /** What was believed after turn `to`. */
      readonly state: BeliefState;
      /** What it waited for is no longer asked: the dialog rests until somebody speaks. */
      readonly rests?: true;
    });

/** A turn begins: one of the person's words, or of work that goes on after the last turn has ended. */
export interface TurnBegan {
  readonly kind: 'turnBegan';
  readonly turn: number;
  readonly by: Believer;
  /** The first line of the person's words. */
  readonly said?: string;
  /** How many of the person's words it takes in, the first ones; absent: all. */
  readonly takes?: number;
  /** As the prediction, or a click, gave them. */
  readonly commands: readonly Json[];
  /** Predictions and refused commands are in the state that these make. */
  readonly changes: readonly Change[];
  /** What the model is told of a person's click. */
  readonly note?: string;
  /** The click is to be acted on, as words would be. */
  readonly wakes?: true;
  /** The prediction. */
  readonly call?: SideCall;
}
