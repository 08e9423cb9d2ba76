// `npm run fuzz [-- --seconds n] [--seed s] [--only name]`: every target in turn with ever new seeds, until the time is
// over. Prints what was tried, the slowest round, and the smallest input that broke something; fails when something
// broke.
import { parseArgs } from 'node:util';
import { mcpTargets } from './mcp-targets.ts';
import { storeTargets } from './store-targets.ts';
import { textTargets } from './text-targets.ts';

const NUM_RUNS = 200;

const { values } = parseArgs({
  options: { seconds: { type: 'string' }, seed: { type: 'string' }, only: { type: 'string' } },
});
const targets = [...textTargets, ...mcpTargets, ...storeTargets].filter(({ name }) => name.includes(values.only ?? ''));
const until = Date.now() + Number(values.seconds ?? 60) * 1000;
let seed = Number(values.seed ?? 1000);
const tried = new Map<string, { runs: number; slowestMs: number; broken: number }>();

while (Date.now() < until) {
  for (const { name, run } of targets) {
    if (Date.now() >= until) break;
    const so = tried.get(name) ?? { runs: 0, slowestMs: 0, broken: 0 };
    const began = process.cpuUsage();
    try {
      await run({ numRuns: NUM_RUNS, seed });
    } catch (error) {
      so.broken += 1;
      console.error(`${name}, seed ${seed}: ${error instanceof Error ? error.message : error}`);
      if (error instanceof Error && error.cause instanceof Error) console.error(error.cause.stack);
    }
    const { user, system } = process.cpuUsage(began);
    const ms = (user + system) / 1000;
    tried.set(name, { ...so, runs: so.runs + NUM_RUNS, slowestMs: Math.max(so.slowestMs, Math.round(ms)) });
  }
  seed += 1;
}

for (const [name, { runs, slowestMs, broken }] of tried) {
  const memory = Math.round(process.memoryUsage().rss / 2 ** 20);
  console.log(
    `${String(runs).padStart(8)} inputs, slowest ${NUM_RUNS} in ${slowestMs} ms CPU, ${broken} broken: ${name} (${memory} MB)`,
  );
  if (broken > 0) process.exitCode = 1;
}
