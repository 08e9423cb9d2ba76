// What can happen in a draft dialogue, as facts of a course file (SPEC 15.3). A step is one fact: it is there as a whole,
// or it never was.
import type { ContextLimits } from '../context-health.ts';
import type { CallFigures } from '../cost.ts';
import type { Joining } from './clusters.ts';
import type { RunRequest } from './state.ts';

export type DraftFact =
  /** The person's message; the mind is not asked to answer by it alone. */
  | { readonly kind: 'draftMessageSent'; readonly msgId: string; readonly content: string }
  /** `by`: after a draft that was accepted by itself; absent: the person. */
  | ({ readonly kind: 'draftRunAsked'; readonly by?: 'quiet' } & RunRequest)
  | DraftStep
  | {
      readonly kind: 'draftAccepted';
      readonly draftId: string;
      readonly by: 'person' | 'quiet';
      /** Exchanges that are kept for the mind; 0: all. */
      readonly historyPairs: number;
    }
  | { readonly kind: 'draftsSeen'; readonly draftIds: readonly string[] }
  /** The oldest exchanges, taken away from what the mind sees. */
  | { readonly kind: 'exchangesPruned'; readonly pairs: number };

/** One step of the mind, and the end of the generation that made it. */
export interface DraftStep extends CallFigures {
  readonly kind: 'draftStepped';
  readonly genseq: number;
  readonly thoughts: readonly { readonly id: number; readonly text: string; readonly vector?: string }[];
  readonly joinings: readonly Joining[];
  /** Model that the thoughts' vectors are of; absent: they are made of the texts. `vector` is its unit vector, a byte a value. */
  readonly embeddings?: string;
  readonly draft?: { readonly id: string; readonly text: string };
  readonly note?: string;
  /** What was wrong with the output; what could not be read is not in the step. */
  readonly warning?: string;
  /** The output as it came, when it could not be read as a whole. */
  readonly output?: string;
  readonly thinking?: string;
  /** Limits in force: visible drafts and active thoughts that are kept; 0: all. */
  readonly bufferSize: number;
  readonly poolSize: number;
  readonly finish?: string;
  readonly limits?: ContextLimits;
  readonly ms?: number;
}
