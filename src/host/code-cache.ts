// Loads a CommonJS file with the machine code that V8 made of it at an earlier start: compiling the runtime is a third of what
// an activation takes. The code is kept under a hash of the source and is never needed: without it the file is compiled.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Script } from 'node:vm';

/** What a file exports, and how its code is kept for the next start. */
export interface Loaded {
  readonly exports: unknown;
  /** Whether kept code was used. */
  readonly wasCached: boolean;
  /** Keeps the code as it is now, functions included that ran meanwhile; does nothing when kept code was used. */
  keep(): void;
}

/** Loads `file`, whose code lies in `folder` if it was kept. Throws what the file itself throws. */
export function loadCached(file: string, folder: string): Loaded {
  const source = readFileSync(file, 'utf8');
  const kept = path.join(folder, `${createHash('sha256').update(source).digest('hex').slice(0, 32)}.bin`);
  const cachedData = readKept(kept);
  const wrapped = `(function (exports, require, module, __filename, __dirname) {${source}\n})`;
  const script = new Script(wrapped, { filename: file, ...(cachedData && { cachedData }) });
  const wasCached = cachedData !== undefined && script.cachedDataRejected === false;
  const module = { exports: {} as unknown };
  const run = script.runInThisContext() as (...args: readonly unknown[]) => void;
  run(module.exports, createRequire(file), module, file, path.dirname(file));
  return {
    exports: module.exports,
    wasCached,
    keep() {
      if (!wasCached) store(kept, script.createCachedData());
    },
  };
}

function readKept(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}

/** Instead of what other versions left. A disk that refuses costs the next start some milliseconds. */
function store(file: string, code: Buffer): void {
  const folder = path.dirname(file);
  try {
    mkdirSync(folder, { recursive: true });
    for (const name of readdirSync(folder)) rmSync(path.join(folder, name), { force: true });
    // Whole, also after a power cut and beside another window: V8 runs what it finds.
    const fresh = `${file}.${process.pid}.tmp`;
    writeFileSync(fresh, code, { flush: true });
    renameSync(fresh, file);
  } catch {
    // Nothing is lost.
  }
}
