// How output of a background command is read in pieces (SPEC 21.5).
import assert from 'node:assert/strict';
import { type RootId, rootRef } from '../../src/core/base/ids.ts';
import { after } from '../../src/runtime/clock/after.ts';
import { Background, MAX_READ } from '../../src/tools/shell/background.ts';

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

  it('is not kept beyond 10 MB, and the command goes on', async () => {
    const kept: string[] = [];
    const ended = Promise.withResolvers<number | undefined>();
    const background = new Background({
      env: async () => ({ env: process.env, hidden: [] }),
      after,
      outputs: { append: (_ref, _id, text) => void kept.push(text), read: () => undefined },
      onEnded: (_ref, { code }) => ended.resolve(code),
    });
    const command = `"${process.execPath}" -e "process.stdout.write('x'.repeat(12000000), () => process.exit(7))"`;
    assert.equal(
      await background.start(ref, 'p', { command, folder: process.cwd(), notKept: '[more output is not kept]' }),
      undefined,
    );
    background.recorded(ref, 'p');
    assert.equal(await ended.promise, 7);
    const text = kept.join('');
    assert.match(text.slice(-50), /^x+\n\[more output is not kept\]\n$/);
    // A piece of output is kept whole.
    assert.ok(text.length >= 10_000_000 && text.length < 11_000_000, `${text.length} characters`);
  });

  it('comes without colours and Windows line ends, as that of a command in the foreground does', () => {
    assert.deepEqual(readIn('\u001b[32mready\u001b[39m on port 80\r\nbye\n'), ['ready on port 80\nbye\n']);
  });

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
