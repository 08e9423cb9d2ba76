// Real processes that take the lock of a folder at the same instant, again and again. Counts the rounds that did not
// end with exactly one owner.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { pidSpace } from '../../src/store/files/lock/pid-space.ts';
import { makeTempWorkspace } from '../support/temp-workspace.ts';

export interface Race {
  readonly processes: number;
  /** How long a file operation takes at most, in ms; 0 is the disk as it is. */
  readonly slowestMs: number;
  /** Every second process runs in a pid namespace of its own. */
  readonly inNamespaces: boolean;
  readonly rounds: number;
}

export interface RaceResult {
  /** Rounds that ended with more than one owner. */
  readonly several: number;
  /** Rounds that ended without any. */
  readonly none: number;
}

/** `unshare` with the arguments that this system allows; `undefined` where it allows no pid namespace. */
export function namespaceCommand(): readonly string[] | undefined {
  const commands = [
    ['unshare', '-pf', '--mount-proc', '--kill-child'],
    ['unshare', '-rpf', '--mount-proc', '--kill-child'],
  ];
  return commands.find(([command = '', ...args]) => spawnSync(command, [...args, 'true']).status === 0);
}

/** What lies in the place of the lock before a round. */
const beginnings: readonly (string | undefined)[] = [
  undefined,
  entry({ pid: 2 ** 22 + 1, pidSpace: pidSpace() }),
  entry({ pid: process.pid, heartbeatAt: new Date(0).toISOString() }),
  '',
];

function entry(fields: object): string {
  return JSON.stringify({ host: hostname(), token: 'stale', heartbeatAt: new Date().toISOString(), ...fields });
}

/** Runs the rounds of one race. */
export async function raceForLock({ processes, slowestMs, inNamespaces, rounds }: Race): Promise<RaceResult> {
  const { folder, remove } = await makeTempWorkspace();
  const unshare = inNamespaces ? (namespaceCommand() ?? []) : [];
  const racers = Array.from({ length: processes }, (_, index) => {
    return startRacer(index % 2 === 1 ? unshare : [], [String(slowestMs), String(index + 1)]);
  });
  const all = (line: string) => Promise.all(racers.map(racer => racer.ask(line)));
  const result = { several: 0, none: 0 };
  try {
    await all('free');
    for (let round = 0; round < rounds; round++) {
      const rtws = path.join(folder, String(round));
      mkdirSync(path.join(rtws, '.dialogs'), { recursive: true });
      const text = beginnings[round % beginnings.length];
      if (text !== undefined) writeFileSync(path.join(rtws, '.dialogs/lock'), text);
      const taken = await all(`take ${Date.now() + 4} ${rtws}`);
      const owners = taken.filter(each => each === 'held').length;
      const still = (await all('holds')).filter(each => each === 'held').length;
      if (owners > 1) result.several += 1;
      else if (still !== 1) result.none += 1;
      await all('free');
      rmSync(rtws, { recursive: true });
    }
  } finally {
    await Promise.all(racers.map(racer => racer.end()));
    await remove();
  }
  return result;
}

interface Racer {
  /** Sends a line, resolves with the answer. */
  ask(line: string): Promise<string>;
  end(): Promise<void>;
}

function startRacer(wrapper: readonly string[], args: readonly string[]): Racer {
  const [command = '', ...argv] = [
    ...wrapper,
    process.execPath,
    path.join(import.meta.dirname, 'lock-racer.ts'),
    ...args,
  ];
  const child = spawn(command, argv, { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async ask(line) {
      child.stdin.write(`${line}\n`);
      const { value, done } = await lines.next();
      if (done) throw new Error('a process that raced for the lock has ended');
      return value;
    },
    async end() {
      child.stdin.end();
      await exited(child);
    },
  };
}

function exited(child: ChildProcess): Promise<unknown> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise(resolve => child.once('exit', resolve));
}
