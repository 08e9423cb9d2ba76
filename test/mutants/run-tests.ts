// Runs test files in a process, until a test fails or none ends any more.
import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { FAULT_FILE } from './serve-fault.ts';

/** A test may take 30 s (.mocharc.json); loading a source that goes in a loop takes for ever. */
const STALL_MS = 90_000;

/**
 * Runs the test files in this order. Gives the test that failed, or how the process ended; `undefined` when all are green.
 * `temp` is the folder for temporary files, `fault` the file that serves a fault.
 */
export function runTests(
  root: string,
  files: readonly string[],
  { temp, fault }: { readonly temp: string; readonly fault: string },
): Promise<string | undefined> {
  if (files.length === 0) return Promise.resolve(undefined);
  const mocha = path.join(root, 'node_modules/mocha/bin/mocha.js');
  const server = pathToFileURL(path.join(import.meta.dirname, 'serve-fault.ts')).href;
  const child = spawn(process.execPath, [mocha, '--bail', '--reporter', 'json-stream', ...files], {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
    env: {
      ...process.env,
      TMPDIR: temp,
      NODE_OPTIONS: `--import=${server} --max-old-space-size=2048`,
      [FAULT_FILE]: fault,
    },
  });
  return new Promise(resolve => {
    const end = (noticedBy?: string) => {
      clearTimeout(stall);
      endGroup(child);
      resolve(noticedBy);
    };
    const stall = setTimeout(() => end('a limit: no test ended any more'), STALL_MS);
    createInterface({ input: child.stdout }).on('line', line => {
      stall.refresh();
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

/** Ends the process with everything that it started. */
function endGroup(child: ChildProcess): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}
