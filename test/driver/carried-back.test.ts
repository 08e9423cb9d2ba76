// What a server wants back, through records, restart, fork and subdialogs, against a server that insists on it.
import assert from 'node:assert/strict';
import { forkRoot } from '../../src/driver/intents/fork-root.ts';
import { rootOf } from '../../src/driver/tree.ts';
import { createOpenAiProvider } from '../../src/llm/openai/openai-provider.ts';
import type { Tool } from '../../src/tools/tool.ts';
import type { MockReply } from '../support/mock-reply.ts';
import { type MockRequest, type MockServer, startMockServer } from '../support/mock-server.ts';
import { createTestDriver } from '../support/test-driver.ts';

describe('what a model server wants back', () => {
  let server: MockServer;
  let next: MockReply[] = [];
  /** Refuses a request in which an answer of its own comes back without its reasoning or under another call id. */
  const respond = ({ body }: MockRequest): MockReply => {
    for (const message of body.messages) {
      const { role, reasoning_content: reasoning } = message as { role: string; reasoning_content?: string };
      if (role !== 'assistant') continue;
      const ids = message.tool_calls?.map(({ id }) => id) ?? [];
      if (reasoning !== 'hm' || ids.some(id => !id.startsWith('srv'))) {
        return { status: 400, body: { error: { message: 'reasoning_content must be passed back' } } };
      }
    }
    return next.shift() ?? { think: 'hm', say: 'fine' };
  };
  before(async () => {
    server = await startMockServer({ respond });
  });
  after(() => server.close());

  const note: Tool = {
    spec: { name: 'note', description: 'notes', parameters: { type: 'object', properties: {} } },
    call: () => Promise.resolve({ ok: true, content: 'noted' }),
  };
  const start = (replies: MockReply[], members = ['lead', 'helper']) => {
    next = replies;
    const provider = createOpenAiProvider({ id: 'openai', baseUrl: server.baseUrl, model: 'm' });
    return createTestDriver({ script: {}, members, provider, tools: [note], pushMax: 0 });
  };
  const called = (id: string): MockReply => ({ think: 'hm', tools: [{ id, name: 'note' }] });

  it('comes back within a turn, after a restart and in a fork', async () => {
    const t = start([called('srv1')]);
    const tree = await t.start('go');
    assert.match(t.transcript(tree), /fine/);
    const again = t.restart();
    const loaded = await again.onlyTree();
    await again.say(loaded, 'more');
    assert.equal(rootOf(loaded).state.interruption, null);
    const forked = await forkRoot(again.driver, loaded, { course: 1, genseq: 2 });
    const copy = (forked.ok && (await again.driver.tree(forked.rootId))) || assert.fail('not forked');
    await again.say(copy, 'other');
    assert.equal(rootOf(copy).state.interruption, null);
    assert.equal(server.requests.at(-1)?.body.messages.filter(({ role }) => role === 'assistant').length, 2);
  });

  it('comes back from a subdialog', async () => {
    const t = start([{ think: 'hm', say: '!?@helper look' }, called('srv2'), { think: 'hm', say: 'seen' }]);
    const tree = await t.start('go');
    assert.match(t.transcript(tree), /seen/);
    assert.equal(rootOf(tree).state.interruption, null);
  });
});
