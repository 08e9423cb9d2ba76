// The facts of a draft dialogue in a course file (SPEC 15.3). A step is one fact: it is stored whole or not at all.

import {
  type ChecksFor,
  type FactsOf,
  list,
  maybe,
  number,
  object,
  objectOf,
  someOf,
  text,
  textOf,
} from '../base/shape.ts';
import { endingFields } from '../spending/call-figures.ts';
import type { Joining } from './clusters.ts';
import type { RunRequest } from './state.ts';

/** Of a request to let the mind go on. */
export const runFields: ChecksFor<RunRequest> = {
  until: someOf('paused', 'draft', 'steps'),
  maxSteps: number,
  quietSteps: number,
  autoAccept: number,
};

/** Of what another process handed over, which is applied once. */
const handedOver = { msgId: maybe(text) };

/** The fields of each fact. */
export const draftFacts = {
  /** The person's message; the mind is not asked to answer by it alone. */
  draftMessageSent: { msgId: text, content: text },
  /** A word of the person to the message that waits (SPEC 15.15). */
  draftMessageAdded: { msgId: text, content: text },
  /** What was left over of the newest step becomes a draft (SPEC 15.14). */
  draftTaken: { draft: object({ id: text, text }), genseq: number, bufferSize: number, ...handedOver },
  draftRunAsked: {
    ...runFields,
    /** After a draft that was accepted by itself; absent: the person. */
    by: maybe(textOf<'quiet'>()),
    ...handedOver,
  },
  /** One step of the mind, and the end of the generation that made it. */
  draftStepped: {
    genseq: number,
    thoughts: list(object({ id: number, text, vector: maybe(text) })),
    joinings: list(objectOf<Joining>({ thought: number, cluster: number })),
    /**
     * Model that the thoughts' vectors are of; absent: they are made of the texts. `vector` is its unit vector, a byte
     * a value.
     */
    embeddings: maybe(text),
    draft: maybe(object({ id: text, text })),
    /** Drafts before it in the same output, in their order. */
    earlier: maybe(list(object({ id: text, text }))),
    note: maybe(text),
    /** The problems of the output; unreadable parts are not in the step. */
    warning: maybe(text),
    /** Output that matched no key, in its order. */
    rest: maybe(text),
    /** The output as it came, when the texts above do not say all of it or it could not be read as a whole. */
    output: maybe(text),
    thinking: maybe(text),
    /** Limits in force: visible drafts and active thoughts that are kept; 0: all. */
    bufferSize: number,
    poolSize: number,
    ...endingFields,
  },
  draftAccepted: {
    draftId: text,
    by: textOf<'person' | 'quiet'>(),
    /** Exchanges that are kept for the mind; 0: all. */
    historyPairs: number,
    ...handedOver,
  },
  draftsSeen: { draftIds: list(text) },
  /** The oldest exchanges, taken away from what the mind sees. */
  exchangesPruned: { pairs: number, ...handedOver },
};

export type DraftFact = FactsOf<typeof draftFacts>;
export type DraftStep = Extract<DraftFact, { kind: 'draftStepped' }>;
