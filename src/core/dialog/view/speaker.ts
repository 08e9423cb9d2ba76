// The speaker of a dialog's tellasks, for their routing (SPEC 3).
import type { Speaker } from '../../tellask/route.ts';
import type { DialogState } from '../state.ts';

/** Who tellasks: a subdialog answers to the caller of its current assignment, or of the last one it answered. */
export function speakerOf(state: Pick<DialogState, 'identity' | 'caller'>): Speaker {
  const { agentId, dialect, kind } = state.identity;
  return { agentId, dialect, ...(kind === 'sub' && state.caller && { caller: state.caller }) };
}
