// What a turn costs in a dialog that has 2,000 of them behind it, compared with one that has 20; and the fixed part of
// a request.
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { DialogRef } from '../../../src/core/base/ids.ts';
import { rootRef } from '../../../src/core/base/ids.ts';
import { buildRequestBody } from '../../../src/llm/openai/openai-request.ts';
import type { Runtime } from '../../../src/runtime.ts';
import { converse, newRoot, openBench } from '../bench-rtws.ts';
import { type Floor, openFloor, promptAfter } from '../floor.ts';
import { models } from '../models.ts';
import { median, timed } from '../stats.ts';
import { answer } from '../worker.ts';
import type { Prepared } from './prepare.ts';

/** Milliseconds of a turn and of its floor, the same request body included, around turn 20 and turn 2,000; bytes. */
export interface GrowthFigures {
  readonly young: Figures;
  readonly old: Figures;
  readonly fixedBytes: number;
}

/** `own`: what a turn takes beyond its floor. Medians. */
export interface Figures {
  readonly own: number;
  readonly floor: number;
}

interface Bench {
  readonly runtime: Runtime;
  readonly floor: Floor;
}

const turns = 22;
const text = 'Go on with the next step, please.';

await answer<{ folder: string; baseUrl: string; growing: Prepared['growing'] }>(
  async ({ folder, baseUrl, growing }): Promise<GrowthFigures> => {
    const runtime = await openBench(growing.rtws, baseUrl);
    const bench = { runtime, floor: openFloor(baseUrl, path.join(folder, 'growth-floor')) };
    const warm = await newRoot(runtime, models.plain);
    for (let turn = 0; turn < 150; turn++) await oneTurn(bench, warm);
    const young: Figures[] = [];
    const old: Figures[] = [];
    for (let turn = 0; turn < turns; turn++) {
      young.push(await oneTurn(bench, rootRef(growing.young)));
      old.push(await oneTurn(bench, rootRef(growing.old)));
    }
    const fixedBytes = await measureFixedPart(runtime, folder, baseUrl);
    await runtime.close();
    bench.floor.close();
    return { young: medians(young), old: medians(old), fixedBytes };
  },
);

async function oneTurn({ runtime, floor }: Bench, dialog: DialogRef): Promise<Figures> {
  const prompt = await promptAfter(runtime, dialog, text);
  const ms = await timed(() => converse(runtime, dialog, text));
  const floorMs = await timed(() => floor.callAndStore(buildRequestBody({ prompt, model: models.plain, params: {} })));
  return { own: ms - floorMs, floor: floorMs };
}

/** The first turn on a stored dialog reads it; the medians leave that out. */
function medians(figures: readonly Figures[]): Figures {
  return { own: median(figures.map(({ own }) => own)), floor: median(figures.map(({ floor }) => floor)) };
}

/** System prompt and tools that the default member of a folder without any settings sends, as bytes on the wire. */
async function measureFixedPart(other: Runtime, folder: string, baseUrl: string): Promise<number> {
  await other.settled((await newRoot(other, models.plain)).rootId);
  const rtws = path.join(folder, 'fresh');
  mkdirSync(rtws);
  const runtime = await openBench(rtws, baseUrl);
  const found = await runtime.prompt(await newRoot(runtime));
  await runtime.close();
  if (!found.ok) throw new Error(found.why.id);
  const { messages, tools } = buildRequestBody({ prompt: found.prompt, model: 'plain', params: {} });
  const system = messages.filter(({ role }) => role === 'system');
  return Buffer.byteLength(system.map(({ content }) => content).join('')) + Buffer.byteLength(JSON.stringify(tools));
}
