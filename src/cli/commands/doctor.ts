// `doctor`: lists the problems of an rtws; --repair fixes those that can be derived from the records.
import { isNote } from '../../core/facts/health.ts';
import type { HealthProblem } from '../../runtime.ts';
import { sayFinding, sayHealthKind } from '../../words/say.ts';
import type { Command, CommandCall } from '../command.ts';
import { exitCodes } from '../exit-code.ts';
import { refused, withRuntime } from '../open.ts';
import { alignColumns } from '../print/columns.ts';
import { tellWithheld } from '../trust.ts';

/** As `--json` prints it. */
type ToldProblem = Pick<HealthProblem, 'kind' | 'path' | 'repaired'> & { readonly message: string };

export const doctor: Command = {
  name: 'doctor',
  usage: '[--repair]',
  args: [],
  options: { repair: { type: 'boolean' } },
  // Opened for reading: opening to drive would repair what must be reported.
  run: call =>
    withRuntime(call, 'read', async runtime => {
      const outcome = await runtime.doctor({ repair: call.flags.isSet('repair') });
      if (!outcome.ok) return refused(call, outcome);
      const { ok, problems } = outcome.report;
      const told = problems.map(({ kind, path, repaired, ...found }) => {
        return { kind, path, id: found.finding.id, message: sayFinding(found, call.output.language), repaired };
      });
      call.output.json({ ok, problems: told });
      printProblems(call, told);
      tellWithheld(call);
      if (problems.length === 0) call.output.note(call.output.words.nothingWrong);
      return ok ? exitCodes.ok : exitCodes.failed;
    }),
};

function printProblems({ output }: CommandCall, problems: readonly ToldProblem[]): void {
  const { yes, no, note } = output.words.repaired;
  const marks = alignColumns(problems.map(({ repaired, kind }) => (isNote(kind) ? note : repaired ? yes : no)));
  const kinds = alignColumns(problems.map(({ kind }) => sayHealthKind(kind, output.language)));
  for (const [at, { path, message }] of problems.entries())
    output.line(`${marks[at]}  ${kinds[at]}  ${path}: ${message}`);
}
