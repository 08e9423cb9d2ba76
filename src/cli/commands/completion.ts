// `completion`: the script that makes a shell complete commands, flags, dialogs and questions.
import type { Command } from '../command.ts';
import { argument } from '../command.ts';
import { completionScripts, type Shell, shells } from '../completion/scripts.ts';
import { exitCodes } from '../exit-code.ts';
import { wrongUsage } from '../open.ts';

export const completion: Command = {
  name: 'completion',
  usage: 'bash|zsh|fish',
  args: ['shell'],
  options: {},
  values: { shell: shells },
  async run(call) {
    const shell = argument(call, 0);
    if (!isShell(shell)) return wrongUsage(call, { id: 'shell-of', options: shells, given: shell });
    call.output.json({ shell, script: completionScripts[shell] });
    call.output.text(completionScripts[shell]);
    return exitCodes.ok;
  },
};

function isShell(name: string): name is Shell {
  return shells.some(shell => shell === name);
}
