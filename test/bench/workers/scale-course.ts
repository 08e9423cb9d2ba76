// A dialog whose course is very long: opening it, and one more turn.
import { rootRef } from '../../../src/core/base/ids.ts';
import { takeSnapshot } from '../../../src/pages/snapshot.ts';
import { converse, openBench } from '../bench-rtws.ts';
import { timed } from '../stats.ts';
import { answer } from '../worker.ts';
import type { Prepared } from './prepare.ts';

/** Milliseconds; bytes of the process at its end. */
export interface CourseFigures {
  readonly openMs: number;
  readonly turnMs: number;
  readonly memory: number;
}

await answer<{ baseUrl: string; long: Prepared['messages'] }>(async ({ baseUrl, long }): Promise<CourseFigures> => {
  const runtime = await openBench(long.rtws, baseUrl);
  const dialog = rootRef(long.rootId);
  const openMs = await timed(async () => {
    const taken = await takeSnapshot(runtime, { dialog, language: 'en', scripted: false });
    if (!taken.ok) throw new Error(taken.why.id);
  });
  const turnMs = await timed(() => converse(runtime, dialog, 'Go on.'));
  globalThis.gc?.();
  const memory = process.memoryUsage().rss;
  await runtime.close();
  return { openMs, turnMs, memory };
});
