// Runs test files in a process, until a test fails or none ends any more.
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { FAULT_FILE } from './serve-fault.ts';

/** On a busy machine a test may wait long for its turn. */
const TEST_TIMEOUT_MS = 120_000;
/**
 * How long no test may end, unless the process got too little of the processor meanwhile: a source may go in a loop.
 */
const STALL_MS = 150_000;
const STALL_CPU_SECONDS = 60;
/** A process that waits for ever needs no processor. */
const MAX_STALLS = 6;

/**
 * Runs the test files in this order. Gives the test that failed, or how the process ended; `undefined` when all are
 * green. `temp` is the folder for temporary files, `fault` the file that serves a fault.
 */
export function runTests(
  root: string,
  files: readonly string[],
  { temp, fault }: { readonly temp: string; readonly fault: string },
): Promise<string | undefined> {
  if (files.length === 0) return Promise.resolve(undefined);
  const mocha = path.join(root, 'node_modules/mocha/bin/mocha.js');
  const server = pathToFileURL(path.join(import.meta.dirname, 'serve-fault.ts')).href;
  const child = spawn(
    process.execPath,
    [mocha, '--bail', '--timeout', `${TEST_TIMEOUT_MS}`, '--reporter', 'json-stream', ...files],
    {
      cwd: root,
      detached: true,
      stdio: ['ignore', 'pipe', 'ignore'],
      env: {
        ...process.env,
        TMPDIR: temp,
        NODE_OPTIONS: `--import=${server} --max-old-space-size=2048`,
        [FAULT_FILE]: fault,
      },
    },
  );
  return new Promise(resolve => {
    const end = (noticedBy?: string) => {
      clearTimeout(stall);
      endGroup(child);
      resolve(noticedBy);
    };
    let stalls = 0;
    let cpuAtLine = 0;
    const stall = setTimeout(() => {
      stalls += 1;
      const isStarved = (cpuSecondsOf(child) ?? Number.POSITIVE_INFINITY) - cpuAtLine < STALL_CPU_SECONDS;
      if (isStarved && stalls < MAX_STALLS) stall.refresh();
      else end('a limit: no test ended any more');
    }, STALL_MS);
    createInterface({ input: child.stdout }).on('line', line => {
      stall.refresh();
      stalls = 0;
      cpuAtLine = cpuSecondsOf(child) ?? 0;
      const failed = failureIn(line);
      if (failed !== undefined) end(failed);
    });
    child.on('close', code => end(code === 0 ? undefined : `the end of the process (${code})`));
  });
}

function failureIn(line: string): string | undefined {
  if (!line.startsWith('["fail"')) return undefined;
  const [, { fullTitle, file }] = JSON.parse(line) as [string, { fullTitle: string; file?: string }];
  return `${file === undefined ? '' : `${path.basename(file)}: `}${fullTitle}`;
}

/** The time of the processor that a process took, where the system says so in files (Linux). */
function cpuSecondsOf({ pid }: ChildProcess): number | undefined {
  try {
    // Behind the name of the program, which may hold anything: user and system time in hundredths of a second.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return undefined;
  }
}

/** Ends the process with everything that it started. */
function endGroup(child: ChildProcess): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}
