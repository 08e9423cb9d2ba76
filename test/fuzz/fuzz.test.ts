// Readers of what may be damaged or hostile, each with inputs from a fixed seed. `npm run fuzz -- --seconds n` goes on
// with other seeds for as long as one likes.
import { mcpTargets } from './mcp-targets.ts';
import { storeTargets } from './store-targets.ts';
import { textTargets } from './text-targets.ts';

const SEED = 1;

describe('damaged and hostile input never throws:', () => {
  for (const { name, run } of [...textTargets, ...mcpTargets]) it(name, () => run({ numRuns: 100, seed: SEED }));
  for (const { name, run } of storeTargets) it(name, () => run({ numRuns: 60, seed: SEED }));
});
