// The shape of a command, and the context of its run.
import type { ParseArgsOptionsConfig } from 'node:util';
import type { Outcome } from '../core/facts/trouble.ts';
import type {
  InView,
  OpenMode,
  OpenOptions,
  OpenStore,
  Runtime,
  StartCommand,
  WorkspaceFiles,
  WriteMode,
} from '../runtime.ts';
import type { CommandName } from '../words/help.ts';
import type { ExitCode } from './exit-code.ts';
import type { CliIo } from './io.ts';
import type { Output } from './print/output.ts';

/**
 * Opens the runtime of an rtws; `drive` and `record` are refused with `driven-elsewhere` when another process drives
 * it.
 */
export type OpenRuntime = (options: {
  rtws: string;
  env: NodeJS.ProcessEnv;
  mode: OpenMode;
  /** In a folder without dialogs nothing is written. */
  drivesLate?: true;
  /** A reader takes over when the driver goes away before it has done what this command asks of it, or waits for. */
  takesOver?: WriteMode;
  /** Scheduled dialogs start when they are due. */
  wakes?: true;
  address?: NonNullable<OpenOptions['address']>;
  inView?: InView;
  /** Withholds what the folder's files start or allow. */
  isUntrusted?: boolean;
  /** The PostgreSQL store that holds the dialogs; absent: files. */
  store?: OpenStore;
  /** Files that are open in an editor, for the file tools. */
  workspaceFiles?: WorkspaceFiles;
  /** Terminals of the client that opens it. */
  startCommand?: StartCommand;
  /** MCP servers of the client that opens it. */
  handedServers?: NonNullable<OpenOptions['handedServers']>;
}) => Promise<Outcome<{ runtime: Runtime }>>;

/** The kind of a value on a command line: one of these words, or a kind that completion looks up. */
export type ValueKind =
  | readonly string[]
  | 'command'
  | 'dialog'
  | 'root'
  | 'question'
  | 'call'
  | 'member'
  | 'domain'
  | 'file'
  | 'folder'
  | 'nothing';

/** The arguments and flags of a command or of one of its actions. */
export interface Arguments {
  /** Names of the arguments in order; a `?` at the end marks one that may be left out. */
  readonly args: readonly string[];
  /** Name of each further argument, of which there may be any number. */
  readonly rest?: string;
  readonly options: ParseArgsOptionsConfig;
}

/** One action of a command. */
export interface Action extends Arguments {
  /** The usage line after the action's name. */
  readonly usage: string;
}

/** One line of the table of commands. */
export interface Command extends Arguments {
  readonly name: CommandName;
  /** The usage line after the name. Summary and details are in `src/words/`. */
  readonly usage: string;
  /** Values that the details of its help name. */
  readonly helpValues?: Readonly<Record<string, string | number>>;
  /** Its actions, by name. The action is the only name in `args`. */
  readonly subcommands?: Readonly<Record<string, Action>>;
  /**
   * Values of arguments (by name) and flags (as `--name`), for completion; `dialog`, `root` and the like are built in.
   */
  readonly values?: Readonly<Record<string, ValueKind>>;
  /** Though it only reads, it may start servers of the folder. */
  readonly startsServers?: true;
  run(call: CommandCall): Promise<ExitCode>;
}

/** The chosen place of the dialogs. */
export interface StoreChoice {
  readonly url: string;
  /** This process drives, although workers would. */
  readonly here: boolean;
}

/** One use of a command, parsed and complete: every argument without `?` is there. */
export interface CommandCall {
  readonly command: Command;
  readonly args: readonly string[];
  readonly flags: FlagValues;
  /** Absolute path of the workspace. */
  readonly rtws: string;
  readonly json: boolean;
  readonly quiet: boolean;
  /** The person trusts the folder as it is now. */
  readonly trust: boolean;
  /** The PostgreSQL store; absent: the dialogs are files. */
  readonly store?: StoreChoice;
  readonly io: CliIo;
  readonly output: Output;
  readonly openRuntime: OpenRuntime;
}

/** The action that the first argument of a command names. */
export function actionOf({ subcommands = {} }: Pick<Command, 'subcommands'>, first = ''): Action | undefined {
  return Object.hasOwn(subcommands, first) ? subcommands[first] : undefined;
}

/** The usage of a command that has actions: that of each of them. */
export function usageOfActions(actions: Readonly<Record<string, Action>>): string {
  return Object.entries(actions)
    .map(([name, { usage }]) => `${name} ${usage}`.trim())
    .join(' | ');
}

/**
 * The arguments and flags that a command takes once its first argument is known; a flag of another action is not among
 * them.
 */
export function argumentsOf(command: Command, first: string | undefined): Arguments {
  const action = actionOf(command, first);
  if (!action) return command;
  return { ...action, args: [...command.args, ...action.args], options: { ...command.options, ...action.options } };
}

/** The values of a command's own flags, by name without dashes. */
export interface FlagValues {
  text(name: string): string | undefined;
  isSet(name: string): boolean;
  /** All values of a flag that may be given more than once. */
  all(name: string): readonly string[];
}

/** An argument by its place; '' when it was left out. */
export function argument(call: CommandCall, index: number): string {
  return call.args[index] ?? '';
}
