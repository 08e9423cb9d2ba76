// Hunks of a change, kept and undone one by one (SPEC 25.2).
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { findHunk, hunksOf, withHunk, withHunks, withoutHunk } from '../../../src/core/changes/hunks.ts';

const text = fc
  .array(fc.constantFrom('a', 'b', 'c', '', 'd\r', '-', '+x', '\\ y'), { maxLength: 12 })
  .chain(lines => fc.constantFrom(lines.join('\n'), `${lines.join('\n')}\n`));

describe('hunks', () => {
  it('name their lines and places', () => {
    assert.deepEqual(hunksOf('a\nb\nc\n', 'a\nB\nc\nd\n'), [
      { oldAt: 2, at: 2, lines: ['-b', '+B'] },
      { oldAt: 4, at: 4, lines: ['+d'] },
    ]);
    assert.deepEqual(hunksOf('a', 'a'), []);
  });
  it('undone one after the other lead back to the old text, kept one after the other to the new one', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        let undone = after;
        for (let next = hunksOf(before, undone)?.[0]; next; next = hunksOf(before, undone)?.[0])
          undone = withoutHunk(undone, next);
        assert.equal(undone, before);
        let kept = before;
        for (let next = hunksOf(kept, after)?.at(-1); next; next = hunksOf(kept, after)?.at(-1))
          kept = withHunk(kept, next);
        assert.equal(kept, after);
      }),
    );
  });
  it('with lines around them can be taken one by one, in any number', () => {
    fc.assert(
      fc.property(text, text, fc.array(fc.boolean(), { minLength: 12 }), (before, after, chosen) => {
        const hunks = hunksOf(before, after, 1) ?? [];
        assert.equal(withHunks(before, hunks), after);
        const part = withHunks(
          before,
          hunks.filter((_, at) => chosen[at]),
        );
        const rest = hunksOf(part, after, 0) ?? [];
        assert.equal(withHunks(part, rest), after);
        assert.equal(withHunks(before, []), before);
      }),
    );
  });
  it('are found again by their lines, the nearest of those that are the same', () => {
    const hunks = hunksOf('a\nb\na\nb\n', 'a\nx\nb\na\nx\nb\n') ?? [];
    assert.deepEqual(
      hunks.map(({ at }) => at),
      [2, 5],
    );
    assert.equal(findHunk(hunks, { at: 6, lines: ['+x'] })?.at, 5);
    assert.equal(findHunk(hunks, { at: 1, lines: ['+x'] })?.at, 2);
    assert.equal(findHunk(hunks, { at: 2, lines: ['+y'] }), undefined);
  });
});
