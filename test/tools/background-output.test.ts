// How output of a background command is read in pieces (SPEC 21.5).
import assert from 'node:assert/strict';
import { type RootId, rootRef } from '../../src/core/dialog/ids.ts';
import { Background, MAX_READ } from '../../src/tools/background.ts';

describe('output of a background command', () => {
  const ref = rootRef('r-1' as RootId);
  const readIn = (text: string) => {
    const bytes = new TextEncoder().encode(text);
    const background = new Background({
      env: async () => ({ env: {}, hidden: [] }),
      after: () => () => {},
      outputs: { append() {}, read: (_ref, _id, from, length) => bytes.subarray(from, from + length) },
      onEnded() {},
    });
    const pieces: string[] = [];
    for (let since = 0; since < bytes.length; ) {
      const { text: piece, next } = background.read(ref, 'p', since);
      assert.ok(next > since);
      pieces.push(piece);
      since = next;
    }
    return pieces;
  };

  it('comes in pieces of whole characters', () => {
    for (const character of ['ä', '中', '🙂']) {
      for (let before = 0; before < 4; before++) {
        const text = 'x'.repeat(MAX_READ - before) + character.repeat(5_000);
        const pieces = readIn(text);
        assert.ok(pieces.length > 1);
        assert.equal(pieces.join(''), text);
      }
    }
  });
});
