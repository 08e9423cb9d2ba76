// `list`: the root dialogs, newest first; reads no course.
import type { RootSummary } from '../../core/dialog/projection.ts';
import type { Status } from '../../core/dialog/state.ts';
import type { Command, CommandCall } from '../command.ts';
import { exitCodes } from '../exit-code.ts';
import { withRuntime, wrongUsage } from '../open.ts';
import { shorten } from '../output.ts';
import { rootJson } from '../shapes.ts';
import { stateText } from '../state-text.ts';

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
      const roots = [...runtime.listRoots(status === undefined ? {} : { status })].sort(newestFirst);
      call.output.json(roots.map(rootJson));
      printTable(call, roots);
      return exitCodes.ok;
    });
  },
};

function isStatus(text: string): text is Status {
  return text === 'running' || text === 'completed' || text === 'archived';
}

/** Ids sort by creation time (SPEC 1.3). */
function newestFirst(a: RootSummary, b: RootSummary): number {
  return a.rootId < b.rootId ? 1 : -1;
}

function printTable({ output }: CommandCall, roots: readonly RootSummary[]): void {
  if (roots.length === 0) output.note(output.words.noDialogs);
  const idWidth = widest(roots.map(({ rootId }) => rootId));
  const agentWidth = widest(roots.map(({ agentId }) => agentId));
  const states = roots.map(({ state, pause }) => stateText(output, [state], pause));
  const stateWidth = widest(states);
  for (const [at, { rootId, agentId, lastModified, questions, headline }] of roots.entries()) {
    const columns = [
      rootId.padEnd(idWidth),
      (states[at] ?? '').padEnd(stateWidth),
      agentId.padEnd(agentWidth),
      output.paint('dim', lastModified.slice(0, 16).replace('T', ' ')),
      ...(questions > 0 ? [output.paint('yellow', `?${questions}`)] : []),
      shorten(headline, 60),
    ];
    output.line(columns.join('  ').trimEnd());
  }
}

function widest(texts: readonly string[]): number {
  return texts.reduce((width, text) => Math.max(width, text.length), 0);
}
