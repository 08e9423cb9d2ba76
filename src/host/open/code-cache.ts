// Loads the extension's CommonJS files with the V8 code cache of an earlier start: compiling them takes a third of an
// activation. The cache is keyed by the build and optional: without it a file is compiled.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Script } from 'node:vm';
import { readKeptFile, writeKept } from '../kept-files.ts';

/** Files that are loaded once, and a way to store their code. */
export interface CodeCache {
  /**
   * The exports of the file at that path. It requires files beside it from here, too. Throws what the file itself
   * throws.
   */
  load(file: string): unknown;
  /** True if no file had to be compiled since the code was stored. */
  isKept(): boolean;
  /**
   * Stores the code of files that had to be compiled, with functions that ran since; a file in each turn of the event
   * loop, as that of all takes some time. Never rejects: a disk that refuses costs the next start some milliseconds.
   */
  keep(): Promise<void>;
}

/** Where code is kept, and of what. */
export interface CodeCacheOptions {
  /** Made when needed. */
  readonly folder: string;
  /**
   * Names the build that all files are of, in hexadecimal digits; '' where they may change: then each is known by its
   * text, which costs 3 ms.
   */
  readonly build: string;
  /** Told of each file whose code was not there. */
  readonly onCompiled?: () => void;
}

/** Opens the cache. */
export function openCodeCache({ folder, build, onCompiled }: CodeCacheOptions): CodeCache {
  const modules = new Map<string, { exports: unknown }>();
  /** By the name under which their code will be stored. */
  const compiled = new Map<string, Script>();
  const load = (file: string): unknown => {
    const known = modules.get(file);
    if (known) return known.exports;
    const { script, name, wasCached } = compile(file, { folder, build });
    if (!wasCached) {
      compiled.set(name, script);
      onCompiled?.();
    }
    const module = { exports: {} as unknown };
    modules.set(file, module);
    const run = script.runInThisContext() as (...args: readonly unknown[]) => void;
    try {
      run(module.exports, requireFor(file, load), module, file, path.dirname(file));
    } catch (error) {
      modules.delete(file);
      throw error;
    }
    return module.exports;
  };
  return {
    load,
    isKept: () => compiled.size === 0,
    async keep() {
      const fresh = [...compiled];
      compiled.clear();
      if (fresh.length > 0) await store(folder, fresh);
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

function compile(
  file: string,
  { folder, build }: CodeCacheOptions,
): { script: Script; name: string; wasCached: boolean } {
  const source = readFileSync(file, 'utf8');
  const version = build || createHash('sha256').update(source).digest('hex').slice(0, 32);
  const name = `${path.basename(file, '.cjs')}.${version}.bin`;
  const cachedData = readKeptFile(path.join(folder, name));
  const wrapped = `(function (exports, require, module, __filename, __dirname) {${source}\n})`;
  const script = new Script(wrapped, { filename: file, ...(cachedData && { cachedData }) });
  return { script, name, wasCached: cachedData !== undefined && script.cachedDataRejected === false };
}

/** Instead of what other versions left of these files, and of what is no code of one. */
async function store(folder: string, compiled: readonly (readonly [string, Script])[]): Promise<void> {
  const files = new Set(compiled.map(([name]) => fileOf(name)));
  try {
    mkdirSync(folder, { recursive: true });
    for (const name of readdirSync(folder)) {
      const file = fileOf(name);
      if (file === undefined || files.has(file)) rmSync(path.join(folder, name), { force: true });
    }
    for (const [name, script] of compiled) {
      await nextTurn();
      writeKept(path.join(folder, name), script.createCachedData());
    }
  } catch {
    // A missing cache is harmless.
  }
}

/** The file that a stored code is of. */
function fileOf(name: string): string | undefined {
  return /^([\w-]+)\.[0-9a-f]{16,32}\.bin$/.exec(name)?.[1];
}
