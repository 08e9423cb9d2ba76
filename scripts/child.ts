// Starts programs and ends exactly those: each long-running one leads its own process group, which is ended by id
// when asked and, at the latest, when this process exits.
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { constants } from 'node:os';
import path from 'node:path';
import { root } from './project.ts';

const endings = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const live = new Set<ChildProcess>();
let cleansUp = false;

/** A program that was started in a process group of its own. */
export interface Child {
  readonly process: ChildProcess;
  /** Ends the whole group, politely first; resolves when it is gone. */
  stop(): Promise<void>;
}

/** Runs a program to its end and returns its output. Throws with the output when it fails. */
export async function run(command: string, args: readonly string[], options: SpawnOptions = {}): Promise<string> {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
  let output = '';
  const collect = (chunk: Buffer) => {
    output += chunk.toString();
  };
  child.stdout?.on('data', collect);
  child.stderr?.on('data', collect);
  // Not at its exit: the last of its output may come after that.
  const code = await exitCode(child, 'close');
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}\n${output}`);
  return output;
}

/**
 * Runs a program with the terminal as its input and output; resolves with its exit code. Signals are passed on to it.
 */
export async function runInTerminal(
  command: string,
  args: readonly string[],
  options: SpawnOptions = {},
): Promise<number> {
  const child = spawn(command, args, { stdio: 'inherit', ...options });
  const passOn = (signal: NodeJS.Signals) => child.kill(signal);
  for (const signal of endings) process.on(signal, passOn);
  try {
    return await exitCode(child);
  } finally {
    for (const signal of endings) process.off(signal, passOn);
  }
}

/** Starts a program that goes on until `stop()` or until this process exits. */
export function start(command: string, args: readonly string[], options: SpawnOptions = {}): Child {
  cleanUpOnExit();
  const child = spawn(command, args, { ...options, detached: true });
  live.add(child);
  const ended = exitCode(child).catch(() => 1);
  void ended.then(() => live.delete(child));
  return { process: child, stop: () => stopGroup(child, ended) };
}

/** A program of an installed npm package, for example `@vscode/vsce/vsce`, to be run by this same Node. */
export function installedProgram(file: string): string {
  return path.join(root, 'node_modules', file);
}

function exitCode(child: ChildProcess, event: 'exit' | 'close' = 'exit'): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once(event, code => resolve(code ?? 1));
  });
}

async function stopGroup(child: ChildProcess, ended: Promise<number>): Promise<void> {
  signalGroup(child, 'SIGTERM');
  const killer = setTimeout(() => signalGroup(child, 'SIGKILL'), 3000);
  await ended;
  clearTimeout(killer);
  signalGroup(child, 'SIGKILL');
}

function cleanUpOnExit(): void {
  if (cleansUp) return;
  cleansUp = true;
  // Before the folders that they write into are removed (`temp-folder.ts`).
  process.prependListener('exit', () => {
    for (const child of live) signalGroup(child, 'SIGKILL');
  });
  for (const signal of endings) {
    process.once(signal, () => process.exit(128 + constants.signals[signal]));
  }
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    // The group is gone already.
  }
}
