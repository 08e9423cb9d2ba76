// How places of their own, and the work that is done in them, change a state (SPEC 27). Pure.
import { callIdOf, type Lists, withId, withoutId } from '../../base/fold-lists.ts';
import type { Fact, RecordOf } from '../record.ts';
import type { DialogState, OpenCall } from '../state.ts';
import type { Offer } from '../workplace.ts';
import { awaitedPlace, spoken, withOpenCall } from './frames.ts';

type WorkKind = Extract<
  Fact['kind'],
  'workplaceMade' | 'workplaceEnded' | 'workDecided' | 'mergeBegan' | 'workSettled' | 'workSentBack'
>;

/** The change that each kind of fact makes. */
export const workChanges: {
  readonly [K in WorkKind]: (state: DialogState, record: RecordOf<K>, lists: Lists) => Partial<DialogState>;
} = {
  workplaceMade: (state, { place, note }, lists) => ({
    ...(note !== undefined && spoken(state, lists)),
    workplace: place,
    workLeft: undefined,
  }),
  workplaceEnded: (_, { note }) => ({ workplace: undefined, workLeft: note }),
  workDecided: ({ offers = [] }, { callId, decision }, lists) => ({
    offers: withId(lists, offers, callIdOf, callId, each => ({ ...each, decision })),
  }),
  mergeBegan: () => ({}),
  workSettled: (state, { callId, outcome, note, isPart }, lists) => ({
    ...spoken(state, lists),
    offers:
      isPart || outcome === 'failed' || outcome === 'shown'
        ? withId(lists, state.offers ?? [], callIdOf, callId, ({ decision: _, trouble, ...rest }): Offer => {
            const said = outcome === 'shown' ? trouble : note;
            return { ...rest, ...(said !== undefined && { trouble: said }), ...(isPart && { isPart }) };
          })
        : withoutId(lists, state.offers ?? [], callIdOf, callId),
  }),
  workSentBack(state, { callId, again, because, headline, body, at }, lists) {
    const { offers = [] } = state;
    const sent = offers[lists.find(offers, callIdOf, callId)];
    if (!sent) return {};
    const { from, agentId, session, again: before } = sent;
    const round = (before?.round ?? 1) + 1;
    const call: OpenCall = {
      callId: again,
      callKind: session === undefined ? 'C' : 'B',
      targets: [from],
      agentId,
      headline,
      body,
      since: at,
      again: { headline: sent.headline, round, ...(because === 'words' && { said: body }) },
      ...(session !== undefined && { session }),
    };
    return {
      ...withOpenCall(state, call, lists),
      messageCount: state.messageCount + 1,
      offers: withoutId(lists, offers, callIdOf, callId),
    };
  },
};

/** Work came with an answer; it takes the place of what the same dialog offered before. */
export function withOffer(
  state: DialogState,
  record: RecordOf<'responseSupplied'>,
  lists: Lists,
): Partial<DialogState> {
  const { callId, from, agentId, facts } = record;
  const { asks } = facts?.offered ?? {};
  const place = facts?.offered && awaitedPlace(state, record, lists);
  if (!place) return {};
  const { session, headline, again } = place.call;
  const offer: Offer = {
    callId,
    from,
    agentId,
    headline: again?.headline ?? headline,
    ...(again && { again }),
    ...(session !== undefined && { session }),
    ...(asks && { asks }),
  };
  return { offers: [...(state.offers ?? []).filter(each => each.from !== from), offer] };
}
