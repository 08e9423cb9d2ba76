// The filter of a long inbox, and one answer for many questions.
import assert from 'node:assert/strict';
import type { InboxQuestion } from '../../../src/protocol/overview.ts';
import {
  filterInbox,
  type InboxFilter,
  kindsIn,
  likeQuestions,
  needsAll,
  wholeInbox,
} from '../../../webview/overview/inbox-filter.ts';

const question = (id: string, more: Partial<Record<keyof InboxQuestion, unknown>> = {}): InboxQuestion =>
  ({
    id,
    kind: 'ask',
    agentId: 'lead',
    tellaskHead: id,
    bodyContent: '',
    rootHeadline: '',
    blocked: [],
    ...more,
  }) as InboxQuestion;

const keepGoing = { kind: 'diligence', options: ['continue', 'stop'] };
const inbox = [
  question('Which colour?', { rootHeadline: 'Paint the house' }),
  question('first', keepGoing),
  question('second', { ...keepGoing, agentId: 'writer', blocked: ['lead', 'bob'] }),
  question('run', { kind: 'permission', options: ['allow once', 'deny'] }),
];
const shown = (filter: Partial<InboxFilter>) =>
  filterInbox(inbox, { ...wholeInbox, ...filter }, id => (id === 'writer' ? 'Wanda' : 'Lena')).map(({ id }) => id);

describe('the filter of the inbox', () => {
  it('finds words of the question, its dialog and its member', () => {
    assert.deepEqual(shown({ words: 'COLOUR' }), ['Which colour?']);
    assert.deepEqual(shown({ words: 'house' }), ['Which colour?']);
    assert.deepEqual(shown({ words: 'wanda' }), ['second']);
    assert.deepEqual(shown({ words: 'nothing like it' }), []);
  });

  it('shows one kind, of those that occur', () => {
    assert.deepEqual(kindsIn(inbox), ['ask', 'diligence', 'permission']);
    assert.deepEqual(shown({ kind: 'diligence' }), ['first', 'second']);
  });

  it('puts first what waits longest, what is newest, or what most wait for', () => {
    assert.equal(shown({})[0], 'Which colour?');
    assert.equal(shown({ order: 'newest' })[0], 'run');
    assert.equal(shown({ order: 'blocking' })[0], 'second');
  });

  it('needs all questions as soon as it does not show the first page', () => {
    const filters: Partial<InboxFilter>[] = [{}, { words: ' ' }, { words: 'a' }, { kind: 'ask' }, { order: 'newest' }];
    assert.deepEqual(
      filters.map(filter => needsAll({ ...wholeInbox, ...filter })),
      [false, false, true, true, true],
    );
  });
});

describe('one answer for many questions', () => {
  const groupsOf = (questions: readonly InboxQuestion[]) =>
    likeQuestions(questions).map(({ options, questions: alike }) => [options, alike.map(({ id }) => id)]);

  it('is for questions of the runtime of one kind, whatever their words', () => {
    assert.deepEqual(groupsOf(inbox), [
      [
        ['continue', 'stop'],
        ['first', 'second'],
      ],
    ]);
    assert.deepEqual(groupsOf([]), []);
  });

  it('is for questions of members with the same words and options', () => {
    const ask = (id: string, tellaskHead: string) => question(id, { tellaskHead, options: ['yes', 'no'] });
    const asked = [ask('a', 'Delete it?'), ask('b', 'Merge it?'), ask('c', 'Delete it?')];
    assert.deepEqual(groupsOf(asked), [
      [
        ['yes', 'no'],
        ['a', 'c'],
      ],
    ]);
  });

  it('is offered neither for one question alone nor for permissions', () => {
    assert.deepEqual(groupsOf(inbox.slice(1, 2)), []);
    assert.deepEqual(groupsOf([inbox[3] as InboxQuestion, inbox[3] as InboxQuestion]), []);
  });
});
