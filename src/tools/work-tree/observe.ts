// Finds what a command or a tool of others changed, by the files before and after it (SPEC 25.1).
import type { ToolAnswer } from '../tool.ts';
import type { TreeLook, WorkTree } from './work-tree.ts';

/** Work in a workspace that may change files. */
export interface WatchedWork {
  /** The folder of the workspace. */
  readonly rtws: string;
  /** Ends the look at the files before. */
  readonly signal: AbortSignal;
  readonly byCommand?: true;
}

/** Its changes, as the answer of a call carries them. */
export type WatchFindings = Pick<ToolAnswer, 'changed' | 'found'>;

/** Knows the files of a workspace as they were. */
export interface Watch {
  /** The changes since the watch began, or since it was asked last. Never rejects. */
  findings(): Promise<WatchFindings>;
  /** The work is over: work that begins later did not run beside it. */
  end(): void;
}

/** Runs a command or tool and adds the changes that it made, also when it was stopped. */
export async function observed<Answer extends Pick<ToolAnswer, 'ok' | 'facts' | 'changed' | 'found'>>(
  workTree: WorkTree,
  { run, ...watched }: WatchedWork & { readonly run: (watch: Watch) => Promise<Answer> },
): Promise<Answer> {
  const watch = await watchFiles(workTree, watched);
  let runsOn = false;
  try {
    const answer = await run(watch);
    runsOn = answer.facts?.some(({ kind }) => kind === 'processStarted') ?? false;
    return { ...answer, ...(await watch.findings()) };
  } finally {
    if (!runsOn) watch.end();
  }
}

/** Watches a workspace from now on. */
export async function watchFiles(workTree: WorkTree, { rtws, signal, byCommand }: WatchedWork): Promise<Watch> {
  const run = beginBeside(workTree, rtws);
  const made = () => ({ ...(byCommand && { byCommand }), ...(run.isBeside && { unsure: 'beside' as const }) });
  let last: TreeLook | undefined = await workTree.look(rtws, signal);
  const neverRan = signal.aborted && !last;
  const next = async (): Promise<WatchFindings> => {
    if (neverRan) return {};
    const [before, after] = [last, await workTree.look(rtws)];
    last = after;
    if (!before || !after) return { found: { ...made(), untold: 'all' } };
    const { changed, untold } = await workTree.changesBetween(before, after);
    if (changed.length === 0) return {};
    return { changed, found: { ...made(), ...(untold > 0 && { untold: 'some' }) } };
  };
  let turn: Promise<WatchFindings> = Promise.resolve({});
  return {
    findings() {
      turn = turn.then(next);
      return turn;
    },
    end: run.end,
  };
}

interface Run {
  /** Others ran in the same folder at some time, so that the maker of a change cannot be told. */
  isBeside: boolean;
  readonly end: () => void;
}

const runs = new WeakMap<WorkTree, Map<string, Set<Run>>>();

function beginBeside(workTree: WorkTree, folder: string): Run {
  const byFolder = runs.get(workTree) ?? new Map<string, Set<Run>>();
  runs.set(workTree, byFolder);
  const all = byFolder.get(folder) ?? new Set();
  byFolder.set(folder, all);
  const run: Run = { isBeside: false, end: () => void all.delete(run) };
  all.add(run);
  if (all.size > 1) for (const each of all) each.isBeside = true;
  return run;
}
