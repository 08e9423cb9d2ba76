// A disk that refuses anywhere in the story, a slow one, and a clock that jumps (SPEC 18.4, 9.4). `npm run chaos` tries
// all places.
import assert from 'node:assert/strict';
import type { Files } from '../../src/store/disk-files.ts';
import { createMemoryFiles, type MemoryFiles } from '../support/memory-files.ts';
import { nextTurn } from '../support/next-turn.ts';
import { faults, healthyStory, playThrough } from './faults.ts';
import { checkEnd, openStage, playOn, playStory, type Stage, type World } from './story.ts';

const STRIDE = 41;

describe('a story', () => {
  for (const fault of faults) {
    it(`goes on to the same end after ${fault.name} was mended`, async () => {
      const { steps, end } = await healthyStory();
      for (let from = 1; from <= steps; from += STRIDE) assert.equal(await playThrough(fault, from), end);
    });
  }

  async function endOf(how: Pick<Stage, 'disk' | 'options'>): Promise<string> {
    const world: World = new Map();
    return checkEnd(await playStory({ files: createMemoryFiles(), world, ...how }), world);
  }

  it('ends the same on a disk that is slow to sync', async () => {
    const { end } = await healthyStory();
    for (const turns of [1, 5, 50]) assert.equal(await endOf({ disk: files => slow(files, turns) }), end);
  });

  const year = 365 * 24 * 3600 * 1000;
  const jumps: readonly [what: string, clock: (now: number) => number][] = [
    ['forward', now => (now % 7_000 === 0 ? now + year : now)],
    ['back', now => 2 * Date.UTC(2026, 0, 1) + year - now],
    ['to and fro', now => now + ((now / 1_000) % 3) * year],
  ];
  for (const [what, clock] of jumps) {
    it(`ends the same when the clock jumps ${what}`, async () => {
      const { end } = await healthyStory();
      assert.equal(await endOf({ options: { clock } }), end);
    });
  }

  it('ends the same when the clock jumps back a year while the process is away', async () => {
    const { end } = await healthyStory();
    const world: World = new Map();
    const files = createMemoryFiles();
    const before = openStage({ files, world });
    await before.start('Begin');
    const t = openStage({ files, world, options: { clock: now => now - year } });
    assert.equal(checkEnd({ t, tree: await playOn(t) }, world), end);
  });
});

/** The same files, on which each sync takes so many turns of the event loop. */
function slow(files: MemoryFiles, turns: number): Files {
  const wait = async () => {
    for (let turn = 0; turn < turns; turn++) await nextTurn();
  };
  return {
    ...files,
    synced: wait,
  };
}
