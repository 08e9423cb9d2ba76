// Every measurement runs in a process of its own, bundled as the product is, so that none pays for another's memory or
// for stripping types. A worker gets its input as an argument, answers with one message, and ends with its parent.
import { type ChildProcess, fork } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import esbuild from 'esbuild';
import { root } from '../../scripts/project.ts';
import { makeTempFolder } from '../../scripts/temp-folder.ts';

/** The workers, ready to be started. */
export interface Workers {
  /** Runs a worker to its end and gives its answer. Throws when it ends without one. */
  run<T>(name: string, input: unknown, flags?: readonly string[]): Promise<T>;
  /** Starts a worker that goes on after its answer; `stop` ends it. */
  start<T>(name: string, input: unknown): Promise<{ readonly answer: T; stop(): Promise<void> }>;
}

const source = path.join(root, 'test', 'bench', 'workers');

/** Of `workers/`: files, all of them when absent, and how long each may run, in milliseconds. */
export interface BundleOptions {
  readonly files?: readonly string[];
  readonly patience?: number;
}

/** Bundles workers into a temporary folder. */
export async function bundleWorkers({ files = readdirSync(source), patience }: BundleOptions = {}): Promise<Workers> {
  const outdir = await makeTempFolder('db');
  await esbuild.build({
    entryPoints: files.map(file => path.join(source, file)),
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    define: { 'process.env.NODE_ENV': '"production"' },
    banner: {
      js: "import { createRequire as bundleRequire } from 'node:module'; const require = bundleRequire(import.meta.url);",
    },
    logLevel: 'error',
  });
  const spawn = (name: string, input: unknown, flags: readonly string[] = []) =>
    fork(path.join(outdir, `${name}.mjs`), [JSON.stringify(input)], {
      execArgv: ['--expose-gc', ...flags],
      env: cleanEnvironment(),
      ...(patience && { timeout: patience }),
    });
  return {
    async run<T>(name: string, input: unknown, flags?: readonly string[]): Promise<T> {
      const child = spawn(name, input, flags);
      const answer = await answerOf<T>(child, name);
      await endOf(child);
      return answer;
    },
    async start<T>(name: string, input: unknown) {
      const child = spawn(name, input);
      const answer = await answerOf<T>(child, name);
      return {
        answer,
        stop() {
          child.disconnect();
          return endOf(child);
        },
      };
    },
  };
}

/** Without what would make the product talk to anything but the mock server. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(OPENAI|DOMINDS)_/.test(name)));
}

function answerOf<T>(child: ChildProcess, name: string): Promise<T> {
  return new Promise((resolve, reject) => {
    child.once('message', answer => resolve(answer as T));
    child.once('exit', code => reject(new Error(`the worker ${name} ended with ${code} and no answer`)));
  });
}

function endOf(child: ChildProcess): Promise<void> {
  return new Promise(resolve => {
    if (child.exitCode !== null || child.signalCode !== null) resolve();
    else child.once('exit', () => resolve());
  });
}
