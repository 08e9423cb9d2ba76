// How asides and words between a caller and its callees change a state (SPEC 19). Pure.
import { type Lists, withoutId } from '../../base/fold-lists.ts';
import type { Fact, RecordOf } from '../record.ts';
import type { SaidTellask } from '../record-parts.ts';
import type { DialogState, OpenCall } from '../state.ts';
import { currentAside } from '../state.ts';
import { handedOver } from './fold-parts.ts';
import { endAside, foldWordToCallee, hearCaller, openAside, replaceCall, spoken, withOpenCall } from './frames.ts';

type AsideKind = Extract<
  Fact['kind'],
  'asideOpened' | 'asideEnded' | 'asideCleared' | 'calleeTold' | 'wasTold' | 'reassignRequested'
>;

/** The change that each kind of fact makes. */
export const asideChanges: {
  readonly [K in AsideKind]: (state: DialogState, record: RecordOf<K>, lists: Lists) => Partial<DialogState>;
} = {
  asideOpened: (state, { asideId, because, at }, lists) => openAside(state, { asideId, because, since: at }, lists),
  asideEnded: (state, { asideId }, lists) => endAside(state, asideId, lists),
  asideCleared: (state, { asideId }, lists) =>
    currentAside(state)?.asideId === asideId
      ? { ...spoken(state, lists), toolCalls: [], tellasks: [], closing: null, questions: [] }
      : {},
  calleeTold: (state, { callId, content, by, ...told }, lists) => ({
    ...foldWordToCallee(state, callId, { content, ...(by && { by }) }, lists),
    ...handedOver(state, told),
  }),
  wasTold: (state, { callId }, lists) => hearCaller(state, callId, lists),
  reassignRequested: (state, { callId }, lists) => ({ reassign: lists.added(state.reassign ?? [], callId) }),
};

/** A new call waits in the frame in work, or in the place of the open call that it takes over. */
export function callMade(
  state: DialogState,
  record: RecordOf<'tellaskMade'>,
  tellask: SaidTellask,
  lists: Lists,
): Partial<DialogState> {
  const call = openCallOf(record, tellask);
  const { instead } = record;
  const exchanged = instead === undefined ? undefined : replaceCall(state, instead, call, lists);
  if (instead !== undefined && exchanged)
    return { ...exchanged, reassign: withoutId(lists, state.reassign ?? [], callId => callId, instead) };
  return withOpenCall(state, call, lists);
}

function openCallOf(record: RecordOf<'tellaskMade'>, tellask: SaidTellask): OpenCall {
  const { callId, callKind, targets, agentId, at } = record;
  const session = tellask.valid ? tellask.session : undefined;
  const freshSelf = tellask.valid && tellask.mention === 'self' && callKind === 'C';
  const { headline, body } = tellask;
  return {
    callId,
    callKind,
    targets,
    agentId,
    headline,
    body,
    since: at,
    ...(session !== undefined && { session }),
    ...(freshSelf && { freshSelf }),
  };
}
