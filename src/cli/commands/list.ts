// `list`: the root dialogs, newest first; reads no course.

import type { Status } from '../../core/dialog/state.ts';
import type { DisplayState } from '../../core/dialog/view/display-state.ts';
import type { RootSummary } from '../../core/dialog/view/projection.ts';
import type { Runtime } from '../../runtime.ts';
import type { Command, CommandCall } from '../command.ts';
import { exitCodes } from '../exit-code.ts';
import { withRuntime, wrongUsage } from '../open.ts';
import { alignColumns } from '../print/columns.ts';
import { shorten } from '../print/output.ts';
import { rootJson } from '../print/shapes.ts';
import { stateText, unservedText } from '../print/state-text.ts';

export const list: Command = {
  name: 'list',
  usage: '[--status running|completed|archived]',
  args: [],
  options: { status: { type: 'string' } },
  values: { '--status': ['running', 'completed', 'archived'] },
  async run(call) {
    const status = call.flags.text('status');
    if (status !== undefined && !isStatus(status)) {
      return wrongUsage(call, {
        id: 'one-of',
        what: '--status',
        options: ['running', 'completed', 'archived'],
        given: status,
      });
    }
    return withRuntime(call, 'read', async runtime => {
      await runtime.compared();
      const roots = [...runtime.listRoots(status === undefined ? {} : { status })].sort(newestFirst);
      call.output.json(roots.map(rootJson));
      if (roots.length === 0) call.output.note(noneText(call.output.words, status));
      printTable(call, runtime, roots);
      const left = roots.filter(isLeft).length;
      if (left > 0 && runtime.drivenBy() === 'nobody') call.output.note(call.output.words.nobodyRuns(left));
      return exitCodes.ok;
    });
  },
};

function isStatus(text: string): text is Status {
  return text === 'running' || text === 'completed' || text === 'archived';
}

function isLeft({ pause }: RootSummary): boolean {
  return pause?.kind === 'left';
}

/** Where a root waits for its subdialogs, an interrupted one keeps it waiting until the person goes on with it. */
function statesOf({ state, interrupted }: RootSummary): readonly DisplayState[] {
  return interrupted && state === 'awaiting-subdialogs' ? [state, 'interrupted'] : [state];
}

/** An empty list of one status says nothing about the others. */
function noneText(words: CommandCall['output']['words'], status: Status | undefined): string {
  return status === undefined ? words.noDialogs : words.noDialogsOf(status);
}

/** Ids sort by creation time (SPEC 1.3). */
function newestFirst(a: RootSummary, b: RootSummary): number {
  return a.rootId < b.rootId ? 1 : -1;
}

function printTable({ output }: CommandCall, runtime: Runtime, roots: readonly RootSummary[]): void {
  const ids = alignColumns(roots.map(({ rootId }) => rootId));
  const agents = alignColumns(roots.map(({ agentId }) => agentId));
  const states = alignColumns(
    roots.map(root => unservedText(output, runtime, root) ?? stateText(output, statesOf(root), root.pause)),
  );
  for (const [at, { lastModified, questions, headline }] of roots.entries()) {
    const columns = [
      ids[at],
      states[at],
      agents[at],
      output.paint('dim', lastModified.slice(0, 16).replace('T', ' ')),
      ...(questions > 0 ? [output.paint('yellow', `?${questions}`)] : []),
      shorten(headline, 60),
    ];
    output.line(columns.join('  ').trimEnd());
  }
}
