// `evidence`: the acceptance lines of a root and what the runtime found of them (SPEC 26.4).
import { rootRef } from '../../core/base/ids.ts';
import { countOf, type EvidenceLine } from '../../core/evidence/evidence.ts';
import { argument, type Command } from '../command.ts';
import { exitCodes } from '../exit-code.ts';
import { refused, withRoot } from '../open.ts';

export const evidence: Command = {
  name: 'evidence',
  usage: '<root> [--run]',
  args: ['root'],
  options: { run: { type: 'boolean' } },
  run: call => {
    const runs = call.flags.isSet('run');
    return withRoot(call, { mode: runs ? 'drive' : 'read', name: argument(call, 0) }, async (runtime, rootId) => {
      const found = runs
        ? await runtime.perform({ kind: 'gatherEvidence', dialog: rootRef(rootId) })
        : await runtime.evidence(rootId);
      if (!found.ok) return refused(call, found);
      const { state, lines } = found.evidence;
      const { output } = call;
      const { words } = output;
      output.json({ state, lines });
      for (const line of lines) {
        output.line(`${markOf(line)} ${line.line}  ${words.lineIs(line)}`);
        if (line.outcome !== 'passed' && line.output)
          output.text(`${line.output.trimEnd().replaceAll(/^/gm, '    ')}\n`);
      }
      output.note(words.evidenceIs(countOf(found.evidence)));
      return exitCodes.ok;
    });
  },
};

function markOf({ state, kind }: EvidenceLine): string {
  if (kind === 'goal') return '-';
  return { verified: '✓', failed: '✗', stale: '~', open: '·' }[state];
}
