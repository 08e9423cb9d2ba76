import assert from 'node:assert/strict';
import fc from 'fast-check';
import { changedSpan } from '../../src/host/changed-span.ts';

describe('changedSpan', () => {
  it('is nothing for equal texts', () => {
    assert.equal(changedSpan('a\n', 'a\n'), undefined);
  });

  it('is the smallest span that differs', () => {
    assert.deepEqual(changedSpan('one\ntwo\nsix\n', 'one\nfour\nsix\n'), { start: 4, end: 7, text: 'four' });
  });

  it('never cuts a line break or a character in two', () => {
    assert.deepEqual(changedSpan('a\r\nb', 'a\nb'), { start: 1, end: 3, text: '\n' });
    assert.deepEqual(changedSpan('😀', '😁'), { start: 0, end: 2, text: '😁' });
  });

  it('gives the second text when it is put into the first', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '\r', '\n', '😀', '😁'), maxLength: 12 });
    fc.assert(
      fc.property(text, text, (before, after) => {
        const span = changedSpan(before, after);
        const made = span ? before.slice(0, span.start) + span.text + before.slice(span.end) : before;
        assert.equal(made, after);
      }),
    );
  });
});
