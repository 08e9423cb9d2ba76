// How the facts of a draft dialogue change the state of its dialog; what they mean to the drafts is `core/draft/fold.ts`.
// In a dialog that is not in mode `draft` they change nothing.
import { accepted, atRest, messageSent, pruned, runAsked, seen, stepped } from '../draft/fold.ts';
import type { DraftFact } from '../draft/record.ts';
import type { DraftState } from '../draft/state.ts';
import { countGeneration, firstLine, remember } from './fold-parts.ts';
import type { RecordOf } from './record.ts';
import type { DialogState } from './state.ts';

type DraftChanges = {
  readonly [K in DraftFact['kind']]: (state: DialogState, record: RecordOf<K>) => Partial<DialogState>;
};

export const draftChanges: DraftChanges = {
  draftMessageSent: (state, record) => ({
    ...folded(state, draft => messageSent(draft, record, record.at)),
    msgIds: remember(state, record.msgId),
    messageCount: state.messageCount + 1,
    headline: state.headline || firstLine(record.content),
    interruption: null,
  }),
  draftRunAsked: (state, record) => ({ ...folded(state, draft => runAsked(draft, record)), interruption: null }),
  draftStepped: (state, record) => ({
    ...folded(state, draft => stepped(draft, record, record.at)),
    ...countGeneration(state, record),
    generations: state.generations + 1,
    generating: false,
  }),
  draftAccepted: (state, record) => {
    const text = state.draft?.drafts.find(({ id }) => id === record.draftId)?.text;
    return {
      ...folded(state, draft => accepted(draft, record)),
      ...(text !== undefined && { saying: { genseq: state.genseq, text }, messageCount: state.messageCount + 1 }),
      interruption: null,
    };
  },
  draftsSeen: (state, record) => folded(state, draft => seen(draft, record)),
  exchangesPruned: (state, record) => folded(state, draft => pruned(draft, record)),
};

/** The mind is not asked to go on any more. */
export function draftAtRest(state: DialogState): Partial<DialogState> {
  return folded(state, atRest);
}

function folded({ draft }: DialogState, fold: (draft: DraftState) => DraftState): Partial<DialogState> {
  return draft ? { draft: fold(draft) } : {};
}
