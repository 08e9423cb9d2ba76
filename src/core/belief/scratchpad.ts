// What flows found out, kept for those that come after (SPEC 16.10).
import { limits } from './domain/domain.ts';
import type { BeliefState, Flow } from './state.ts';

/** Adds a finding at a flow's end; the oldest is dropped when there are too many. An empty text adds nothing. */
export function withFinding(state: BeliefState, flow: Pick<Flow, 'flowId' | 'flow'>, text: string): BeliefState {
  if (text.trim() === '') return state;
  const finding = { flowId: flow.flowId, flow: flow.flow, turn: state.turn, text: text.trim() };
  return { ...state, scratchpad: [...state.scratchpad, finding].slice(-limits.findings) };
}
