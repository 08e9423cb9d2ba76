// Asks Git about the workspace, without running any program that a repository names.
import type { After } from '../../core/base/after.ts';
import { startServer } from '../shell-process.ts';

/** What Git prints; undefined when it fails, is not there, takes too long or says too much. */
export type AskGit = (folder: string, args: readonly string[], how?: GitRequest) => Promise<Buffer | undefined>;

export interface GitRequest {
  readonly signal?: AbortSignal;
  /** Lines for Git to read. */
  readonly input?: string;
}

const GIT_MS = 10_000;
const MAX_BYTES = 50_000_000;
const SAFE = ['-c', 'core.fsmonitor=false', '-c', 'safe.bareRepository=explicit', '--no-optional-locks'];
/** They name another repository than the one of the folder. */
const elsewhere: ReadonlySet<string> = new Set(['GIT_DIR', 'GIT_WORK_TREE', 'GIT_INDEX_FILE']);

/** Git in this environment. */
export function createAskGit(env: NodeJS.ProcessEnv, after: After): AskGit {
  const own = Object.fromEntries(Object.entries(env).filter(([name]) => !elsewhere.has(name)));
  return async (folder, args, { signal, input } = {}) => {
    const asked = startServer({ command: 'git', args: [...SAFE, ...args] }, { folder, env: own }, after);
    const chunks: Buffer[] = [];
    let size = 0;
    const stop = () => void asked.end(0);
    asked.input.on('error', () => undefined);
    asked.input.end(input);
    asked.output.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > MAX_BYTES) stop();
      else chunks.push(chunk);
    });
    asked.errors.resume();
    const cancel = after(GIT_MS, stop);
    signal?.addEventListener('abort', stop, { once: true });
    const how = await asked.ended;
    cancel();
    signal?.removeEventListener('abort', stop);
    return how === 'exit code 0' && size <= MAX_BYTES ? Buffer.concat(chunks) : undefined;
  };
}
