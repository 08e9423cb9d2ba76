// Processes that are killed while places of their own are made, merged and removed (SPEC 27.3). A few steps here; `npm
// run chaos -- --rounds n` tries many.
import { countWorkplaceSteps, killWithWorkplaces } from './workplace-kills.ts';

describe('a process that is killed with a place of its own', function () {
  this.timeout(240_000);

  for (const inGit of [true, false])
    it(`ends with the same files when it goes on, ${inGit ? 'in a repository' : 'without Git'}`, async () => {
      const steps = await countWorkplaceSteps(inGit);
      for (const [part, when] of [
        [0.3, 'after'],
        [0.7, 'within'],
        [0.85, 'before'],
      ] as const)
        await killWithWorkplaces(inGit, Math.round(steps * part), when);
    });
});
