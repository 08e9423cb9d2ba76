// Facts about work as records and states hold them (SPEC 23.7), as the checks that a stored line passes.

import type { AgentId } from '../base/ids.ts';
import { list, maybe, number, object, type Passing, text, textOf, typed, yes } from '../base/shape.ts';
import { evidenceCount } from '../evidence/evidence.ts';
import { untoldChanges } from './file-changes.ts';
import { offered } from './workplace.ts';

const lines = { added: maybe(number), removed: maybe(number) };
const toolCounts = object({
  read: maybe(number),
  edit: maybe(number),
  command: maybe(number),
  other: maybe(number),
  failed: maybe(number),
});
const lastCommand = {
  command: text,
  /** Absent: it did not run to its end. */
  exitCode: maybe(number),
  /** A teammate ran it. */
  by: maybe(textOf<AgentId>()),
};

/** Calls of tools by kind; `failed`: those that did nothing but fail. */
export type ToolCounts = Passing<typeof toolCounts>;

/** Facts as they stand under an answer or an end. */
export const workFacts = object({
  tools: maybe(toolCounts),
  /** Answers of teammates. */
  answers: maybe(number),
  /** The newest `files` of all that are known; `added` and `removed` are lines of all. `untold`: more changed. */
  changed: maybe(
    object({
      count: number,
      added: number,
      removed: number,
      untold: maybe(untoldChanges),
      files: list(object({ path: text, ...lines, hunks: maybe(number) })),
    }),
  ),
  command: maybe(object(lastCommand)),
  /** Members at work on calls that are open. */
  open: maybe(list(text)),
  /** Lines of goals and acceptance that are not ticked. */
  goals: maybe(list(text)),
  /** Of an end: how the acceptance lines stood then (SPEC 26.4). */
  evidence: maybe(evidenceCount),
  /** `changed` is in a place of its own, and waits to be taken (SPEC 27.2). */
  offered: maybe(offered),
});
export type WorkFacts = Passing<typeof workFacts>;

const workFile = object({
  path: text,
  /** Hashes of the contents before and now, cut; absent: no file. */
  first: maybe(text),
  last: maybe(text),
  /** In a place of its own: no file of the tree's workspace. */
  isOwn: yes,
  ...lines,
});
export type WorkFile = Passing<typeof workFile>;

/** Files as a person kept them: the hashes of their contents, cut, by path; '' for no file. */
export const keptFiles = typed<Readonly<Record<string, string>>>(
  value => typeof value === 'object' && value !== null && Object.values(value).every(text),
);
export type KeptFiles = Passing<typeof keptFiles>;

/** The running sum of a dialog: of a subdialog since its assignment, of a root since it began. */
export const workSum = object({
  /** Generations before it. */
  from: number,
  tools: maybe(toolCounts),
  answers: maybe(number),
  files: maybe(list(workFile)),
  /** More than `files` changed. */
  untold: maybe(untoldChanges),
  /** Files changed in earlier assignments. */
  earlier: maybe(list(workFile)),
  earlierUntold: maybe(untoldChanges),
  /** `isTold`: the member was told that it failed. */
  command: maybe(object({ ...lastCommand, isTold: yes })),
});
export type Work = Passing<typeof workSum>;
