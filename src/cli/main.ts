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
/** Why output could not be written. */
let unwritten: Error | undefined;
// The person's folder is below their home, whatever started the program. Windows uses another variable (`APPDATA`), and
// its variables ignore case, which a copy would not.
const hasHome = process.platform === 'win32' || process.env.HOME;
const env = hasHome ? process.env : { ...process.env, HOME: os.homedir() };
const io: CliIo = {
  stdout: process.stdout,
  stderr: process.stderr,
  stdin: process.stdin,
  isPiped: process.stdin.isTTY !== true,
  leaveStdin: () => void process.stdin.destroy(),
  env,
  cwd: process.cwd(),
  isTTY: process.stdout.isTTY === true,
  size: () => ({ columns: process.stdout.columns || 80, rows: process.stdout.rows || 24 }),
  ...(process.stdin.isTTY && process.stderr.isTTY && !env.CI && { ask }),
  written,
  after(ms, work) {
    const timer = setTimeout(work, ms).unref();
    return () => clearTimeout(timer);
  },
  onInterrupt: interrupts.onInterrupt,
};

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, interrupts.interrupt);
// The reader of our output may end (`| head`), or its disk be full: that ends the run like Ctrl-C, and later output is
// lost.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') unwritten ??= error;
    interrupts.interruptOnce();
  });
}

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

/** The first Ctrl-C goes to the listeners; the second one, or one without a listener, ends the process. */
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

/** Waits for pending output, so that a pipe loses nothing. */
function written(): Promise<Error | undefined> {
  return new Promise(resolve => {
    process.stdout.write('', () => process.stderr.write('', () => setImmediate(() => resolve(unwritten))));
  });
}

/** Idle connections do not delay the exit. */
function exitWhenWritten(code: ExitCode): void {
  process.exitCode = code;
  void written().then(() => process.exit(code));
}
