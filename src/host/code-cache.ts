// Loads a CommonJS file, and those beside it that it asks for, with the machine code that V8 made of them at an earlier start:
// compiling the runtime is a third of what an activation takes. The code is kept under a hash of the source and is never needed:
// without it a file is compiled.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Script } from 'node:vm';

/** What a file exports, and how its code is kept for the next start. */
export interface Loaded {
  readonly exports: unknown;
  /** Whether kept code was used for all that is loaded by now. */
  readonly wasCached: () => boolean;
  /** Keeps the code as it is now, functions included that ran meanwhile; does nothing when kept code was used. */
  keep(): void;
}

/** Loads `file`, whose code lies in `folder` if it was kept. Throws what the file itself throws. */
export function loadCached(file: string, folder: string): Loaded {
  const modules = new Map<string, { exports: unknown }>();
  /** Names of what is kept, with the script where there was no kept code. */
  const scripts = new Map<string, Script | undefined>();
  const load = (at: string): unknown => {
    const known = modules.get(at);
    if (known) return known.exports;
    const { script, name, wasCached } = compile(at, folder);
    scripts.set(name, wasCached ? undefined : script);
    const module = { exports: {} as unknown };
    modules.set(at, module);
    const run = script.runInThisContext() as (...args: readonly unknown[]) => void;
    try {
      run(module.exports, requireFor(at, load), module, at, path.dirname(at));
    } catch (error) {
      modules.delete(at);
      throw error;
    }
    return module.exports;
  };
  const wasCached = () => [...scripts.values()].every(script => script === undefined);
  return {
    exports: load(file),
    wasCached,
    keep() {
      if (!wasCached()) store(folder, scripts);
    },
  };
}

/** As `require` of the file at that path; files beside it are loaded by `load`. */
function requireFor(at: string, load: (file: string) => unknown): NodeJS.Require {
  const required = createRequire(at);
  const requireBeside = (name: string): unknown =>
    /^\.\/[\w-]+\.cjs$/.test(name) ? load(path.join(path.dirname(at), name)) : required(name);
  return Object.assign(requireBeside, required);
}

function compile(file: string, folder: string): { script: Script; name: string; wasCached: boolean } {
  const source = readFileSync(file, 'utf8');
  const name = `${createHash('sha256').update(source).digest('hex').slice(0, 32)}.bin`;
  const cachedData = readKept(path.join(folder, name));
  const wrapped = `(function (exports, require, module, __filename, __dirname) {${source}\n})`;
  const script = new Script(wrapped, { filename: file, ...(cachedData && { cachedData }) });
  return { script, name, wasCached: cachedData !== undefined && script.cachedDataRejected === false };
}

function readKept(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}

/** Instead of what other versions left. A disk that refuses costs the next start some milliseconds. */
function store(folder: string, scripts: ReadonlyMap<string, Script | undefined>): void {
  try {
    mkdirSync(folder, { recursive: true });
    for (const name of readdirSync(folder)) {
      if (scripts.get(name) !== undefined || !scripts.has(name)) rmSync(path.join(folder, name), { force: true });
    }
    for (const [name, script] of scripts) if (script) write(path.join(folder, name), script.createCachedData());
  } catch {
    // Nothing is lost.
  }
}

/** Whole, also after a power cut and beside another window: V8 runs what it finds. */
function write(file: string, code: Buffer): void {
  const fresh = `${file}.${process.pid}.tmp`;
  writeFileSync(fresh, code, { flush: true });
  renameSync(fresh, file);
}
