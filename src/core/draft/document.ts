// The state of a draft dialogue as programs read it (SPEC 15.1, 15.12).
import { type DraftState, numberedDrafts } from './state.ts';

/** Exactly the keys of the contract; drafts newest first, with their numbers. */
export function draftDocument(state: DraftState) {
  return {
    awaiting: state.awaiting,
    iteration: state.iteration,
    drafts: numberedDrafts(state).map(({ n, id, iter, time, text, seen, note }) => ({
      n,
      id,
      iter,
      time,
      text,
      seen,
      ...(note !== undefined && { note }),
    })),
    history: state.history.map(({ role, iter, time, text }) => ({ role, iter, time, text })),
  };
}
