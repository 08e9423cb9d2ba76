// `state`: dialogue state (SPEC 16.11). What needs no dialog works on files; the rest says that it is not there yet.
import type { Command, CommandCall } from '../command.ts';
import { argument } from '../command.ts';
import type { ExitCode } from '../exit-code.ts';
import { exitCodes } from '../exit-code.ts';
import { wrongUsage } from '../open.ts';
import { checkDomain } from './state-check.ts';
import { replayLabels } from './state-replay.ts';

export const state: Command = {
  name: 'state',
  usage: 'show|diff|history|rollback|check|replay …',
  summary: 'Dialogue state',
  details: `  check <domain.yaml>      check a domain file
  replay <domain.yaml>     play labelled turns from stdin, one JSON object a line; print one state a turn; no model
    --gold                 compare with the gold values of the labels, and print the accuracy last
  show <root> [--turn t], diff <root> <a> <b>, history <root>, rollback <root> <turn>
                           not available yet
  <domain.yaml> may be software, the built-in domain.`,
  args: ['action', '1?', '2?', '3?'],
  options: { turn: { type: 'string' }, gold: { type: 'boolean' } },
  async run(call) {
    const action = argument(call, 0);
    switch (action) {
      case 'check':
        return withFile(call, checkDomain);
      case 'replay':
        return withFile(call, replayLabels);
      case 'show':
      case 'diff':
      case 'history':
      case 'rollback':
        return notYet(call, action);
      default:
        return wrongUsage(call, `state has no action ${action}`);
    }
  },
};

async function withFile(call: CommandCall, run: (call: CommandCall, file: string) => Promise<ExitCode>) {
  const [, file, extra] = call.args;
  if (file === undefined || file === '') return wrongUsage(call, '<domain.yaml> is missing');
  if (extra !== undefined) return wrongUsage(call, `unexpected argument "${extra}"`);
  return run(call, file);
}

function notYet({ output }: CommandCall, action: string): ExitCode {
  const message = `${action} of the command state is not available yet`;
  output.error({ code: 'not-available', message, remedy: 'state check and state replay are' });
  return exitCodes.failed;
}
