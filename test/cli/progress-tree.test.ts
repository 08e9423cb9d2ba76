import assert from 'node:assert/strict';
import { columnsOf, fitColumns } from '../../src/cli/print/columns.ts';
import { progressLines } from '../../src/cli/print/progress-tree.ts';
import type { CallId, DialogId } from '../../src/core/base/ids.ts';
import type { DialogNode } from '../../src/core/dialog/view/projection.ts';
import { lead, node, question, rootId } from '../support/fake-runtime.ts';

describe('the tree of dialogs on a terminal', () => {
  const sub = (id: string, agentId: string, change: Partial<DialogNode> = {}) =>
    node({ rootId, selfId: id as DialogId }, agentId, change);
  const pending = (agentId: string) => ({
    subdialogId: 'sub-1' as DialogId,
    callId: 'c-1' as CallId,
    tellaskHead: 'x',
    agentId: agentId as never,
    kind: 'C' as const,
    since: '',
  });
  const look = {
    doing: new Map(),
    columns: 60,
    rows: 10,
    paint: (_: string, text: string) => text,
    language: 'en',
  } as const;
  const tree = node(lead, 'lead', {
    state: 'awaiting-subdialogs',
    states: ['awaiting-subdialogs'],
    pending: [pending('bob'), pending('bob'), pending('carol')],
    children: [
      sub('sub-1', 'bob', { state: 'generating', states: ['generating'], tellaskSession: 'wall' }),
      sub('sub-2', 'carol', {
        children: [sub('sub-3', 'dan', { state: 'awaiting-q4h', states: ['awaiting-q4h'], questions: [question()] })],
      }),
      sub('sub-4', 'eve', { state: 'completed', states: ['completed'] }),
      sub('sub-5', 'fay', {
        state: 'interrupted',
        states: ['interrupted'],
        interruption: { code: 'auth', message: 'no' },
      }),
    ],
  });

  it('shows activities, waits, questions and failures; idle dialogs are counted', () => {
    const doing = new Map([['sub-1' as DialogId, 'uses run_shell']]);
    assert.deepEqual(progressLines([tree], { ...look, doing }), [
      '◌ lead  waits for bob, carol · 1 at rest',
      '├─ ● bob!wall  uses run_shell',
      '├─ ○ carol  rests',
      '│  └─ ? dan  asks you: Which colour?',
      '└─ ■ fay  The server rejected the API key',
    ]);
  });

  it('is never wider or higher than there is room', () => {
    const lines = progressLines([tree], { ...look, columns: 16, rows: 3 });
    assert.deepEqual(lines, ['◌ lead  waits f…', '├─ ● bob!wall  …', '… 3 more']);
    for (const line of lines) assert.ok(columnsOf(line) <= 16);
  });

  it('counts wide characters as two columns', () => {
    assert.equal(columnsOf('画墙 a'), 6);
    assert.equal(fitColumns('画墙画墙', 6), '画墙…');
    assert.equal(fitColumns('画墙', 4), '画墙');
  });

  it('takes a character that is made of several for one', () => {
    const family = '👩‍👩‍👧';
    assert.equal(columnsOf(family), 2);
    assert.equal(columnsOf('🇩🇪'), 2);
    assert.equal(columnsOf('é'), 1);
    assert.equal(fitColumns(`${family}${family}ab`, 5), `${family}${family}…`);
    assert.equal(fitColumns(`${family}${family}ab`, 4), `${family}…`);
  });
});
