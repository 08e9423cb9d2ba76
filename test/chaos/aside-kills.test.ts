// Killed within asides: whatever was stored then, the talk and the work go on to the same end (SPEC 19.5). `npm run
// chaos` tries all moments.
import assert from 'node:assert/strict';
import { asideMoments, playFromAside } from './aside-kills.ts';

/** Every so many moments one is tried here; coprime to the steps of an index file, so that all kinds come. */
const STRIDE = 37;

describe('a process that is killed within an aside', () => {
  it('goes on to the same end', async () => {
    const moments = await asideMoments();
    assert.ok(moments.length > 600);
    for (let index = 0; index < moments.length; index += STRIDE) await playFromAside(moments[index] ?? assert.fail());
  });
});
