// The files of a call that is looked at more than once (SPEC 25.1).
import assert from 'node:assert/strict';
import { joinedChanges } from '../../../webview/dialog/items/call-changes.ts';

describe('changes of one call', () => {
  it('are shown once for each file, from its first content to its last', () => {
    const first = {
      files: [{ path: 'a', before: { hash: '1' }, after: { hash: '2' }, lines: { added: 2, removed: 1 } }],
      untold: 'some' as const,
    };
    const later = {
      files: [
        { path: 'b', after: { hash: '9' } },
        { path: 'a', before: { hash: '2' }, after: { hash: '3' }, lines: { added: 1, removed: 0 } },
      ],
      unsure: 'meanwhile' as const,
    };
    assert.deepEqual(joinedChanges(undefined, later), later);
    assert.deepEqual(joinedChanges(first, later), {
      files: [
        { path: 'a', before: { hash: '1' }, after: { hash: '3' }, lines: { added: 3, removed: 1 } },
        { path: 'b', after: { hash: '9' } },
      ],
      untold: 'some',
      unsure: 'meanwhile',
    });
  });
});
