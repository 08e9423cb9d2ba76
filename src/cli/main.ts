// The program on a real process: wires its streams, signals and exit code, and does nothing else.
import './older-node.ts';
import os from 'node:os';
import { createInterface } from 'node:readline';
import { openRuntime } from '../runtime.ts';
import { demoPlaybook } from './demo-playbook.ts';
import type { ExitCode } from './exit-code.ts';
import { exitCodes } from './exit-code.ts';
import type { CliIo } from './io.ts';
import { runCli } from './run.ts';

const interrupts = createInterrupts();
// The person's own folder lies below their home, whatever started the program. Windows names it otherwise (`APPDATA`), and its
// variables have no case, which a copy would lose.
const hasHome = process.platform === 'win32' || process.env.HOME;
const env = hasHome ? process.env : { ...process.env, HOME: os.homedir() };
const io: CliIo = {
  stdout: process.stdout,
  stderr: process.stderr,
  stdin: process.stdin,
  env,
  cwd: process.cwd(),
  isTTY: process.stdout.isTTY === true,
  size: () => ({ columns: process.stdout.columns || 80, rows: process.stdout.rows || 24 }),
  ...(process.stdin.isTTY && process.stderr.isTTY && !env.CI && { ask }),
  onInterrupt: interrupts.onInterrupt,
};

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, interrupts.interrupt);
// Who reads us may go away (`| head`): that ends the run like a Ctrl-C, and what is written later is lost.
for (const stream of [process.stdout, process.stderr]) stream.on('error', interrupts.interruptOnce);

const demo = demoPlaybook(process.env);
const open: typeof openRuntime = options =>
  openRuntime({ ...options, ...(demo !== undefined && { demoPlaybook: demo }) });

exitWhenWritten(await runCli(process.argv.slice(2), io, open));

/** One line of the terminal; '' at its end. */
function ask(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  return new Promise<string>(resolve => {
    lines.once('SIGINT', interrupts.interrupt);
    lines.once('close', () => resolve(''));
    lines.question(question, resolve);
  }).finally(() => lines.close());
}

/** The first Ctrl-C goes to those who listen; the second one, or one that nobody listens to, ends the process. */
function createInterrupts() {
  const listeners = new Set<() => void>();
  let isInterrupted = false;
  const interruptOnce = () => {
    if (isInterrupted) return;
    isInterrupted = true;
    for (const listener of listeners) listener();
  };
  return {
    interruptOnce,
    interrupt() {
      if (isInterrupted || listeners.size === 0) process.exit(exitCodes.interrupted);
      interruptOnce();
    },
    onInterrupt(listener: () => void) {
      listeners.add(listener);
      if (isInterrupted) queueMicrotask(listener);
      return { dispose: () => listeners.delete(listener) };
    },
  };
}

/** Waits for what is still on its way out, so that a pipe loses nothing; idle connections do not hold the exit up. */
function exitWhenWritten(code: ExitCode): void {
  process.exitCode = code;
  process.stdout.write('', () => process.stderr.write('', () => process.exit(code)));
}
