// The help texts, made from the table of commands.
import type { Command } from './command.ts';

/** `dominds --help`. */
export function overviewHelp(commands: readonly Command[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  return [
    'Usage: dominds [-C <rtws>] [--json] [--quiet] [--trust] <command>',
    '',
    'A team of AI agents that work in dialogs. All of it is kept in the workspace folder (rtws).',
    '',
    'Commands:',
    ...commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`),
    '',
    globalFlagsHelp,
    '',
    exitCodesHelp,
    '',
    environmentHelp,
    '',
    'dominds help <command> says more about one command.',
    '',
  ].join('\n');
}

/** `dominds <command> --help`. */
export function commandHelp(command: Command): string {
  const details = command.details === undefined ? [] : ['', command.details];
  return [`Usage: ${usageLine(command)}`, '', `${command.summary}.`, ...details, '', globalFlagsHelp, ''].join('\n');
}

/** The usage of one command on one line. */
export function usageLine({ name, usage }: Command): string {
  return `dominds ${name}${usage === '' ? '' : ` ${usage}`}`;
}

const globalFlagsHelp = `Flags of every command, before or after it:
  -C <rtws>   the workspace folder (default: the current directory)
  --json      JSON on stdout: one object a line for streams, else one document
  --quiet     no progress
  --trust     trust the folder as it is now: its MCP servers and rules that allow; remembered
  --help      this text
  --version   the version
A dialog is named by its id, a unique start of it, or root#self.`;

const exitCodesHelp = `Exit codes:
  0 settled, or done   1 failed or refused   2 wrong usage
  3 a question is open   4 a dialog is interrupted   5 another process drives this workspace`;

const environmentHelp = `Environment: OPENAI_BASE_URL, OPENAI_API_KEY, DOMINDS_PROVIDER, DOMINDS_MODEL, DOMINDS_PLAYBOOK,
DOMINDS_LANG=en|zh, NO_COLOR, CI. A relative path in DOMINDS_PLAYBOOK or --image starts where you stand, not at -C.`;
