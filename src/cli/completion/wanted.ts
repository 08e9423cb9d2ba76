// Decides what comes next on a command line: a command, a flag, or a value of some kind. Reads the table of commands
// only.
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { argumentsOf, type Command, type ValueKind } from '../command.ts';
import { allOptions, globalOptions } from '../parse-command-line.ts';

export interface Wanted {
  readonly kind: ValueKind | { readonly flags: ParseArgsOptionsConfig };
  /** The part of it typed so far. */
  readonly start: string;
  /** Stands before a value that is typed in one word with its flag: `--mode=`. */
  readonly before: string;
  /** The argument before it, for values that belong to another one. */
  readonly previous: string;
  /** As given with `-C` before. */
  readonly rtws?: string;
}

/** Values of arguments by their name in the table, where the command says nothing else. */
const kindsByName: Readonly<Record<string, ValueKind>> = {
  dialog: 'dialog',
  root: 'root',
  questionId: 'question',
};

/** The beginning of the last word of `typed`, which are the words after the program's name. */
export function wantedNext(typed: readonly string[], commands: readonly Command[]): Wanted {
  const words = joinFlags(typed);
  const start = words.at(-1) ?? '';
  const { name, command, tokens } = readWords(words.slice(0, -1), commands);
  const options = allOptions(command);
  const positionals = tokens.flatMap(token => (token.kind === 'positional' ? [token.value] : []));
  const rtws = tokens.flatMap(token => (token.kind === 'option' && token.name === 'rtws' ? token.value : [])).at(-1);
  const common = { start, before: '', previous: positionals.at(-1) ?? '', ...(rtws !== undefined && { rtws }) };

  const last = tokens.at(-1);
  if (last?.kind === 'option' && last.value === undefined && options[last.name]?.type === 'string')
    return { ...common, kind: kindOfFlag(last.name, command) };
  if (start.startsWith('-') && !tokens.some(({ kind }) => kind === 'option-terminator')) {
    const [flag] = tokensOf([start], options);
    if (flag?.kind !== 'option' || flag.value === undefined)
      return { ...common, kind: { flags: command ? argumentsOf(command, positionals[0]).options : {} } };
    const before = start.slice(0, start.length - flag.value.length);
    return { ...common, kind: kindOfFlag(flag.name, command), start: flag.value, before };
  }
  if (command) return { ...common, kind: kindOfArgument(command, positionals) };
  return { ...common, kind: name === undefined ? 'command' : 'nothing' };
}

/** The command that the words name, if there is one, and the tokens of the other words. */
function readWords(words: readonly string[], commands: readonly Command[]): Read {
  const tokens = tokensOf(words, globalOptions);
  const first = tokens.find(token => token.kind === 'positional');
  if (first === undefined) return { tokens };
  const others = words.toSpliced(first.index, 1);
  if (first.value === 'help') return readWords(others, commands);
  const command = commands.find(({ name }) => name === first.value);
  return { name: first.value, ...(command && { command }), tokens: tokensOf(others, allOptions(command)) };
}

interface Read {
  readonly name?: string;
  readonly command?: Command;
  readonly tokens: ReturnType<typeof tokensOf>;
}

function tokensOf(words: readonly string[], options: ParseArgsOptionsConfig) {
  return parseArgs({ args: [...words], options, strict: false, tokens: true }).tokens;
}

/** Bash gives `--mode=dr` as three words, and `--mode=` as two. */
function joinFlags(words: readonly string[]): readonly string[] {
  const isSign = (index: number) => words[index] === '=' && words[index - 1]?.startsWith('--') === true;
  const joined = words.filter((_, index) => !isSign(index));
  return isSign(words.length - 1) ? [...joined, ''] : joined;
}

function kindOfFlag(name: string, command: Command | undefined): ValueKind {
  return name === 'rtws' ? 'folder' : (command?.values?.[`--${name}`] ?? 'nothing');
}

function kindOfArgument(command: Command, given: readonly string[]): ValueKind {
  const { args, rest } = argumentsOf(command, given[0]);
  const name = args[given.length]?.replace(/\?$/, '') ?? rest ?? '';
  if (given.length === 0 && command.subcommands) return Object.keys(command.subcommands);
  return command.values?.[name] ?? kindsByName[name] ?? 'nothing';
}
