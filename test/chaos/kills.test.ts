// Killed before, within and after the steps of the disk: whatever was stored then, the story goes on to the same end,
// every answer comes once and every command runs at most once (SPEC 4.2, 9.1, 11). `npm run chaos` tries all of them.
import assert from 'node:assert/strict';
import { momentsOf, playFrom } from './kills.ts';

/** Every so many moments one is tried here; coprime to the steps of an index file, so that all kinds come. */
const STRIDE = 17;

describe('a process that is killed', () => {
  it('at a step of the disk goes on to the same end', async () => {
    const { moments, kills, end } = await momentsOf();
    assert.ok(kills > 2_000 && moments.length > 1_000);
    for (let index = 0; index < moments.length; index += STRIDE) {
      const moment = moments[index] ?? assert.fail();
      assert.equal(await playFrom(moment), end, `killed ${moment.at}`);
    }
  });

  it('before its first record was whole leaves nothing behind, and nothing to complain about', async () => {
    const { moments, end } = await momentsOf();
    const unborn = moments.filter(({ texts }) => [...texts.values()].every(text => !text.includes('\n')));
    assert.ok(unborn.length > 2);
    for (const moment of unborn) assert.equal(await playFrom(moment), end, `killed ${moment.at}`);
  });

  it('again while what the first kill left is mended goes on to the same end', async () => {
    const { moments, end } = await momentsOf();
    for (let index = 5; index < moments.length; index += STRIDE * 31) {
      const second = await momentsOf(moments[index]);
      assert.equal(second.end, end);
      for (let at = 3; at < second.moments.length; at += STRIDE * 7) {
        assert.equal(await playFrom(second.moments[at] ?? assert.fail()), end);
      }
    }
  });
});
