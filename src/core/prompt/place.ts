// A dialog's place in its tree, for its system prompt (SPEC 12.2).
import type { AgentId, CallId } from '../base/ids.ts';

/** A root, or a subdialog with who tellasked it and the dialogs from the root down to its supdialog. */
export type PlaceInTree =
  | { readonly kind: 'root' }
  | {
      readonly kind: 'sub';
      /** Absent when the last assignment is answered: no caller waits. */
      readonly tellasker?: AgentId;
      readonly path: readonly AgentId[];
      /** The root of the place of its own that it works in (SPEC 27). */
      readonly own?: string;
    };

/** A question for the human that is pending in a dialog below this one. */
export interface QuestionBelow {
  readonly agentId: AgentId;
  readonly headline: string;
}

/** A registered subdialog of the root. */
export interface RegisteredSubdialog {
  readonly agentId: AgentId;
  readonly session: string;
}

/**
 * A call that this dialog made and that is not answered: the id is what `tell_subdialog` and `dismiss_subdialog` take
 * (SPEC 1.7, 19.2).
 */
export interface CallBelow {
  readonly callId: CallId;
  readonly agentId: AgentId;
  readonly headline: string;
  /** When it was made (ISO). */
  readonly since: string;
  /** Notes for the callees; `by` is absent for the caller's own notes. */
  readonly told?: readonly { readonly content: string; readonly by?: 'person' }[];
}
