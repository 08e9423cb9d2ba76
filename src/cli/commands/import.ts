// `import`: rules that a person already has for other tools, into `.minds/`. With --json one document, `{files: [{path,
// isNew, sources}], members, notes: [{source, kind, …}], written: [path]}`; with --dry-run `written` is empty.
import type { ImportOrigin, ImportPlan } from '../../runtime.ts';
import { importOrigins, planRuleImport, writePlanned } from '../../runtime.ts';
import { sayImportNote } from '../../words/say.ts';
import type { Command, CommandCall } from '../command.ts';
import { type ExitCode, exitCodes } from '../exit-code.ts';
import { refused, wrongUsage } from '../open.ts';
import { told } from '../print/output.ts';

export const importCommand: Command = {
  name: 'import',
  usage: `[--from ${importOrigins.join(',')}] [--dry-run]`,
  args: [],
  options: { from: { type: 'string' }, 'dry-run': { type: 'boolean' } },
  values: { '--from': importOrigins },
  run: async call => {
    const named = call.flags
      .text('from')
      ?.split(',')
      .map(name => name.trim());
    const unknown = named?.find(name => !isOrigin(name));
    if (unknown !== undefined) return wrongUsage(call, { id: 'unknown-origin', given: unknown });
    const planned = planRuleImport({ rtws: call.rtws, ...(named && { origins: named.filter(isOrigin) }) });
    if (!planned.ok) return refused(call, planned);
    return carryOut(call, planned.plan);
  },
};

function carryOut(call: CommandCall, plan: ImportPlan): ExitCode {
  const { output, flags } = call;
  const isDry = flags.isSet('dry-run');
  const outcome = isDry ? ({ ok: true, written: [], changedSince: [] } as const) : writePlanned(call.rtws, plan.files);
  if (!outcome.ok) return refused(call, outcome);
  const { written, changedSince } = outcome;
  const files = plan.files.map(({ path, before, sources }) => ({ path, isNew: before === undefined, sources }));
  output.json({ files, members: plan.members, notes: plan.notes, written });
  for (const { path, isNew, sources } of files) {
    if (isDry || written.includes(path))
      output.line(`${output.words.imported(isDry, isNew)}  ${path}  (${sources.join(', ')})`);
  }
  for (const note of plan.notes) output.note(sayImportNote(note, output.language));
  for (const path of changedSince) output.warn(told(output.words.changedMeanwhile(path)));
  if (plan.isEmpty) output.note(output.words.noRules);
  return exitCodes.ok;
}

function isOrigin(name: string): name is ImportOrigin {
  return (importOrigins as readonly string[]).includes(name);
}
