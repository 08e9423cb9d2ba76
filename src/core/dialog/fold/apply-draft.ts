// How the facts of a draft dialogue change the state of its dialog; what they mean to the drafts is
// `core/draft/fold.ts`. In a dialog that is not in mode `draft` they change nothing.

import type { Lists } from '../../base/fold-lists.ts';
import {
  accepted,
  atRest,
  draftOf,
  isQuiet,
  messageAdded,
  messageSent,
  pruned,
  runAsked,
  seen,
  stepped,
  taken,
} from '../../draft/fold.ts';
import { pausesForQuiet } from '../../draft/next-step.ts';
import type { DraftFact, DraftStep } from '../../draft/record.ts';
import type { DraftState } from '../../draft/state.ts';
import { type Trace, traceOf, withTrace } from '../circles.ts';
import type { RecordOf } from '../record.ts';
import type { DialogState } from '../state.ts';
import { countGeneration, firstWords, handedOver, remember } from './fold-parts.ts';

type DraftChanges = {
  readonly [K in DraftFact['kind']]: (state: DialogState, record: RecordOf<K>, lists: Lists) => Partial<DialogState>;
};

export const draftChanges: DraftChanges = {
  draftMessageSent: (state, record) => ({
    ...folded(state, draft => messageSent(draft, record, record.at)),
    msgIds: remember(state, record.msgId),
    messageCount: state.messageCount + 1,
    headline: state.headline || firstWords(record.content),
    interruption: null,
  }),
  draftMessageAdded: (state, record) => ({
    ...folded(state, draft => messageAdded(draft, record, record.at)),
    msgIds: remember(state, record.msgId),
    messageCount: state.messageCount + 1,
    interruption: null,
  }),
  draftTaken: (state, record, lists) => ({
    ...folded(state, draft => taken(draft, record, record.at, lists)),
    ...handedOver(state, record),
  }),
  draftRunAsked: (state, record) => ({
    ...folded(state, draft => runAsked(draft, record)),
    ...handedOver(state, record),
    interruption: null,
  }),
  draftStepped: (state, record, lists) => ({
    // Looks at the drafts, to which the next line may add in place.
    ...(state.draft && !endsByItself(state.draft, record) && { recent: withTrace(state.recent, traceOfStep(record)) }),
    ...folded(state, draft => stepped(draft, record, record.at, lists)),
    ...countGeneration(state, record, lists),
    generations: state.generations + 1,
    generating: false,
  }),
  draftAccepted: (state, record, lists) => {
    const text = state.draft && draftOf(state.draft, record.draftId, lists)?.text;
    return {
      ...folded(state, draft => accepted(draft, record, lists)),
      ...handedOver(state, record),
      ...(text !== undefined && { saying: { genseq: state.genseq, text }, messageCount: state.messageCount + 1 }),
      interruption: null,
    };
  },
  draftsSeen: (state, record, lists) => folded(state, draft => seen(draft, record, lists)),
  exchangesPruned: (state, record, lists) => ({
    ...folded(state, draft => pruned(draft, record, lists)),
    ...handedOver(state, record),
  }),
};

/** The mind is not asked to go on any more. */
export function draftAtRest(state: DialogState): Partial<DialogState> {
  return folded(state, atRest);
}

/** A quiet step is no step of a circle where quiet steps come to an end anyway (SPEC 15.10). */
function endsByItself(draft: DraftState, step: DraftStep): boolean {
  return isQuiet(draft, step) && pausesForQuiet(draft);
}

function traceOfStep({ draft, thoughts, note, output }: DraftStep): Trace {
  const said = [draft?.text, ...thoughts.map(({ text }) => text), note, output].filter(text => text !== undefined);
  return traceOf([], said.join('\n'));
}

function folded({ draft }: DialogState, fold: (draft: DraftState) => DraftState): Partial<DialogState> {
  return draft ? { draft: fold(draft) } : {};
}
