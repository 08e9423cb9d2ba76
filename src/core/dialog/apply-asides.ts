// How asides and words between a caller and its callees change a state (SPEC 19). Pure.
import type { Lists } from './fold-lists.ts';
import { handedOver } from './fold-parts.ts';
import { endAside, hearCaller, inTopFrame, openAside, replaceCall, spoken, tellCallee } from './frames.ts';
import type { Fact, RecordOf } from './record.ts';
import type { SaidTellask } from './record-parts.ts';
import type { DialogState, OpenCall } from './state.ts';
import { currentAside, openCalls } from './state.ts';

type AsideKind = Extract<
  Fact['kind'],
  'asideOpened' | 'asideEnded' | 'asideCleared' | 'calleeTold' | 'wasTold' | 'reassignRequested'
>;

/** The change that each kind of fact makes. */
export const asideChanges: {
  readonly [K in AsideKind]: (state: DialogState, record: RecordOf<K>, lists: Lists) => Partial<DialogState>;
} = {
  asideOpened: (state, { asideId, because, at }, lists) => openAside(state, { asideId, because, since: at }, lists),
  asideEnded: (state, { asideId }) => endAside(state, asideId),
  asideCleared: (state, { asideId }) =>
    currentAside(state)?.asideId === asideId
      ? { ...spoken(state), toolCalls: [], tellasks: [], closing: null, questions: [] }
      : {},
  calleeTold: (state, { callId, content, by, ...told }) => ({
    ...tellCallee(state, callId, { content, ...(by && { by }) }),
    ...handedOver(state, told),
  }),
  wasTold: (state, { callId }) => hearCaller(state, callId),
  reassignRequested: (state, { callId }) => ({ reassign: [...(state.reassign ?? []), callId] }),
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
  if (instead === undefined || !openCalls(state).some(({ callId }) => callId === instead)) {
    return inTopFrame(state, frame => ({ ...frame, pending: lists.added(frame.pending, call) }), lists);
  }
  const reassign = (state.reassign ?? []).filter(callId => callId !== instead);
  return { ...replaceCall(state, instead, call), reassign };
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
