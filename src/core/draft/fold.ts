// The draft part of the fold: what each fact changes (SPEC 15.2-15.6). Pure and total: a fact that does not fit, an
// acceptance of a draft that is gone say, changes nothing.
import { copying, type Lists, withId, withoutFirst } from '../base/fold-lists.ts';
import type { Joining } from './clusters.ts';
import type { DraftFact, DraftStep } from './record.ts';
import { type Cluster, type Draft, type DraftState, type RunRequest, type Thought, wholeMessage } from './state.ts';

type Of<K extends DraftFact['kind']> = Extract<DraftFact, { kind: K }>;

/** A message: the iteration goes up first, so that it has age 0 at the next step (SPEC 15.2). */
export function messageSent(state: DraftState, { content }: Of<'draftMessageSent'>, at: string): DraftState {
  if (state.awaiting) return state;
  const iteration = state.iteration + 1;
  const { note, warning, rest: _, ...rest } = state;
  return { ...rest, iteration, awaiting: { iter: iteration, time: at, text: content }, run: null, quiet: 0 };
}

/** A word more: the drafts stay, and what was quiet may have something to say now (SPEC 15.15). */
export function messageAdded(state: DraftState, { content }: Of<'draftMessageAdded'>, at: string): DraftState {
  const { awaiting, iteration } = state;
  if (!awaiting) return state;
  const added = [...(awaiting.added ?? []), { iter: iteration, time: at, text: content }];
  return { ...state, awaiting: { ...awaiting, added }, quiet: 0 };
}

/** What was left over is a draft now. */
export function taken(
  state: DraftState,
  { draft, bufferSize }: Of<'draftTaken'>,
  time: string,
  lists: Lists = copying,
): DraftState {
  if (!state.awaiting) return state;
  const { rest: _, warning: __, ...others } = state;
  const offered: Draft = { ...draft, iter: state.iteration, time, seen: true };
  return { ...others, drafts: newest(lists, state.drafts, [offered], bufferSize), draftCount: state.draftCount + 1 };
}

/** The mind is asked to go on. */
export function runAsked(state: DraftState, { until, maxSteps, quietSteps, autoAccept }: RunRequest): DraftState {
  return { ...state, run: { until, maxSteps, quietSteps, autoAccept, steps: 0, hasDrafted: false }, quiet: 0 };
}

/** One step: thoughts, draft, clusters, iteration + 1 (SPEC 15.3). Without a pending message a draft is ignored. */
export function stepped(state: DraftState, step: DraftStep, at: string, lists: Lists = copying): DraftState {
  const offered = state.awaiting ? step.draft : undefined;
  const { note: _, warning: __, rest: ___, ...rest } = state;
  const quiet = isQuiet(state, step) ? state.quiet + 1 : 0;
  return {
    ...rest,
    ...(offered && { drafts: newest(lists, state.drafts, draftsOf(state, step, at), step.bufferSize) }),
    draftCount: state.draftCount + (offered ? 1 + (step.earlier?.length ?? 0) : 0),
    thoughts: withThoughts(state, step, lists),
    thoughtCount: step.thoughts.reduce((count, { id }) => Math.max(count, id), state.thoughtCount),
    clusters: withJoinings(state.clusters, step.joinings, lists),
    iteration: state.iteration + 1,
    run: state.run && {
      ...state.run,
      steps: state.run.steps + 1,
      hasDrafted: state.run.hasDrafted || offered !== undefined,
    },
    quiet,
    ...(step.note !== undefined && !offered && { note: step.note }),
    ...(step.warning !== undefined && { warning: step.warning }),
    ...(step.rest !== undefined && { rest: step.rest }),
  };
}

/** The exchange is history, drafts and message are cleared, the iteration stays (SPEC 15.5). */
export function accepted(
  state: DraftState,
  { draftId, historyPairs }: Of<'draftAccepted'>,
  lists: Lists = copying,
): DraftState {
  const { awaiting } = state;
  const draft = draftOf(state, draftId, lists);
  if (!awaiting || !draft) return state;
  const { iter, time, text } = draft;
  const pair = [
    { role: 'user', iter: awaiting.iter, time: awaiting.time, text: wholeMessage(awaiting) },
    { role: 'mind', iter, time, text },
  ] as const;
  const { note, warning, rest: _, ...rest } = state;
  const history = newest(lists, state.history, pair, historyPairs * 2);
  return { ...rest, awaiting: null, drafts: [], history, run: null, quiet: 0 };
}

/** The person has looked at these drafts; ids without a draft are skipped. */
export function seen(state: DraftState, { draftIds }: Of<'draftsSeen'>, lists: Lists = copying): DraftState {
  const drafts = draftIds.reduce(
    (all, id) => withId(lists, all, idOf, id, draft => ({ ...draft, seen: true })),
    state.drafts,
  );
  return { ...state, drafts };
}

/** The oldest exchanges leave the history; a pair is a message and the reply accepted for it. */
export function pruned(state: DraftState, { pairs }: Of<'exchangesPruned'>, lists: Lists = copying): DraftState {
  return { ...state, history: withoutFirst(lists, state.history, pairs * 2) };
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

function withThoughts(
  state: DraftState,
  { thoughts, joinings, poolSize }: DraftStep,
  lists: Lists,
): readonly Thought[] {
  const added = thoughts.map(({ id, text }): Thought => ({ id, iter: state.iteration, text }));
  const all = added.reduce(lists.added<Thought>, state.thoughts);
  const joined = joinings.reduce(
    (some, { thought, cluster }) =>
      withId(lists, some, numberOf, String(thought), each =>
        each.cluster === undefined ? { ...each, cluster } : each,
      ),
    all,
  );
  return newest(lists, joined, [], poolSize);
}

function withJoinings(clusters: readonly Cluster[], joinings: readonly Joining[], lists: Lists): readonly Cluster[] {
  return joinings.reduce((all, { cluster: id }) => {
    const at = lists.find(all, numberOf, String(id));
    const known = all[at];
    return known ? lists.replaced(all, at, { ...known, size: known.size + 1 }) : lists.added(all, { id, size: 1 });
  }, clusters);
}

/** A list with more items, of which so many stay, the newest; 0: all. */
function newest<T>(lists: Lists, list: readonly T[], more: readonly T[], size: number): readonly T[] {
  const all = more.reduce(lists.added<T>, list);
  return size > 0 ? withoutFirst(lists, all, all.length - size) : all;
}

const idOf = ({ id }: Draft): string => id;
const numberOf = ({ id }: { readonly id: number }): string => String(id);

/** A draft by its id. */
export function draftOf({ drafts }: DraftState, id: string, lists: Lists = copying): Draft | undefined {
  return drafts[lists.find(drafts, idOf, id)];
}
