// A tree that grows, fifty subdialogs at a time: what the next fifty cost, and what it takes to load all of them.
import path from 'node:path';
import { converse, newRoot, openBench, writeTeam } from '../bench-rtws.ts';
import { askMany, models } from '../models.ts';
import { median, timed } from '../stats.ts';
import { answer } from '../worker.ts';

/** Milliseconds: of fifty subdialogs in the young tree and in the old one, and of loading the old one. */
export interface TreeFigures {
  readonly youngMs: number;
  readonly oldMs: number;
  readonly loadMs: number;
  readonly memory: number;
}

/** How many fans a median is of. */
const LOOKED_AT = 8;

await answer<{ folder: string; baseUrl: string; fans: number }>(
  async ({ folder, baseUrl, fans }): Promise<TreeFigures> => {
    const rtws = path.join(folder, 'tree');
    writeTeam(rtws);
    const runtime = await openBench(rtws, baseUrl);
    const fan = (dialog: Awaited<ReturnType<typeof newRoot>>) => converse(runtime, dialog, `${askMany}.`, 2);
    for (let warm = 0; warm < LOOKED_AT; warm++) await fan(await newRoot(runtime, models.tellask));
    const dialog = await newRoot(runtime, models.tellask);
    const times: number[] = [];
    for (let count = 0; count < fans; count++) times.push(await timed(() => fan(dialog)));
    await runtime.close();
    const again = await openBench(rtws, baseUrl);
    const loadMs = await timed(async () => {
      const found = await again.tree(dialog.rootId);
      if (!found.ok || found.tree.children.length !== fans * 50) throw new Error('subdialogs are missing');
    });
    globalThis.gc?.();
    const memory = process.memoryUsage().rss;
    await again.close();
    return { youngMs: median(times.slice(0, LOOKED_AT)), oldMs: median(times.slice(-LOOKED_AT)), loadMs, memory };
  },
);
