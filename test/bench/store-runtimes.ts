// Figures of whole processes at a store: dialogs that take turns, and workers that die or hang.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { openRuntime } from '../../src/runtime.ts';
import { Program } from '../support/program.ts';
import { converse, newRoot, openBench, writeTeam } from './bench-rtws.ts';
import { median, timed } from './stats.ts';
import { atStore } from './store-figures.ts';

const DIALOGS = 100;
const TURNS = 10;
const TREES = 20;

/** Milliseconds for so many generations, at a store and over files. */
export function measureGenerations(
  folder: string,
  baseUrl: string,
): Promise<{ count: number; stored: number; files: number }> {
  return atStore(async ({ url }) => {
    const run = async (name: string, more: Parameters<typeof openBench>[2]) => {
      const rtws = path.join(folder, name);
      writeTeam(rtws);
      const runtime = await openBench(rtws, baseUrl, more);
      const dialogs = await Promise.all(Array.from({ length: DIALOGS }, () => newRoot(runtime)));
      const ms = await timed(() =>
        Promise.all(
          dialogs.map(async dialog => {
            for (let turn = 0; turn < TURNS; turn++) await converse(runtime, dialog, 'hello');
          }),
        ),
      );
      await runtime.close();
      return ms;
    };
    const rounds: { readonly stored: number; readonly files: number }[] = [];
    for (let round = 0; round < 3; round++) {
      const files = await run(`files-${round}`, {});
      rounds.push({ files, stored: await run(`stored-${round}`, { store: { url, drive: 'here' } }) });
    }
    const of = (key: 'stored' | 'files') => median(rounds.map(each => each[key]));
    return { count: DIALOGS * TURNS, stored: of('stored'), files: of('files') };
  });
}

/** Milliseconds until another worker drives all trees of one that was killed, and of one that was stopped. */
export function measureTakeovers(): Promise<{ killedMs: number; stoppedMs: number }> {
  return atStore(async ({ url }) => {
    // In this order: for a lease after a server's start nobody counts as gone.
    const stoppedMs = await takeover(url, 'SIGSTOP');
    return { stoppedMs, killedMs: await takeover(url, 'SIGKILL') };
  });
}

async function takeover(url: string, signal: 'SIGKILL' | 'SIGSTOP'): Promise<number> {
  const rtws = path.join(process.env.TMPDIR ?? '/tmp', `bench-takeover-${process.pid}-${signal}`);
  mkdirSync(path.join(rtws, '.minds'), { recursive: true });
  writeFileSync(path.join(rtws, '.minds/team.yaml'), `workspace: ${signal}\nmembers: {lead: {}}\n`);
  writeFileSync(path.join(rtws, '.minds/llm.yaml'), 'provider: playbook\nplaybook: p.yaml\n');
  writeFileSync(path.join(rtws, '.minds/p.yaml'), 'replies:\n  - {say: Done., delayMs: 100000, repeat: true}\n');
  const opened = await openRuntime({ rtws, env: {}, mode: 'record', store: { url, drive: 'here' } });
  if (!opened.ok) throw new Error(opened.why.id);
  for (let tree = 0; tree < TREES; tree++) await opened.runtime.perform({ kind: 'start', text: 'go' });
  await opened.runtime.close();
  const hire = () => new Program(rtws, { DOMINDS_STORE: url }, ['work']);
  const hasAll = (worker: Program) =>
    worker.line(() => worker.lines.filter(({ type }) => type === 'claimed').length >= TREES);
  const first = hire();
  await hasAll(first);
  const second = hire();
  await second.serves.promise;
  try {
    first.child.kill(signal);
    return await timed(() => hasAll(second));
  } finally {
    for (const { child } of [first, second]) child.kill('SIGKILL');
    await Promise.all([first.ended, second.ended]);
  }
}
