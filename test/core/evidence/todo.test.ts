// What is to be done in a tree, as a list for a person.
import assert from 'node:assert/strict';
import { todoOf } from '../../../src/core/evidence/todo.ts';
import { goalsWithBoxes, openGoals } from '../../../src/minds/open-goals.ts';

const file = (text: string) => ({ kind: 'text', text }) as never;
const taskdoc = (goals: string, acceptance: string) =>
  ({ kind: 'folder', goals: file(goals), bearInMind: [{ name: 'acceptance', file: file(acceptance) }] }) as never;

describe('the list of what is to be done', () => {
  const doc = taskdoc('# Goals\n- [x] Read it\n* [ ] Write it\n- no box\n', '- [cmd] npm test\n- [ ] in plain words\n');

  it('has goals with their boxes, and no line that the runtime checks', () => {
    assert.deepEqual(goalsWithBoxes(doc), [
      { text: 'Read it', state: 'done' },
      { text: 'Write it', state: 'open' },
      { text: 'in plain words', state: 'open' },
    ]);
    assert.deepEqual(openGoals(doc), ['Write it', 'in plain words']);
  });

  it('goes on with acceptance lines as they stand, without those that a member dropped', () => {
    const line = (text: string, state: 'verified' | 'failed' | 'stale' | 'open') =>
      ({ line: text, kind: 'cmd', state }) as const;
    const lines = [
      line('a', 'verified'),
      line('b', 'failed'),
      line('c', 'stale'),
      { ...line('d', 'open'), dropped: true as const },
    ];
    assert.deepEqual(
      todoOf([{ text: 'Read it', state: 'done' }], lines).map(({ text, state }) => [text, state]),
      [
        ['Read it', 'done'],
        ['a', 'done'],
        ['b', 'failed'],
        ['c', 'open'],
      ],
    );
  });
});
