// The help texts, made from the table of commands and the words of a language.
import type { HelpWords } from '../../words/help.ts';
import { actionOf, type Command } from '../command.ts';

/** `dominds --help`. */
export function overviewHelp(commands: readonly Command[], words: HelpWords): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  return [
    words.usage('dominds [-C <folder>] [--json] [--quiet] [--trust] [--store <address>] [--here] <command>'),
    '',
    words.about,
    '',
    words.commands,
    ...commands.map(({ name }) => `  ${name.padEnd(width)}  ${words.of[name].summary}`),
    '',
    words.globalFlags,
    '',
    words.exitCodes,
    '',
    words.environment,
    '',
    words.moreHelp,
    '',
  ].join('\n');
}

/** `dominds <command> --help`. */
export function commandHelp(command: Command, words: HelpWords): string {
  const { summary, details } = words.of[command.name];
  const more = details === undefined ? [] : ['', filled(details, command.helpValues ?? {})];
  return [words.usage(usageLine(command)), '', words.sentence(summary), ...more, '', words.globalFlags, ''].join('\n');
}

/** The usage of one command on one line; of one action, if its first argument names one. */
export function usageLine(command: Pick<Command, 'name' | 'usage' | 'subcommands'>, first?: string): string {
  const action = actionOf(command, first);
  return `dominds ${command.name} ${action ? `${first} ${action.usage}` : command.usage}`.trim();
}

function filled(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(port|room)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
