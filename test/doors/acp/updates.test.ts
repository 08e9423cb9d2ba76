// Events of a dialog tree as updates of an ACP session, where no client is needed to see them.
import assert from 'node:assert/strict';
import type { SessionUpdate } from '@agentclientprotocol/sdk';
import type { CallId, DialogId, RootId } from '../../../src/core/base/ids.ts';
import type { Fact } from '../../../src/core/dialog/record.ts';
import type { StreamSegmentKind } from '../../../src/core/dialog/view/feed-event.ts';
import type { ParseOptions } from '../../../src/core/tellask/parse.ts';
import { UpdateMaker } from '../../../src/doors/acp/updates.ts';
import { doorWords } from '../../../src/words/say.ts';
import { recordOf } from '../../support/fake-runtime.ts';

const [rootId, self, call] = ['root' as RootId, 'sub' as DialogId, 'c-1' as CallId];

/** Makes updates of a dialog's records and of what passes before them. */
function makerFor(selfId: DialogId) {
  const parsing: ParseOptions = { dialect: 'tellask', names: new Set() };
  const maker = new UpdateMaker({ rootId, folder: '/work', parsing, isOwn: () => false, words: doorWords('en') });
  const happens = (fact: Fact) => maker.update({ type: 'recorded', rootId, selfId, seq: 1, record: recordOf(fact) });
  const passes = (segment: StreamSegmentKind, text: string) => [
    ...maker.update({ type: 'segment_start', rootId, selfId, genseq: 1, segment }),
    ...maker.update({ type: 'chunk', rootId, selfId, genseq: 1, segment, text }),
  ];
  return { maker, happens, passes };
}

describe('a reply of the root', () => {
  const began: Fact = { kind: 'generationStarted', genseq: 1 };
  const reply: readonly Fact[] = [
    { kind: 'assistantThought', genseq: 1, text: 'Hm.' },
    { kind: 'assistantSaid', genseq: 1, parts: [{ kind: 'prose', text: 'One.' }] },
    { kind: 'assistantThought', genseq: 1, text: 'Well.' },
    { kind: 'assistantSaid', genseq: 1, parts: [{ kind: 'prose', text: 'Two.' }] },
  ];
  const textOf = (updates: readonly SessionUpdate[]) =>
    updates
      .flatMap(update => ('content' in update && update.content && 'text' in update.content ? update.content.text : []))
      .join('')
      .replaceAll(/\s+/g, ' ')
      .trim();
  const root = `${rootId}` as DialogId;

  it('is sent whole when nothing of it passed before, as beside a window that drives', () => {
    const { happens } = makerFor(root);
    assert.equal(textOf([began, ...reply].flatMap(happens)), 'Hm.One. Well.Two.');
  });

  it('is sent once when all of it passed before, in whatever order its parts come', () => {
    const { happens, passes } = makerFor(root);
    const passing = () => [
      ...passes('thinking', 'Hm.'),
      ...passes('saying', 'One.'),
      ...passes('thinking', 'Well.'),
      ...passes('saying', 'Two.'),
    ];
    assert.equal(textOf([...happens(began), ...passing(), ...reply.flatMap(happens)]), 'Hm.One.Well.Two.');
  });

  it('is sent whole when its beginning was not seen', () => {
    const { happens, maker } = makerFor(root);
    const late = () => maker.update({ type: 'chunk', rootId, selfId: root, genseq: 1, segment: 'saying', text: 'ne.' });
    assert.equal(textOf([...happens(began), ...late(), ...reply.flatMap(happens)]), 'Hm.One. Well.Two.');
  });
});

it('a terminal in which a command of a subdialog runs is shown as a call of its own, until that returns', () => {
  const { maker, happens } = makerFor(self);
  happens({ kind: 'toolCalled', genseq: 1, callId: call, name: 'run_shell', args: '{"command":"npm test"}' });
  assert.deepEqual(maker.terminal(self, call, 't1'), [
    {
      sessionUpdate: 'tool_call',
      toolCallId: 'sub:c-1',
      title: 'run_shell npm test',
      kind: 'other',
      status: 'pending',
    },
    {
      sessionUpdate: 'tool_call_update',
      toolCallId: 'sub:c-1',
      status: 'in_progress',
      content: [{ type: 'terminal', terminalId: 't1' }],
    },
  ]);
  const [returned] = happens({ kind: 'toolReturned', callId: call, ok: true, content: 'ok' });
  assert.equal(returned?.sessionUpdate === 'tool_call_update' && returned.status, 'completed');
  assert.deepEqual(maker.terminal(self, call, 't2'), []);
});
