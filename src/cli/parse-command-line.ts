// Arguments to a command and its flags. Global flags may stand before or after the command; what cannot be understood is
// a value, never an exception.
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { type Arguments, argumentsOf, type Command, type Flags } from './command.ts';

/** Flags that every command takes. */
export const globalOptions = {
  rtws: { type: 'string', short: 'C' },
  json: { type: 'boolean' },
  quiet: { type: 'boolean', short: 'q' },
  trust: { type: 'boolean' },
  store: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
} as const satisfies ParseArgsOptionsConfig;

export interface GlobalFlags {
  /** As given with `-C`; absent: the current directory. */
  readonly rtws?: string;
  readonly json: boolean;
  readonly quiet: boolean;
  readonly trust: boolean;
  /** As given with `--store`. */
  readonly store?: string;
}

export type CommandLine =
  | {
      readonly kind: 'run';
      readonly command: Command;
      readonly args: readonly string[];
      readonly flags: Flags;
      readonly globals: GlobalFlags;
    }
  | { readonly kind: 'version'; readonly globals: GlobalFlags }
  /** `command` is absent for the overview. */
  | { readonly kind: 'help'; readonly command?: Command; readonly globals: GlobalFlags }
  /** Exit code 2. `command` is absent when the arguments name none. */
  | { readonly kind: 'wrong'; readonly what: string; readonly command?: Command; readonly globals: GlobalFlags };

/** Reads the arguments after the program's name. */
export function parseCommandLine(argv: readonly string[], commands: readonly Command[]): CommandLine {
  const args = [...argv];
  const { tokens, values } = parseArgs({ args, options: globalOptions, strict: false, tokens: true });
  const globals = globalFlags(values);
  const first = tokens.find(token => token.kind === 'positional');
  const stray = tokens.find(
    token => token.kind === 'option' && token.index < (first?.index ?? args.length) && !isGlobal(token.name),
  );
  if (stray?.kind === 'option') return { kind: 'wrong', what: `unknown flag ${stray.rawName}`, globals };
  if (first === undefined) return withoutCommand(values, globals);

  if (first.value === 'help') return helpCommand(args.slice(first.index + 1), commands, globals);
  const command = commands.find(({ name }) => name === first.value);
  if (command === undefined) return { kind: 'wrong', what: `unknown command ${first.value}`, globals };
  return parseCommand(command, args.toSpliced(first.index, 1));
}

type LooseValues = Readonly<Record<string, unknown>>;

function globalFlags({ rtws, json, quiet, trust, store }: LooseValues): GlobalFlags {
  const set = { json: json === true, quiet: quiet === true, trust: trust === true };
  return { ...(typeof rtws === 'string' && { rtws }), ...(typeof store === 'string' && { store }), ...set };
}

function isGlobal(name: string): boolean {
  return Object.hasOwn(globalOptions, name);
}

function withoutCommand(values: LooseValues, globals: GlobalFlags): CommandLine {
  if (values.version === true) return { kind: 'version', globals };
  if (values.help === true) return { kind: 'help', globals };
  return { kind: 'wrong', what: 'no command is given', globals };
}

function helpCommand(names: readonly string[], commands: readonly Command[], globals: GlobalFlags): CommandLine {
  const name = names.find(each => !each.startsWith('-'));
  if (name === undefined) return { kind: 'help', globals };
  const command = commands.find(each => each.name === name);
  return command ? { kind: 'help', command, globals } : { kind: 'wrong', what: `unknown command ${name}`, globals };
}

function parseCommand(command: Command, args: string[]): CommandLine {
  const options = allOptions(command);
  const { values: loose } = parseArgs({ args, options, strict: false });
  const globals = globalFlags(loose);
  if (loose.help === true) return { kind: 'help', command, globals };
  const parsed = parseStrictly(args, options);
  if ('what' in parsed) return { kind: 'wrong', what: parsed.what, command, globals };
  const { values, positionals } = parsed;
  const problem = actionProblem(command, positionals, values) ?? argumentProblem(command, positionals);
  if (problem !== undefined) return { kind: 'wrong', what: problem, command, globals };
  return { kind: 'run', command, args: positionals, flags: flagsOf(values), globals };
}

/** The flags of a command and of all its actions, and those that every command takes. */
export function allOptions(command: Command | undefined): ParseArgsOptionsConfig {
  const ofActions = Object.values(command?.subcommands ?? {}).map(({ options }) => options);
  return Object.assign({}, globalOptions, command?.options, ...ofActions);
}

type Parsed = { readonly values: LooseValues; readonly positionals: readonly string[] } | { readonly what: string };

function parseStrictly(args: string[], options: ParseArgsOptionsConfig): Parsed {
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    return { values, positionals };
  } catch (error) {
    return { what: flagProblem(error) };
  }
}

/** In our words: those of `parseArgs` are long and differ between versions of Node. */
function flagProblem(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  const name = /'([^']*)'/.exec(message)?.[1] ?? '';
  const flag = name.split(' ', 1)[0]?.replace(/,$/, '') || name;
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') return `unknown flag ${flag} (a text that starts with - goes after --)`;
  if (/argument missing/.test(message)) return `${helpName(name)} needs a value`;
  if (/ambiguous/.test(message)) return `${helpName(name)} needs a value; one that starts with - is joined with =`;
  if (/does not take an argument/.test(message)) return `${helpName(name)} takes no value`;
  return message.split('\n', 1)[0] ?? message;
}

/** As the help names it: `-C` alone is known by its short name. */
function helpName(name: string): string {
  const long = /--[\w-]+/.exec(name)?.[0] ?? name;
  return long === '--rtws' ? '-C' : long;
}

/** An action that does not exist, or a flag that goes with other actions. */
function actionProblem(command: Command, [action]: readonly string[], values: LooseValues): string | undefined {
  const { name, subcommands } = command;
  if (subcommands === undefined || action === undefined) return undefined;
  if (!Object.hasOwn(subcommands, action)) return `${name} has no action ${action}`;
  const { options } = argumentsOf(command, action);
  const stray = Object.keys(values).find(flag => !isGlobal(flag) && !Object.hasOwn(options, flag));
  if (stray === undefined) return undefined;
  const owners = Object.keys(subcommands).filter(each => Object.hasOwn(subcommands[each]?.options ?? {}, stray));
  return `--${stray} goes with ${owners.join(' and ')} only`;
}

function argumentProblem(command: Command, given: readonly string[]): string | undefined {
  const { args, rest }: Arguments = argumentsOf(command, given[0]);
  const missing = args.slice(given.length).find(name => !name.endsWith('?'));
  if (missing !== undefined) return `<${missing}> is missing`;
  const extra = rest === undefined ? given[args.length] : undefined;
  return extra === undefined ? undefined : `unexpected argument "${extra}" (put quotes around a text of several words)`;
}

function flagsOf(values: LooseValues): Flags {
  return {
    text: name => {
      const value = values[name];
      return typeof value === 'string' ? value : undefined;
    },
    isSet: name => values[name] === true,
    all: name => {
      const value = values[name];
      return Array.isArray(value) ? value.filter(each => typeof each === 'string') : [];
    },
  };
}
