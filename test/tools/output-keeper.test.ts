import assert from 'node:assert/strict';
import { promptTexts } from '../../src/core/prompt/prompt-texts.ts';
import { keepOutput, passLive } from '../../src/tools/shell/output-keeper.ts';

describe('what is kept of the output of a command', () => {
  for (const size of [1, 999, 24_000, 65_536]) {
    it(`is bounded, whatever comes in pieces of ${size} bytes`, () => {
      const kept = keepOutput();
      const piece = Buffer.alloc(size, 'x');
      for (let added = 0; added < 3_000_000; added += size) {
        kept.add(piece);
        assert.ok(kept.held() <= 64_000 + size, `${kept.held()} bytes held after ${added + size}`);
      }
      assert.ok(kept.text(promptTexts('en').results).length < 41_000);
    });
  }

  const textOf = (...pieces: readonly string[]) => {
    const kept = keepOutput();
    for (const piece of pieces) kept.add(Buffer.from(piece, 'hex'));
    return kept.text(promptTexts('en').results);
  };

  it('is text in the encoding of each line', () => {
    assert.equal(textOf('c4e3bac30a'), '你好\n');
    assert.equal(textOf('c4', 'e3ba', 'c30ae4bda00ac4e3bac3'), '你好\n你\n你好');
    assert.equal(textOf('636166e90a'), 'café\n');
    assert.equal(textOf('68006900604f0a00'), 'hi你\n');
  });

  it('is passed on live as such too', () => {
    let live = '';
    const { add, flush } = passLive(
      text => {
        live += text;
      },
      () => () => {},
    );
    add(Buffer.from('e4bd', 'hex'));
    add(Buffer.from('a00ac4e3bac3', 'hex'));
    flush();
    assert.equal(live, '你\n你好');
  });

  it('holds no piece itself, which may be a part of something large', () => {
    const kept = keepOutput();
    const piece = Buffer.from('as it came');
    kept.add(piece);
    piece.fill('?');
    assert.equal(kept.text(promptTexts('en').results), 'as it came');
  });
});
