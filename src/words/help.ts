// The texts of the help. Names of commands, arguments and flags are the same in every language.

export type CommandName =
  | 'start'
  | 'send'
  | 'answer'
  | 'continue'
  | 'stop'
  | 'retry'
  | 'list'
  | 'tree'
  | 'show'
  | 'q4h'
  | 'changes'
  | 'evidence'
  | 'restore'
  | 'registry'
  | 'permissions'
  | 'reminders'
  | 'clear-mind'
  | 'change-mind'
  | 'dismiss'
  | 'tell'
  | 'watch'
  | 'serve'
  | 'notices'
  | 'schedules'
  | 'done'
  | 'archive'
  | 'reopen'
  | 'export'
  | 'import'
  | 'doctor'
  | 'metrics'
  | 'parse'
  | 'prompt'
  | 'mind'
  | 'state'
  | 'work'
  | 'store'
  | 'mcp'
  | 'acp'
  | 'completion';

export interface HelpWords {
  readonly usage: (line: string) => string;
  /** A summary with its period. */
  readonly sentence: (summary: string) => string;
  readonly about: string;
  /** Stands above the list of commands. */
  readonly commands: string;
  readonly moreHelp: string;
  readonly globalFlags: string;
  readonly exitCodes: string;
  readonly environment: string;
  /** The description of `-C`, for completion. */
  readonly workspaceFolder: string;
  readonly of: { readonly [Name in CommandName]: CommandHelpWords };
}

export interface CommandHelpWords {
  /** One line without its period. */
  readonly summary: string;
  /** More lines; `{name}` stands for a value of the command (`helpValues`). */
  readonly details?: string;
}
