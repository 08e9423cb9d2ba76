// A process that takes the lock of folders on command: `node lock-racer.ts <slowest ms of a file operation> <seed>`.
// Reads lines `take <instant> <folder>` (answers `held`, `taken`, …), `holds` (answers whether it may write now) and
// `free`.
import { hostname } from 'node:os';
import { createInterface } from 'node:readline';
import { diskFiles, type Files } from '../../src/store/disk-files.ts';
import { acquireLock, type LockEnvironment, type RtwsLock } from '../../src/store/files/lock/lock.ts';
import { pidSpace } from '../../src/store/files/lock/pid-space.ts';
import { loopTurn } from '../../src/store/loop-turn.ts';
import { seeded } from './seeded.ts';

const slowestMs = Number(process.argv[2]);
const random = seeded(Number(process.argv[3]));
const files = slowestMs > 0 ? slowly(diskFiles) : diskFiles;
const environment: LockEnvironment = {
  files,
  pid: process.pid,
  host: hostname(),
  pidSpace: pidSpace(),
  now: Date.now,
  elapsed: () => performance.now(),
  turn: loopTurn,
  isAlive,
};
let lock: RtwsLock | undefined;
let takes = 0;

for await (const line of createInterface({ input: process.stdin })) {
  const [command, instant, folder = ''] = line.split(' ');
  if (command === 'take') console.log(take(Number(instant), folder));
  else if (command === 'holds') console.log(lock?.isHeld() ? 'held' : 'taken');
  else {
    lock?.release();
    lock = undefined;
    console.log('free');
  }
}

function take(instant: number, folder: string): string {
  // Every process spins until the same instant: that is the barrier.
  while (Date.now() < instant);
  const taken = acquireLock(folder, `${process.argv[3]}-${++takes}`, environment);
  if (taken.kind === 'held') lock = taken.lock;
  return taken.kind;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Every operation takes a while before and after, as on a network. */
function slowly(fast: Files): Files {
  const pause = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, random() * slowestMs);
  const operations = Object.entries(fast).map(([name, act]) => [
    name,
    (...args: never[]) => {
      pause();
      try {
        return (act as (...args: never[]) => unknown)(...args);
      } finally {
        pause();
      }
    },
  ]);
  return Object.fromEntries(operations) as Files;
}
