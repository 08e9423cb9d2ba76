// Starts a program by its command, as `spawn` of Node does, also where the command is a script of Windows.
import { type ChildProcessWithoutNullStreams, type SpawnOptionsWithoutStdio, spawn } from 'node:child_process';
import crossSpawn from 'cross-spawn';
import { cmdArguments, scriptLine } from './cmd-line.ts';

/** A process that is being started, or the reason why none is. */
export type Started = ChildProcessWithoutNullStreams | { readonly refused: string };

/** Starts a program with its arguments as they are. */
export function spawnCommand(command: string, args: readonly string[], options: SpawnOptionsWithoutStdio): Started {
  // Where the command is found, and what starts it, the package knows; its own quoting does not outlast a script.
  const { file } = process.platform === 'win32' ? crossSpawn._parse(command, args, options) : {};
  if (!file || !/\.(?:cmd|bat)$/i.test(file)) return crossSpawn(command, args, options);
  const made = scriptLine(file, args);
  return 'refused' in made
    ? made
    : spawn(process.env.comspec ?? 'cmd.exe', cmdArguments(made.line), { ...options, windowsVerbatimArguments: true });
}
