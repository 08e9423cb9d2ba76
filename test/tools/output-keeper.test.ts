import assert from 'node:assert/strict';
import { keepOutput } from '../../src/tools/output-keeper.ts';

describe('what is kept of the output of a command', () => {
  for (const size of [1, 999, 24_000, 65_536]) {
    it(`is bounded, whatever comes in pieces of ${size} bytes`, () => {
      const kept = keepOutput();
      const piece = Buffer.alloc(size, 'x');
      for (let added = 0; added < 3_000_000; added += size) {
        kept.add(piece);
        assert.ok(kept.held() <= 64_000 + size, `${kept.held()} bytes held after ${added + size}`);
      }
      assert.ok(kept.text().length < 41_000);
    });
  }

  it('holds no piece itself, which may be a part of something large', () => {
    const kept = keepOutput();
    const piece = Buffer.from('as it came');
    kept.add(piece);
    piece.fill('?');
    assert.equal(kept.text(), 'as it came');
  });
});
