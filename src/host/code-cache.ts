// Loads a CommonJS file, and the files beside it that it requires, with the V8 code cache of an earlier start:
// compiling the runtime takes a third of an activation. The cache is keyed by a hash of the source and optional:
// without it a file is compiled.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Script } from 'node:vm';

/** A file's exports, and a way to store its code cache. */
export interface Loaded {
  readonly exports: unknown;
  /** True if the cache was used for everything loaded so far. */
  readonly wasCached: () => boolean;
  /** Stores the code cache, including functions that ran since; does nothing when the cache was used. */
  keep(): void;
}

/** Loads `file`, whose code lies in `folder` if it was kept. Throws what the file itself throws. */
export function loadCached(file: string, folder: string): Loaded {
  const modules = new Map<string, { exports: unknown }>();
  /** Names of cache files, with the script of those without a cache. */
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
    // A missing cache is harmless.
  }
}

/** Whole, also after a power cut and beside another window: V8 runs what it finds. */
function write(file: string, code: Buffer): void {
  const fresh = `${file}.${process.pid}.tmp`;
  writeFileSync(fresh, code, { flush: true });
  renameSync(fresh, file);
}
