// What a process costs while nothing happens.
import { setTimeout as wait } from 'node:timers/promises';

/** The figures of an idle process. */
export interface IdleFigures {
  readonly ms: number;
  /** Milliseconds of processor. */
  readonly cpuMs: number;
  /** By how much its memory grew. */
  readonly grownBytes: number;
}

/** A start does some things a little later, such as keeping its machine code. */
const SETTLED_AFTER_MS = 5_000;

/** Measures this process for so long. Memory is told apart from waste by `--expose-gc`. */
export async function measureIdle(ms: number): Promise<IdleFigures> {
  await wait(SETTLED_AFTER_MS);
  const heapBefore = heapUsed();
  const cpuBefore = process.cpuUsage();
  await wait(ms);
  const cpu = process.cpuUsage(cpuBefore);
  return { ms, cpuMs: (cpu.user + cpu.system) / 1000, grownBytes: heapUsed() - heapBefore };
}

function heapUsed(): number {
  globalThis.gc?.();
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}
