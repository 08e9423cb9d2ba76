// The file engine's view of the process and its machine.
import { readFileSync, statfsSync } from 'node:fs';
import * as os from 'node:os';
import { performance } from 'node:perf_hooks';
import { errorCode } from '../../../core/base/thrown.ts';
import type { FileProblem } from '../../../core/team/team.ts';
import { diskFiles } from '../../disk-files.ts';
import { loopTurn } from '../../loop-turn.ts';
import { confineFiles } from '../confined-files.ts';
import type { LockEnvironment } from './lock.ts';
import { pidSpace } from './pid-space.ts';

/** This process at the `.dialogs/` of a folder on the disk. `now`: epoch milliseconds. */
export function processEnvironment(rtws: string, now: () => number): StorageEnvironment {
  return {
    files: confineFiles(diskFiles, rtws),
    pid: process.pid,
    host: os.hostname(),
    pidSpace: pidSpace(),
    now,
    elapsed: () => performance.now(),
    turn: loopTurn,
    isAlive,
    isDiskFull: () => isDiskFull(rtws),
  };
}

/** An environment whose files say what they passed over. */
export interface StorageEnvironment extends LockEnvironment {
  /** Absent: not known. */
  readonly isDiskFull?: () => boolean;
  readonly files: LockEnvironment['files'] & { readonly problems?: readonly FileProblem[] };
}

/** Free bytes below which a reply of a model may not be stored. */
const LEAST_FREE = 64 * 1024;

/** Some file systems, mostly of networks, do not say how much they hold. */
function isDiskFull(folder: string): boolean {
  try {
    const { bsize, blocks, bavail, files, ffree } = statfsSync(folder);
    return (blocks > 0 && bavail * bsize < LEAST_FREE) || (files > 0 && ffree === 0);
  } catch {
    return false;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !isZombie(pid);
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

/**
 * True if a process has ended and nobody asked for its exit code yet: it drives nothing. Elsewhere than on Linux it is
 * not known.
 */
export function isZombie(pid: number, readStat = (file: string) => readFileSync(file, 'utf8')): boolean {
  if (process.platform !== 'linux') return false;
  try {
    const stat = readStat(`/proc/${pid}/stat`);
    // The name before it, in brackets, may hold any character.
    return stat.startsWith(' Z', stat.lastIndexOf(')') + 1);
  } catch {
    return false;
  }
}
