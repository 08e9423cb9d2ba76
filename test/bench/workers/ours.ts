// The product doing what the programs of `peers/` do, timed as they are; everything is stored. And what they have not:
// going on with a conversation of 200 turns in a folder that was just opened.
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { converse, newRoot, openBench, writeTeam } from '../bench-rtws.ts';
import { askHelper, models } from '../models.ts';
import { median } from '../stats.ts';
import { answer } from '../worker.ts';

/** Milliseconds by the clock (median), and of the process's work (mean). */
export interface Figure {
  readonly ms: number;
  readonly cpuMs: number;
}

export type OursFigures = Readonly<Record<'turn' | 'delegation' | 'stream' | 'resume', Figure>>;

const text = 'Go on with the next step, please.';
const counts = {
  turn: { warm: 60, conversations: 3, turns: 20 },
  delegation: { warm: 20, conversations: 3, turns: 10 },
  stream: { warm: 1, conversations: 3, turns: 1 },
};
const STORED_TURNS = 200;
const RESUMES = 5;

await answer<{ folder: string; baseUrl: string }>(async ({ folder, baseUrl }): Promise<OursFigures> => {
  const rtws = path.join(folder, 'ours');
  mkdirSync(rtws, { recursive: true });
  writeTeam(rtws);
  const runtime = await openBench(rtws, baseUrl);
  const measure = async (kind: keyof typeof counts, model: string, said: string, generations = 1) => {
    const { warm, conversations, turns } = counts[kind];
    const warming = await newRoot(runtime, model);
    for (let turn = 0; turn < warm; turn++) await converse(runtime, warming, said, generations);
    const timed: Figure[] = [];
    for (let conversation = 0; conversation < conversations; conversation++) {
      const dialog = await newRoot(runtime, model);
      for (let turn = 0; turn < turns; turn++) {
        timed.push(await figureOf(() => converse(runtime, dialog, said, generations)));
      }
    }
    return together(timed);
  };
  const turn = await measure('turn', models.plain, text);
  const delegation = await measure('delegation', models.tellask, `${askHelper}.`, 2);
  const stream = await measure('stream', models.stream, text);
  const dialog = await newRoot(runtime, models.plain);
  for (let count = 0; count < STORED_TURNS; count++) await converse(runtime, dialog, text);
  await runtime.close();
  const resumes: Figure[] = [];
  for (let count = 0; count < RESUMES; count++) {
    const figure = await figureOf(async () => {
      const again = await openBench(rtws, baseUrl);
      await converse(again, dialog, text);
      // Closing is part of it: it is what makes the next resume begin from the disk.
      await again.close();
    });
    resumes.push(figure);
  }
  return { turn, delegation, stream, resume: together(resumes) };
});

async function figureOf(work: () => Promise<unknown>): Promise<Figure> {
  const [before, cpuBefore] = [performance.now(), process.cpuUsage()];
  await work();
  const ms = performance.now() - before;
  const { user, system } = process.cpuUsage(cpuBefore);
  return { ms, cpuMs: (user + system) / 1000 };
}

function together(figures: readonly Figure[]): Figure {
  const sum = figures.reduce((total, { cpuMs }) => total + cpuMs, 0);
  return { ms: median(figures.map(({ ms }) => ms)), cpuMs: sum / figures.length };
}
