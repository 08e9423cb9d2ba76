// Small files that spare a later start some work. A missing or torn one costs that work and nothing else.
import { readFileSync, renameSync, writeFileSync } from 'node:fs';

const AFTER_START_MS = 2_000;

/** Does work after a start is over, so that it does not pay for the next one. */
export function afterStart(work: () => void): void {
  setTimeout(work, AFTER_START_MS).unref();
}

/** The bytes of a kept file; `undefined` when there is none, or it cannot be read. */
export function readKeptFile(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}

/**
 * Writes a file whole, also after a power cut and beside another window: whoever finds it believes it. Throws the
 * system's errors.
 */
export function writeKept(file: string, bytes: Uint8Array): void {
  const fresh = `${file}.${process.pid}.tmp`;
  writeFileSync(fresh, bytes, { flush: true });
  renameSync(fresh, file);
}
