// Events of a dialog tree as updates of an ACP session, where no client is needed to see them.
import assert from 'node:assert/strict';
import type { CallId, DialogId, RootId } from '../../../src/core/dialog/ids.ts';
import type { Fact } from '../../../src/core/dialog/record.ts';
import type { ParseOptions } from '../../../src/core/tellask/parse.ts';
import { UpdateMaker } from '../../../src/doors/acp/updates.ts';
import { doorWords } from '../../../src/words/say.ts';
import { recordOf } from '../../support/fake-runtime.ts';

const [rootId, self, call] = ['root' as RootId, 'sub' as DialogId, 'c-1' as CallId];

it('a terminal in which a command of a subdialog runs is shown as a call of its own, until that returns', () => {
  const parsing: ParseOptions = { dialect: 'tellask', names: new Set() };
  const maker = new UpdateMaker({ rootId, folder: '/work', parsing, isOwn: () => false, words: doorWords('en') });
  const happens = (fact: Fact) =>
    maker.update({ type: 'recorded', rootId, selfId: self, seq: 1, record: recordOf(fact) });
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
