import assert from 'node:assert/strict';
import type { CourseRecord } from '../../../src/core/dialog/record.ts';
import { recordText } from '../../../src/core/dialog/transcript/record-text.ts';

describe('a search', () => {
  it('finds all that a mind wrote in a step', () => {
    const step = {
      kind: 'draftStepped',
      thoughts: [{ text: 'a thought' }],
      draft: { id: 'd2', text: 'the newest' },
      earlier: [{ id: 'd1', text: 'one before' }],
      note: 'a note',
      rest: 'left over',
      output: 'as it came',
    } as unknown as CourseRecord;
    const text = recordText(step);
    for (const part of ['a thought', 'the newest', 'one before', 'a note', 'left over', 'as it came'])
      assert.ok(text.includes(part));
  });
});
