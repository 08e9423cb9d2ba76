// Finds what a command changed, by the files before and after it (SPEC 25.1).
import type { ToolAnswer } from '../tool.ts';
import type { WorkTree } from './work-tree.ts';

/** A command to run in a workspace. Its changes count even if `signal` stops it. */
export interface ObservedRun {
  /** The folder of the workspace. */
  readonly rtws: string;
  readonly signal: AbortSignal;
  readonly run: () => Promise<ToolAnswer>;
}

/** Runs a command and adds the changes that it made. */
export async function observed(workTree: WorkTree, { rtws, signal, run }: ObservedRun): Promise<ToolAnswer> {
  const before = await workTree.look(rtws, signal);
  const answer = await run();
  const after = before && (await workTree.look(rtws));
  if (!before || !after) return signal.aborted && !before ? answer : { ...answer, byCommand: { untold: 'all' } };
  const { changed, untold } = await workTree.changesBetween(before, after);
  if (changed.length === 0) return answer;
  return { ...answer, changed, byCommand: untold > 0 ? { untold: 'some' } : {} };
}
