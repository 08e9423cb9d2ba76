// Real processes killed with SIGKILL: from within at a chosen step of the disk, and from outside while they print.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { makeTempWorkspace } from '../support/temp-workspace.ts';
import { checkFolder, hasEnded, storyFolder } from './folder-story.ts';

const file = (name: string) => path.join(import.meta.dirname, name);
const cli = path.resolve(import.meta.dirname, '../../src/cli/main.ts');
const environment = { ...process.env, OPENAI_API_KEY: '', OPENAI_BASE_URL: '' };

export type When = 'before' | 'within' | 'after';

/** Plays the story in a folder of its own while `disturb` does its worst, then to the end. Gives how it ended. */
export async function inFolder(disturb: (rtws: string) => Promise<void>): Promise<string> {
  const workspace = await makeTempWorkspace(storyFolder);
  try {
    await disturb(workspace.folder);
    for (let run = 0; run < 5 && !hasEnded(workspace.folder); run++) await act(workspace.folder, {});
    return checkFolder(workspace.folder);
  } finally {
    await workspace.remove();
  }
}

/** How many steps of the disk the story takes when nobody disturbs it. */
export async function countSteps(): Promise<number> {
  let steps = 0;
  await inFolder(async rtws => {
    const count = path.join(rtws, 'steps');
    await act(rtws, { KILL_COUNT: count });
    steps = Number(readFileSync(count, 'utf8'));
    rmSync(count);
  });
  return steps;
}

/** Kills the process at that step; false when the story ended before. */
export async function killAt(rtws: string, step: number, when: When): Promise<boolean> {
  return (await act(rtws, { KILL_AT: `${step}:${when}` })) === 'SIGKILL';
}

/** Two processes that both want to play the story, at once. */
export async function race(rtws: string): Promise<void> {
  await Promise.all([act(rtws, {}), act(rtws, {})]);
}

/** `dominds` killed from outside as soon as it has printed so many lines; gives how often it was killed. */
export async function killPrinting(rtws: string, ...argv: readonly [lines: number, ...string[]][]): Promise<number> {
  let kills = 0;
  for (const [lines, ...command] of argv) {
    const child = spawn(process.execPath, [cli, '-C', rtws, '--json', ...command], { env: environment });
    let printed = 0;
    createInterface({ input: child.stdout }).on('line', () => {
      printed += 1;
      if (printed === lines) child.kill('SIGKILL');
    });
    if ((await ended(child)) === 'SIGKILL') kills += 1;
  }
  return kills;
}

/** One run of the actor; resolves with its signal or exit code. */
export async function act(rtws: string, env: NodeJS.ProcessEnv): Promise<string | number | null> {
  const argv = ['--import', file('kill-at.ts'), file('actor.ts'), rtws];
  const child = spawn(process.execPath, argv, { env: { ...environment, ...env } });
  let stderr = '';
  child.stderr.on('data', piece => {
    stderr += piece;
  });
  const end = await ended(child);
  assert.ok(end === 0 || end === 'SIGKILL' || stderr.includes('driven-by-process'), stderr);
  return end;
}

function ended(child: ChildProcess): Promise<string | number | null> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve(signal ?? code));
  });
}
