// A piece of work that a real model is given, and how to tell that it was done (SPEC 23.13).
import type { CourseRecord } from '../../src/core/dialog/record.ts';
import type { WorkspaceFiles } from '../support/temp-workspace.ts';

/** One scenario. */
export interface Scenario {
  readonly name: string;
  readonly files: WorkspaceFiles;
  readonly text: string;
  /** Name of a domain of dialogue state. */
  readonly domain?: string;
  readonly mode?: 'draft';
  /** What the person says to each question, in order; the last answer again to further ones. */
  readonly answers?: readonly string[];
  /** What the person says once all is quiet, in order. */
  readonly next?: readonly string[];
  reached(after: Reached): boolean;
}

/** What there is when nothing can go on. */
export interface Reached {
  readonly state: string;
  readonly response: string;
  /** Of all dialogs of the tree, in order. */
  readonly records: readonly CourseRecord[];
  /** The text of a file of the workspace; '' for none. */
  file(path: string): string;
}

/** True if a member called a tool and it succeeded. */
export function used({ records }: Reached, tool: string): boolean {
  return records.some(
    record =>
      record.kind === 'toolCalled' &&
      record.name === tool &&
      records.some(each => each.kind === 'toolReturned' && each.callId === record.callId && each.ok),
  );
}

/** Calls of one kind that were answered. */
export function answered({ records }: Reached, callKind: 'A' | 'B' | 'C'): number {
  const made = records.filter(record => record.kind === 'tellaskMade' && record.callKind === callKind);
  return made.filter(call =>
    records.some(
      each => each.kind === 'responseSupplied' && 'callId' in call && each.callId === call.callId && each.ok,
    ),
  ).length;
}
