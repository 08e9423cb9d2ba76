// What a draft dialogue knows: the pending message, the drafts for it, what was accepted, and the mind's thoughts
// (SPEC 15.1). A part of a root's state, folded from the same records; limits are facts of those records, so that the same
// records always give the same state.

/** Something said, with the iteration and the ISO instant at which it was. Its age is the current iteration less `iter`. */
export interface Utterance {
  readonly iter: number;
  readonly time: string;
  readonly text: string;
}

/** A draft the person may accept. `id` is never used twice in a dialog. */
export interface Draft extends Utterance {
  readonly id: string;
  /** Informs the mind, nothing more (SPEC 15.6). */
  readonly seen: boolean;
  /** What the mind says about it, beside it. */
  readonly note?: string;
}

/** One half of an accepted exchange; a user's item is always followed by the mind's. */
export interface HistoryItem extends Utterance {
  readonly role: 'user' | 'mind';
}

/** A thought of the pool; one in a cluster stays in it. */
export interface Thought {
  readonly id: number;
  readonly iter: number;
  readonly text: string;
  readonly cluster?: number;
}

/** A cluster with all thoughts that ever joined it. */
export interface Cluster {
  readonly id: number;
  readonly size: number;
}

/**
 * What the loop was asked for: to go on until it pauses, until there is a new draft, or for a number of steps. Limits are
 * those in force when it was asked; 0 is without limit, for `autoAccept` it is off.
 */
export interface RunRequest {
  readonly until: 'paused' | 'draft' | 'steps';
  readonly maxSteps: number;
  /** Quiet steps in a row after which it pauses. */
  readonly quietSteps: number;
  /** Quiet steps in a row after which the latest draft is accepted by itself. */
  readonly autoAccept: number;
}

/** A request with what was made of it. */
export interface DraftRun extends RunRequest {
  readonly steps: number;
  /** Whether a draft came since it was asked. */
  readonly hasDrafted: boolean;
}

export interface DraftState {
  readonly iteration: number;
  readonly awaiting: Utterance | null;
  /** Visible ones, oldest first. */
  readonly drafts: readonly Draft[];
  /** Accepted pairs, oldest first. */
  readonly history: readonly HistoryItem[];
  /** Drafts offered so far: the next one's id. */
  readonly draftCount: number;
  /** The active ones, oldest first. */
  readonly thoughts: readonly Thought[];
  readonly thoughtCount: number;
  readonly clusters: readonly Cluster[];
  /** Null when nobody asked the mind to go on. */
  readonly run: DraftRun | null;
  /** Steps in a row that brought nothing new. */
  readonly quiet: number;
  /** What the newest step said without offering a draft, and what was wrong with its output. */
  readonly note?: string;
  readonly warning?: string;
  /** What of the newest step's output belonged to nothing; the mind is told. */
  readonly rest?: string;
}

/** A draft dialogue before the first message. */
export const newDraftState: DraftState = {
  iteration: 0,
  awaiting: null,
  drafts: [],
  history: [],
  draftCount: 0,
  thoughts: [],
  thoughtCount: 0,
  clusters: [],
  run: null,
  quiet: 0,
};

/** The visible drafts as people count them: the newest is number 1 (SPEC 15.4). */
export function numberedDrafts({ drafts }: DraftState): (Draft & { readonly n: number })[] {
  return drafts.map((draft, index) => ({ ...draft, n: drafts.length - index })).reverse();
}

/** The id of the draft that is offered next, or of one after it. */
export function nextDraftId({ draftCount }: DraftState, after = 0): string {
  return `d${draftCount + after + 1}`;
}

/** The last `limit` items; all of them when the limit is 0. */
export function lastOf<T>(items: readonly T[], limit: number): readonly T[] {
  return limit === 0 ? items : items.slice(-limit);
}
