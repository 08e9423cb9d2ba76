// Places of their own, in which members write (SPEC 27): where a dialog works, and the work that waits for its caller,
// as the checks that a stored line passes. Pure.

import type { AgentId, CallId, DialogId } from '../base/ids.ts';
import { list, maybe, number, object, type Passing, someOf, text, textOf, yes } from '../base/shape.ts';

/** A copy of the folder that the caller works in, made for one dialog. All paths are absolute. */
export const workplace = object({
  /** What the dialog takes for its workspace. */
  root: text,
  /** What it was made from. */
  from: text,
  /** Holds the copy, and what was copied. */
  folder: text,
  kind: someOf('git', 'copy'),
  /** Of a Git work tree. */
  branch: maybe(text),
});
export type Workplace = Passing<typeof workplace>;

/** Changes that are in a place of its own. `asks`: the person decides what becomes of them, else the caller. */
export const offered = object({ callId: textOf<CallId>(), asks: yes });
export type Offered = Passing<typeof offered>;

/** Work as it is put to the person. */
export const shownWork = object({
  /** Another one stands for other changes. */
  mark: text,
  /** The files; `hunks`: how many parts can be taken by number, where there are several. */
  files: list(object({ path: text, added: maybe(number), removed: maybe(number), hunks: maybe(number) })),
});
export type ShownWork = Passing<typeof shownWork>;

/** What becomes of work: it is taken, sent back to its author, or dropped; `show`: its caller wants to see it first. */
export const workDecision = object({
  what: someOf('take', 'back', 'drop', 'show'),
  /** Of a part that is taken: files, folders, and hunks as in `a.ts:1,3`; absent: all. */
  paths: maybe(list(text)),
  /** The work as the person saw it; any other is shown anew first. */
  mark: maybe(text),
  /** For the author, when it is sent back. */
  words: maybe(text),
});
export type WorkDecision = Passing<typeof workDecision>;

/** Of a call that sends work back: what was asked first, for which time it is done now, and what the person said. */
export const sentAgain = object({ headline: text, round: number, said: maybe(text) });
export type SentAgain = Passing<typeof sentAgain>;

/** Work of a callee that its caller has not taken or dropped. */
export const offer = object({
  callId: textOf<CallId>(),
  from: textOf<DialogId>(),
  agentId: textOf<AgentId>(),
  session: maybe(text),
  headline: text,
  /** The person decides. */
  asks: yes,
  /** Of work that was sent back. */
  again: maybe(sentAgain),
  decision: maybe(workDecision),
  /** What came of the last decision: what was taken of it, or why nothing could be. */
  trouble: maybe(text),
  /** Something of it was taken. */
  isPart: yes,
});
export type Offer = Passing<typeof offer>;

/** One file of a merge: hashes of what is there and of what will be there; absent: no file. */
export const mergedFile = object({ path: text, before: maybe(text), after: maybe(text) });
export type MergedFile = Passing<typeof mergedFile>;
