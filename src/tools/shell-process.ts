// One command in a shell of its own process group, so that it can be ended with everything it started (SPEC 12.4). The only
// file that starts processes.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { Readable } from 'node:stream';
import type { After } from './output-keeper.ts';

/** How the shell itself ended. */
export type ShellEnd =
  | { readonly kind: 'exited'; readonly code: number }
  | { readonly kind: 'killed'; readonly signal: string }
  | { readonly kind: 'not-started'; readonly message: string };

export interface ShellProcess {
  /** Standard output and error, in the order in which they were written. */
  readonly output: Readable;
  readonly ended: Promise<ShellEnd>;
  /** Asks everything that runs to end; kills what is left after `graceMs`. Resolves when nothing is left; true if something was. */
  end(graceMs: number): Promise<boolean>;
}

/** How often a dying group is looked at. */
const LOOK_EVERY_MS = 20;

/** Starts a command. Its input is closed. */
export function startShell(
  command: string,
  at: { readonly folder: string; readonly env: NodeJS.ProcessEnv },
  after: After,
): ShellProcess {
  const child = process.platform === 'win32' ? spawnOnWindows(command, at) : spawnGroup(command, at);
  const ended = new Promise<ShellEnd>(resolve => {
    child.once('error', error => resolve({ kind: 'not-started', message: error.message }));
    child.once('exit', (code, signal) =>
      resolve(signal ? { kind: 'killed', signal } : { kind: 'exited', code: code ?? 0 }),
    );
  });
  const group = process.platform === 'win32' ? windowsTree(child) : processGroup(child);
  return { output: child.stdout, ended, end: graceMs => endGroup(group, graceMs, after) };
}

interface At {
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
}

type Child = ChildProcess & { stdout: Readable };

/** Everything that belongs together. */
interface Group {
  isAlive(): boolean;
  signal(signal: 'SIGTERM' | 'SIGKILL'): void;
}

function spawnGroup(command: string, { folder, env }: At): Child {
  const shell = existsSync('/bin/bash') ? '/bin/bash' : '/bin/sh';
  // One pipe for both streams keeps their order.
  return spawn('/bin/sh', ['-c', 'exec "$0" -c "$1" 2>&1', shell, command], {
    cwd: folder,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}

function spawnOnWindows(command: string, { folder, env }: At): Child {
  return spawn(`${command} 2>&1`, {
    cwd: folder,
    env,
    shell: true,
    windowsHide: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}

function processGroup({ pid }: ChildProcess): Group {
  const send = (signal: 0 | NodeJS.Signals) => {
    try {
      return pid !== undefined && process.kill(-pid, signal);
    } catch {
      return false;
    }
  };
  return { isAlive: () => pid !== undefined && send(0) && !isOnlyZombies(pid), signal: send };
}

/** Where nobody takes note of orphans that ended (containers), they stay in their group for ever. */
function isOnlyZombies(group: number): boolean {
  if (process.platform !== 'linux') return false;
  return readdirSync('/proc').every(name => !/^\d+$/.test(name) || !isLivingMember(name, group));
}

function isLivingMember(pid: string, group: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [state, , itsGroup] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return Number(itsGroup) === group && state !== 'Z' && state !== 'X';
  } catch {
    return false;
  }
}

function windowsTree(child: ChildProcess): Group {
  return {
    isAlive: () => child.pid !== undefined && child.exitCode === null,
    signal() {
      const args = ['/pid', String(child.pid), '/T', '/F'];
      spawn('taskkill', args, { stdio: 'ignore', windowsHide: true }).once('error', () => {});
    },
  };
}

async function endGroup(group: Group, graceMs: number, after: After): Promise<boolean> {
  if (!group.isAlive()) return false;
  group.signal('SIGTERM');
  for (let waited = 0; waited < graceMs; waited += LOOK_EVERY_MS) {
    await new Promise<void>(resolve => after(LOOK_EVERY_MS, resolve));
    if (!group.isAlive()) return true;
  }
  group.signal('SIGKILL');
  return true;
}
