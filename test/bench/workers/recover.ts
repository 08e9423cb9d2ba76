// Opens an rtws whose process died while 1,000 roots were generating: every one is loaded, mended and set going again.
import { openBench } from '../bench-rtws.ts';
import { answer } from '../worker.ts';

/** Milliseconds until all roots are mended. What they then generate is not counted. */
export interface RecoveryFigures {
  readonly ms: number;
}

await answer<{ rtws: string; baseUrl: string }>(async ({ rtws, baseUrl }): Promise<RecoveryFigures> => {
  const mended = new Set<string>();
  const before = performance.now();
  const runtime = await openBench(rtws, baseUrl, { resume: 'always' });
  const ms = performance.now() - before;
  for (const root of runtime.listRoots()) if (root.state !== 'interrupted') mended.add(root.rootId);
  await runtime.perform({ kind: 'stopAll' });
  await runtime.close();
  if (mended.size !== 1000) throw new Error(`${mended.size} of 1,000 roots go on`);
  return { ms };
});
