// The MCP server that `mcp-stdio-server.ts` is, and its processes, each of which notes its id in a file of the test's
// folder.
import { existsSync, readFileSync } from 'node:fs';
import * as path from 'node:path';

const script = path.resolve(import.meta.dirname, 'mcp-stdio-server.ts');

/** The arguments for `node`, for a test in this folder. */
export function weatherArgs(folder: string): readonly [string, string] {
  return [script, processNotes(folder)];
}

/** The ids of the processes that were started, in order. */
export function weatherProcesses(folder: string): readonly number[] {
  const file = processNotes(folder);
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').map(Number) : [];
}

/** The file in which they note their ids. */
export function processNotes(folder: string): string {
  return path.join(folder, 'pids');
}
