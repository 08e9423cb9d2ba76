// What the driver holds in memory, for a store whose records a command may remove or rewind; and what is told of it
// (SPEC 9.7).
import { formatRef, isRootRef, type RootId } from '../../core/base/ids.ts';
import type { CourseRecord } from '../../core/dialog/record.ts';
import type { FileFault } from '../../core/facts/file-faults.ts';
import type { FileProblem } from '../../core/team/team.ts';
import type { Driver } from '../../driver/driver.ts';
import type { Dialog, Tree } from '../../driver/driver-context.ts';
import type { HeldDialog, HeldDialogs, WroteBack } from '../../store/held-dialogs.ts';
import type { OpenStorage } from '../../store/storage.ts';
import { gitChangedAt } from './out-of-git.ts';

export interface HeldInMemoryOptions {
  readonly rtws: string;
  /** Absent until the storage is open. */
  readonly engine: () => { readonly driver: Driver; readonly open: OpenStorage } | undefined;
  readonly log: { error(message: string): void };
  /**
   * Compares the list with what is stored; `shrunk` is called for each root that has fewer records than its line said.
   */
  readonly compare: (shrunk: (rootId: RootId) => void) => void;
}

export interface HeldInMemory extends HeldDialogs {
  /** What was written back, and what is lost. */
  readonly problems: readonly FileProblem[];
}

/** Answers from the trees that are loaded. */
export function holdInMemory({ rtws, engine, log, compare }: HeldInMemoryOptions): HeldInMemory {
  const problems: FileProblem[] = [];
  const trees = () =>
    engine()
      ?.driver.loaded()
      .filter(tree => !tree.isLost) ?? [];
  const tell = (file: string, fault: FileFault) => {
    problems.push({ file, fault, severity: fault.id === 'records-lost' ? 'error' : 'warning' });
  };
  const tellLost = (by: string | null, dialog: string, what: 'all' | 'earlier' | 'newest') => {
    log.error(`records of ${dialog} (${what}) are lost by ${by ?? 'Git'}`);
    tell(`.dialogs/${dialog}`, { id: 'records-lost', by, what });
  };
  return {
    problems,
    of({ rootId, selfId }) {
      const dialog = engine()?.driver.loadedTree(rootId)?.dialogs.get(selfId);
      return dialog && !dialog.tree.isLost ? heldOf(dialog) : undefined;
    },
    all: () => trees().flatMap(tree => rootFirst(tree).map(heldOf)),
    takenBy: since => newestCommand(trees(), since) ?? (gitChangedAt(rtws) >= since ? null : undefined),
    wroteBack({ by, written, partly }: WroteBack) {
      const opened = engine();
      if (!opened) return;
      log.error(`${by ?? 'Git'} removed or rewound dialogs; written back: ${written.map(formatRef).join(', ')}`);
      if (written.length > 0) tell('.dialogs', { id: 'written-back', by, dialogs: written.length });
      for (const dialog of partly) tellLost(by, formatRef(dialog), 'earlier');
      const { roots, unlisted } = opened.open;
      const listed = [...roots.summaries.keys()];
      unlisted?.();
      for (const rootId of listed) if (!roots.summaries.has(rootId)) tellLost(by, rootId, 'all');
      for (const tree of trees()) writeAgain(tree);
      compare(rootId => tellLost(by, rootId, 'newest'));
    },
  };
}

function heldOf({ ref, state, records }: Dialog): HeldDialog {
  return { ...ref, course: state.course, records };
}

function rootFirst({ dialogs }: Tree): readonly Dialog[] {
  return [...dialogs.values()].sort((a, b) => Number(isRootRef(b.ref)) - Number(isRootRef(a.ref)));
}

/** What is kept beside the records, as far as memory has it. */
function writeAgain({ ctx, rootId, systems, dialogs }: Tree): void {
  for (const { name, parts } of systems.values()) if (name !== undefined) ctx.store.keepParts(rootId, parts);
  for (const dialog of dialogs.values()) ctx.markIndexesDirty(dialog);
}

/** The command line of the command that ended last since a time, or of one that runs. */
function newestCommand(trees: readonly Tree[], since: number): string | undefined {
  const ended: { readonly at: string; readonly command: string }[] = [];
  for (const { dialogs } of trees) {
    for (const { state, records } of dialogs.values()) {
      const [running] = state.processes ?? [];
      const open = state.toolCalls.find(({ started, args }) => started && commandIn(args) !== undefined);
      const command = (open && commandIn(open.args)) ?? running?.command;
      if (command !== undefined) return command;
      const last = lastCommand(records, since);
      if (last) ended.push(last);
    }
  }
  return ended.sort((a, b) => (a.at < b.at ? 1 : -1))[0]?.command;
}

function lastCommand(records: readonly CourseRecord[], since: number) {
  const recent = records.slice(records.findLastIndex(({ at }) => Date.parse(at) < since) + 1);
  for (const { kind, at, ...record } of recent.toReversed()) {
    if (kind !== 'toolReturned' || !('callId' in record)) continue;
    const called = records.findLast(each => each.kind === 'toolCalled' && each.callId === record.callId);
    const command = called?.kind === 'toolCalled' ? commandIn(called.args) : undefined;
    if (command !== undefined) return { at, command };
  }
  return undefined;
}

/** The command line in the arguments of a tool that runs one, a server's included. */
function commandIn(args: string): string | undefined {
  try {
    const { command } = JSON.parse(args) as { readonly command?: unknown };
    return typeof command === 'string' ? command : undefined;
  } catch {
    return undefined;
  }
}
