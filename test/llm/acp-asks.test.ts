// What an agent of another vendor is answered when it asks for permission (SPEC 22.4).
import assert from 'node:assert/strict';
import type { PermissionOptionKind } from '@agentclientprotocol/sdk';
import { PERMITTED } from '../../src/core/team/agent-permission.ts';
import { permissionAsk } from '../../src/llm/agents/acp-asks.ts';

async function chosen(kinds: readonly PermissionOptionKind[], said: string): Promise<unknown> {
  const options = kinds.map(kind => ({ optionId: kind, kind, name: kind }));
  const { ask, answer } = permissionAsk(
    { sessionId: 's', toolCall: { toolCallId: 't', title: 'Run it' }, options },
    '/work',
  );
  ask.settle({ messages: [{ role: 'tool', toolCallId: 't', content: said }], tools: [] }, 0);
  const { outcome } = await answer;
  return outcome.outcome === 'selected' ? outcome.optionId : outcome.outcome;
}

describe('the permission that an agent is given', () => {
  it('is for once, and never for ever; what is refused may be', async () => {
    assert.equal(await chosen(['allow_always', 'allow_once', 'reject_once'], PERMITTED), 'allow_once');
    assert.equal(await chosen(['allow_always', 'reject_always'], PERMITTED), 'cancelled');
    assert.equal(await chosen(['allow_always', 'reject_always'], 'no'), 'reject_always');
    assert.equal(await chosen(['allow_always'], 'no'), 'cancelled');
  });
});
