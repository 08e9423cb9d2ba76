// `state`: dialogue state (SPEC 16.11). `check` and `replay` work on files alone; the others on a dialog that has a
// domain.
import { type Command, type CommandCall, usageOfActions } from '../../command.ts';
import type { ExitCode } from '../../exit-code.ts';
import { wrongUsage } from '../../open.ts';
import { checkDomain } from './state-check.ts';
import { diffTurns, rollBackTo, showHistory, showState } from './state-dialog.ts';
import { replayLabels } from './state-replay.ts';

const actions = {
  show: {
    usage: '<root> [--turn t] [--stored]',
    args: ['root'],
    options: { turn: { type: 'string' }, stored: { type: 'boolean' } },
  },
  diff: { usage: '<root> <a> <b>', args: ['root', 'a', 'b'], options: {} },
  history: { usage: '<root>', args: ['root'], options: {} },
  rollback: { usage: '<root> <turn>', args: ['root', 'turn'], options: {} },
  check: { usage: '<domain.yaml>', args: ['domain.yaml'], options: {} },
  replay: { usage: '<domain.yaml> [--gold]', args: ['domain.yaml'], options: { gold: { type: 'boolean' } } },
} as const satisfies Command['subcommands'];

export const state: Command = {
  name: 'state',
  usage: usageOfActions(actions),
  args: ['action'],
  options: {},
  subcommands: actions,
  values: { 'domain.yaml': 'file' },
  run: carryOut,
};

async function carryOut(call: CommandCall): Promise<ExitCode> {
  const [action, first = '', second, third] = call.args;
  switch (action) {
    case 'check':
      return checkDomain(call, first);
    case 'replay':
      return replayLabels(call, first);
    case 'history':
      return showHistory(call, first);
    case 'show':
      return withTurns(call, [call.flags.text('turn')], ([turn]) => showState(call, first, turn));
    case 'diff':
      return withTurns(call, [second, third], ([from, to]) => diffTurns(call, first, { from: from ?? 0, to: to ?? 0 }));
    default:
      return withTurns(call, [second], ([turn]) => rollBackTo(call, first, turn ?? 0));
  }
}

async function withTurns(
  call: CommandCall,
  words: readonly (string | undefined)[],
  run: (turns: readonly (number | undefined)[]) => Promise<ExitCode>,
): Promise<ExitCode> {
  const wrong = words.find(word => word !== undefined && !/^-?\d{1,9}$/.test(word));
  if (wrong !== undefined) return wrongUsage(call, { id: 'not-a-turn', given: wrong });
  return run(words.map(word => (word === undefined ? undefined : Number(word))));
}
