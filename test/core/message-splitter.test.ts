import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type LimitedMessage, MAX_MESSAGE_BYTES, MessageSplitter } from '../../src/core/text/message-splitter.ts';

const NEWLINE = 0x0a;
const RETURN = 0x0d;

/** A message as text, and the separator that ended it. */
type Split = readonly [message: string | Extract<LimitedMessage, { kind: 'large' }>, separator: number | undefined];

function split(separators: readonly number[], pieces: readonly Buffer[]): readonly Split[] {
  const messages: Split[] = [];
  const splitter = new MessageSplitter({
    separators,
    onMessage: (message, separator) =>
      messages.push([message.kind === 'whole' ? message.bytes.toString('latin1') : message, separator]),
  });
  for (const piece of pieces) splitter.add(piece);
  splitter.end();
  return messages;
}

/** `bytes` cut at these places. */
function cut(bytes: Buffer, places: readonly number[]): readonly Buffer[] {
  const starts = [0, ...places.map(place => place % (bytes.length + 1)).sort((a, b) => a - b)];
  return starts.map((start, at) => bytes.subarray(start, starts[at + 1]));
}

describe('the splitter of messages', () => {
  const bytes = fc.array(fc.constantFrom(NEWLINE, RETURN, 0x61, 0x62, 0xc3)).map(Buffer.from);
  const places = fc.array(fc.nat());
  const separators = fc.subarray([NEWLINE, RETURN]);

  it('gives the same messages however they come in pieces', () =>
    fc.assert(
      fc.property(separators, bytes, places, (ends, all, at) => {
        assert.deepEqual(split(ends, cut(all, at)), split(ends, [all]));
      }),
    ));

  it('gives back every byte', () =>
    fc.assert(
      fc.property(separators, bytes, places, (ends, all, at) => {
        const texts = split(ends, cut(all, at)).map(
          ([text, end]) => `${text}${String.fromCharCode(...(end ? [end] : []))}`,
        );
        assert.equal(texts.join(''), all.toString('latin1'));
      }),
    ));

  it('keeps the messages that it gave when more come in the same memory', () => {
    const given: Buffer[] = [];
    const splitter = new MessageSplitter({
      separators: [NEWLINE],
      onMessage: message => message.kind === 'whole' && given.push(message.bytes),
    });
    const piece = Buffer.from('one\n');
    splitter.add(piece);
    piece.write('two\n');
    splitter.add(piece);
    assert.deepEqual(given.map(String), ['one', 'two']);
  });

  it('joins a message that comes byte by byte', () => {
    const all = Buffer.alloc(300_000, 'abc');
    const pieces = Array.from(all, (_, at) => all.subarray(at, at + 1));
    assert.deepEqual(split([NEWLINE], pieces), [[all.toString(), undefined]]);
  });

  it('takes a message of the most bytes whole', () => {
    const all = Buffer.alloc(MAX_MESSAGE_BYTES, 'a');
    assert.deepEqual(split([NEWLINE], cut(all, [17])), [[all.toString(), undefined]]);
  });

  describe('keeps both ends of a larger message, and reads the next one', () => {
    const first = '{"id":1,';
    const last = ',"jsonrpc":"2.0"}';
    const large = Buffer.concat([Buffer.from(first), Buffer.alloc(MAX_MESSAGE_BYTES, 'a'), Buffer.from(last)]);
    const all = Buffer.concat([large, Buffer.from('\nnext')]);
    const expected: readonly Split[] = [
      [
        {
          kind: 'large',
          size: large.length,
          head: first.padEnd(1_000, 'a'),
          tail: last.padStart(1_000, 'a'),
        },
        NEWLINE,
      ],
      ['next', undefined],
    ];

    it('in one piece', () => assert.deepEqual(split([NEWLINE], [all]), expected));

    it('whose last piece is short and takes it beyond the limit', () =>
      assert.deepEqual(split([NEWLINE], cut(all, [MAX_MESSAGE_BYTES])), expected));

    it('whose first pieces are shorter than the beginning', () =>
      assert.deepEqual(split([NEWLINE], cut(all, [1, 5, 20])), expected));

    it('whose end comes byte by byte', () => {
      const places = Array.from({ length: 30_000 }, (_, at) => large.length - at);
      assert.deepEqual(split([NEWLINE], cut(all, places)), expected);
    });
  });
});
