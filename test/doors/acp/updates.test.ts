// Events of a dialog tree as updates of an ACP session, where no client is needed to see them.
import assert from 'node:assert/strict';
import type { CallId, DialogId, RootId } from '../../../src/core/dialog/ids.ts';
import { UpdateMaker } from '../../../src/doors/acp/updates.ts';
import { doorWords } from '../../../src/words/say.ts';
import { record } from '../../e2e/support/dialog-scenes.ts';

const [self, call] = ['sub' as DialogId, 'c-1' as CallId];

it('a terminal in which a command of a subdialog runs is shown as a call of its own, until that returns', () => {
  const parsing = { dialect: 'tellask', newCallId: () => call } as never;
  const maker = new UpdateMaker({ rootId: 'root' as RootId, parsing, isOwn: () => false, words: doorWords('en') });
  const happens = (kind: 'toolCalled' | 'toolReturned', fact: object) =>
    maker.update({ type: 'recorded', rootId: 'root', selfId: self, seq: 1, record: record(kind, fact) } as never);
  happens('toolCalled', { callId: call, name: 'run_shell', args: '{"command":"npm test"}' });
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
  const [returned] = happens('toolReturned', { callId: call, ok: true, content: 'ok' });
  assert.equal(returned?.sessionUpdate === 'tool_call_update' && returned.status, 'completed');
  assert.deepEqual(maker.terminal(self, call, 't2'), []);
});
