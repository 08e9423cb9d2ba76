// Opens an rtws and asks for the first rows of its tree, as a window that shows the tree does.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { DialogForest } from '../../../src/host/rows/dialog-forest.ts';
import { openBench } from '../bench-rtws.ts';
import { answer } from '../worker.ts';

/** Milliseconds, bytes, and how many course files were opened. */
export interface OpenFigures {
  readonly ms: number;
  readonly memory: number;
  readonly coursesRead: number;
}

let coursesRead = 0;
const { readFileSync, openSync } = fs;
fs.readFileSync = counted(readFileSync);
fs.openSync = counted(openSync);
syncBuiltinESMExports();

await answer<{ rtws: string; baseUrl: string }>(async ({ rtws, baseUrl }): Promise<OpenFigures> => {
  const before = performance.now();
  const runtime = await openBench(rtws, baseUrl);
  const rows = await firstRows(
    new DialogForest({
      runtime: () => runtime,
      isUnseen: () => false,
      memberName: agentId => agentId,
      wording: () => ({ t: message => message, now: Date.now() }),
    }),
  );
  const ms = performance.now() - before;
  if (rows === 0 && runtime.listRoots().length > 0) throw new Error('the tree shows nothing');
  globalThis.gc?.();
  const memory = process.memoryUsage().rss;
  await runtime.close();
  return { ms, memory, coursesRead };
});

async function firstRows(forest: DialogForest): Promise<number> {
  forest.reset();
  let rows = 0;
  for (const group of await forest.children()) {
    for (const root of await forest.children(group)) if (forest.row(root)) rows++;
  }
  return rows;
}

function counted<F extends (...args: never[]) => unknown>(read: F): F {
  const counting = (...args: Parameters<F>) => {
    if (/course-\d+\.jsonl$/.test(String(args[0]))) coursesRead++;
    return read(...args);
  };
  return Object.assign(counting, read) as unknown as F;
}
