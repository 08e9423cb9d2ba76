// What was read of the minds holds for one turn of the event loop, and no longer than this process leaves the files
// alone.
import assert from 'node:assert/strict';
import { createTurnCache } from '../../src/minds/files/turn-cache.ts';
import { createReadWindow, loopTurn } from '../../src/store/loop-turn.ts';
import { nextTurn } from '../support/next-turn.ts';

describe('a look at the disk', () => {
  it('asks once for the same names in the same turn', () => {
    const asked: string[] = [];
    const read = createTurnCache(() => 1).remember((folder: string, file: string) => {
      asked.push(`${folder}/${file}`);
      return { file };
    });
    assert.equal(read('a', 'x'), read('a', 'x'));
    assert.notEqual(read('a', 'x'), read('a', 'y'));
    assert.deepEqual(asked, ['a/x', 'a/y']);
  });

  it('ends with the turn, for everything that was remembered', () => {
    let turn = 1;
    const cache = createTurnCache(() => turn);
    const readers = [cache.remember(() => ({})), cache.remember(() => ({}))];
    const before = readers.map(read => read());
    turn = 2;
    const after = readers.map(read => read());
    for (const [index, value] of after.entries()) assert.notEqual(value, before[index]);
  });

  it('ends when this process may have changed a file', () => {
    const cache = createTurnCache(() => 1);
    const read = cache.remember(() => ({}));
    const before = read();
    cache.renew();
    assert.notEqual(read(), before);
  });
});

describe('the number of a turn of the event loop', () => {
  it('stays while promises settle, and is another one once something from outside can be heard', async () => {
    const first = loopTurn();
    await Promise.resolve();
    assert.equal(loopTurn(), first);
    await nextTurn();
    const second = loopTurn();
    assert.notEqual(second, first);
    await nextTurn();
    assert.notEqual(loopTurn(), second);
  });
});

describe('looks that generations share', () => {
  it('last for their turn, and for some time after they began', async () => {
    let now = 0;
    const looks = createReadWindow(20, () => now);
    const first = looks.current();
    now = 500;
    assert.equal(looks.current(), first);
    await nextTurn();
    const second = looks.current();
    assert.notEqual(second, first);
    now = 519;
    await nextTurn();
    assert.equal(looks.current(), second);
    now = 520;
    await nextTurn();
    assert.notEqual(looks.current(), second);
  });

  it('end when something is heard from outside, unless they began in the same turn', async () => {
    const looks = createReadWindow(20, () => 0);
    const first = looks.current();
    looks.anew();
    assert.equal(looks.current(), first);
    await nextTurn();
    assert.equal(looks.current(), first);
    looks.anew();
    assert.notEqual(looks.current(), first);
  });
});
