// Arguments to a command and its flags. Global flags may stand before or after the command; what cannot be understood
// is a value, never an exception.
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import type { UsageFault } from '../words/command-line.ts';
import { type Arguments, argumentsOf, type Command, type FlagValues } from './command.ts';

/** Flags that every command takes. */
export const globalOptions = {
  rtws: { type: 'string', short: 'C' },
  json: { type: 'boolean' },
  quiet: { type: 'boolean', short: 'q' },
  trust: { type: 'boolean' },
  store: { type: 'string' },
  here: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
} as const satisfies ParseArgsOptionsConfig;

export interface GlobalFlags {
  /** As given with `-C`; absent: the current directory. */
  readonly rtws?: string;
  readonly json: boolean;
  readonly quiet: boolean;
  readonly trust: boolean;
  /** Drives in this process, although workers would. */
  readonly here: boolean;
  /** As given with `--store`. */
  readonly store?: string;
}

export type ParsedCommandLine =
  | {
      readonly kind: 'run';
      readonly command: Command;
      readonly args: readonly string[];
      readonly flags: FlagValues;
      readonly globals: GlobalFlags;
    }
  | { readonly kind: 'version'; readonly globals: GlobalFlags }
  /** `command` is absent for the overview. */
  | { readonly kind: 'help'; readonly command?: Command; readonly globals: GlobalFlags }
  /** Exit code 2. `command` is absent when the arguments name none; `first` is its first argument. */
  | {
      readonly kind: 'wrong';
      readonly fault: UsageFault;
      readonly command?: Command;
      readonly first?: string;
      readonly globals: GlobalFlags;
    };

/** Reads the arguments after the program's name. */
export function parseCommandLine(argv: readonly string[], commands: readonly Command[]): ParsedCommandLine {
  const args = [...argv];
  const { tokens, values } = parseArgs({ args, options: globalOptions, strict: false, tokens: true });
  const globals = globalFlags(values);
  const first = tokens.find(token => token.kind === 'positional');
  const stray = tokens.find(
    token => token.kind === 'option' && token.index < (first?.index ?? args.length) && !isGlobal(token.name),
  );
  if (stray?.kind === 'option')
    return { kind: 'wrong', fault: { id: 'unknown-flag', flag: stray.rawName, inCommand: false }, globals };
  if (first === undefined) return withoutCommand(args, values, globals);

  if (first.value === 'help') return helpCommand(args.slice(first.index + 1), commands, globals);
  const command = commands.find(({ name }) => name === first.value);
  if (command === undefined) return { kind: 'wrong', fault: { id: 'unknown-command', name: first.value }, globals };
  return parseCommand(command, args.toSpliced(first.index, 1));
}

type LooseValues = Readonly<Record<string, unknown>>;

function globalFlags({ rtws, json, quiet, trust, store, here }: LooseValues): GlobalFlags {
  const set = { json: json === true, quiet: quiet === true, trust: trust === true, here: here === true };
  return { ...(typeof rtws === 'string' && { rtws }), ...(typeof store === 'string' && { store }), ...set };
}

function isGlobal(name: string): boolean {
  return Object.hasOwn(globalOptions, name);
}

function withoutCommand(args: string[], values: LooseValues, globals: GlobalFlags): ParsedCommandLine {
  if (values.version === true) return { kind: 'version', globals };
  if (values.help === true) return { kind: 'help', globals };
  const parsed = parseStrictly(args, globalOptions);
  return { kind: 'wrong', fault: 'id' in parsed ? parsed : { id: 'no-command' }, globals };
}

function helpCommand(names: readonly string[], commands: readonly Command[], globals: GlobalFlags): ParsedCommandLine {
  const name = names.find(each => !each.startsWith('-'));
  if (name === undefined) return { kind: 'help', globals };
  const command = commands.find(each => each.name === name);
  return command
    ? { kind: 'help', command, globals }
    : { kind: 'wrong', fault: { id: 'unknown-command', name }, globals };
}

function parseCommand(command: Command, args: string[]): ParsedCommandLine {
  const options = allOptions(command);
  const { values: loose, positionals: words } = parseArgs({ args, options, strict: false });
  const globals = globalFlags(loose);
  const wrong = (fault: UsageFault): ParsedCommandLine => {
    const [first] = words;
    return { kind: 'wrong', fault, command, globals, ...(first !== undefined && { first }) };
  };
  if (loose.version === true) return { kind: 'version', globals };
  if (loose.help === true) return { kind: 'help', command, globals };
  const parsed = parseStrictly(args, options);
  if ('id' in parsed) return wrong(parsed);
  const { values, positionals } = parsed;
  const fault = actionFault(command, positionals, values) ?? emptyFault(values) ?? argumentFault(command, positionals);
  if (fault) return wrong(fault);
  return { kind: 'run', command, args: positionals, flags: flagsOf(values), globals };
}

/** The flags of a command and of all its actions, and those that every command takes. */
export function allOptions(command: Command | undefined): ParseArgsOptionsConfig {
  const ofActions = Object.values(command?.subcommands ?? {}).map(({ options }) => options);
  return Object.assign({}, globalOptions, command?.options, ...ofActions);
}

type Parsed = { readonly values: LooseValues; readonly positionals: readonly string[] } | UsageFault;

function parseStrictly(args: string[], options: ParseArgsOptionsConfig): Parsed {
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    return { values, positionals };
  } catch (error) {
    return flagFault(error);
  }
}

/** Those of `parseArgs` are long and differ between versions of Node. */
function flagFault(error: unknown): UsageFault {
  const { code, message } = error as NodeJS.ErrnoException;
  const name = /'([^']*)'/.exec(message)?.[1] ?? '';
  const flag = name.split(' ', 1)[0]?.replace(/,$/, '') || name;
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') return { id: 'unknown-flag', flag, inCommand: true };
  if (/argument missing/.test(message)) return { id: 'flag-needs-value', flag: helpName(name), dashed: false };
  if (/ambiguous/.test(message)) return { id: 'flag-needs-value', flag: helpName(name), dashed: true };
  if (/does not take an argument/.test(message)) return { id: 'flag-takes-no-value', flag: helpName(name) };
  return { id: 'told', text: message.split('\n', 1)[0] ?? message };
}

/** As the help names it: `-C` alone is known by its short name. */
function helpName(name: string): string {
  const long = /--[\w-]+/.exec(name)?.[0] ?? name;
  return long === '--rtws' ? '-C' : long;
}

/** An action that does not exist, or a flag that goes with other actions. */
function actionFault(command: Command, [action]: readonly string[], values: LooseValues): UsageFault | undefined {
  const { name, subcommands } = command;
  if (subcommands === undefined || action === undefined) return undefined;
  if (!Object.hasOwn(subcommands, action)) return { id: 'unknown-action', command: name, action };
  const { options } = argumentsOf(command, action);
  const stray = Object.keys(values).find(flag => !isGlobal(flag) && !Object.hasOwn(options, flag));
  if (stray === undefined) return undefined;
  const owners = Object.keys(subcommands).filter(each => Object.hasOwn(subcommands[each]?.options ?? {}, stray));
  return { id: 'flag-of-actions', flag: `--${stray}`, actions: owners };
}

/** An empty value is most often a variable that is not set. An empty `--store` says that there is none. */
function emptyFault(values: LooseValues): UsageFault | undefined {
  const empty = Object.keys(values).find(flag => flag !== 'store' && [values[flag]].flat().includes(''));
  return empty === undefined ? undefined : { id: 'flag-needs-value', flag: helpName(`--${empty}`), dashed: false };
}

function argumentFault(command: Command, given: readonly string[]): UsageFault | undefined {
  const { args, rest }: Arguments = argumentsOf(command, given[0]);
  const missing = args.slice(given.length).find(name => !name.endsWith('?'));
  if (missing !== undefined) return { id: 'missing-argument', name: missing };
  const extra = rest === undefined ? given[args.length] : undefined;
  return extra === undefined ? undefined : { id: 'unexpected-argument', argument: extra, several: true };
}

function flagsOf(values: LooseValues): FlagValues {
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
