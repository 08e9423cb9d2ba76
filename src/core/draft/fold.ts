// The draft part of the fold: what each fact changes (SPEC 15.2-15.6). Pure and total: a fact that does not fit, an
// acceptance of a draft that is gone say, changes nothing.
import type { Joining } from './clusters.ts';
import type { DraftFact, DraftStep } from './record.ts';
import { type Cluster, type Draft, type DraftState, lastOf, type RunRequest, type Thought } from './state.ts';

type Of<K extends DraftFact['kind']> = Extract<DraftFact, { kind: K }>;

/** A message: the iteration goes up first, so that it has age 0 at the next step (SPEC 15.2). */
export function messageSent(state: DraftState, { content }: Of<'draftMessageSent'>, at: string): DraftState {
  if (state.awaiting) return state;
  const iteration = state.iteration + 1;
  const { note, warning, rest: _, ...rest } = state;
  return { ...rest, iteration, awaiting: { iter: iteration, time: at, text: content }, run: null, quiet: 0 };
}

/** The mind is asked to go on. */
export function runAsked(state: DraftState, { until, maxSteps, quietSteps, autoAccept }: RunRequest): DraftState {
  return { ...state, run: { until, maxSteps, quietSteps, autoAccept, steps: 0, hasDrafted: false }, quiet: 0 };
}

/** One step: thoughts, draft, clusters, iteration + 1 (SPEC 15.3). Without a pending message a draft is ignored. */
export function stepped(state: DraftState, step: DraftStep, at: string): DraftState {
  const offered = state.awaiting ? step.draft : undefined;
  const { note: _, warning: __, rest: ___, ...rest } = state;
  return {
    ...rest,
    ...(offered && { drafts: lastOf([...state.drafts, ...draftsOf(state, step, at)], step.bufferSize) }),
    draftCount: state.draftCount + (offered ? 1 + (step.earlier?.length ?? 0) : 0),
    thoughts: lastOf(withThoughts(state, step), step.poolSize),
    thoughtCount: step.thoughts.reduce((count, { id }) => Math.max(count, id), state.thoughtCount),
    clusters: withJoinings(state.clusters, step.joinings),
    iteration: state.iteration + 1,
    run: state.run && {
      ...state.run,
      steps: state.run.steps + 1,
      hasDrafted: state.run.hasDrafted || offered !== undefined,
    },
    quiet: isQuiet(state, step) ? state.quiet + 1 : 0,
    ...(step.note !== undefined && !offered && { note: step.note }),
    ...(step.warning !== undefined && { warning: step.warning }),
    ...(step.rest !== undefined && { rest: step.rest }),
  };
}

/** The exchange is history, drafts and message are cleared, the iteration stays (SPEC 15.5). */
export function accepted(state: DraftState, { draftId, historyPairs }: Of<'draftAccepted'>): DraftState {
  const { awaiting } = state;
  const draft = state.drafts.find(({ id }) => id === draftId);
  if (!awaiting || !draft) return state;
  const { iter, time, text } = draft;
  const pair = [
    { role: 'user', ...awaiting },
    { role: 'mind', iter, time, text },
  ] as const;
  const { note, warning, rest: _, ...rest } = state;
  const history = lastOf([...state.history, ...pair], historyPairs * 2);
  return { ...rest, awaiting: null, drafts: [], history, run: null, quiet: 0 };
}

/** The person has looked at these drafts; ids without a draft are skipped. */
export function seen(state: DraftState, { draftIds }: Of<'draftsSeen'>): DraftState {
  const drafts = state.drafts.map(draft => (draftIds.includes(draft.id) ? { ...draft, seen: true } : draft));
  return { ...state, drafts };
}

/** The oldest exchanges leave the history; a pair is a message and the reply accepted for it. */
export function pruned(state: DraftState, { pairs }: Of<'exchangesPruned'>): DraftState {
  return { ...state, history: state.history.slice(pairs * 2) };
}

/** The dialog is done or begins as a fork: the mind rests until it is asked. */
export function atRest(state: DraftState): DraftState {
  return { ...state, run: null };
}

/** Broken output is trouble, not silence; the latest draft once more is nothing new (SPEC 15.8, 15.10). */
export function isQuiet(state: DraftState, { thoughts, draft, warning }: DraftStep): boolean {
  if (thoughts.length > 0 || warning !== undefined) return false;
  return !state.awaiting || draft === undefined || draft.text === state.drafts.at(-1)?.text;
}

/** The drafts of a step in their order; its note is beside the last. */
function draftsOf(state: DraftState, { draft, earlier = [], note }: DraftStep, time: string): readonly Draft[] {
  const plain = (each: { readonly id: string; readonly text: string }): Draft => ({
    ...each,
    iter: state.iteration,
    time,
    seen: false,
  });
  return [...earlier.map(plain), ...(draft ? [{ ...plain(draft), ...(note !== undefined && { note }) }] : [])];
}

function withThoughts(state: DraftState, { thoughts, joinings }: DraftStep): Thought[] {
  const clusterOf = new Map(joinings.map(({ thought, cluster }) => [thought, cluster]));
  const added = thoughts.map(({ id, text }): Thought => ({ id, iter: state.iteration, text }));
  return [...state.thoughts, ...added].map(thought => {
    const cluster = thought.cluster ?? clusterOf.get(thought.id);
    return cluster === undefined ? thought : { ...thought, cluster };
  });
}

function withJoinings(clusters: readonly Cluster[], joinings: readonly Joining[]): readonly Cluster[] {
  const sizes = new Map(clusters.map(({ id, size }) => [id, size]));
  for (const { cluster } of joinings) sizes.set(cluster, (sizes.get(cluster) ?? 0) + 1);
  return [...sizes].map(([id, size]) => ({ id, size }));
}
