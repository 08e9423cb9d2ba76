// The state of a draft dialogue: the pending message, its drafts, accepted exchanges, and the mind's thoughts (SPEC
// 15.1). It is a part of a root's state, folded from the same records; limits are facts of those records, so the same
// records always give the same state.

/**
 * Something said, with the iteration and the ISO instant at which it was. Its age is the current iteration less `iter`.
 */
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
  /** The mind's note on it. */
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
 * The loop's goal: run until it pauses, until there is a new draft, or for a number of steps. The limits are those in
 * force when it was asked; 0 means no limit, and off for `autoAccept`.
 */
export interface RunRequest {
  readonly until: 'paused' | 'draft' | 'steps';
  readonly maxSteps: number;
  /** Quiet steps in a row after which it pauses. */
  readonly quietSteps: number;
  /** Quiet steps in a row after which the latest draft is accepted by itself. */
  readonly autoAccept: number;
}

/** A request and its progress. */
export interface DraftRun extends RunRequest {
  readonly steps: number;
  /** True if a draft was offered since it was asked. */
  readonly hasDrafted: boolean;
}

/** The message that waits, with what the person has added since, oldest first. */
export interface Awaiting extends Utterance {
  readonly added?: readonly Utterance[];
}

export interface DraftState {
  readonly iteration: number;
  readonly awaiting: Awaiting | null;
  /** Visible ones, oldest first. */
  readonly drafts: readonly Draft[];
  /** Accepted pairs, oldest first. */
  readonly history: readonly HistoryItem[];
  /** Number of drafts offered so far: the next one's id. */
  readonly draftCount: number;
  /** The active ones, oldest first. */
  readonly thoughts: readonly Thought[];
  readonly thoughtCount: number;
  readonly clusters: readonly Cluster[];
  /** Null when the mind was not asked to continue. */
  readonly run: DraftRun | null;
  /** Steps in a row that brought nothing new. */
  readonly quiet: number;
  /** The text of the newest step without a draft, and the problems of its output. */
  readonly note?: string;
  readonly warning?: string;
  /** Unmatched output of the newest step; the mind is told. */
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

/** A message with the words that were added to it, as the history keeps it. */
export function wholeMessage({ text, added = [] }: Awaiting): string {
  return [text, ...added.map(each => each.text)].join('\n\n');
}

/** True if a message waits with drafts that the person may accept. */
export function offersDrafts(draft: DraftState | undefined): boolean {
  return draft !== undefined && draft.awaiting !== null && draft.drafts.length > 0;
}

/** The id of the draft that is offered next, or of one after it. */
export function nextDraftId({ draftCount }: DraftState, after = 0): string {
  return `d${draftCount + after + 1}`;
}

/** The last `limit` items; all of them when the limit is 0. */
export function lastOf<T>(items: readonly T[], limit: number): readonly T[] {
  return limit === 0 ? items : items.slice(-limit);
}
