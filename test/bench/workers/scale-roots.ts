// What many roots cost whoever opens their folder: the start, the list, a search through all records, a new dialog, the
// health check.
import { converse, newRoot, openBench } from '../bench-rtws.ts';
import { models } from '../models.ts';
import { timed } from '../stats.ts';
import { answer } from '../worker.ts';

/** Milliseconds; bytes of the process at its end. */
export interface RootsFigures {
  readonly openMs: number;
  readonly listMs: number;
  readonly questionsMs: number;
  readonly searchMs: number;
  readonly startMs: number;
  readonly doctorMs: number;
  readonly memory: number;
}

interface Input {
  readonly rtws: string;
  readonly baseUrl: string;
  readonly roots: number;
  /** How many questions wait. */
  readonly questions: number;
}

await answer<Input>(async ({ rtws, baseUrl, roots, questions }): Promise<RootsFigures> => {
  const before = performance.now();
  const runtime = await openBench(rtws, baseUrl);
  const openMs = performance.now() - before;
  const count = (what: string, found: number, expected: number) => {
    if (found !== expected) throw new Error(`${found} ${what} were found instead of ${expected}`);
  };
  const listMs = await timed(async () => count('roots', runtime.listRoots().length, roots));
  const questionsMs = await timed(async () => count('questions', (await runtime.questions()).length, questions));
  const searchMs = await timed(async () => {
    let found = 0;
    for await (const _ of runtime.search('said by nobody', new AbortController().signal)) found++;
    count('dialogs', found, 0);
  });
  // The first turn of a process loads the client of its model server.
  await converse(runtime, await newRoot(runtime, models.plain), 'Begin.');
  const startMs = await timed(async () => converse(runtime, await newRoot(runtime, models.plain), 'Begin.'));
  const doctorMs = await timed(() => runtime.doctor());
  globalThis.gc?.();
  const memory = process.memoryUsage().rss;
  await runtime.close();
  return { openMs, listMs, questionsMs, searchMs, startMs, doctorMs, memory };
});
