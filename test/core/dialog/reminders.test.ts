// A person changes a reminder while the agent changes the list (SPEC 6.3).
import assert from 'node:assert/strict';
import { changeReminders } from '../../../src/core/dialog/reminders.ts';

describe('changing one reminder', () => {
  it('finds it where it stands now', () => {
    assert.deepEqual(changeReminders(['a', 'b'], { seen: { at: 1, text: 'b' }, content: ' c ' }), ['a', 'c']);
    assert.deepEqual(changeReminders(['new', 'a', 'b'], { seen: { at: 1, text: 'b' }, content: 'c' }), [
      'new',
      'a',
      'c',
    ]);
    assert.deepEqual(changeReminders(['new', 'a', 'b'], { seen: { at: 1, text: 'b' } }), ['new', 'a']);
    assert.deepEqual(changeReminders(['b', 'b'], { seen: { at: 1, text: 'b' }, content: 'c' }), ['b', 'c']);
  });

  it('keeps what was written for one that is gone, and deletes no other one', () => {
    assert.deepEqual(changeReminders(['a'], { seen: { at: 0, text: 'b' }, content: 'c' }), ['a', 'c']);
    assert.deepEqual(changeReminders(['a'], { seen: { at: 0, text: 'b' } }), ['a']);
  });

  it('adds a new one, unless it is empty', () => {
    assert.deepEqual(changeReminders(['a'], { content: 'b' }), ['a', 'b']);
    assert.deepEqual(changeReminders(['a'], { content: ' ' }), ['a']);
  });
});
