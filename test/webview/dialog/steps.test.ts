// Steps in a row fold into one item that says what was done (SPEC 25.8).
import assert from 'node:assert/strict';
import type { QuestionId } from '../../../src/core/base/ids.ts';
import type { Fact } from '../../../src/core/dialog/record.ts';
import { findItems } from '../../../webview/dialog/conversation/find.ts';
import { followSpan } from '../../../webview/dialog/conversation/virtual-window.ts';
import type { Item } from '../../../webview/dialog/items/item.ts';
import { createItemList, toItems } from '../../../webview/dialog/items/items.ts';
import { groupSteps } from '../../../webview/dialog/items/steps.ts';
import { callId, created, ended, prose, records, said, started, userSaid } from './records.ts';

const place = { course: 1, earlier: 0 };
/** A generation that calls one tool, which returns. */
const step = (genseq: number, name = 'read_file', more: readonly Fact[] = []): Fact[] => [
  started(genseq),
  { kind: 'assistantThought', genseq, text: `Thought ${genseq}` },
  { kind: 'toolCalled', genseq, callId: callId(`t${genseq}`), name, args: `{"path":"f${genseq}"}` },
  ended(genseq),
  ...more,
  { kind: 'toolStarted', callId: callId(`t${genseq}`) },
  { kind: 'toolReturned', callId: callId(`t${genseq}`), ok: name !== 'fails', content: '' },
];
const end = (genseq: number): Fact[] => [started(genseq), said(genseq, prose('Done.')), ended(genseq)];
const shown = (...facts: readonly Fact[]) => groupSteps(toItems(records(created, userSaid('m1'), ...facts), place));
const kinds = (items: readonly Item[]) => items.filter(item => !('isFolded' in item)).map(({ kind }) => kind);
const groupIn = (items: readonly Item[]) => {
  const group = items.find(item => item.kind === 'steps');
  assert.ok(group);
  return group;
};

describe('steps in a row', () => {
  it('become one item once something follows them, which counts them by kind', () => {
    const items = shown(
      ...step(1),
      ...step(2, 'run_shell'),
      ...step(3, 'fails'),
      ...step(4, 'add_reminder'),
      ...end(5),
    );
    assert.deepEqual(kinds(items), ['user', 'steps', 'prose', 'meta']);
    const { count, facts, opens } = groupIn(items);
    assert.deepEqual([count, facts, opens], [4, { tools: { read: 1, command: 1, failed: 1 } }, true]);
  });

  it('stand by themselves when they are three', () => {
    const items = shown(...step(1), ...step(2), ...step(3), ...end(4));
    assert.deepEqual(kinds(items).filter(kind => kind === 'tool').length, 3);
  });

  it('leave the two newest in sight while the dialog goes on', () => {
    const five = [1, 2, 3, 4, 5].flatMap(each => step(each));
    assert.ok(!kinds(shown(...five)).includes('steps'));
    const items = shown(...five, ...step(6));
    assert.deepEqual(kinds(items), ['user', 'steps', 'thinking', 'tool', 'thinking', 'tool', 'meta']);
    const running = shown(...five, ...step(6).slice(0, -1));
    assert.equal(kinds(running).filter(kind => kind === 'tool').length, 6);
  });

  it('name each changed file once, with the lines of all changes', () => {
    const change = (genseq: number, path: string, added: number): Fact => ({
      kind: 'filesChanged',
      callId: callId(`t${genseq}`),
      changes: [{ path, after: { hash: `${genseq}` }, lines: { added: 9, removed: 9, alone: { added, removed: 1 } } }],
    });
    const edits = [1, 2, 3].flatMap(at => [...step(at, 'write_file'), change(at, at === 2 ? 'b' : 'a', at)]);
    const { files } = groupIn(shown(...step(4), ...edits, ...end(5)));
    assert.deepEqual(
      files.map(({ path, lines }) => [path, lines]),
      [
        ['a', { added: 4, removed: 2 }],
        ['b', { added: 2, removed: 1 }],
      ],
    );
  });

  it('take permissions that were given with them, and none that was denied', () => {
    const asked = (genseq: number, answer: string): Fact[] => {
      const questionId = `q${genseq}` as QuestionId;
      return [
        { kind: 'questionAsked', genseq, questionId, questionKind: 'permission', headline: 'Run: x', body: '' },
        { kind: 'questionAnswered', questionId, content: answer, msgId: `a${genseq}` },
      ];
    };
    const run = (answer: string) =>
      shown(...[1, 2, 3, 4].flatMap(at => step(at, 'run_shell', at === 4 ? asked(at, answer) : [])), ...end(5));
    assert.deepEqual(kinds(run('allow once')), ['user', 'steps', 'prose', 'meta']);
    assert.ok(kinds(run('deny')).includes('question'));
  });

  it('are found by their words, and keep their place in a window of the list', () => {
    const facts = [1, 2, 3, 4].flatMap(each => step(each));
    const before = shown(...facts);
    const after = shown(...facts, ...end(5));
    assert.deepEqual(
      findItems(after, 'thought 2').map(({ key }) => key),
      [groupIn(after).key],
    );
    const from = before.findIndex(({ kind }) => kind === 'tool');
    assert.equal(followSpan({ start: from, end: before.length }, before, after).start, 1);
  });

  it('are the same object as long as nothing is added to them', () => {
    const list = createItemList(place);
    for (const record of records(created, ...[1, 2, 3, 4].flatMap(each => step(each)), ...end(5))) list.add(record);
    const first = groupIn(groupSteps(list.items()));
    for (const record of records(userSaid('m2'))) list.add(record);
    assert.equal(groupIn(groupSteps(list.items())), first);
  });
});
