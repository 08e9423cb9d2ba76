// `npm run bench -- --store`: what a PostgreSQL store costs, beside its floors. The server is durable and runs on this
// machine, so the latency of a network is in none of these.
import type { Bench, Part } from './parts.ts';
import { type Row, timesFloor } from './row.ts';
import { measureAppends, measureNews, measureOpening } from './store-figures.ts';
import { measureGenerations, measureTakeovers } from './store-runtimes.ts';

export const storeParts: readonly Part[] = [
  { name: 'store: appends', measure: appends },
  { name: 'store: news and intents', measure: news },
  { name: 'store: opening a tree', measure: opening },
  { name: 'store: generations', measure: generations },
  { name: 'store: takeovers', measure: takeovers },
];

async function appends(): Promise<readonly Row[]> {
  const { floorMs, oneMs, manyMs } = await measureAppends();
  const p99 = { ms: manyMs, floorMs: oneMs, limit: 4, floorIs: 'one tree, middle' };
  return [
    timesFloor('store: an append, one tree, middle', {
      ms: oneMs,
      floorMs,
      limit: 2,
      floorIs: '`select 1` and one fdatasync',
    }),
    timesFloor('store: an append, 100 trees, 99 of 100', p99),
  ];
}

async function news(): Promise<readonly Row[]> {
  const { seen, intentMs, floorMs } = await measureNews();
  const gather = { floorMs: 15, floorIs: 'news are gathered for so long' };
  return [
    timesFloor('store: a record at another process, middle', { ms: seen.p50, limit: 2, ...gather }),
    timesFloor('store: a record at another process, 99 of 100', { ms: seen.p99, limit: 8, ...gather }),
    timesFloor('store: an intent at its owner', {
      ms: intentMs,
      floorMs,
      limit: 4,
      floorIs: '`select 1` and one fdatasync',
    }),
  ];
}

async function opening({ folder }: Bench): Promise<readonly Row[]> {
  const { ms, floorMs } = await measureOpening(folder);
  return [timesFloor('store: a window opens 5,000 records', { ms, floorMs, limit: 2, floorIs: 'the same from files' })];
}

async function generations({ folder, baseUrl }: Bench): Promise<readonly Row[]> {
  const { count, stored, files } = await measureGenerations(folder, baseUrl);
  const rate = (ms: number) => `${Math.round((count / ms) * 1000)} a second`;
  return [
    {
      name: 'store: 100 dialogs, ten turns each',
      ratio: stored / files,
      limit: 1.25,
      measured: rate(stored),
      floor: `${rate(files)} over files`,
    },
  ];
}

async function takeovers(): Promise<readonly Row[]> {
  const { killedMs, stoppedMs } = await measureTakeovers();
  return [
    timesFloor('store: 20 dialogs of a killed worker driven again', {
      ms: killedMs,
      floorMs: 1_000,
      limit: 2,
      floorIs: 'the interval of a look',
    }),
    timesFloor('store: 20 dialogs of a stopped worker driven again', {
      ms: stoppedMs,
      floorMs: 11_000,
      limit: 1.2,
      floorIs: 'a lease and a look',
    }),
  ];
}
