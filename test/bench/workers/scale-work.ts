// Many dialogs at work in one process for some minutes: whether it stays responsive, and what it keeps.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { newRoot, openBench, say, writeTeam } from '../bench-rtws.ts';
import { models } from '../models.ts';
import { answer } from '../worker.ts';

/** Milliseconds; bytes after a quarter of the time and at its end; replies that were completed. */
export interface WorkFigures {
  readonly delayP99: number;
  readonly early: number;
  readonly late: number;
  readonly replies: number;
}

interface Input {
  readonly folder: string;
  readonly baseUrl: string;
  readonly dialogs: number;
  readonly minutes: number;
}

/** Milliseconds between two samples of the delay, which counts from there. */
const RESOLUTION_MS = 10;

await answer<Input>(async ({ folder, baseUrl, dialogs, minutes }): Promise<WorkFigures> => {
  const rtws = path.join(folder, 'work');
  writeTeam(rtws);
  writeFileSync(path.join(rtws, '.minds', 'llm.yaml'), `concurrency: ${dialogs}\n`);
  const runtime = await openBench(rtws, baseUrl);
  let replies = 0;
  let isOver = false;
  runtime.subscribe(event => {
    if (event.type !== 'recorded' || event.record.kind !== 'generationEnded' || isOver) return;
    replies++;
    void say(runtime, { rootId: event.rootId, selfId: event.selfId }, 'Go on.');
  });
  for (let count = 0; count < dialogs; count++) await say(runtime, await newRoot(runtime, models.slow), 'Begin.');
  const quarter = (minutes * 60_000) / 4;
  await wait(quarter);
  const early = keptBytes();
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  await wait(3 * quarter);
  delay.disable();
  isOver = true;
  const late = keptBytes();
  await runtime.perform({ kind: 'stopAll' });
  await runtime.close();
  return { delayP99: delay.percentile(99) / 1e6 - RESOLUTION_MS, early, late, replies };
});

function keptBytes(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}
