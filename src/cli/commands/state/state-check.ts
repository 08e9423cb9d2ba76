// `state check`: lists the problems of a domain file. With --json one document, `{ok, file, name, flows, problems:
// [{file, line, column, severity, id, reason, remedy}]}`; `ok` means no error.

import { sayFault } from '../../../words/say.ts';
import type { CommandCall } from '../../command.ts';
import { type ExitCode, exitCodes } from '../../exit-code.ts';
import { absent, namedDomainFile } from './state-domain.ts';

/** Checks one file; exit code 1 when it has an error. Problems are on stderr, too. */
export async function checkDomain(call: CommandCall, file: string): Promise<ExitCode> {
  const { output } = call;
  const read = namedDomainFile(call, file);
  if (read === undefined) {
    output.error(absent(output, file));
    return exitCodes.failed;
  }
  const { domain, problems } = read;
  for (const problem of problems) output.warning(problem);
  output.json({
    ok: domain !== undefined,
    file,
    name: domain?.name ?? null,
    flows: domain?.flows.length ?? null,
    problems: problems.map(({ fault, ...problem }) => {
      const { message, remedy } = sayFault(fault, output.language);
      return { ...problem, id: fault.id, remedy, reason: message };
    }),
  });
  if (domain !== undefined) output.line(output.words.belief.sound(file, domain.name, domain.flows.length));
  else output.line(output.words.belief.notUsable(file));
  return domain !== undefined ? exitCodes.ok : exitCodes.failed;
}
