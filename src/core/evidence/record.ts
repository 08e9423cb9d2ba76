// Records of evidence (SPEC 26.2). The runtime alone makes them. Pure.
import type { AgentId, CallId, DialogId } from '../base/ids.ts';
import { list, maybe, object, type Passing, someOf, text, textOf, yes } from '../base/shape.ts';

/** `unclear`: the one who was asked said neither yes nor no. `denied`: the command was not permitted to run. */
export type EvidenceOutcome = 'passed' | 'failed' | 'unclear' | 'denied';

/** A file that checks depend on, as it was when the person accepted its change; without `last` it was deleted. */
export const acceptedFile = object({ path: text, last: maybe(text) });
export type AcceptedFile = Passing<typeof acceptedFile>;

export const evidenceFacts = {
  /** In the root: the lines that can be checked, as they were found after somebody changed them. */
  acceptanceSeen: {
    lines: list(text),
    /** Who changed them: a member, by a tool, or the person. */
    by: someOf('person', 'member'),
    /** The person accepts what members dropped from the list until now. */
    agreed: yes,
    /** Changed files of checks that the person accepts as they are now. */
    files: maybe(list(acceptedFile)),
  },
  /** In the root: what a check of one line brought. */
  evidenceGathered: {
    line: text,
    outcome: textOf<EvidenceOutcome>(),
    /** What the check printed or answered, cut. */
    output: text,
    /** What the files were; absent: cannot be told. */
    tree: maybe(text),
  },
  /** In the root: a member is asked to review a line, in a subdialog of its own. */
  reviewAsked: {
    callId: textOf<CallId>(),
    line: text,
    target: textOf<DialogId>(),
    agentId: textOf<AgentId>(),
    headline: text,
    body: text,
    tree: maybe(text),
  },
  /** In the root: `mark_done` waits for the reviews or the answer that it asks for in the records that follow. */
  doneWaits: {
    callId: textOf<CallId>(),
    /** Lines that the question puts to the person. */
    lines: list(text),
    /** Files of checks that members changed; the question names them. */
    files: maybe(list(acceptedFile)),
    /** Lines that members dropped; the question names them. */
    dropped: maybe(list(text)),
    tree: maybe(text),
  },
};
