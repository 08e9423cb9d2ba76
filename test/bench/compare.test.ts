// How two builds are told apart by rows that were measured in turns.
import assert from 'node:assert/strict';
import { changesOf, changesText, type Round } from './compare.ts';

const row = (name: string, ratio: number) => ({ name, ratio, limit: 2 });

describe('comparing two builds', () => {
  const rounds: readonly Round[] = [
    { ours: [row('turn', 1.25), row('stream', 1.1)], theirs: [row('turn', 2.5), row('stream', 1)] },
    { ours: [row('turn', 1.5), row('stream', 0.9)], theirs: [row('turn', 2), row('stream', 1)] },
    { ours: [row('turn', 1), row('stream', 1), row('new', 1)], theirs: [row('turn', 2), row('stream', 1)] },
  ];

  it('gives the ratio of each row round by round, as a median with its spread', () => {
    const [turn, stream, ...others] = changesOf(rounds);
    assert.deepEqual(turn, { name: 'turn', limit: 2, ours: 1.25, theirs: 2, change: 0.5, least: 0.5, greatest: 0.75 });
    assert.deepEqual(stream, { name: 'stream', limit: 2, ours: 1, theirs: 1, change: 1, least: 0.9, greatest: 1.1 });
    assert.deepEqual(others, [], 'a row that the other build has not is left out');
  });

  it('calls a row changed only when all rounds agree', () => {
    assert.deepEqual(changesText(changesOf(rounds)).split('\n'), [
      'less  turn    1.25 of 2  was 2.00  × 0.50 (0.50 to 0.75)',
      '      stream  1.00 of 2  was 1.00  × 1.00 (0.90 to 1.10)',
    ]);
  });
});
