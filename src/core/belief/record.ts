// The facts about the beliefs of a dialog in a course file (SPEC 16). A fact contains its changes as differences: the
// fold needs no domain file, which a person may have edited since.

import {
  type Check,
  type FactsOf,
  given,
  list,
  maybe,
  number,
  object,
  objectOf,
  orNull,
  text,
  textOf,
  typed,
  yes,
} from '../base/shape.ts';
import type { Trace } from '../dialog/circles.ts';
import { byTool } from '../dialog/record-parts.ts';
import { sideCallFields } from '../spending/call-figures.ts';
import type { Change } from './history/patch.ts';
import type { StoredTurn } from './history/turn-entry.ts';
import type { Flow } from './state.ts';
import { isBeliefState, isFlow } from './state-shape.ts';
import type { Json } from './values/json.ts';

/** Who changed a belief: the person by words or clicks, the responder by a tool, or an Internal flow. */
export type Believer = 'person' | 'agent' | 'internal';
const believer = textOf<Believer>();

const pathStep = typed<string | number>(value => text(value) || number(value));
const changes = list(typed<Change>(object({ path: list(pathStep) })));
const turnEntry = objectOf<StoredTurn>({
  turn: number,
  after: orNull(number),
  changes,
  ended: list(typed<Flow | string>(value => text(value) || isFlow(value))),
  snapshot: maybe(isBeliefState),
  isOnTop: yes,
});
export const trace: Check<Trace> = objectOf<Trace>({ sign: text, shows: text });

/** Of a turn or change that a person's click may have made. */
const clicked = {
  /** The note to the model about the click. */
  note: maybe(text),
  /** The model must act on the click, as on words. */
  wakes: yes,
  /** Of the click, so that it is applied once. */
  msgId: maybe(text),
  /** The model call that did it: the prediction, or that of an Internal flow. */
  call: maybe(object(sideCallFields)),
};

/** The fields of each fact. */
export const beliefFacts = {
  /** A turn begins: one of the person's words, or of work that goes on after the last turn has ended. */
  turnBegan: {
    turn: number,
    by: believer,
    /** The first line of the person's words. */
    said: maybe(text),
    /** How many of the person's words it takes in, the first ones; absent: all. */
    takes: maybe(number),
    /** As the prediction, or a click, gave them. */
    commands: list(given<Json>()),
    /** Predictions and refused commands are in the state that these make. */
    changes,
    ...clicked,
  },
  /** A prediction that does not validate; `problem` is told to the model, once (SPEC 16.4). */
  predictionUnread: { problem: text, output: text, ...sideCallFields },
  /** A change within a turn. `command` is the requested command. */
  beliefChanged: {
    by: believer,
    command: given<Json>(),
    changes,
    /** A plan must be shown to the person before anything else happens. */
    showsPlan: yes,
    /** The answer of the Internal flow that made the change. */
    trace: maybe(trace),
    ...clicked,
    ...byTool,
  },
  turnEnded: { entry: turnEntry },
  /** A round without the person (SPEC 16.7); `content` is said to the model. */
  keptGoing: { round: number, content: text },
  /** The person went back. */
  rolledBack: {
    from: number,
    to: number,
    /** The beliefs after turn `to`. */
    state: isBeliefState,
    /** The work of the turn has ended: the dialog rests until the next message. */
    rests: yes,
    /** Told to the model; not recorded by earlier versions. */
    note: maybe(text),
    /** Of the person's word, so that it is applied once. */
    msgId: maybe(text),
  },
};

export type BeliefFact = FactsOf<typeof beliefFacts>;
export type TurnBegan = Extract<BeliefFact, { kind: 'turnBegan' }>;
