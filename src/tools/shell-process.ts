// One command in a shell, in its own process group and with a mark in its environment, so that it can be ended with
// everything it started; on Linux also processes in sessions of their own (SPEC 12.4). It also ends when this process
// is killed. The only file that starts processes.
import { type ChildProcess, type SpawnOptionsWithoutStdio, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { PassThrough, type Readable, type Writable } from 'node:stream';
import type { After } from '../core/base/after.ts';
import { promptTexts } from '../core/prompt/prompt-texts.ts';
import { type Said, worded } from '../core/prompt/said.ts';
import { cmdLine } from './shell/cmd-line.ts';
import { type Started, spawnCommand } from './shell/spawn-command.ts';

/** How the shell itself ended. */
export type ShellEnd =
  | { readonly kind: 'exited'; readonly code: number }
  | { readonly kind: 'killed'; readonly signal: string }
  | { readonly kind: 'not-started'; readonly message: string | Said };

export interface ShellProcess {
  /** Standard output and error, in the order in which they were written. */
  readonly output: Readable;
  readonly ended: Promise<ShellEnd>;
  /** Resolves when it runs; never for one that could not be started. */
  readonly spawned: Promise<void>;
  /**
   * Asks all its processes to end; kills the rest after `graceMs`. Resolves when none is left; true if there was one.
   */
  end(graceMs: number): Promise<boolean>;
}

/** The variable that holds the marks of the command and of those that it runs in. */
const MARKS = 'DOMINDS_COMMAND';

/** How long output may still come when everything has ended. */
const DRAIN_MS = 250;
/** How often a dying group is looked at. */
const LOOK_EVERY_MS = 20;
/** Processes forked meanwhile are killed in the next pass. */
const MAX_KILLS = 5;

/** Starts a command. Its input is closed. */
export function startShell(command: string, at: At, after: After): ShellProcess {
  const made = process.platform === 'win32' ? cmdLine(command) : { line: command };
  if ('refused' in made) return notStarted(made.refused);
  const { marked, mark } = withMark(at.env);
  const env = { ...marked, ...(process.platform !== 'win32' && unattended) };
  const child = process.platform === 'win32' ? spawnOnWindows(made.line, at) : spawnGroup(command, { ...at, env });
  const ended = new Promise<ShellEnd>(resolve => {
    child.once('error', error => resolve({ kind: 'not-started', message: error.message }));
    child.once('exit', (code, signal) =>
      resolve(signal ? { kind: 'killed', signal } : { kind: 'exited', code: code ?? 0 }),
    );
  });
  const spawned = new Promise<void>(resolve => child.once('spawn', resolve));
  const group = process.platform === 'win32' ? windowsTree(child) : processGroup(child, mark);
  return { output: outputOf(child), ended, spawned, end: graceMs => endGroup(group, graceMs, after) };
}

function notStarted(message: Said): ShellProcess {
  const output = new PassThrough();
  output.end();
  return {
    output,
    ended: Promise.resolve({ kind: 'not-started', message }),
    spawned: new Promise(() => {}),
    end: () => Promise.resolve(false),
  };
}

/** Both streams of a child in one; only `spawnGroup` has them in one pipe already. */
function outputOf({ stdout, stderr }: Child): Readable {
  if (!stderr) return stdout;
  const both = new PassThrough();
  let open = 2;
  both.once('close', () => {
    stdout.destroy();
    stderr.destroy();
  });
  for (const stream of [stdout, stderr]) {
    stream.pipe(both, { end: false });
    stream.once('close', () => {
      if (--open === 0) both.end();
    });
  }
  return both;
}

/**
 * Nobody sits at a command: an editor takes the text as it is (`true`), a pager shows all at once, and Git does not
 * ask. What a command sets for itself goes before.
 */
const unattended: NodeJS.ProcessEnv = {
  ...Object.fromEntries(['EDITOR', 'VISUAL', 'GIT_EDITOR', 'GIT_SEQUENCE_EDITOR'].map(name => [name, 'true'])),
  ...Object.fromEntries(
    ['PAGER', 'GIT_PAGER', 'MANPAGER', 'SYSTEMD_PAGER', 'GH_PAGER', 'AWS_PAGER'].map(name => [name, 'cat']),
  ),
  GIT_TERMINAL_PROMPT: '0',
};

/** A command that is talked to. */
export interface ServerProcess extends Pick<ShellProcess, 'end'> {
  readonly input: Writable;
  readonly output: Readable;
  readonly errors: Readable;
  /** Resolves when it runs; never for one that could not be started. */
  readonly spawned: Promise<void>;
  /** Resolves when it has ended, with how, for people. */
  readonly ended: Promise<string>;
}

/** A line for the shell, or a program with its arguments as they are. */
type ShellCommand = string | { readonly command: string; readonly args: readonly string[] };

/** Starts a command whose input and output are kept apart. */
export function startServer(command: ShellCommand, { folder, env }: At, after: After): ServerProcess {
  const { marked, mark } = withMark(env);
  const how = { cwd: folder, env: marked, detached: process.platform !== 'win32', windowsHide: true };
  const stdio: ['pipe', 'pipe', 'pipe'] = ['pipe', 'pipe', 'pipe'];
  const child =
    typeof command === 'string'
      ? spawnLine(command, { ...how, stdio })
      : // Windows knows programs like `npx` as scripts, which it starts by a shell of its own.
        spawnCommand(command.command, command.args, { ...how, stdio });
  if ('refused' in child) {
    const { refused } = child;
    return { ...notStarted(() => refused), ...silent(), ended: Promise.resolve(refused) };
  }
  const spawned = new Promise<void>(resolve => child.once('spawn', resolve));
  const ended = new Promise<string>(resolve => {
    child.once('error', error => resolve(error.message));
    child.once('close', (code, signal) => resolve(signal === null ? `exit code ${code}` : `ended by ${signal}`));
  });
  // A write to one that has ended is told by its end.
  child.stdin.on('error', () => {});
  const group = process.platform === 'win32' ? windowsTree(child) : processGroup(child, mark);
  child.once('close', group.release);
  const { stdin: input, stdout: output, stderr: errors } = child;
  return { input, output, errors, spawned, ended, end: graceMs => endGroup(group, graceMs, after) };
}

function spawnLine(line: string, options: SpawnOptionsWithoutStdio): Started {
  const made = process.platform === 'win32' ? cmdLine(line) : { line };
  if ('refused' in made) return { refused: worded(made.refused, promptTexts('en').results) };
  return spawn(made.line, { ...options, shell: true });
}

/** The streams of a server that was not started. */
function silent(): Pick<ServerProcess, 'input' | 'output' | 'errors'> {
  const ended = () => new PassThrough().end();
  return { input: new PassThrough(), output: ended(), errors: ended() };
}

/** The environment with a mark of its own, beside those of the commands that it runs in. */
function withMark(env: NodeJS.ProcessEnv): { readonly marked: NodeJS.ProcessEnv; readonly mark: string } {
  const mark = randomBytes(9).toString('hex');
  const marks = [env[MARKS], mark].filter(each => each !== undefined).join(' ');
  return { marked: { ...env, [MARKS]: marks }, mark };
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
  /** It need not end with this process any more. */
  release(): void;
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

// A `2>&1` behind the line would be of its last command alone.
function spawnOnWindows(line: string, { folder, env }: At): Child {
  return spawn(line, {
    cwd: folder,
    env,
    shell: true,
    windowsHide: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/**
 * A group, and on Linux every other process that carries the mark or descends from one of its processes: one that
 * called `setsid` has left the group, and its environment may have been cleared.
 */
function processGroup({ pid }: ChildProcess, mark: string): Group {
  const known = new Map<number, string>();
  const send = (to: number, signal: 0 | NodeJS.Signals) => {
    try {
      return process.kill(to, signal);
    } catch {
      return false;
    }
  };
  if (pid === undefined) return { isAlive: () => false, signal: () => {}, release: () => {} };
  endsWithUs(pid);
  return {
    release: () => release(pid),
    // Without a process that reaps orphans (containers), they stay in their group for ever.
    isAlive: () => (canLook ? livingOf({ group: pid, mark, known }).length > 0 : send(-pid, 0)),
    signal(signal) {
      // The parent of a process is visible only while both live.
      const elsewhere = canLook ? livingOf({ group: pid, mark, known }).filter(each => each.group !== pid) : [];
      // The group at one stroke, so that nothing in it can fork in between.
      send(-pid, signal);
      for (const each of elsewhere) send(each.pid, signal);
    },
  };
}

/**
 * Learns of groups by its input, which closes when this process ends in whatever way; then it ends those that are left.
 */
const GUARD = `
groups=' '
while read -r sign group; do
  case $sign in
    +) groups="$groups$group " ;;
    -) groups="\${groups%% $group *} \${groups#* $group }" ;;
  esac
done
case $groups in *[0-9]*) ;; *) exit ;; esac
for group in $groups; do kill -TERM "-$group"; done
sleep 2
for group in $groups; do kill -KILL "-$group"; done`;

/** The guard of this process, started with its first command, and the groups that it knows. */
let guard: ChildProcess | undefined;
const guarded = new Set<number>();

/** Lets a group end with this process, also when it is killed. */
function endsWithUs(group: number): void {
  guarded.add(group);
  if (guard) tell('+', group);
  else startGuard();
}

function release(group: number): void {
  if (guarded.delete(group)) tell('-', group);
}

function tell(sign: '+' | '-', group: number): void {
  guard?.stdin?.write(`${sign} ${group}\n`);
}

/** Without the marks of the commands that this process itself runs in: it ends by itself. */
function startGuard(): void {
  const started = spawn('/bin/sh', ['-c', GUARD], { detached: true, env: {}, stdio: ['pipe', 'ignore', 'ignore'] });
  guard = started;
  const forget = () => {
    if (guard === started) guard = undefined;
  };
  started.once('error', forget);
  started.once('exit', forget);
  started.stdin.on('error', forget);
  started.unref();
  for (const group of guarded) tell('+', group);
}

const canLook = process.platform === 'linux' && existsSync('/proc/self/stat');

interface Belonging {
  readonly group: number;
  readonly mark: string;
  /** Processes that were seen to belong to it, by their id: when they began. Their parents may be gone since. */
  readonly known: Map<number, string>;
}

/** Processes that belong to a command and have not ended. */
function livingOf({ group, mark, known }: Belonging): readonly Living[] {
  const living = readdirSync('/proc').flatMap(name => (/^\d+$/.test(name) ? (look(name) ?? []) : []));
  const byId = new Map(living.map(each => [each.pid, each]));
  const isKnown = (each: Living | undefined) => each !== undefined && known.get(each.pid) === each.began;
  const isChild = ({ parent }: Living) => isKnown(byId.get(parent));
  const belongs = (each: Living) => each.group === group || isChild(each) || carries(each.pid, mark);
  let fresh = living.filter(each => !isKnown(each) && belongs(each));
  while (fresh.length > 0) {
    for (const each of fresh) known.set(each.pid, each.began);
    fresh = living.filter(each => !isKnown(each) && isChild(each));
  }
  return living.filter(isKnown);
}

interface Living {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  /** In ticks since the system began: another process with the same id has another one. */
  readonly began: string;
}

function look(pid: string): Living | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state, parent, group] = fields;
    if (state === 'Z' || state === 'X') return undefined;
    return { pid: Number(pid), parent: Number(parent), group: Number(group), began: fields[19] ?? '' };
  } catch {
    return undefined;
  }
}

function carries(pid: number, mark: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`).includes(mark);
  } catch {
    // It has ended, or its id belongs to another process.
    return false;
  }
}

/** Resolves when all output was read. Something that left the group may hold the pipe for ever. */
export async function drained({ output }: Pick<ShellProcess, 'output'>, after: After): Promise<void> {
  if (!output.closed) {
    const closed = new Promise<void>(resolve => output.once('close', resolve));
    // After a stop of this process the time is over before what waits is read: that comes in this turn.
    const late = new Promise<void>(resolve => after(DRAIN_MS, () => setImmediate(resolve)));
    await Promise.race([closed, late]);
  }
  output.destroy();
}

function windowsTree(child: ChildProcess): Group {
  return {
    isAlive: () => child.pid !== undefined && child.exitCode === null,
    release() {},
    signal() {
      const args = ['/pid', String(child.pid), '/T', '/F'];
      spawn('taskkill', args, { stdio: 'ignore', windowsHide: true }).once('error', () => {});
    },
  };
}

async function endGroup(group: Group, graceMs: number, after: After): Promise<boolean> {
  const wasAlive = await endLiving(group, graceMs, after);
  group.release();
  return wasAlive;
}

async function endLiving(group: Group, graceMs: number, after: After): Promise<boolean> {
  if (!group.isAlive()) return false;
  group.signal('SIGTERM');
  for (let waited = 0; waited < graceMs; waited += LOOK_EVERY_MS) {
    await new Promise<void>(resolve => after(LOOK_EVERY_MS, resolve));
    if (!group.isAlive()) return true;
  }
  for (let look = 0; look < MAX_KILLS && group.isAlive(); look++) {
    group.signal('SIGKILL');
    await new Promise<void>(resolve => after(LOOK_EVERY_MS, resolve));
  }
  return true;
}
