// `state check`: what is wrong in a domain file. With --json one document, `{ok, file, name, flows, problems: [{file, line,
// column, severity, reason, remedy}]}`; `ok` means no error.

import { sayFault } from '../../words/say.ts';
import type { CommandCall } from '../command.ts';
import { type ExitCode, exitCodes } from '../exit-code.ts';
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
  const count = domain?.flows.length;
  for (const problem of problems) output.warning(problem);
  output.json({
    ok: domain !== undefined,
    file,
    name: domain?.name ?? null,
    flows: count ?? null,
    problems: problems.map(({ fault, ...problem }) => {
      const { message, remedy } = sayFault(fault, output.language);
      return { ...problem, remedy, reason: message };
    }),
  });
  if (domain !== undefined)
    output.line(`${file}: the domain ${domain.name} is sound, with ${count === 1 ? '1 flow' : `${count} flows`}`);
  else output.line(`${file}: not usable`);
  return domain !== undefined ? exitCodes.ok : exitCodes.failed;
}
